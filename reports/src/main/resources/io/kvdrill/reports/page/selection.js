// What the reader looks at: one event, one request. Every part of the page listens, and shows the same.

class Selection {
  constructor() {
    this.seq = 0;
    this.request = '';
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  /** Looks at an event; 0 for none. `from` is the part that the reader acted in. */
  selectEvent(seq, from = '') {
    this.seq = seq;
    this.tell(from);
  }

  /** Looks at a request; the same again, or none: at all. */
  selectRequest(request, from = '') {
    this.request = this.request === request ? '' : request;
    this.tell(from);
  }

  tell(from) {
    for (const listener of this.listeners) listener(this, from);
  }
}
