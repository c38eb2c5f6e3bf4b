// The message diagram of a violation: its causal past, one line for each peer, time downwards.

const SVG = 'http://www.w3.org/2000/svg';
const STEP = 24;
const COLUMN = 260;

class DiagramView {
  constructor(data, selection, root) {
    this.data = data;
    this.selection = selection;
    this.root = root;
    if (data.violations.length === 0) {
      root.append(make('p', { text: 'No law broke in this run.' }));
      return;
    }
    this.choice = make('select', { id: 'cause-choice' });
    data.violations.forEach((violation, i) => this.choice.append(make('option', { value: String(i),
      text: `${violation.law} at ${duration(violation.t)}: ${violation.what}`.slice(0, 110) })));
    this.choice.addEventListener('change', () => this.draw());
    this.picture = make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Message diagram' });
    root.append(make('p', {}, make('label', { for: 'cause-choice', text: 'Violation: ' }), this.choice), this.picture);
    selection.listen(() => this.mark());
    this.draw();
  }

  draw() {
    const violation = this.data.violations[Number(this.choice.value)];
    const events = violation.ledTo;
    const { trace } = this.data;
    const peers = [...new Set(events.map(seq => trace.peer[seq - 1]))].sort((a, b) => a - b);
    const x = peer => 150 + peers.indexOf(peer) * COLUMN;
    const width = 150 + peers.length * COLUMN;
    const height = 50 + (events.length + 1) * STEP;
    const svg = document.createElementNS(SVG, 'svg');
    const part = (tag, attributes, text) => {
      const element = document.createElementNS(SVG, tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
      if (text !== undefined) element.textContent = text;
      svg.append(element);
      return element;
    };
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('width', width);
    svg.setAttribute('height', height);
    svg.setAttribute('class', 'diagram');
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', `${events.length} events that led to ${violation.law}`);
    for (const peer of peers) {
      part('text', { x: x(peer), y: 18, class: 'peer', 'text-anchor': 'start' }, peerName(this.data, peer));
      part('line', { x1: x(peer), y1: 28, x2: x(peer), y2: height - 10, class: 'life' });
    }
    const y = new Map(events.map((seq, i) => [seq, 46 + i * STEP]));
    for (const [from, to] of this.hops(events)) {
      part('line', { x1: x(trace.peer[from - 1]), y1: y.get(from), x2: x(trace.peer[to - 1]), y2: y.get(to), class: 'hop' });
    }
    this.dots = events.map(seq => {
      const i = seq - 1;
      part('text', { x: 4, y: y.get(seq) + 4, class: 'when' }, clock(trace.t[i]));
      const group = part('g', { class: 'dot', tabindex: 0, role: 'button', 'data-seq': seq });
      const kind = trace.kinds[trace.kind[i]].replaceAll('_', ' ');
      const dot = document.createElementNS(SVG, 'circle');
      dot.setAttribute('cx', x(trace.peer[i]));
      dot.setAttribute('cy', y.get(seq));
      dot.setAttribute('r', 5);
      const label = document.createElementNS(SVG, 'text');
      label.setAttribute('x', x(trace.peer[i]) + 10);
      label.setAttribute('y', y.get(seq) + 4);
      label.textContent = (kind + ' ' + trace.text[i]).slice(0, 40);
      const title = document.createElementNS(SVG, 'title');
      title.textContent = kind + ' ' + trace.text[i];
      group.append(title, dot, label);
      const act = () => this.selection.selectEvent(seq, 'cause');
      group.addEventListener('click', act);
      group.addEventListener('keydown', event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); act(); } });
      return group;
    });
    part('text', { x: 4, y: height - 8, class: 'broke' }, `${violation.law} breaks: ${violation.what}`);
    this.picture.replaceChildren(svg);
    this.mark();
  }

  /** Pairs of events at different peers of which the later follows from the earlier, through whatever lies between. */
  hops(events) {
    const { trace } = this.data;
    const within = new Set(events);
    const pairs = [];
    for (const seq of events) {
      let cause = trace.cause[seq - 1];
      for (let steps = 0; cause > 0 && !within.has(cause) && steps < 64; steps++) cause = trace.cause[cause - 1];
      if (cause > 0 && within.has(cause) && trace.peer[cause - 1] !== trace.peer[seq - 1]) pairs.push([cause, seq]);
    }
    return pairs;
  }

  mark() {
    this.dots?.forEach(dot => dot.classList.toggle('selected', Number(dot.dataset.seq) === this.selection.seq));
  }
}
