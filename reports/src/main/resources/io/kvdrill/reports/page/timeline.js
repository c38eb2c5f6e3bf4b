// The timeline: which peers and which time are in view, and what is said of the event that the reader looks at.

const MOST_LANES = 12;

class TimelineView {
  constructor(data, selection, root) {
    this.data = data;
    this.selection = selection;
    this.root = root;
    this.even = false;
    this.shown = importantPeers(data, MOST_LANES);
    this.painter = new TimelinePainter(this);
    this.build();
    this.layAxis();
    this.lay();
    this.all();
    this.hands = new TimelineHands(this);
    selection.listen((s, from) => this.follow(s, from));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  build() {
    const button = (text, action) => make('button', { type: 'button', text, onclick: action });
    const everyone = this.box('all-peers', checked => {
      this.shown = checked ? this.data.peers.map((n, i) => i) : importantPeers(this.data, MOST_LANES);
      this.lay();
      this.draw();
    });
    const evenTime = this.box('even-time', checked => this.setEven(checked));
    const bar = make('div', { class: 'bar' },
      button('Whole run', () => this.all()),
      button('First violation', () => this.firstViolation()),
      button('Zoom in', () => this.zoom(0.5)),
      button('Zoom out', () => this.zoom(2)),
      make('label', { for: 'even-time' }, evenTime, ' even time'),
    );
    if (this.data.peers.length > MOST_LANES) {
      bar.append(make('label', { for: 'all-peers' }, everyone, ` all ${this.data.peers.length} peers`));
    }
    this.canvas = make('canvas', { tabindex: '0', role: 'img', 'aria-describedby': 'timeline-now',
      'aria-label': 'Timeline of all peers. The tables below hold the same in text.' });
    this.spacer = make('div', { class: 'spacer' });
    this.scroller = make('div', { class: 'timeline-scroller' }, this.canvas, this.spacer);
    this.now = make('div', { id: 'timeline-now', class: 'now', 'aria-live': 'polite' });
    this.scale = make('p', { class: 'hint', id: 'timeline-scale' });
    this.root.append(bar, this.scroller, this.scale, this.legend(), this.now);
    this.scroller.addEventListener('scroll', () => this.draw());
  }

  box(id, action) {
    const box = make('input', { type: 'checkbox', id });
    box.addEventListener('change', () => action(box.checked));
    return box;
  }

  legend() {
    const entry = (name, text) => make('span', { class: 'legend-entry' }, make('span', { class: 'swatch ' + name }), text);
    return make('p', { class: 'legend' },
      entry('ok', 'ended well'), entry('failed', 'failed'), entry('open', 'not ended'), entry('held', 'slots held back'),
      entry('engine', 'prefill'), entry('down', 'down, paused or blocked'), entry('message', 'message'),
      entry('transfer', 'transfer'), entry('fault', 'fault'), entry('deadline', 'timeout or death'), entry('violation', 'violation'),
      entry('used', 'slots in use'), entry('pinned', 'slots pinned'),
      ...(this.data.marks.some(mark => mark.kind === 'difference') ? [entry('difference', 'comes otherwise in the other run')] : []));
  }

  // What is in view.

  lay() {
    this.layout = layOut(this.data, this.shown);
    this.laneOf = new Map(this.layout.lanes.map(lane => [lane.peer, lane]));
    const seen = Math.min(this.layout.height + AXIS_HEIGHT + 4, 620);
    this.scroller.style.height = seen + 'px';
    this.spacer.style.height = Math.max(0, this.layout.height + AXIS_HEIGHT - seen) + 'px';
  }

  layAxis() {
    this.axis = new Axis(this.data, this.even);
    this.painter.wires.placeAll(this.axis);
    this.scale.textContent = this.even
      ? 'To scale: a second is as wide as any other.'
      : 'Not to scale: where little happens, time is drawn short, so that bursts can be read. The times above the lanes are true; "even time" draws all seconds alike.';
  }

  setEven(even) {
    const middle = this.axis.time((this.p0 + this.p1) / 2);
    const share = (this.p1 - this.p0) / this.axis.length;
    this.even = even;
    this.layAxis();
    const centre = this.axis.place(middle);
    this.look(centre - (share * this.axis.length) / 2, centre + (share * this.axis.length) / 2);
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
    const first = this.data.violations[0];
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

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paintNow();
    });
  }

  paintNow() {
    const started = performance.now();
    this.painter.paint();
    this.frameMillis = performance.now() - started;
  }

  // What the reader looks at.

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
    this.now.append(make('p', {}, make('strong', { text: headOf(this.data, seq) }), ' ' + trace.text[seq - 1]));
    const chain = make('ol', { class: 'chain' });
    for (const place of pastOf(trace, seq, 6)) {
      chain.append(make('li', {}, make('button', { type: 'button', class: 'event', 'data-seq': String(place), text: headOf(this.data, place) })));
    }
    if (chain.children.length) this.now.append(make('p', { text: 'Follows from, the latest first:' }), chain);
  }
}

/** An event in a few words. */
function headOf(data, seq) {
  const { trace } = data;
  return clock(trace.t[seq - 1]) + ' ' + peerName(data, trace.peer[seq - 1]) + ' ' + trace.kinds[trace.kind[seq - 1]].replaceAll('_', ' ');
}

/** The events that one follows from, and those that they do: the latest of them. */
function pastOf(trace, seq, most) {
  const past = [];
  const waiting = new Set(causesOf(trace, seq));
  while (waiting.size > 0 && past.length < most) {
    const next = Math.max(...waiting);
    waiting.delete(next);
    past.push(next);
    causesOf(trace, next).forEach(cause => waiting.add(cause));
  }
  return past;
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
