// The timeline: a canvas that draws what is in view, and no more of it than there are pixels for.

const LABEL_WIDTH = 128;
const AXIS_HEIGHT = 26;
const MOST_LANES = 12;

class TimelineView {
  constructor(data, selection, root) {
    this.data = data;
    this.selection = selection;
    this.root = root;
    this.even = false;
    this.shown = importantPeers(data, MOST_LANES);
    this.build();
    this.axis = new Axis(data, this.even);
    this.lay();
    this.all();
    selection.listen((s, from) => this.follow(s, from));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  build() {
    const button = (text, action) => make('button', { type: 'button', text, onclick: action });
    this.everyone = make('input', { type: 'checkbox', id: 'all-peers' });
    this.everyone.addEventListener('change', () => {
      this.shown = this.everyone.checked ? this.data.peers.map((n, i) => i) : importantPeers(this.data, MOST_LANES);
      this.lay();
      this.draw();
    });
    this.evenBox = make('input', { type: 'checkbox', id: 'even-time' });
    this.evenBox.addEventListener('change', () => {
      const middle = this.axis.time((this.p0 + this.p1) / 2);
      const share = (this.p1 - this.p0) / this.axis.length;
      this.even = this.evenBox.checked;
      this.axis = new Axis(this.data, this.even);
      const centre = this.axis.place(middle);
      this.look(centre - (share * this.axis.length) / 2, centre + (share * this.axis.length) / 2);
    });
    const bar = make('div', { class: 'bar' },
      button('Whole run', () => this.all()),
      button('First violation', () => this.firstViolation()),
      button('Zoom in', () => this.zoom(0.5)),
      button('Zoom out', () => this.zoom(2)),
      make('label', { for: 'even-time' }, this.evenBox, ' even time'),
    );
    if (this.data.peers.length > MOST_LANES) {
      bar.append(make('label', { for: 'all-peers' }, this.everyone, ` all ${this.data.peers.length} peers`));
    }
    this.canvas = make('canvas', { tabindex: '0', role: 'img', 'aria-describedby': 'timeline-now',
      'aria-label': 'Timeline of all peers. The tables below hold the same in text.' });
    this.spacer = make('div', { class: 'spacer' });
    this.scroller = make('div', { class: 'timeline-scroller' }, this.canvas, this.spacer);
    this.now = make('div', { id: 'timeline-now', class: 'now', 'aria-live': 'polite' });
    this.root.append(bar, this.scroller, this.legend(), this.now);
    this.scroller.addEventListener('scroll', () => this.draw());
    this.canvas.addEventListener('wheel', event => this.onWheel(event), { passive: false });
    this.canvas.addEventListener('pointerdown', event => this.onDown(event));
    this.canvas.addEventListener('pointermove', event => this.onMove(event));
    this.canvas.addEventListener('pointerup', event => this.onUp(event));
    this.canvas.addEventListener('keydown', event => this.onKey(event));
  }

  legend() {
    const entry = (name, text) => make('span', { class: 'legend-entry' }, make('span', { class: 'swatch ' + name }), text);
    return make('p', { class: 'legend' },
      entry('ok', 'ended well'), entry('failed', 'failed'), entry('open', 'not ended'), entry('held', 'slots held back'),
      entry('engine', 'prefill'), entry('down', 'down, paused or blocked'), entry('message', 'message'),
      entry('transfer', 'transfer'), entry('fault', 'fault'), entry('violation', 'violation'),
      ...(this.data.marks.some(mark => mark.kind === 'difference') ? [entry('difference', 'comes otherwise in the other run')] : []));
  }

  lay() {
    this.layout = layOut(this.data, this.shown);
    this.laneOf = new Map(this.layout.lanes.map(lane => [lane.peer, lane]));
    const seen = Math.min(this.layout.height + AXIS_HEIGHT + 4, 620);
    this.scroller.style.height = seen + 'px';
    this.spacer.style.height = Math.max(0, this.layout.height + AXIS_HEIGHT - seen) + 'px';
  }

  all() {
    const margin = this.axis.length * 0.01;
    this.look(-margin, this.axis.length + margin);
  }

  look(p0, p1) {
    const least = this.axis.length * 1e-9;
    if (p1 - p0 < least) {
      const middle = (p0 + p1) / 2;
      p0 = middle - least / 2;
      p1 = middle + least / 2;
    }
    const width = Math.min(p1 - p0, this.axis.length * 1.2);
    this.p0 = Math.max(-0.1 * this.axis.length, Math.min(p0, 1.1 * this.axis.length - width));
    this.p1 = this.p0 + width;
    this.draw();
  }

  zoom(factor, at = 0.5) {
    const centre = this.p0 + (this.p1 - this.p0) * at;
    const width = (this.p1 - this.p0) * factor;
    this.look(centre - width * at, centre + width * (1 - at));
  }

  firstViolation() {
    const first = this.data.violations.reduce((a, b) => (a && a.t <= b.t ? a : b), null);
    if (!first) {
      this.now.textContent = 'No law broke.';
      return;
    }
    const from = first.ledTo.length > 1 ? this.data.trace.t[first.ledTo[Math.max(0, first.ledTo.length - 8)] - 1] : first.t;
    const p0 = this.axis.place(from);
    const p1 = this.axis.place(first.t);
    const margin = Math.max((p1 - p0) * 0.2, this.axis.length * 0.01);
    this.look(p0 - margin, p1 + margin);
    if (first.ledTo.length) this.selection.selectEvent(first.ledTo[first.ledTo.length - 1], 'timeline');
  }

  follow(selection, from) {
    this.describe(selection.seq);
    if (selection.seq > 0 && from !== 'timeline') {
      const p = this.axis.place(this.data.trace.t[selection.seq - 1]);
      const width = this.p1 - this.p0;
      if (p < this.p0 || p > this.p1) {
        this.look(p - width / 2, p + width / 2);
        return;
      }
    }
    this.draw();
  }

  describe(seq) {
    this.now.replaceChildren();
    if (!seq) return;
    const { trace } = this.data;
    const i = seq - 1;
    this.now.append(make('p', {},
      make('strong', { text: clock(trace.t[i]) + ' ' + peerName(this.data, trace.peer[i]) + ' ' + trace.kinds[trace.kind[i]].replaceAll('_', ' ') }),
      ' ' + trace.text[i]));
    const chain = make('ol', { class: 'chain' });
    let at = trace.cause[i];
    for (let steps = 0; at > 0 && steps < 6; steps++) {
      const place = at;
      chain.append(make('li', {}, make('button', { type: 'button', class: 'event', 'data-seq': String(place),
        text: clock(trace.t[place - 1]) + ' ' + peerName(this.data, trace.peer[place - 1]) + ' ' + trace.kinds[trace.kind[place - 1]].replaceAll('_', ' ') })));
      at = trace.cause[place - 1];
    }
    if (chain.children.length) this.now.append(make('p', { text: 'Because of, the latest first:' }), chain);
  }

  // Drawing.

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  x(t) {
    return LABEL_WIDTH + ((this.axis.place(t) - this.p0) / (this.p1 - this.p0)) * (this.width - LABEL_WIDTH);
  }

  t(x) {
    return this.axis.time(this.p0 + ((x - LABEL_WIDTH) / (this.width - LABEL_WIDTH)) * (this.p1 - this.p0));
  }

  paint() {
    const started = performance.now();
    const scale = window.devicePixelRatio || 1;
    this.width = this.scroller.clientWidth;
    this.height = this.scroller.clientHeight;
    if (this.canvas.width !== Math.round(this.width * scale) || this.canvas.height !== Math.round(this.height * scale)) {
      this.canvas.width = Math.round(this.width * scale);
      this.canvas.height = Math.round(this.height * scale);
      this.canvas.style.width = this.width + 'px';
      this.canvas.style.height = this.height + 'px';
    }
    const g = this.canvas.getContext('2d');
    this.colours = colours();
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.font = '11px system-ui, sans-serif';
    g.textBaseline = 'middle';
    g.fillStyle = this.colours.paper;
    g.fillRect(0, 0, this.width, this.height);
    this.offset = AXIS_HEIGHT - this.scroller.scrollTop;
    this.from = this.t(LABEL_WIDTH);
    this.to = this.t(this.width);
    g.save();
    g.beginPath();
    g.rect(LABEL_WIDTH, AXIS_HEIGHT, this.width - LABEL_WIDTH, this.height - AXIS_HEIGHT);
    g.clip();
    this.paintMarks(g);
    for (const lane of this.layout.lanes) if (this.inView(lane)) this.paintLane(g, lane);
    this.paintTransfers(g);
    this.paintMessages(g);
    this.paintSelected(g);
    g.restore();
    this.paintLabels(g);
    this.paintAxis(g);
    this.frameMillis = performance.now() - started;
  }

  inView(lane) {
    return lane.bottom + this.offset >= AXIS_HEIGHT && lane.top + this.offset <= this.height;
  }

  paintLane(g, lane) {
    g.fillStyle = this.colours.lane;
    g.fillRect(LABEL_WIDTH, lane.top + this.offset - 2, this.width, lane.bottom - lane.top + 4);
    g.fillStyle = this.colours.line;
    g.fillRect(LABEL_WIDTH, lane.wire + this.offset, this.width, 1);
    for (const row of lane.rows) this.paintRow(g, row);
    this.paintSlots(g, lane);
  }

  /** At most one rectangle a pixel: where several spans share one, the row goes on at the next pixel. */
  paintRow(g, row) {
    const y = row.y + this.offset;
    const spans = row.spans;
    let i = firstWhere(spans, span => span.end >= this.from);
    while (i < spans.length && spans[i].begin <= this.to) {
      const span = spans[i];
      const x0 = this.x(span.begin);
      const x1 = Math.max(this.x(span.end), x0 + 1.5);
      const other = this.selection.request && span.request !== this.selection.request;
      g.globalAlpha = other ? 0.25 : 1;
      g.fillStyle = this.spanColour(span);
      g.fillRect(x0, y + 2, x1 - x0, ROW - 4);
      if (span.outcome === 'failed') {
        g.fillStyle = this.colours.ink;
        g.fillRect(x1 - 2, y + 2, 2, ROW - 4);
      }
      const left = Math.max(x0, LABEL_WIDTH);
      if (Math.min(x1, this.width) - left > 46) {
        g.fillStyle = this.colours.onBar;
        g.fillText(this.fit(g, span.label, Math.min(x1, this.width) - left - 8), left + 4, y + ROW / 2);
      }
      i++;
      if (x1 - x0 < 2) {
        const next = this.t(x0 + 1);
        const jump = firstWhere(spans, candidate => candidate.begin >= next);
        i = Math.max(i, jump);
      }
    }
    g.globalAlpha = 1;
  }

  spanColour(span) {
    const c = this.colours;
    if (span.kind === 'prefill') return c.engine;
    if (span.kind === 'down' || span.kind === 'paused' || span.kind === 'blocked') return c.down;
    if (span.kind.endsWith('held')) return c.held;
    return span.outcome === 'ok' ? c.ok : span.outcome === 'failed' ? c.failed : c.open;
  }

  fit(g, text, room) {
    if (g.measureText(text).width <= room) return text;
    let shorter = text;
    while (shorter.length > 1 && g.measureText(shorter + '…').width > room) shorter = shorter.slice(0, -1);
    return shorter.length > 1 ? shorter + '…' : '';
  }

  paintSlots(g, lane) {
    const uses = lane.slots;
    if (uses.length === 0) return;
    lane.most ??= Math.max(1, ...uses.map(use => use.used));
    const bottom = lane.slotTop + SLOT_STRIP - 3 + this.offset;
    const high = SLOT_STRIP - 5;
    let i = Math.max(0, firstWhere(uses, use => use.t > this.from) - 1);
    while (i < uses.length && uses[i].t <= this.to) {
      const use = uses[i];
      const x0 = Math.max(this.x(use.t), LABEL_WIDTH);
      const x1 = i + 1 < uses.length ? this.x(uses[i + 1].t) : this.width;
      for (const [amount, colour] of [[use.used, this.colours.used], [use.pinned, this.colours.pinned], [use.held, this.colours.held]]) {
        const h = (amount / lane.most) * high;
        g.fillStyle = colour;
        g.fillRect(x0, bottom - h, Math.max(x1 - x0, 1), h);
      }
      i++;
      if (x1 - x0 < 1) {
        const next = this.t(x0 + 1);
        i = Math.max(i, firstWhere(uses, candidate => candidate.t >= next));
      }
    }
  }

  paintMarks(g) {
    const drawn = new Set();
    for (const mark of this.data.marks) {
      if (mark.t < this.from || mark.t > this.to) continue;
      const lane = this.laneOf.get(mark.peer);
      if (mark.peer >= 0 && !lane) continue;
      const x = Math.round(this.x(mark.t));
      const key = mark.kind + x + '/' + mark.peer;
      if (drawn.has(key)) continue;
      drawn.add(key);
      const top = mark.kind === 'violation' || !lane ? AXIS_HEIGHT : lane.top + this.offset - 8;
      const bottom = mark.kind === 'violation' || !lane ? this.height : lane.bottom + this.offset + 6;
      g.fillStyle = mark.kind === 'violation' || mark.kind === 'wrong_bytes' ? this.colours.violation
        : mark.kind === 'fault' ? this.colours.fault : mark.kind === 'difference' ? this.colours.accent : this.colours.deadline;
      g.fillRect(x, top, mark.kind === 'violation' ? 2 : 1, bottom - top);
      g.beginPath();
      g.moveTo(x - 4, top);
      g.lineTo(x + 5, top);
      g.lineTo(x + 0.5, top + 7);
      g.fill();
    }
  }

  paintMessages(g) {
    const drawn = new Set();
    g.lineWidth = 1;
    for (const message of this.data.messages) {
      const arrived = message.arrived >= 0 ? message.arrived : message.sent;
      if (arrived < this.from) continue;
      if (message.sent > this.to) break;
      const a = this.laneOf.get(message.from);
      const b = this.laneOf.get(message.to);
      if (!a || !b || a === b || (!this.inView(a) && !this.inView(b))) continue;
      const x0 = this.x(message.sent);
      const x1 = this.x(arrived);
      const key = Math.round(x0) + '>' + Math.round(x1) + '/' + message.from + '/' + message.to;
      if (drawn.has(key)) continue;
      drawn.add(key);
      const y0 = a.wire + this.offset;
      const y1 = b.wire + this.offset;
      const other = this.selection.request && message.request !== this.selection.request;
      g.globalAlpha = other ? 0.15 : 0.85;
      g.strokeStyle = message.lost ? this.colours.failed : this.colours.message;
      g.setLineDash(message.arrived < 0 ? [3, 3] : []);
      g.beginPath();
      g.moveTo(x0, y0);
      g.lineTo(x1, message.arrived < 0 ? (y0 + y1) / 2 : y1);
      g.stroke();
      if (message.arrived >= 0) this.arrowHead(g, x0, y0, x1, y1);
    }
    g.setLineDash([]);
    g.globalAlpha = 1;
  }

  arrowHead(g, x0, y0, x1, y1) {
    const angle = Math.atan2(y1 - y0, x1 - x0);
    g.beginPath();
    g.moveTo(x1, y1);
    g.lineTo(x1 - 6 * Math.cos(angle - 0.4), y1 - 6 * Math.sin(angle - 0.4));
    g.lineTo(x1 - 6 * Math.cos(angle + 0.4), y1 - 6 * Math.sin(angle + 0.4));
    g.closePath();
    g.fillStyle = g.strokeStyle;
    g.fill();
  }

  paintTransfers(g) {
    const drawn = new Set();
    for (const transfer of this.data.transfers) {
      if (transfer.posted > this.to) break;
      const last = transfer.landings.length ? transfer.landings[transfer.landings.length - 2] : transfer.posted;
      const end = Math.max(transfer.end, last, transfer.posted);
      if (end < this.from) continue;
      const a = this.laneOf.get(transfer.from);
      const b = this.laneOf.get(transfer.to);
      if (!a || !b || a === b) continue;
      const x0 = this.x(transfer.posted);
      const x1 = Math.max(this.x(end), x0 + 1);
      const key = Math.round(x0) + '>' + Math.round(x1) + '/' + transfer.from + '/' + transfer.to;
      if (drawn.has(key)) continue;
      drawn.add(key);
      const y0 = a.wire + this.offset;
      const y1 = b.wire + this.offset;
      const late = transfer.forgotten >= 0 && last > transfer.forgotten;
      const other = this.selection.request && transfer.request !== this.selection.request;
      g.globalAlpha = other ? 0.1 : 0.4;
      g.fillStyle = late ? this.colours.violation : transfer.fate === 'done' ? this.colours.transfer : this.colours.failed;
      g.beginPath();
      g.moveTo(x0, y0);
      g.lineTo(Math.min(x0 + 5, x1), y0);
      g.lineTo(x1 + 2, y1);
      g.lineTo(x1 - 5, y1);
      g.fill();
      g.globalAlpha = 1;
      if (x1 - x0 > 70 && !other) {
        g.fillStyle = this.colours.ink;
        const middle = Math.max(LABEL_WIDTH + 4, (Math.max(x0, LABEL_WIDTH) + Math.min(x1, this.width)) / 2 - 30);
        g.fillText(`${transfer.blocks} blocks, ${duration(end - transfer.posted)}`, middle, (y0 + y1) / 2);
      }
    }
  }

  paintSelected(g) {
    const { seq } = this.selection;
    if (!seq) return;
    const x = this.x(this.data.trace.t[seq - 1]);
    g.fillStyle = this.colours.accent;
    g.fillRect(x - 1, AXIS_HEIGHT, 2, this.height);
  }

  paintLabels(g) {
    g.fillStyle = this.colours.paper;
    g.fillRect(0, 0, LABEL_WIDTH, this.height);
    for (const lane of this.layout.lanes) {
      if (!this.inView(lane)) continue;
      g.fillStyle = this.colours.ink;
      g.font = 'bold 12px system-ui, sans-serif';
      g.fillText(this.fit(g, peerName(this.data, lane.peer), LABEL_WIDTH - 12), 6, lane.wire + this.offset);
      g.font = '10px system-ui, sans-serif';
      g.fillStyle = this.colours.soft;
      let last = '';
      for (const row of lane.rows) {
        if (row.group !== last) g.fillText(row.group, 18, row.y + this.offset + ROW / 2);
        last = row.group;
      }
      if (lane.slots.length) g.fillText('slots', 18, lane.slotTop + this.offset + SLOT_STRIP / 2);
    }
    g.font = '11px system-ui, sans-serif';
  }

  paintAxis(g) {
    g.fillStyle = this.colours.paper;
    g.fillRect(0, 0, this.width, AXIS_HEIGHT);
    g.fillStyle = this.colours.line;
    g.fillRect(0, AXIS_HEIGHT - 1, this.width, 1);
    g.fillStyle = this.colours.ink;
    const ticks = Math.max(2, Math.floor((this.width - LABEL_WIDTH) / 130));
    const span = this.to - this.from;
    for (let i = 0; i <= ticks; i++) {
      const x = LABEL_WIDTH + (i / ticks) * (this.width - LABEL_WIDTH - 80);
      const t = Math.max(0, this.t(x));
      g.fillRect(x, AXIS_HEIGHT - 6, 1, 6);
      g.fillText(span < 1e6 ? clock(Math.round(t)) : duration(Math.round(t)), x + 3, 10);
    }
  }

  // Acting.

  onWheel(event) {
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const by = (event.deltaX / (this.width - LABEL_WIDTH)) * (this.p1 - this.p0);
      this.look(this.p0 + by, this.p1 + by);
    } else if (event.ctrlKey || event.shiftKey || document.activeElement === this.canvas) {
      event.preventDefault();
      const at = Math.max(0, (event.offsetX - LABEL_WIDTH) / (this.width - LABEL_WIDTH));
      this.zoom(Math.exp(event.deltaY * 0.002), at);
    }
  }

  onDown(event) {
    this.drag = { x: event.offsetX, p0: this.p0, p1: this.p1, moved: false };
    this.canvas.setPointerCapture(event.pointerId);
  }

  onMove(event) {
    if (!this.drag) return;
    const dx = event.offsetX - this.drag.x;
    if (Math.abs(dx) > 3) this.drag.moved = true;
    if (this.drag.moved) {
      const by = (dx / (this.width - LABEL_WIDTH)) * (this.drag.p1 - this.drag.p0);
      this.look(this.drag.p0 - by, this.drag.p1 - by);
    }
  }

  onUp(event) {
    const drag = this.drag;
    this.drag = null;
    if (drag && !drag.moved) this.pick(event.offsetX, event.offsetY);
  }

  /** The event that is meant by a place: of a mark, a bar, or the nearest of the peer whose lane it is. */
  pick(x, y) {
    if (x < LABEL_WIDTH) return;
    const below = y - this.offset;
    const mark = this.data.marks.find(candidate => candidate.seq > 0 && Math.abs(this.x(candidate.t) - x) < 5 &&
      (candidate.kind === 'violation' || this.hits(candidate.peer, below)));
    if (mark) {
      this.selection.selectEvent(mark.seq, 'timeline');
      return;
    }
    for (const lane of this.layout.lanes) {
      if (below < lane.top - 4 || below > lane.bottom + 4) continue;
      const row = lane.rows.find(candidate => below >= candidate.y && below < candidate.y + ROW);
      const span = row && row.spans.find(candidate => this.x(candidate.begin) - 3 <= x && Math.max(this.x(candidate.end), this.x(candidate.begin)) + 3 >= x);
      if (span) {
        if (span.request) this.selection.request = span.request;
        this.selection.selectEvent(span.outcome === 'failed' && span.endSeq ? span.endSeq : span.seq, 'timeline');
      } else {
        const nearest = this.nearest(lane.peer, x);
        if (nearest) this.selection.selectEvent(nearest, 'timeline');
      }
      return;
    }
  }

  hits(peer, y) {
    const lane = this.laneOf.get(peer);
    return lane && y >= lane.top - 8 && y <= lane.bottom + 6;
  }

  nearest(peer, x) {
    const { trace } = this.data;
    let best = 0;
    let distance = 40;
    const first = firstWhere(trace.t, t => t >= this.t(x - 40));
    for (let i = first; i < trace.t.length; i++) {
      const at = this.x(trace.t[i]);
      if (at > x + 40) break;
      if (trace.peer[i] === peer && Math.abs(at - x) < distance) {
        best = i + 1;
        distance = Math.abs(at - x);
      }
    }
    return best;
  }

  onKey(event) {
    const step = (this.p1 - this.p0) * 0.15;
    const actions = {
      ArrowLeft: () => this.look(this.p0 - step, this.p1 - step),
      ArrowRight: () => this.look(this.p0 + step, this.p1 + step),
      ArrowUp: () => { this.scroller.scrollTop -= 60; },
      ArrowDown: () => { this.scroller.scrollTop += 60; },
      '+': () => this.zoom(0.6),
      '=': () => this.zoom(0.6),
      '-': () => this.zoom(1.6),
      0: () => this.all(),
      n: () => this.step(1),
      p: () => this.step(-1),
    };
    const action = actions[event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      action();
    }
  }

  step(by) {
    const { trace } = this.data;
    if (trace.t.length === 0) return;
    const start = this.selection.seq || firstWhere(trace.t, t => t >= this.from) + (by > 0 ? 0 : 1);
    this.selection.selectEvent(Math.max(1, Math.min(trace.t.length, start + by)), 'keys');
  }
}

/** Colours of the style sheet, in which light and dark differ. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue('--' + name).trim();
  const names = ['paper', 'lane', 'line', 'ink', 'soft', 'accent', 'ok', 'failed', 'open', 'held', 'engine', 'down',
    'message', 'transfer', 'fault', 'violation', 'deadline', 'used', 'pinned'];
  const all = Object.fromEntries(names.map(name => [name, colour(name)]));
  all.onBar = colour('on-bar');
  return all;
}
