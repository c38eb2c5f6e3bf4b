// The timeline: which peers and which time are in view, and what is said of the event that the reader looks at.

const MOST_LANES = 12;
const MARGIN = 0.01; // beside the run, where all of it is in view

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
      this.firstViolationButton(button),
      button('Zoom in', () => this.zoom(0.5)),
      button('Zoom out', () => this.zoom(2)),
      make('label', { for: 'even-time' }, evenTime, ' even time'),
    );
    if (this.data.peers.length > MOST_LANES) {
      bar.append(make('label', { for: 'all-peers' }, everyone, ` all ${this.data.peers.length} peers`));
    }
    this.canvas = make('canvas', { tabindex: '0', role: 'img', 'aria-describedby': 'timeline-scale',
      'aria-label': 'Timeline of all peers. The tables below hold the same in text.' });
    this.spacer = make('div', { class: 'spacer' });
    this.scroller = make('div', { class: 'timeline-scroller' }, this.canvas, this.spacer);
    this.scale = make('p', { class: 'hint', id: 'timeline-scale' });
    this.root.append(bar, this.scroller, this.scale, this.legend());
    this.scroller.addEventListener('scroll', () => this.draw());
  }

  firstViolationButton(button) {
    const first = button('First violation', () => this.firstViolation());
    first.disabled = this.data.violations.length === 0;
    if (first.disabled) first.title = 'No law broke.';
    return first;
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
      entry('transfer', 'transfer'), entry('fault', 'fault'), entry('deadline', 'timeout'), entry('death', 'death of a session or engine'), entry('violation', 'violation'),
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

  /** The same time stays in view, from the same begin to the same end. */
  setEven(even) {
    const edge = p => ({ t: this.axis.time(p), beyond: p < 0 || p > this.axis.length });
    const from = edge(this.p0);
    const to = edge(this.p1);
    this.even = even;
    this.layAxis();
    const margin = this.axis.length * MARGIN;
    this.look(from.beyond ? -margin : this.axis.place(from.t), to.beyond ? this.axis.length + margin : this.axis.place(to.t));
  }

  all() {
    const margin = this.axis.length * MARGIN;
    this.look(-margin, this.axis.length + margin);
  }

  /** Brings places into view; at most all of the run, and no more beside it than a margin. */
  look(p0, p1) {
    const { length } = this.axis;
    const width = Math.max(length * 1e-9, Math.min(p1 - p0, length * (1 + 2 * MARGIN)));
    const margin = (width * MARGIN) / (1 + 2 * MARGIN);
    const middle = (p0 + p1) / 2;
    this.p0 = Math.max(-margin, Math.min(middle - width / 2, length + margin - width));
    this.p1 = this.p0 + width;
    this.draw();
  }

  /** About a share of the width; where none is given, about the chosen event if it is in view, else about the middle. */
  zoom(factor, at) {
    const { seq } = this.selection;
    const chosen = seq > 0 ? this.axis.place(this.data.trace.t[seq - 1]) : -1;
    const width = (this.p1 - this.p0) * factor;
    if (at === undefined && chosen >= this.p0 && chosen <= this.p1) {
      this.look(chosen - width / 2, chosen + width / 2);
      return;
    }
    const share = at ?? 0.5;
    const centre = this.p0 + (this.p1 - this.p0) * share;
    this.look(centre - width * share, centre + width * (1 - share));
  }

  firstViolation() {
    const first = this.data.violations[0];
    if (!first) return;
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
      this.drawNow();
    });
  }

  drawNow() {
    const started = performance.now();
    this.painter.paint();
    this.frameMillis = performance.now() - started;
  }

  // What the reader looks at.

  follow(selection, from) {
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
