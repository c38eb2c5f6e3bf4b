// What is said of the event that the reader looks at: at the foot of the window, wherever the page is scrolled to.

const CHAIN = 6;

class DetailsView {
  constructor(data, selection, hasTimeline) {
    this.data = data;
    this.selection = selection;
    this.places = [...(hasTimeline ? [['timeline', 'In the timeline']] : []), ['trace', 'In the trace']]
      .filter(([part]) => document.getElementById(part));
    this.root = make('div', { id: 'details', class: 'details', role: 'region', 'aria-label': 'The chosen event', 'aria-live': 'polite' });
    this.root.hidden = true;
    document.querySelector('main').append(this.root);
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape' && this.selection.seq) this.selection.selectEvent(0, 'details');
    });
    selection.listen(s => this.describe(s.seq));
  }

  describe(seq) {
    this.root.hidden = !seq;
    document.documentElement.classList.toggle('detailed', seq > 0);
    this.root.replaceChildren();
    if (!seq) return;
    const { data, selection } = this;
    const { trace } = data;
    const button = (text, action) => make('button', { type: 'button', text, onclick: action });
    const bar = make('p', { class: 'bar' }, make('strong', { text: headOf(data, seq) }));
    const request = requestOf(data, seq);
    if (request && request !== selection.request) bar.append(button('All of request ' + request, () => selection.selectRequest(request, 'details')));
    for (const [part, text] of this.places) bar.append(button(text, () => this.go(part, seq)));
    bar.append(button('Close', () => selection.selectEvent(0, 'details')));
    this.root.append(bar, make('p', { class: 'full', text: trace.full[seq] || trace.text[seq - 1] }));
    const chain = make('ol', { class: 'chain' });
    for (const place of pastOf(trace, seq, CHAIN)) {
      chain.append(make('li', {}, make('button', { type: 'button', class: 'event', 'data-seq': String(place), text: headOf(data, place) })));
    }
    if (chain.children.length) this.root.append(make('p', { text: 'Follows from, the latest first:' }), chain);
    this.uncover();
  }

  /** Moves the page where this would cover what the reader works with. */
  uncover() {
    const works = document.activeElement;
    const whole = works?.closest('#timeline-view')?.querySelector('.timeline-scroller') ?? works;
    if (!whole || whole === document.body || this.root.contains(whole)) return;
    const box = whole.getBoundingClientRect();
    const over = box.bottom + 8 - this.root.getBoundingClientRect().top;
    const room = works.getBoundingClientRect().top - 8;
    if (over > 0 && room > 0 && room < innerHeight) scrollBy(0, Math.min(over, room));
  }

  go(part, seq) {
    document.getElementById(part).scrollIntoView();
    this.selection.selectEvent(seq, 'details');
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
