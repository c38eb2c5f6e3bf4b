// The message diagram of a violation: its causal past, one line for each peer, time downwards.

const SVG = 'http://www.w3.org/2000/svg';
const STEP = 24;
const TIMES = 116;
const NARROWEST = 240;

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
      text: `${violation.law} at ${clock(violation.t)}: ${violation.what}`.slice(0, 110) })));
    this.choice.addEventListener('change', () => this.drawNow());
    this.picture = make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Message diagram' });
    this.broke = make('p', { class: 'bad' });
    root.append(make('p', {}, make('label', { for: 'cause-choice', text: 'Violation: ' }), this.choice), this.picture, this.broke);
    selection.listen(() => this.mark());
    this.drawNow();
    new ResizeObserver(() => this.fitWidth()).observe(root);
  }

  /** Drawn anew where the page has become wider or narrower. */
  fitWidth() {
    if (this.root.clientWidth !== this.drawnFor) this.drawNow();
  }

  drawNow() {
    if (!this.choice) return;
    this.drawnFor = this.root.clientWidth;
    const violation = this.data.violations[Number(this.choice.value)];
    const events = violation.ledTo;
    const { trace } = this.data;
    this.broke.textContent = `${violation.law} breaks at ${clock(violation.t)}: ${violation.what}.`;
    this.picture.hidden = events.length === 0;
    if (events.length === 0) {
      this.picture.replaceChildren();
      this.dots = [];
      this.broke.textContent += ' No single event is behind it: the law looks at what is left at the end.';
      return;
    }
    const peers = [...new Set(events.map(seq => trace.peer[seq - 1]))].sort((a, b) => a - b);
    const column = Math.max(NARROWEST, Math.floor((this.root.clientWidth - TIMES) / peers.length));
    const x = seq => TIMES + 14 + peers.indexOf(trace.peer[seq - 1]) * column;
    const y = new Map(events.map((seq, i) => [seq, 46 + i * STEP]));
    const width = TIMES + peers.length * column;
    const height = 40 + (events.length + 1) * STEP;
    const svg = part('svg', { viewBox: `0 0 ${width} ${height}`, width, height, class: 'diagram', role: 'group',
      'aria-label': `${events.length} events that led to ${violation.law}` });
    peers.forEach((peer, i) => svg.append(
      part('text', { x: TIMES + 14 + i * column, y: 18, class: 'peer' }, fit(this.ruler(), peerName(this.data, peer), column - 26)),
      part('line', { x1: TIMES + 14 + i * column, y1: 28, x2: TIMES + 14 + i * column, y2: height - 10, class: 'life' })));
    const hops = this.hops(events);
    for (const [from, to] of hops) svg.append(hop(x(from), y.get(from), x(to), y.get(to)));
    const goes = new Map(events.map(seq => [seq, { left: false, right: false }]));
    for (const [from, to] of hops) {
      if (x(from) === x(to)) continue;
      goes.get(from)[x(to) > x(from) ? 'right' : 'left'] = true;
      goes.get(to)[x(from) > x(to) ? 'right' : 'left'] = true;
    }
    this.dots = events.map(seq => this.dot(seq, x(seq), y.get(seq), width, goes.get(seq)));
    events.forEach((seq, i) => svg.append(part('text', { x: 4, y: y.get(seq) + 4, class: 'when' }, clock(trace.t[seq - 1])), this.dots[i]));
    this.picture.replaceChildren(svg);
    this.mark();
  }

  /** An event; its text stands where no line leads to, or else where there is more room: no other event is in its row. */
  dot(seq, x, y, width, goes) {
    const { trace } = this.data;
    const kind = trace.kinds[trace.kind[seq - 1]].replaceAll('_', ' ');
    const whole = kind + ' ' + trace.text[seq - 1];
    const ruler = this.ruler();
    const long = ruler.measureText(whole).width;
    const right = width - x - 16;
    const left = x - TIMES - 24;
    const turned = (goes.right && !goes.left && left >= long) || (right < long && left > right);
    const text = fit(ruler, whole, turned ? left : right);
    const wide = ruler.measureText(text).width;
    const begin = turned ? x - 18 - wide : x + 10;
    const group = part('g', { class: 'dot', tabindex: 0, role: 'button', 'data-seq': seq });
    group.append(part('title', {}, whole), part('rect', { x: begin - 2, y: y - 8, width: wide + 4, height: 16, class: 'under' }),
      part('circle', { cx: x, cy: y, r: 5 }), part('text', { x: begin, y: y + 4 }, text));
    const act = () => this.selection.selectEvent(seq, 'cause');
    group.addEventListener('click', act);
    group.addEventListener('keydown', event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); act(); } });
    return group;
  }

  /** Measures labels as the style sheet draws them. */
  ruler() {
    if (!this.canvas) {
      this.canvas = document.createElement('canvas').getContext('2d');
      this.canvas.font = '12px system-ui, sans-serif';
    }
    return this.canvas;
  }

  /** Pairs of events of which the later follows from the earlier, through none but what is not shown. */
  hops(events) {
    const { trace } = this.data;
    const within = new Set(events);
    const pairs = [];
    for (const seq of events) {
      const waiting = [...causesOf(trace, seq)];
      const seen = new Set();
      while (waiting.length > 0 && seen.size < 2000) {
        const cause = waiting.pop();
        if (seen.has(cause)) continue;
        seen.add(cause);
        if (within.has(cause)) pairs.push([cause, seq]);
        else waiting.push(...causesOf(trace, cause));
      }
    }
    return pairs;
  }

  mark() {
    this.dots?.forEach(dot => dot.classList.toggle('selected', Number(dot.dataset.seq) === this.selection.seq));
  }
}

function part(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A line from peer to peer; at one peer a bow beside its line. */
function hop(x1, y1, x2, y2) {
  if (x1 !== x2) return part('line', { x1, y1, x2, y2, class: 'hop' });
  const out = Math.min(12, 4 + (y2 - y1) / STEP * 2);
  return part('path', { d: `M ${x1} ${y1} C ${x1 - out} ${y1}, ${x2 - out} ${y2}, ${x2} ${y2}`, class: 'hop own' });
}
