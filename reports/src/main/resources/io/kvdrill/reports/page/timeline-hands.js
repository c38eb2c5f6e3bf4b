// What mouse, touch and keys do in the timeline.

class TimelineHands {
  constructor(view) {
    this.view = view;
    const { canvas } = view;
    canvas.addEventListener('wheel', event => this.onWheel(event), { passive: false });
    canvas.addEventListener('pointerdown', event => this.onDown(event));
    canvas.addEventListener('pointermove', event => this.onMove(event));
    canvas.addEventListener('pointerup', event => this.onUp(event));
    canvas.addEventListener('pointercancel', () => { this.drag = null; });
    canvas.addEventListener('keydown', event => this.onKey(event));
  }

  onWheel(event) {
    const { view } = this;
    const { width, labels } = view.painter;
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const by = (event.deltaX / (width - labels)) * (view.p1 - view.p0);
      view.look(view.p0 + by, view.p1 + by);
    } else if (event.ctrlKey || event.shiftKey || document.activeElement === view.canvas) {
      event.preventDefault();
      const at = Math.max(0, (event.offsetX - labels) / (width - labels));
      view.zoom(Math.exp(event.deltaY * 0.002), at);
    }
  }

  onDown(event) {
    const { view } = this;
    this.drag = { x: event.offsetX, p0: view.p0, p1: view.p1, moved: false };
    view.canvas.setPointerCapture(event.pointerId);
  }

  onMove(event) {
    if (!this.drag) return;
    const { view } = this;
    const dx = event.offsetX - this.drag.x;
    if (Math.abs(dx) > 3) this.drag.moved = true;
    if (this.drag.moved) {
      const by = (dx / (view.painter.width - view.painter.labels)) * (this.drag.p1 - this.drag.p0);
      view.look(this.drag.p0 - by, this.drag.p1 - by);
    }
  }

  onUp(event) {
    const { drag } = this;
    this.drag = null;
    if (drag && !drag.moved) this.pick(event.offsetX, event.offsetY);
  }

  /** The event that is meant by a place: of a mark, a bar, or the nearest of the peer whose lane it is. */
  pick(x, y) {
    const { painter, data, selection, layout } = this.view;
    if (x < painter.labels) return;
    const below = y - painter.offset;
    const mark = data.marks.find(candidate => candidate.seq > 0 && Math.abs(painter.x(candidate.t) - x) < 5 &&
      (candidate.kind === 'violation' || this.hits(candidate.peer, below)));
    if (mark) {
      selection.selectEvent(mark.seq, 'timeline');
      return;
    }
    for (const lane of layout.lanes) {
      if (below < lane.top - 4 || below > lane.bottom + 4) continue;
      const row = lane.rows.find(candidate => below >= candidate.y && below < candidate.y + ROW);
      const span = row && row.spans.find(candidate => painter.x(candidate.begin) - 3 <= x && Math.max(painter.x(candidate.end), painter.x(candidate.begin)) + 3 >= x);
      if (span) {
        if (span.request) selection.request = span.request;
        selection.selectEvent(span.outcome === 'failed' && span.endSeq ? span.endSeq : span.seq, 'timeline');
      } else {
        const nearest = this.nearest(lane.peer, x);
        if (nearest) selection.selectEvent(nearest, 'timeline');
      }
      return;
    }
  }

  hits(peer, y) {
    const lane = this.view.laneOf.get(peer);
    return lane && y >= lane.top - 8 && y <= lane.bottom + 6;
  }

  nearest(peer, x) {
    const { painter } = this.view;
    const { trace } = this.view.data;
    let best = 0;
    let distance = 40;
    const first = firstWhere(trace.t, t => t >= painter.t(x - 40));
    for (let i = first; i < trace.t.length; i++) {
      const at = painter.x(trace.t[i]);
      if (at > x + 40) break;
      if (trace.peer[i] === peer && Math.abs(at - x) < distance) {
        best = i + 1;
        distance = Math.abs(at - x);
      }
    }
    return best;
  }

  onKey(event) {
    const { view } = this;
    const step = (view.p1 - view.p0) * 0.15;
    const actions = {
      ArrowLeft: () => view.look(view.p0 - step, view.p1 - step),
      ArrowRight: () => view.look(view.p0 + step, view.p1 + step),
      ArrowUp: () => { view.scroller.scrollTop -= 60; },
      ArrowDown: () => { view.scroller.scrollTop += 60; },
      '+': () => view.zoom(0.6),
      '=': () => view.zoom(0.6),
      '-': () => view.zoom(1.6),
      0: () => view.all(),
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
    const { trace } = this.view.data;
    if (trace.t.length === 0) return;
    const { selection, painter } = this.view;
    const start = selection.seq || firstWhere(trace.t, t => t >= painter.from) + (by > 0 ? 0 : 1);
    selection.selectEvent(Math.max(1, Math.min(trace.t.length, start + by)), 'keys');
  }
}
