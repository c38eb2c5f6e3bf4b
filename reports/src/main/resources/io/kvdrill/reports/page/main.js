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

/** Paper is light. */
function bindPrinting(redraw) {
  const root = document.documentElement;
  let theme;
  addEventListener('beforeprint', () => {
    theme = root.dataset.theme;
    root.dataset.theme = 'light';
    redraw();
  });
  addEventListener('afterprint', () => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    redraw();
  });
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
  if (view('cause')) new DiagramView(data, selection, view('cause'));
  const charts = () => view('latency') && new Charts(data, view('latency'), view('slots'));
  charts();
  const curves = () => view('curves') && new Curves(data.history, view('curves'));
  curves();
  if (view('trace')) new TraceView(data, selection, view('trace'));
  const redraw = () => {
    timeline?.paintNow();
    view('latency')?.replaceChildren();
    view('slots')?.replaceChildren();
    charts();
    view('curves')?.replaceChildren();
    curves();
  };
  bindTheme(redraw);
  bindPrinting(redraw);
  window.kvdrill = { data, selection, timeline };
  document.documentElement.dataset.ready = 'yes';
}

start().catch(error => {
  document.documentElement.dataset.ready = 'failed';
  document.getElementById('verdict').append(make('p', { class: 'bad', text: 'The pictures of this page cannot be drawn: ' + error.message }));
  throw error;
});
