// The threshold on every picture: a dot where a curve is drawn over rates, a line where the axis is the score itself.
const SVG = "http://www.w3.org/2000/svg";
const figureOf = (key) => at(`live-${key}`) ?? at(`figure-${key}`);

// The plots of a picture, from above to below: where they stand in it, and what their axes hold.
function plotsOf(live, key) {
  const areas = figureOf(key)?.querySelectorAll("svg path.background[stroke]") ?? [];
  return (live.frames[key] ?? []).filter((_, place) => areas[place])
    .map((frame, place) => ({ ...frame, box: areas[place].getBBox(), group: areas[place].parentNode }));
}

const across = (plot, x) => plot.box.x + (plot.box.width * (x - plot.x[0])) / (plot.x[1] - plot.x[0]);
const down = (plot, y) => plot.box.y + (plot.box.height * (plot.y[1] - y)) / (plot.y[1] - plot.y[0]);
const within = (ends, value) => Number.isFinite(value) && value >= ends[0] - 1e-9 && value <= ends[1] + 1e-9;

function part(plot, tag, kind) {
  let found = plot.group.querySelector(`:scope > .${kind}`);
  if (!found) {
    found = document.createElementNS(SVG, tag);
    found.setAttribute("class", kind);
    plot.group.append(found);
  }
  return found;
}

function place(shape, attributes) {
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
}

function dot(plot, x, y) {
  const shape = part(plot, "circle", "live-point"), shown = within(plot.x, x) && within(plot.y, y);
  place(shape, { r: 7, visibility: shown ? "visible" : "hidden" });
  Object.assign(shape.dataset, { x, y });
  if (shown) place(shape, { cx: across(plot, x), cy: down(plot, y) });
}

function line(plot, x) {
  const shape = part(plot, "line", "live-line"), shown = x !== null && within(plot.x, x);
  place(shape, { visibility: shown ? "visible" : "hidden" });
  shape.dataset.x = x;
  if (shown) place(shape, { x1: across(plot, x), x2: across(plot, x), y1: plot.box.y, y2: plot.box.y + plot.box.height });
}

// The quantile of the normal distribution (Acklam's rational approximation, right to nine digits).
function normalQuantile(p) {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  const a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239];
  const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1];
  const c = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783];
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1];
  const sum = (weights, x) => weights.reduce((total, weight) => total * x + weight, 0);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return sum(c, q) / sum(d, q);
  }
  const q = p - 0.5, r = q * q;
  return (sum(a, r) * q) / sum(b, r);
}

// What lies beyond the threshold is shaded anew: the areas under both densities, cut where the threshold is.
function shade(plot, svg, threshold) {
  const cut = threshold === null ? plot.x[1] : Math.max(Math.min(threshold, plot.x[1]), plot.x[0]), middle = across(plot, cut);
  svg.querySelectorAll(".classes_marks path").forEach((curve, side) => {
    const area = part(plot, "path", `live-shade-${side}`), clip = part(plot, "clipPath", `live-clip-${side}`);
    const points = curve.getAttribute("d"), first = points.match(/^M([-\d.]+)/)[1];
    const last = curve.getPointAtLength(curve.getTotalLength()).x;
    if (!clip.firstChild) clip.append(document.createElementNS(SVG, "rect"));
    clip.id = `cut-${side}`;
    const [from, to] = side === 0 ? [middle, plot.box.x + plot.box.width] : [plot.box.x, middle];
    place(clip.firstChild, { x: from, y: plot.box.y, width: Math.max(to - from, 0), height: plot.box.height });
    place(area, { d: `${points}L${last},${plot.box.height}L${first},${plot.box.height}Z`, fill: curve.getAttribute("stroke"), opacity: 0.35, "clip-path": `url(#cut-${side})`, "pointer-events": "none" });
  });
}

const rates = {
  roc: (c) => [formulas.false_positive_rate(c), formulas.recall(c)],
  pr: (c) => [formulas.recall(c), c.called === 0 ? 1 : formulas.precision(c)],
  gain: (c) => [c.called / c.total, formulas.recall(c)],
  det: (c) => [normalQuantile(formulas.false_positive_rate(c)), normalQuantile(formulas.false_negative_rate(c))],
  decision: (c, t) => [t ?? NaN, (c.tp - (c.fp * t) / (1 - t)) / c.total],
};

function showOnPictures(live, cells, threshold) {
  for (const key of Object.keys(live.frames)) {
    const plots = plotsOf(live, key);
    if (!plots.length) continue;
    if (rates[key]) dot(plots[0], ...rates[key](cells, threshold));
    if (!["roc", "pr", "gain", "det"].includes(key)) plots.forEach((plot) => line(plot, threshold));
  }
  const densities = figureOf("densities");
  if (!densities || !live.frames.densities) return;
  densities.classList.add("followed");
  figureOf("thresholds")?.classList.add("followed");
  shade(plotsOf(live, "densities")[0], densities, threshold);
  const words = densities.querySelector(".role-title-subtitle text");
  const told = threshold === null ? "above every score" : Number(threshold.toPrecision(4));
  if (words) words.textContent = `threshold ${told}: α = ${fixed(formulas.false_positive_rate(cells), 3)} (false alarms), β = ${fixed(formulas.false_negative_rate(cells), 3)} (misses)`;
}
