// The data of the page: unpacked, with names for the columns that PageData.java writes as arrays.

const COLUMNS = {
  spans: ['peer', 'kind', 'label', 'begin', 'end', 'outcome', 'request', 'job', 'seq', 'endSeq'],
  messages: ['from', 'to', 'type', 'request', 'round', 'sent', 'arrived', 'seq', 'endSeq', 'lost'],
  transfers: ['from', 'to', 'transfer', 'request', 'round', 'blocks', 'posted', 'end', 'fate', 'forgotten', 'seq', 'endSeq', 'landings'],
  slots: ['peer', 't', 'used', 'pinned', 'held'],
  marks: ['peer', 'kind', 'text', 't', 'seq'],
  requests: ['request', 'finish', 'arrived', 'firstToken', 'ended'],
  violations: ['law', 'what', 't', 'ledTo'],
};

async function loadData() {
  const packed = atob(document.getElementById('data').textContent);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const data = JSON.parse(await new Response(stream).text());
  for (const [table, columns] of Object.entries(COLUMNS)) {
    data[table] = (data[table] || []).map(row => named(columns, row));
  }
  data.spans.forEach((span, i) => { span.id = i; });
  return data;
}

function named(columns, row) {
  const object = {};
  for (let i = 0; i < columns.length; i++) object[columns[i]] = row[i];
  return object;
}

/** The events that one follows from; there are one, several or none. */
function causesOf(trace, seq) {
  const causes = trace.cause[seq - 1];
  return Array.isArray(causes) ? causes : causes > 0 ? [causes] : [];
}

/** The request that an event is about; empty for none. */
function requestOf(data, seq) {
  return data.trace.requests[data.trace.request[seq - 1]] ?? '';
}

function peerName(data, place) {
  return place < 0 ? 'world' : data.peers[place];
}

function duration(nanos) {
  const sign = nanos < 0 ? '-' : '';
  const n = Math.abs(nanos);
  const scaled = (value, unit) => sign + String(Number(value.toFixed(3))) + ' ' + unit;
  if (n < 1e3) return sign + n + ' ns';
  if (n < 1e6) return scaled(n / 1e3, 'us');
  if (n < 1e9) return scaled(n / 1e6, 'ms');
  return scaled(n / 1e9, 's');
}

/** World time in full, as the trace has it. */
function clock(nanos) {
  const whole = Math.floor(nanos / 1e9);
  const rest = String(Math.round(nanos - whole * 1e9)).padStart(9, '0').replace(/0+$/, '');
  return whole + (rest ? '.' + rest : '') + ' s';
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'text') element.textContent = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Index of the first element for which `after` holds; elements for which it does not come first. */
function firstWhere(list, after) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (after(list[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
