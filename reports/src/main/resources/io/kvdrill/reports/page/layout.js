// Where things stand in the timeline: rows of each peer, and a time axis on which quiet time takes little room.

const GROUPS = [
  { name: 'engine', kinds: ['down', 'paused', 'blocked', 'prefill'], packed: false },
  { name: 'requests', kinds: ['request'], packed: true },
  { name: 'sessions', kinds: ['handshake', 'session'], packed: true },
  { name: 'loads', kinds: ['load', 'load_slots_held'], packed: true },
  { name: 'stores', kinds: ['store', 'store_slots_held'], packed: true },
];
const ROW = 15;
const LANE_GAP = 14;
const SLOT_STRIP = 20;
const MOST_ROWS = 8;

/** Rows for spans so that none covers another; past the limit they share the last one, which then counts those it covers. */
function pack(spans) {
  const rows = [];
  for (const span of spans) {
    let row = rows.find(candidate => candidate.end <= span.begin);
    if (!row) {
      if (rows.length < MOST_ROWS) {
        row = { spans: [], end: 0, covered: 0 };
        rows.push(row);
      } else {
        row = rows[rows.length - 1];
        row.covered++;
      }
    }
    row.spans.push(span);
    row.end = Math.max(row.end, span.end, span.begin + 1);
  }
  return rows;
}

/** Lanes of the peers that are shown, from top to bottom. */
function layOut(data, shown) {
  const byPeer = new Map(shown.map(peer => [peer, []]));
  for (const span of data.spans) byPeer.get(span.peer)?.push(span);
  const lanes = [];
  let y = LANE_GAP;
  for (const [peer, spans] of byPeer) {
    const lane = { peer, top: y, rows: [], wire: y + 6 };
    y += ROW;
    for (const group of GROUPS) {
      const members = spans.filter(span => group.kinds.includes(span.kind)).sort((a, b) => a.begin - b.begin);
      if (members.length === 0) continue;
      const rows = group.packed ? pack(members) : [{ spans: members, covered: 0 }];
      for (const row of rows) {
        lane.rows.push({ y, group: group.name, spans: row.spans, covered: row.covered });
        y += ROW;
      }
    }
    lane.slotTop = y;
    lane.slots = slotsOf(data, peer);
    if (lane.slots.length > 0) y += SLOT_STRIP;
    lane.bottom = y;
    y += LANE_GAP;
    lanes.push(lane);
  }
  return { lanes, height: y };
}

/** What a peer's slots were used for, over time. */
function slotsOf(data, peer) {
  if (!data.slotsByPeer) {
    data.slotsByPeer = new Map();
    for (const use of data.slots) {
      if (!data.slotsByPeer.has(use.peer)) data.slotsByPeer.set(use.peer, []);
      data.slotsByPeer.get(use.peer).push(use);
    }
  }
  return data.slotsByPeer.get(peer) || [];
}

/** Maps time to places and back. `even`: a second is a second; else each pause takes room by its logarithm. */
class Axis {
  constructor(data, even) {
    const times = Float64Array.from(even ? [0, data.end] : [0, ...data.trace.t, data.end]).sort();
    this.even = even;
    this.t = times.filter((t, i) => i === 0 || t > times[i - 1]);
    this.p = new Float64Array(this.t.length);
    for (let i = 1; i < this.t.length; i++) {
      const pause = this.t[i] - this.t[i - 1];
      this.p[i] = this.p[i - 1] + (even ? pause : Math.log2(1 + pause / 1000));
    }
    this.length = this.p[this.p.length - 1] || 1;
  }

  place(t) {
    return Axis.map(this.t, this.p, t);
  }

  time(p) {
    return Axis.map(this.p, this.t, p);
  }

  static map(from, to, value) {
    const last = from.length - 1;
    if (last <= 0 || value <= from[0]) return to[0];
    if (value >= from[last]) return to[last];
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (from[middle] <= value) low = middle;
      else high = middle;
    }
    const width = from[high] - from[low];
    return width === 0 ? to[low] : to[low] + ((value - from[low]) / width) * (to[high] - to[low]);
  }
}

/** The peers to show first: those that something happened to, then those with most to show. */
function importantPeers(data, most) {
  const score = data.peers.map(() => 0);
  const add = (peer, points) => { if (peer >= 0) score[peer] += points; };
  for (const mark of data.marks) add(mark.peer, mark.kind === 'violation' ? 1e6 : mark.kind === 'fault' ? 1e5 : 1e3);
  for (const span of data.spans) add(span.peer, span.outcome === 'failed' ? 100 : 1);
  return data.peers
    .map((name, peer) => peer)
    .sort((a, b) => score[b] - score[a] || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
}
