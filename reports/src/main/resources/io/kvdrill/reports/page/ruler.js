// The ruler above the timeline: round times about evenly apart, each said in full, so that no two read alike.

const TICK_ROOM = 120; // pixels

/** The roundest whole number from `low` to `high`; of equally round ones the nearest to the middle. */
function roundest(low, high) {
  const middle = (low + high) / 2;
  for (let power = Math.ceil(Math.log10(Math.max(high, 1))); power >= 0; power--) {
    const unit = 10 ** power;
    const near = Math.round(middle / unit) * unit;
    if (near >= low && near <= high) return near;
  }
  return Math.round(middle);
}

/** The smallest of 1, 2, 5, 10, 20, ... that is no less. */
function niceStep(least) {
  for (let unit = 1; ; unit *= 10) {
    const factor = [1, 2, 5].find(candidate => candidate * unit >= least);
    if (factor) return factor * unit;
  }
}

/** Times for a ruler that shows the places from `p0` to `p1` in so many pixels: within the run, ascending, no two equal. */
function ticksOf(axis, p0, p1, width) {
  const from = Math.max(0, p0);
  const to = Math.min(axis.length, p1);
  const step = (TICK_ROOM / width) * (p1 - p0);
  const ticks = [];
  if (axis.even) {
    const apart = niceStep(axis.time(step));
    for (let t = Math.ceil(axis.time(from) / apart) * apart; t <= axis.time(to); t += apart) ticks.push(t);
    return ticks;
  }
  const reach = step * 0.2;
  for (let p = from; p <= to; p += step) {
    const t = roundest(axis.time(Math.max(from, p - reach)), axis.time(Math.min(to, p + reach)));
    if (ticks.length === 0 || t > ticks[ticks.length - 1]) ticks.push(t);
  }
  return ticks;
}
