// Puts the parts together.

function bindText(selection) {
  document.addEventListener('click', event => {
    const at = event.target.closest('button[data-seq], button[data-request]');
    if (!at) return;
    if (at.dataset.request !== undefined) selection.selectRequest(at.dataset.request, 'requests');
    else selection.selectEvent(Number(at.dataset.seq), at.classList.contains('trace-row') ? 'trace' : 'text');
  });
  selection.listen(s => {
    document.querySelectorAll('.story button[data-seq]').forEach(button =>
      button.classList.toggle('selected', Number(button.dataset.seq) === s.seq));
    document.querySelectorAll('.story li[data-of]').forEach(line =>
      line.classList.toggle('selected', s.request !== '' && line.dataset.of === s.request));
    document.querySelectorAll('tr[data-request]').forEach(row =>
      row.classList.toggle('selected', row.dataset.request === s.request));
    document.querySelectorAll('button.request').forEach(button =>
      button.setAttribute('aria-pressed', String(button.dataset.request === s.request)));
  });
}

function bindTheme(redraw) {
  const root = document.documentElement;
  document.getElementById('theme').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    redraw();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
}

/** Paper is light, and narrower than a window; what is drawn is drawn anew for it. */
function bindPrinting(redraw) {
  const root = document.documentElement;
  let theme;
  addEventListener('beforeprint', () => {
    theme = root.dataset.theme;
    root.dataset.theme = 'light';
    root.classList.add('on-paper');
    redraw();
  });
  addEventListener('afterprint', () => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.classList.remove('on-paper');
    redraw();
  });
}

/**
 * The page counts as loaded when its pictures are drawn, so that what prints it then has them: a document within it, which is
 * being written until then, holds its load event back.
 */
function holdLoading() {
  const frame = make('iframe', { title: 'Loading', hidden: '' });
  document.body.append(frame);
  frame.contentDocument?.open();
  return () => {
    frame.contentDocument?.close();
    frame.remove();
  };
}

function bindCopy() {
  const button = document.getElementById('copy');
  if (!button) return;
  button.addEventListener('click', async () => {
    const again = document.getElementById('again');
    try {
      await navigator.clipboard.writeText(again.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(again);
      button.textContent = 'Selected';
    }
  });
}

async function start() {
  const selection = new Selection();
  bindText(selection);
  bindCopy();
  const view = name => document.getElementById(name + '-view');
  const data = await loadData();
  const timeline = view('timeline') && new TimelineView(data, selection, view('timeline'));
  const diagram = view('cause') && new DiagramView(data, selection, view('cause'));
  const charts = view('latency') && new Charts(data, timeline, view('latency'), view('slots'));
  const curves = view('curves') && new Curves(data.history, view('curves'));
  if (view('trace')) new TraceView(data, selection, view('trace'));
  if (data.trace) new DetailsView(data, selection, Boolean(timeline));
  const drawn = [timeline, diagram, charts, curves].filter(Boolean);
  const redraw = () => drawn.forEach(part => part.drawNow());
  bindTheme(redraw);
  bindPrinting(redraw);
  redraw();
  performance.mark('drawn');
  window.kvdrill = { data, selection, timeline, charts };
  document.documentElement.dataset.ready = 'yes';
}

const loaded = holdLoading();
start().catch(error => {
  document.documentElement.dataset.ready = 'failed';
  document.getElementById('verdict').append(make('p', { class: 'bad', text: 'The pictures of this page cannot be drawn: ' + error.message }));
  throw error;
}).finally(loaded);
