// How a sweep went, drawn by uPlot.

class Curves {
  constructor(history, root) {
    this.history = history;
    this.root = root;
    this.plots = new Plots(root);
    this.drawNow();
  }

  drawNow() {
    this.plots.clear();
    this.root.replaceChildren();
    this.curve('Runs that failed', 'failed');
    this.curve('Groups of failures', 'groups');
    this.curve('Things reached', 'reached');
  }

  curve(name, what) {
    const c = colours();
    const xs = this.history.map(point => point.runs);
    const ys = this.history.map(point => point[what]);
    const last = ys.length ? ys[ys.length - 1] : 0;
    const box = make('figure', {}, make('figcaption', { text: `${name}: ${last.toLocaleString('en')} after ${(xs[xs.length - 1] || 0).toLocaleString('en')} runs` }));
    this.root.append(box);
    const number = value => (value == null ? '' : value.toLocaleString('en'));
    this.plots.add(box, 170, {
      scales: { x: { time: false, distr: 3 }, y: { range: (u, low, high) => [0, Math.max(1, high * 1.05)] } },
      axes: [this.plots.axis({ values: (u, ticks) => ticks.map(number) }), this.plots.counts()],
      series: [{ label: 'runs', value: (u, v) => number(v) }, { label: what, stroke: c.accent, width: 2, points: { show: xs.length < 3 } }],
    }, [xs, ys]);
  }
}
