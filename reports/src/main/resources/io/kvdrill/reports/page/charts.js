// Histograms and slot occupancy, drawn by uPlot.

/** Bins whose width grows with the value, three to a doubling, so that 1 ms and 40 s fit beside each other. */
function histogram(values) {
  const place = value => Math.floor(Math.log2(Math.max(value, 1)) * 3);
  const counts = new Map();
  for (const value of values) counts.set(place(value), (counts.get(place(value)) || 0) + 1);
  const low = Math.min(...counts.keys());
  const high = Math.max(...counts.keys());
  const xs = [];
  const ys = [];
  for (let i = low - 1; i <= high + 1; i++) {
    xs.push(i);
    ys.push(counts.get(i) || 0);
  }
  return { xs, ys, at: i => 2 ** (i / 3) };
}

class Charts {
  constructor(data, latencyRoot, slotRoot) {
    this.data = data;
    this.plots = [];
    this.latencies(latencyRoot);
    this.slots(slotRoot);
    new ResizeObserver(() => this.plots.forEach(plot => plot.resize())).observe(latencyRoot);
  }

  latencies(root) {
    for (const { name, nanos, median, p99, max } of this.data.latencies) {
      const box = make('figure', {}, make('figcaption', { text: `${name}: ${nanos.length}, median ${duration(median)}, ` +
        `99 % within ${duration(p99)}, longest ${duration(max)}` }));
      root.append(box);
      const { xs, ys, at } = histogram(nanos);
      this.plot(box, 150, size => ({
        ...size,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false } },
        axes: [this.axis({ values: (u, ticks) => ticks.map(i => duration(Math.round(at(i)))), space: 70 }), this.axis({ size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000] })],
        series: [{}, { fill: colours().ok, stroke: colours().ok, paths: uPlot.paths.bars({ size: [0.9] }), points: { show: false } }],
      }), [xs, ys]);
    }
    if (root.children.length === 0) root.append(make('p', { text: 'Nothing ended.' }));
  }

  slots(root) {
    const peers = this.data.peers.map((name, i) => i).filter(peer => slotsOf(this.data, peer).length > 0);
    if (peers.length === 0) {
      root.append(make('p', { text: 'No slot was used.' }));
      return;
    }
    const choice = make('select', { id: 'slot-peer' });
    peers.forEach(peer => choice.append(make('option', { value: String(peer), text: peerName(this.data, peer) })));
    const box = make('figure', {});
    root.append(make('p', {}, make('label', { for: 'slot-peer', text: 'Peer: ' }), choice), box);
    const show = () => {
      this.plots = this.plots.filter(plot => plot.box !== box);
      box.replaceChildren();
      const uses = slotsOf(this.data, Number(choice.value));
      const longest = { used: 0, pinned: 0, held: 0 };
      let heldNanos = 0;
      uses.forEach((use, i) => {
        for (const what of Object.keys(longest)) longest[what] = Math.max(longest[what], use[what]);
        heldNanos += use.held * ((i + 1 < uses.length ? uses[i + 1].t : this.data.end) - use.t);
      });
      box.append(make('figcaption', { text: `most in use ${longest.used}, most pinned ${longest.pinned}, most held back ${longest.held}` +
        (heldNanos ? `, ${(heldNanos / 1e9).toFixed(3)} slot-s held back` : '') }));
      const at = [...uses.map(use => use.t / 1e9), this.data.end / 1e9];
      const column = name => { const list = uses.map(use => use[name]); return [...list, list[list.length - 1]]; };
      const line = (label, colour, width, dash) => ({ label, stroke: colour, width, dash, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } });
      const c = colours();
      this.plot(box, 200, size => ({
        ...size,
        scales: { x: { time: false } },
        axes: [this.axis({ values: (u, ticks) => ticks.map(s => s + ' s') }), this.axis({ size: 44 })],
        series: [{ label: 'time', value: (u, s) => (s == null ? '' : s.toFixed(6) + ' s') }, line('in use', c.message, 1.5), line('pinned', c.deadline, 2, [6, 3]), line('held back', c.failed, 2, [2, 2])],
      }), [at, column('used'), column('pinned'), column('held')]);
    };
    choice.addEventListener('change', show);
    show();
  }

  axis(options) {
    const c = colours();
    return { stroke: c.ink, grid: { stroke: c.line, width: 1 }, ticks: { stroke: c.line, width: 1 }, ...options };
  }

  plot(box, height, options, data) {
    const size = () => ({ width: Math.max(240, box.clientWidth || 600), height });
    const plot = new uPlot(options(size()), data, box);
    this.plots.push({ box, resize: () => plot.setSize(size()) });
  }
}
