// The trace: as many rows as fit, of those that the filters let through.

const LINE = 24;

class TraceView {
  constructor(data, selection, root) {
    this.data = data;
    this.selection = selection;
    const { trace } = data;
    this.words = make('input', { type: 'search', id: 'trace-words', placeholder: 'abort_ack r1' });
    this.peer = make('select', { id: 'trace-peer' }, make('option', { value: '', text: 'all' }), make('option', { value: '-1', text: 'world' }));
    data.peers.forEach((name, i) => this.peer.append(make('option', { value: String(i), text: name })));
    this.kind = make('select', { id: 'trace-kind' }, make('option', { value: '', text: 'all' }));
    trace.kinds.map((kind, i) => [kind, i]).sort().forEach(([kind, i]) => this.kind.append(make('option', { value: String(i), text: kind.replaceAll('_', ' ') })));
    this.count = make('span', { class: 'count', 'aria-live': 'polite' });
    this.everything = make('button', { type: 'button', class: 'everything', onclick: () => this.clear() });
    this.nothing = make('p', { class: 'nothing' });
    this.list = make('ol', { class: 'trace-list' });
    this.view = make('div', { class: 'trace-view', tabindex: '0', role: 'region', 'aria-label': 'Events' }, this.list);
    root.append(make('p', { class: 'bar' },
      make('label', { for: 'trace-words', text: 'Search ' }), this.words,
      make('label', { for: 'trace-peer', text: 'Peer ' }), this.peer,
      make('label', { for: 'trace-kind', text: 'Kind ' }), this.kind, this.count, this.everything), this.nothing, this.view);
    for (const control of [this.words, this.peer, this.kind]) control.addEventListener('input', () => this.filter());
    this.view.addEventListener('scroll', () => this.draw());
    selection.listen((s, from) => this.follow(from));
    this.filter();
  }

  filter() {
    const { trace } = this.data;
    const words = this.words.value.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);
    const peer = this.peer.value === '' ? null : Number(this.peer.value);
    const kind = this.kind.value === '' ? null : Number(this.kind.value);
    const { request } = this.selection;
    this.request = request;
    this.rows = [];
    for (let i = 0; i < trace.t.length; i++) {
      if (peer !== null && trace.peer[i] !== peer) continue;
      if (kind !== null && trace.kind[i] !== kind) continue;
      if (request && requestOf(this.data, i + 1) !== request) continue;
      if (words.length) {
        const text = (trace.kinds[trace.kind[i]] + ' ' + peerName(this.data, trace.peer[i]) + ' ' + trace.text[i]).toLowerCase().replaceAll('_', ' ');
        if (!words.every(word => text.includes(word))) continue;
      }
      this.rows.push(i);
    }
    this.count.textContent = `${this.rows.length} of ${trace.t.length} events` + (request ? `, of request ${request}` : '');
    const narrowed = [
      ...(request ? [`request ${request}`] : []),
      ...(peer === null ? [] : [peerName(this.data, peer)]),
      ...(kind === null ? [] : [trace.kinds[kind].replaceAll('_', ' ')]),
      ...(words.length ? [`the words "${words.join(' ')}"`] : []),
    ];
    this.everything.hidden = narrowed.length === 0;
    this.everything.textContent = request ? `Show all, not only request ${request}` : 'Show all';
    this.nothing.hidden = this.rows.length > 0;
    this.nothing.textContent = narrowed.length === 0 ? 'The trace is empty.' : 'No event has ' + narrowed.join(', ') + ' at once.';
    if (narrowed.length === 1) this.nothing.textContent = `No event has ${narrowed[0]}.`;
    this.view.hidden = this.rows.length === 0;
    this.list.style.height = this.rows.length * LINE + 'px';
    this.draw();
  }

  /** Lets every event through. */
  clear() {
    for (const control of [this.words, this.peer, this.kind]) control.value = '';
    if (this.selection.request) this.selection.selectRequest(this.selection.request, 'trace');
    else this.filter();
  }

  draw() {
    const { trace } = this.data;
    const first = Math.max(0, Math.floor(this.view.scrollTop / LINE) - 4);
    const last = Math.min(this.rows.length, first + Math.ceil((this.view.clientHeight || 400) / LINE) + 8);
    const shown = [];
    for (let place = first; place < last; place++) {
      const i = this.rows[place];
      const row = make('button', { type: 'button', class: 'event trace-row', 'data-seq': String(i + 1) },
        make('span', { class: 'when', text: clock(trace.t[i]) }),
        make('span', { class: 'who', text: peerName(this.data, trace.peer[i]) }),
        make('span', { class: 'kind', text: trace.kinds[trace.kind[i]].replaceAll('_', ' ') }),
        make('span', { class: 'what', text: trace.text[i], title: trace.text[i] }));
      if (i + 1 === this.selection.seq) row.setAttribute('aria-current', 'true');
      const item = make('li', { 'aria-setsize': String(this.rows.length), 'aria-posinset': String(place + 1) }, row);
      item.style.top = place * LINE + 'px';
      shown.push(item);
    }
    this.list.replaceChildren(...shown);
  }

  follow(from) {
    if (this.request !== this.selection.request) this.filter();
    if (from !== 'trace' && this.selection.seq) {
      const place = firstWhere(this.rows, i => i + 1 >= this.selection.seq);
      this.view.scrollTop = Math.max(0, place * LINE - this.view.clientHeight / 2);
    }
    this.draw();
  }
}
