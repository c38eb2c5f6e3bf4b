// How a sweep went, drawn by uPlot.

class Curves {
  constructor(history, root) {
    this.plots = [];
    const runs = history.map(point => point.runs);
    this.curve(root, 'Runs that failed', runs, history.map(point => point.failed), 'failed');
    this.curve(root, 'Groups of failures', runs, history.map(point => point.groups), 'groups');
    this.curve(root, 'Things reached', runs, history.map(point => point.reached), 'reached');
    new ResizeObserver(() => this.plots.forEach(plot => plot.resize())).observe(root);
  }

  curve(root, name, xs, ys, label) {
    const c = colours();
    const last = ys.length ? ys[ys.length - 1] : 0;
    const box = make('figure', {}, make('figcaption', { text: `${name}: ${last.toLocaleString('en')} after ${(xs[xs.length - 1] || 0).toLocaleString('en')} runs` }));
    root.append(box);
    const size = () => ({ width: Math.max(240, box.clientWidth || 600), height: 170 });
    const axis = options => ({ stroke: c.ink, grid: { stroke: c.line, width: 1 }, ticks: { stroke: c.line, width: 1 }, ...options });
    const plot = new uPlot({
      ...size(),
      scales: { x: { time: false, distr: 3 }, y: { range: (u, low, high) => [0, Math.max(1, high * 1.05)] } },
      axes: [axis({ values: (u, ticks) => ticks.map(tick => (tick == null ? '' : tick.toLocaleString('en'))) }), axis({ size: 60 })],
      series: [{ label: 'runs', value: (u, v) => (v == null ? '' : v.toLocaleString('en')) },
        { label, stroke: c.accent, width: 2, points: { show: xs.length < 3 } }],
    }, [xs, ys], box);
    this.plots.push({ resize: () => plot.setSize(size()) });
  }
}
