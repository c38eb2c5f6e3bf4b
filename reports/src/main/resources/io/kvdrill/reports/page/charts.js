// Histograms and slot occupancy, drawn by uPlot.

const FEW = 8; // fewer different values than this are a list
const BINS = 3; // to a doubling

/** Bins whose width grows with the value, so that 1 ms and 40 s fit beside each other. */
function histogram(values) {
  const place = value => Math.floor(Math.log2(Math.max(value, 1)) * BINS);
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
  return { xs, ys };
}

/** Where a length stands among the bins: a bar is drawn about the middle of its bin. */
function placeOf(nanos) {
  return Math.log2(Math.max(nanos, 1)) * BINS - 0.5;
}

/** Round lengths from the first bin to the last, and where they stand; fewer where there is less room. */
function roundLengths(low, high, most) {
  const every = factors => {
    const lengths = [];
    for (let power = 0; power < 16; power++) for (const factor of factors) lengths.push(factor * 10 ** power);
    return lengths.filter(nanos => placeOf(nanos) >= low && placeOf(nanos) <= high);
  };
  return [every([1, 2, 5]), every([1, 3]), every([1])].find(lengths => lengths.length <= most) || every([1]);
}

class Charts {
  constructor(data, timeline, latencyRoot, slotRoot) {
    this.data = data;
    this.timeline = timeline;
    this.latencyRoot = latencyRoot;
    this.latencyPlots = new Plots(latencyRoot);
    this.slotPlots = new Plots(slotRoot);
    this.buildSlots(slotRoot);
    this.drawNow();
  }

  drawNow() {
    this.latencies();
    if (this.choice) this.slots();
  }

  latencies() {
    this.latencyPlots.clear();
    this.latencyRoot.replaceChildren();
    for (const latency of this.data.latencies) this.latency(latency);
    if (this.latencyRoot.children.length === 0) this.latencyRoot.append(make('p', { text: 'Nothing ended.' }));
  }

  latency({ name, nanos, median, p99, max }) {
    const times = new Map();
    for (const one of nanos) times.set(duration(one), (times.get(duration(one)) || 0) + 1);
    if (times.size < FEW) {
      const said = [...times].map(([length, count]) => (count === 1 ? length : `${length} (${count} times)`));
      this.latencyRoot.append(make('p', { text: `${name}: ${said.join(', ')}` }));
      return;
    }
    const box = make('figure', {}, make('figcaption', { text: `${name}: ${nanos.length}, median ${duration(median)}, ` +
      `99 % within ${duration(p99)}, longest ${duration(max)}` }));
    this.latencyRoot.append(box);
    const { xs, ys } = histogram(nanos);
    const c = colours();
    const lengths = u => roundLengths(u.scales.x.min, u.scales.x.max, u.bbox.width / devicePixelRatio / 70);
    this.latencyPlots.add(box, 150, {
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      axes: [
        this.latencyPlots.axis({ splits: u => lengths(u).map(placeOf), values: u => lengths(u).map(duration) }),
        this.latencyPlots.counts(),
      ],
      series: [{}, { fill: c.ok, stroke: c.ok, paths: uPlot.paths.bars({ size: [0.9] }), points: { show: false } }],
    }, [xs, ys]);
  }

  /** Which peer, and which time of it. */
  buildSlots(root) {
    const peers = this.data.peers.map((name, i) => i).filter(peer => slotsOf(this.data, peer).length > 0);
    if (peers.length === 0) {
      root.append(make('p', { text: 'No slot was used.' }));
      return;
    }
    this.choice = make('select', { id: 'slot-peer' });
    peers.forEach(peer => this.choice.append(make('option', { value: String(peer), text: peerName(this.data, peer) })));
    this.choice.value = String(this.mostTelling(peers));
    this.choice.addEventListener('change', () => this.slots());
    const button = (text, action) => make('button', { type: 'button', text, onclick: action });
    this.box = make('figure', {});
    root.append(make('p', { class: 'bar' }, make('label', { for: 'slot-peer', text: 'Peer: ' }), this.choice,
      button("The timeline's time", () => this.window(this.timeline.axis.time(this.timeline.p0), this.timeline.axis.time(this.timeline.p1))),
      button('All of its time', () => this.window(0, this.data.end))), this.box);
  }

  /** The peer at which a law broke or slots were held back; of several, that with most of it. */
  mostTelling(peers) {
    const broke = peer => this.data.marks.filter(mark => mark.kind === 'violation' && mark.peer === peer).length;
    const score = peer => (broke(peer) ? 1e30 : 0) + this.heldNanos(peer);
    return peers.reduce((best, peer) => (score(peer) > score(best) ? peer : best));
  }

  /** For how long its slots were held back, all of them together. */
  heldNanos(peer) {
    const uses = slotsOf(this.data, peer);
    return uses.reduce((sum, use, i) => sum + use.held * ((i + 1 < uses.length ? uses[i + 1].t : this.data.end) - use.t), 0);
  }

  window(from, to) {
    this.slotPlots.list.forEach(({ plot }) => plot.setScale('x', { min: from / 1e9, max: to / 1e9 }));
  }

  slots() {
    this.slotPlots.clear();
    this.box.replaceChildren();
    const peer = Number(this.choice.value);
    const uses = slotsOf(this.data, peer);
    const most = what => uses.reduce((high, use) => Math.max(high, use[what]), 0);
    const held = this.heldNanos(peer);
    const name = peerName(this.data, peer);
    this.box.append(make('figcaption', { text: `${name}: at most ${most('used')} in use, ${most('pinned')} pinned, ${most('held')} held back` +
      (held ? `; those held back, each for its time, come to ${duration(held)} of one slot` : '') + '.' }));
    const at = [0, ...uses.map(use => use.t / 1e9), this.data.end / 1e9];
    const column = what => [0, ...uses.map(use => use[what]), uses[uses.length - 1][what]];
    const c = colours();
    const dashes = [[], [6, 3], [2, 2]];
    const line = (label, colour, width, dash) => ({ label, stroke: colour, width, dash: dashes[dash], paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } });
    this.slotPlots.add(this.box, 200, {
      scales: { x: { time: false } },
      legend: { markers: { width: 3, dash: (u, i) => ['solid', 'solid', 'dashed', 'dotted'][i], fill: 'transparent' } },
      axes: [
        this.slotPlots.axis({ space: 90, values: (u, ticks) => ticks.map(s => clock(Math.round(s * 1e9))) }),
        this.slotPlots.counts(),
      ],
      series: [
        { label: 'time', value: (u, s) => (s == null ? '' : clock(Math.round(s * 1e9))) },
        line('in use', c.soft, 1.5, 0), line('pinned', c.pinned, 2, 1), line('held back', c.held, 3, 2),
      ],
    }, [at, column('used'), column('pinned'), column('held')]);
  }
}
