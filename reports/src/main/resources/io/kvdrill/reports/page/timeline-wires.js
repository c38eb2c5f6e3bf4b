// What goes from lane to lane: messages as arrows, writes as ribbons.

const NAMED = 24; // of more writes than these in view, none has its size written on it, unless it is of the chosen request
const CROWD = 1500; // of more than these in view, every second, fourth, ... is drawn

class WirePainter {
  constructor(painter) {
    this.painter = painter;
  }

  /** Places of lines between lanes on the axis, once for each axis; and, to find what is in view, the latest end so far. */
  placeAll(axis) {
    const { data } = this.painter;
    this.messages = this.placed(data.messages, message => message.sent, message => (message.arrived >= 0 ? message.arrived : message.sent), axis);
    this.transfers = this.placed(data.transfers, transfer => transfer.posted, transferEnd, axis);
  }

  placed(list, begin, end, axis) {
    const from = new Float64Array(list.length);
    const to = new Float64Array(list.length);
    const latest = new Float64Array(list.length);
    let last = 0;
    list.forEach((one, i) => {
      from[i] = axis.place(begin(one));
      to[i] = axis.place(end(one));
      last = Math.max(last, to[i]);
      latest[i] = last;
    });
    return { list, from, to, latest };
  }

  paint(g) {
    this.thinned = false;
    this.paintTransfers(g);
    this.paintMessages(g);
  }

  /** Places of those that are in view and between lanes of which one is; every second, fourth, ... where they are too many. */
  between(placed) {
    const { view } = this.painter;
    const { list, from, to, latest } = placed;
    const inView = [];
    for (let i = firstWhere(latest, p => p >= view.p0); i < list.length && from[i] <= view.p1; i++) {
      if (to[i] < view.p0) continue;
      const a = view.laneOf.get(list[i].from);
      const b = view.laneOf.get(list[i].to);
      if (a && b && a !== b && (this.painter.inView(a) || this.painter.inView(b))) inView.push(i);
    }
    let part = 1;
    while (inView.length / part > CROWD) part *= 2;
    if (part === 1) return inView;
    this.thinned = true;
    const { request } = view.selection;
    return inView.filter(i => i % part === 0 || (request ? list[i].request === request : list[i].lost));
  }

  paintMessages(g) {
    const { list, from, to } = this.messages;
    const { laneOf, selection } = this.painter.view;
    const drawn = new Set();
    g.lineWidth = 1;
    for (const i of this.between(this.messages)) {
      const message = list[i];
      const x0 = this.painter.xOf(from[i]);
      const x1 = this.painter.xOf(to[i]);
      const key = lineKey(message.from, message.to, x0, x1);
      if (drawn.has(key)) continue;
      drawn.add(key);
      const y0 = laneOf.get(message.from).wire + this.painter.offset;
      const y1 = laneOf.get(message.to).wire + this.painter.offset;
      const other = selection.request && message.request !== selection.request;
      const arrives = message.arrived >= 0;
      g.globalAlpha = other ? 0.15 : 0.85;
      g.strokeStyle = message.lost ? this.painter.colours.failed : this.painter.colours.message;
      const line = this.within(x0, y0, x1, arrives ? y1 : (y0 + y1) / 2);
      if (!arrives) g.setLineDash([3, 3]);
      strokeLine(g, line);
      if (!arrives) g.setLineDash([]);
      else if (!this.thinned && line.whole) arrowHead(g, x0, y0, x1, y1);
    }
    g.globalAlpha = 1;
  }

  paintTransfers(g) {
    const { list, from, to } = this.transfers;
    const { laneOf, selection } = this.painter.view;
    const drawn = new Set();
    const inView = this.between(this.transfers);
    g.setLineDash([]);
    for (const i of inView) {
      const transfer = list[i];
      const x0 = this.painter.xOf(from[i]);
      const x1 = Math.max(this.painter.xOf(to[i]), x0 + 1);
      const key = lineKey(transfer.from, transfer.to, x0, x1);
      if (drawn.has(key)) continue;
      drawn.add(key);
      const y0 = laneOf.get(transfer.from).wire + this.painter.offset;
      const y1 = laneOf.get(transfer.to).wire + this.painter.offset;
      const late = transfer.forgotten >= 0 && transferEnd(transfer) > transfer.forgotten && transfer.landings.length > 0;
      const other = selection.request && transfer.request !== selection.request;
      g.globalAlpha = other ? 0.1 : 0.4;
      g.strokeStyle = late ? this.painter.colours.violation : transfer.fate === 'done' ? this.painter.colours.transfer : this.painter.colours.failed;
      g.lineWidth = 4;
      const line = this.within(x0, y0, x1, y1);
      strokeLine(g, line);
      g.globalAlpha = 1;
      if (line.x1 - line.x0 > 70 && !other && (inView.length <= NAMED || selection.request)) this.nameTransfer(g, transfer, line);
    }
  }

  /** The piece of a line that is in view, give or take a few pixels. */
  within(x0, y0, x1, y1) {
    const low = this.painter.labels - 20;
    const high = this.painter.width + 20;
    const y = x => (x1 === x0 ? y0 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0));
    const left = Math.max(x0, low);
    const right = Math.min(x1, high);
    return { x0: left, y0: left === x0 ? y0 : y(left), x1: right, y1: right === x1 ? y1 : y(right), whole: x0 >= low && x1 <= high };
  }

  /** Its size and age on its line, where no other text is. */
  nameTransfer(g, transfer, line) {
    const text = `${transfer.blocks} blocks, ${duration(transferEnd(transfer) - transfer.posted)}`;
    const wide = g.measureText(text).width;
    const x0 = Math.max(line.x0, this.painter.begins);
    const x1 = Math.min(line.x1, this.painter.ends);
    for (const share of [0.5, 0.35, 0.65, 0.2, 0.8]) {
      const x = x0 + share * (x1 - x0);
      const y = line.y0 + ((x - line.x0) / (line.x1 - line.x0)) * (line.y1 - line.y0);
      const left = Math.max(this.painter.labels + 4, Math.min(x - wide / 2, this.painter.width - wide - 4));
      if (y < AXIS_HEIGHT + 7 || y > this.painter.height - 7) continue;
      if (this.written.some(box => Math.abs(box.y - y) < 13 && left < box.right + 6 && left + wide > box.left - 6)) continue;
      this.written.push({ left, right: left + wide, y });
      g.fillStyle = this.painter.colours.paper;
      g.fillRect(left - 2, y - 7, wide + 4, 14);
      g.fillStyle = this.painter.colours.ink;
      g.fillText(text, left, y);
      return;
    }
  }
}

function strokeLine(g, { x0, y0, x1, y1 }) {
  g.beginPath();
  g.moveTo(x0, y0);
  g.lineTo(x1, y1);
  g.stroke();
}

/** When the last was heard of a write. */
function transferEnd(transfer) {
  const last = transfer.landings.length ? transfer.landings[transfer.landings.length - 2] : transfer.posted;
  return Math.max(transfer.end, last, transfer.posted);
}

/** Names a line by its ends and the pixels that it joins. */
function lineKey(from, to, x0, x1) {
  const pixel = x => Math.max(0, Math.min(16383, Math.round(x) + 4096));
  return ((from * 1024 + to) * 16384 + pixel(x0)) * 16384 + pixel(x1);
}

function arrowHead(g, x0, y0, x1, y1) {
  const angle = Math.atan2(y1 - y0, x1 - x0);
  g.beginPath();
  g.moveTo(x1, y1);
  g.lineTo(x1 - 6 * Math.cos(angle - 0.4), y1 - 6 * Math.sin(angle - 0.4));
  g.lineTo(x1 - 6 * Math.cos(angle + 0.4), y1 - 6 * Math.sin(angle + 0.4));
  g.closePath();
  g.fillStyle = g.strokeStyle;
  g.fill();
}
