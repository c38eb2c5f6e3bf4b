// Draws the timeline: what is in view, and no more of it than there are pixels for.

const AXIS_HEIGHT = 26;
const NAME_FONT = 'bold 12px system-ui, sans-serif';
const MARK = 6; // pixels; half of a mark is no wider
const TINY = 2; // pixels; bars that are shorter and closer than this are drawn as one

class TimelinePainter {
  constructor(view) {
    this.view = view;
    this.data = view.data;
    this.data.marks.sort((a, b) => a.t - b.t || a.seq - b.seq);
    this.wires = new WirePainter(this);
  }

  x(t) {
    return this.xOf(this.view.axis.place(t));
  }

  xOf(p) {
    const { view } = this;
    return this.labels + ((p - view.p0) / (view.p1 - view.p0)) * (this.width - this.labels);
  }

  t(x) {
    const { view } = this;
    return view.axis.time(view.p0 + ((x - this.labels) / (this.width - this.labels)) * (view.p1 - view.p0));
  }

  inView(lane) {
    return lane.bottom + this.offset >= AXIS_HEIGHT && lane.top + this.offset <= this.height;
  }

  paint() {
    const g = this.prepare();
    g.save();
    g.beginPath();
    g.rect(this.labels, AXIS_HEIGHT, this.ends + MARK - this.labels, this.height - AXIS_HEIGHT);
    g.clip();
    this.wires.written = [];
    this.paintMarks(g);
    for (const lane of this.view.layout.lanes) if (this.inView(lane)) this.paintLane(g, lane);
    this.wires.paint(g);
    this.paintSelected(g);
    g.restore();
    this.paintLabels(g);
    this.paintAxis(g);
  }

  prepare() {
    const { view } = this;
    const { canvas, scroller } = view;
    const scale = Math.max(window.devicePixelRatio || 1, document.documentElement.classList.contains('on-paper') ? 2 : 1);
    this.width = scroller.clientWidth;
    this.height = scroller.clientHeight;
    if (canvas.width !== Math.round(this.width * scale) || canvas.height !== Math.round(this.height * scale)) {
      canvas.width = Math.round(this.width * scale);
      canvas.height = Math.round(this.height * scale);
      canvas.style.width = this.width + 'px';
      canvas.style.height = this.height + 'px';
    }
    const g = canvas.getContext('2d');
    this.colours = colours();
    g.setTransform(scale, 0, 0, scale, 0, 0);
    g.textBaseline = 'middle';
    this.labels = this.labelWidth(g);
    g.font = '11px system-ui, sans-serif';
    g.fillStyle = this.colours.paper;
    g.fillRect(0, 0, this.width, this.height);
    this.offset = AXIS_HEIGHT - scroller.scrollTop;
    this.from = this.t(this.labels);
    this.to = this.t(this.width);
    this.begins = Math.max(this.labels, this.x(0));
    this.ends = Math.min(this.width, this.x(this.data.end));
    return g;
  }

  /** Room for the longest name, as far as the picture has some. */
  labelWidth(g) {
    g.font = NAME_FONT;
    const longest = this.view.layout.lanes.reduce((most, lane) => Math.max(most, g.measureText(peerName(this.data, lane.peer)).width), 0);
    return Math.max(92, Math.min(Math.ceil(longest) + 14, Math.floor(this.width * 0.28)));
  }

  // Lanes.

  paintLane(g, lane) {
    g.fillStyle = this.colours.lane;
    g.fillRect(this.begins, lane.top + this.offset - 2, this.ends - this.begins, lane.bottom - lane.top + 4);
    g.fillStyle = this.colours.line;
    g.fillRect(this.begins, lane.wire + this.offset, this.ends - this.begins, 1);
    for (const row of lane.rows) this.paintRow(g, row);
    this.paintSlots(g, lane);
  }

  /** Bars; where many are too short to be told apart, one for all of them, in the colour of the worst. */
  paintRow(g, row) {
    const y = row.y + this.offset;
    const { spans } = row;
    const { request } = this.view.selection;
    let i = firstWhere(spans, span => span.end >= this.from);
    while (i < spans.length && spans[i].begin <= this.to) {
      let span = spans[i];
      const x0 = this.x(span.begin);
      let x1 = Math.max(this.x(span.end), x0 + 1.5);
      let own = !request || span.request === request;
      let alone = true;
      i++;
      if (x1 - x0 < TINY) {
        while (i < spans.length && spans[i].begin <= this.to) {
          const begin = this.x(spans[i].begin);
          const end = this.x(spans[i].end);
          if (begin - x1 >= TINY || end - begin >= TINY) break;
          if (rank(spans[i]) > rank(span)) span = spans[i];
          own ||= spans[i].request === request;
          x1 = Math.max(x1, end, begin + 1.5);
          alone = false;
          i++;
        }
      }
      g.globalAlpha = own ? 1 : 0.25;
      g.fillStyle = this.spanColour(span);
      g.fillRect(x0, y + 2, x1 - x0, ROW - 4);
      if (span.outcome === 'failed') {
        g.fillStyle = this.colours.ink;
        g.fillRect(x1 - 2, y + 2, 2, ROW - 4);
      }
      const left = Math.max(x0, this.labels);
      const room = Math.min(x1, this.width) - left;
      if (room > 46 && alone && row.covered === 0) {
        g.fillStyle = this.colours.onBar;
        const text = fit(g, span.label, room - 8);
        g.fillText(text, left + 4, y + ROW / 2);
        this.wires.written.push({ left: left + 4, right: left + 4 + g.measureText(text).width, y: y + ROW / 2 });
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

  paintSlots(g, lane) {
    const uses = lane.slots;
    if (uses.length === 0) return;
    lane.most ??= uses.reduce((most, use) => Math.max(most, use.used), 1);
    const bottom = lane.slotTop + SLOT_STRIP - 3 + this.offset;
    const high = SLOT_STRIP - 5;
    let i = Math.max(0, firstWhere(uses, use => use.t > this.from) - 1);
    while (i < uses.length && uses[i].t <= this.to) {
      let { used, pinned, held } = uses[i];
      const x0 = Math.max(this.x(uses[i].t), this.labels);
      i++;
      let x1 = i < uses.length ? this.x(uses[i].t) : this.ends;
      while (x1 - x0 < TINY && i < uses.length) {
        used = Math.max(used, uses[i].used);
        pinned = Math.max(pinned, uses[i].pinned);
        held = Math.max(held, uses[i].held);
        i++;
        x1 = i < uses.length ? this.x(uses[i].t) : this.ends;
      }
      for (const [amount, colour] of [[used, this.colours.used], [pinned, this.colours.pinned], [held, this.colours.held]]) {
        if (amount === 0) continue;
        const h = (amount / lane.most) * high;
        g.fillStyle = colour;
        g.fillRect(x0, bottom - h, Math.max(x1 - x0, 1), h);
      }
    }
  }

  paintMarks(g) {
    const drawn = new Set();
    const { marks } = this.data;
    for (let i = firstWhere(marks, mark => mark.t >= this.from); i < marks.length && marks[i].t <= this.to; i++) {
      const mark = marks[i];
      const lane = this.view.laneOf.get(mark.peer);
      if (mark.peer >= 0 && !lane) continue;
      const x = Math.round(this.x(mark.t));
      const key = mark.kind + x + '/' + mark.peer;
      if (drawn.has(key)) continue;
      drawn.add(key);
      const whole = mark.kind === 'violation' || !lane;
      const top = whole ? AXIS_HEIGHT : lane.top + this.offset - 8;
      const bottom = whole ? this.height : lane.bottom + this.offset + 6;
      g.fillStyle = mark.kind === 'violation' || mark.kind === 'wrong_bytes' ? this.colours.violation
        : mark.kind === 'fault' ? this.colours.fault : mark.kind === 'difference' ? this.colours.accent : mark.kind === 'death' ? this.colours.ink : this.colours.deadline;
      const under = mark.kind === 'death' ? 10 : 0;
      g.fillRect(x, top + under, mark.kind === 'violation' ? 2 : 1, bottom - top - under);
      if (mark.kind === 'death') cross(g, x + 0.5, top + 4);
      else triangle(g, x, top);
    }
  }

  paintSelected(g) {
    const { seq } = this.view.selection;
    if (!seq) return;
    const x = this.x(this.data.trace.t[seq - 1]);
    g.fillStyle = this.colours.accent;
    g.fillRect(x - 1, AXIS_HEIGHT, 2, this.height);
  }

  // Around it.

  paintLabels(g) {
    g.fillStyle = this.colours.paper;
    g.fillRect(0, 0, this.labels, this.height);
    for (const lane of this.view.layout.lanes) {
      if (!this.inView(lane)) continue;
      g.fillStyle = this.colours.ink;
      g.font = NAME_FONT;
      g.fillText(fit(g, peerName(this.data, lane.peer), this.labels - 12), 6, lane.wire + this.offset);
      g.font = '10px system-ui, sans-serif';
      g.fillStyle = this.colours.soft;
      let last = '';
      for (const row of lane.rows) {
        if (row.group !== last) g.fillText(row.group, 18, row.y + this.offset + ROW / 2);
        else if (row.covered > 0) g.fillText(`and ${row.covered} more`, 18, row.y + this.offset + ROW / 2);
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
    g.fillStyle = this.colours.soft;
    g.font = '10px system-ui, sans-serif';
    g.fillText(this.view.even ? 'to scale' : 'not to scale', 6, 10);
    g.font = '11px system-ui, sans-serif';
    for (const { x, left, text } of this.ticks(g)) {
      g.fillStyle = this.colours.line;
      g.fillRect(x, AXIS_HEIGHT - 6, 1, 6);
      g.fillStyle = this.colours.ink;
      g.fillText(text, left, 10);
    }
    if (this.wires.thinned) this.sayThinned(g);
  }

  /** Where the ruler says what: as many times as there is room for, the end of the run before others. */
  ticks(g) {
    const { view } = this;
    const { end } = this.data;
    const set = t => {
      const text = clock(t);
      const x = this.x(t);
      return { t, x, text, left: Math.min(x + 3, this.width - g.measureText(text).width - 2) };
    };
    const last = view.p1 >= view.axis.length ? set(end) : null;
    const room = last ? last.left : this.width;
    let free = this.labels;
    const said = [];
    for (const tick of ticksOf(view.axis, view.p0, view.p1, this.width - this.labels).map(set)) {
      const right = tick.left + g.measureText(tick.text).width;
      if (tick.left < free || right > room - (last ? 8 : 0) || (last && tick.t === end)) continue;
      free = right + 8;
      said.push(tick);
    }
    this.said = last ? [...said, last] : said;
    return this.said;
  }

  sayThinned(g) {
    const text = fit(g, 'Too many messages or writes for this view: some are drawn. Zoom in for all.', this.width - this.labels - 12);
    const wide = g.measureText(text).width;
    g.fillStyle = this.colours.paper;
    g.fillRect(this.width - wide - 12, AXIS_HEIGHT, wide + 12, 16);
    g.fillStyle = this.colours.ink;
    g.fillText(text, this.width - wide - 6, AXIS_HEIGHT + 8);
  }
}

function triangle(g, x, top) {
  g.beginPath();
  g.moveTo(x - 4, top);
  g.lineTo(x + 5, top);
  g.lineTo(x + 0.5, top + 7);
  g.fill();
}

function cross(g, x, y) {
  g.strokeStyle = g.fillStyle;
  g.lineWidth = 2;
  g.beginPath();
  g.moveTo(x - 4, y - 4);
  g.lineTo(x + 4, y + 4);
  g.moveTo(x + 4, y - 4);
  g.lineTo(x - 4, y + 4);
  g.stroke();
}

/** How much a bar matters among others. */
function rank(span) {
  return span.outcome === 'failed' ? 2 : span.outcome === 'open' ? 1 : 0;
}

/** A text, shortened to what there is room for. */
function fit(g, text, room) {
  if (g.measureText(text).width <= room) return text;
  let short = 0;
  let long = text.length;
  while (long - short > 1) {
    const middle = (short + long) >> 1;
    if (g.measureText(text.slice(0, middle) + '…').width <= room) short = middle;
    else long = middle;
  }
  return short > 1 ? text.slice(0, short) + '…' : '';
}
