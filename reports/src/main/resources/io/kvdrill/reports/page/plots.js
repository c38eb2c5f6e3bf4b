// What all charts have in common: axes whose labels have room, colours of the page, a size that follows the page's.

/** Charts of one part of the page; drawn anew where the page becomes wider, narrower, light or dark. */
class Plots {
  constructor(root) {
    this.list = [];
    new ResizeObserver(() => this.resize()).observe(root);
  }

  resize() {
    this.list.forEach(({ plot, size }) => plot.setSize(size()));
  }

  clear() {
    this.list.forEach(({ plot }) => plot.destroy());
    this.list = [];
  }

  add(box, height, options, data) {
    const size = () => ({ width: Math.max(240, box.clientWidth || 600), height });
    const plot = new uPlot({ padding: [10, 34, 0, 0], ...options, ...size() }, data, box);
    this.list.push({ plot, size });
    return plot;
  }

  axis(options) {
    const c = colours();
    return { stroke: c.ink, grid: { stroke: c.line, width: 1 }, ticks: { stroke: c.line, width: 1 }, ...options };
  }

  /** The axis of numbers of things: whole ones, with room for the longest. */
  counts() {
    const text = tick => (tick == null ? '' : tick.toLocaleString('en'));
    const incrs = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(power => [1, 2, 5].map(factor => factor * 10 ** power));
    return this.axis({
      incrs,
      values: (u, ticks) => ticks.map(text),
      size: (u, texts) => 18 + 8 * Math.max(2, ...(texts || []).map(one => String(one).length)),
    });
  }
}
