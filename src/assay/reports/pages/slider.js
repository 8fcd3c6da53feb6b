// The threshold: exact counts at any of them, every metric with the interval that Python prints, digit by digit.

// Unpacking; packing.py packs.
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const floatsOf = (text) => new Float64Array(bytesOf(text).buffer);

function* countsOf(text) {
  let low = 0, high = 0, group = 0;
  for (const byte of bytesOf(text)) {
    if (group < 7) low += (byte & 127) * 2 ** (7 * group);
    else high += (byte & 127) * 2 ** (7 * (group - 7));
    group += 1;
    if (byte < 128) {
      yield [low, high];
      low = high = group = 0;
    }
  }
}

function risingOf(text) {
  const numbers = [], view = new DataView(new ArrayBuffer(8)), sign = 1n << 63n;
  let ordered = 0n;
  for (const [low, high] of countsOf(text)) {
    ordered += BigInt(low) + (high ? BigInt(high) << 49n : 0n);
    view.setBigUint64(0, ordered & sign ? ordered ^ sign : BigInt.asUintN(64, ~ordered));
    numbers.push(view.getFloat64(0));
  }
  return numbers;
}

function pairsOf(text) {
  return Array.from(countsOf(text), ([low, high]) => {
    const code = low + high * 2 ** 49;
    let sum = Math.floor((Math.sqrt(8 * code + 1) - 1) / 2);
    while ((sum * (sum + 1)) / 2 > code) sum -= 1;
    while (((sum + 1) * (sum + 2)) / 2 <= code) sum += 1;
    const second = code - (sum * (sum + 1)) / 2;
    return [sum - second, second];
  });
}

// Cases called positive from every score on; after the last score nothing is.
function stepsOf(live) {
  const scores = risingOf(live.scores);
  if (live.weighted) return { scores, tp: [...risingOf(live.tp).reverse(), 0], fp: [...risingOf(live.fp).reverse(), 0] };
  const tp = new Array(scores.length + 1).fill(0), fp = new Array(scores.length + 1).fill(0);
  const cases = pairsOf(live.cases);
  for (let place = scores.length - 1; place >= 0; place -= 1) {
    tp[place] = tp[place + 1] + cases[place][0];
    fp[place] = fp[place + 1] + cases[place][1];
  }
  return { scores, tp, fp };
}

function placeOf(scores, threshold) {
  let low = 0, high = scores.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[middle] >= threshold) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Metrics of a confusion table; the names are those of the cards.
const ratio = (part, whole) => (whole === 0 ? NaN : part / whole);
const f = (c, beta) => ratio((1 + beta * beta) * c.tp, (1 + beta * beta) * c.tp + beta * beta * c.fn + c.fp);
const formulas = {
  accuracy: (c) => ratio(c.tp + c.tn, c.total),
  error_rate: (c) => ratio(c.fp + c.fn, c.total),
  recall: (c) => ratio(c.tp, c.positives),
  specificity: (c) => ratio(c.tn, c.negatives),
  precision: (c) => ratio(c.tp, c.called),
  negative_predictive_value: (c) => ratio(c.tn, c.passed),
  false_positive_rate: (c) => ratio(c.fp, c.negatives),
  false_negative_rate: (c) => ratio(c.fn, c.positives),
  false_discovery_rate: (c) => ratio(c.fp, c.called),
  false_omission_rate: (c) => ratio(c.fn, c.passed),
  prevalence: (c) => ratio(c.positives, c.total),
  f1: (c) => f(c, 1),
  f2: (c) => f(c, 2),
  f0_5: (c) => f(c, 0.5),
  jaccard: (c) => ratio(c.tp, c.tp + c.fp + c.fn),
  balanced_accuracy: (c) => (formulas.recall(c) + formulas.specificity(c)) / 2,
  informedness: (c) => formulas.recall(c) + formulas.specificity(c) - 1,
  markedness: (c) => formulas.precision(c) + formulas.negative_predictive_value(c) - 1,
  g_mean: (c) => Math.sqrt(formulas.recall(c) * formulas.specificity(c)),
  likelihood_ratio_positive: (c) => ratio(formulas.recall(c), formulas.false_positive_rate(c)),
  likelihood_ratio_negative: (c) => ratio(formulas.false_negative_rate(c), formulas.specificity(c)),
  diagnostic_odds_ratio: (c) => ratio(c.tp * c.tn, c.fp * c.fn),
  mcc: (c) => ratio(c.tp * c.tn - c.fp * c.fn, Math.sqrt(c.positives) * Math.sqrt(c.negatives) * Math.sqrt(c.called) * Math.sqrt(c.passed)),
  kappa: (c) => {
    const chance = (c.positives * c.called + c.negatives * c.passed) / (c.total * c.total);
    return ratio(formulas.accuracy(c) - chance, 1 - chance);
  },
};

function cellsOf(live, place) {
  const tp = live.steps.tp[place], fp = live.steps.fp[place], fn = live.positives - tp, tn = live.negatives - fp;
  const total = tp + fp + fn + tn;
  return { tp, fp, fn, tn, positives: tp + fn, negatives: fp + tn, called: tp + fp, passed: fn + tn, union: tp + fp + fn, total, cases: total };
}

// The interval of a share: Wilson's, and where few cases succeed or fail the wider of it and the exact one.
function wilson(x, n, z) {
  const middle = (x + (z * z) / 2) / (n + z * z);
  const half = (z / (n + z * z)) * Math.sqrt((x * (n - x)) / n + (z * z) / 4);
  return [x === 0 ? 0 : middle - half, x === n ? 1 : middle + half];
}

// The chance of at most x successes in n; x is small, so the sum is short.
function chanceUpTo(x, n, p) {
  let term = Math.exp(n * Math.log1p(-p)), sum = 0;
  for (let k = 0; k <= x; k += 1) {
    sum += term;
    term *= ((n - k) / (k + 1)) * (p / (1 - p));
  }
  return sum;
}

// The p at which that chance is `wanted`; it falls as p grows.
function shareAt(x, n, wanted) {
  let low = 0, high = 1;
  for (let step = 0; step < 200 && low < high; step += 1) {
    const p = (low + high) / 2;
    if (p === low || p === high) break;
    if (chanceUpTo(x, n, p) > wanted) low = p;
    else high = p;
  }
  return (low + high) / 2;
}

function exact(x, n, tail) {
  if (2 * x > n) return exact(n - x, n, tail).map((end) => 1 - end).reverse();
  return [x === 0 ? 0 : shareAt(x - 1, n, 1 - tail), x === n ? 1 : shareAt(x, n, tail)];
}

function shareLimits(x, n, live) {
  if (!(n > 0)) return [0, 1];
  const [low, high] = wilson(x, n, live.z);
  if (Math.min(x, n - x) >= live.guard) return [low, high];
  const [lower, higher] = exact(x, n, live.tail);
  return [Math.min(low, lower), Math.max(high, higher)];
}

function limitsOf(live, metric, value, cells, stop) {
  if (Number.isNaN(value)) return metric.bounds.map((end) => (end === null ? Infinity : end));
  if (metric.share) return shareLimits(Math.round(value * cells[metric.share]), cells[metric.share], live);
  return stop < 0 ? null : live.drawn[metric.name].slice(2 * stop, 2 * stop + 2);
}

// Numbers written as Python writes them, which rounds a tie to the even digit.
function fixed(number, decimals) {
  const text = Math.abs(number).toFixed(decimals), doubled = Math.abs(number) * 2 ** (decimals + 1);
  const tie = Number.isInteger(doubled) && doubled % 2 === 1 && Math.abs(number) < 2 ** 40;
  const last = 10 ** -decimals;
  const even = tie && Number(text.at(-1)) % 2 === 1 ? (Math.abs(number) - last / 4).toFixed(decimals) : text;
  return number < 0 || Object.is(number, -0) ? `-${even}` : even;
}

function written(number, decimals) {
  if (Number.isNaN(number)) return "undefined";
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "-∞";
  const size = Math.abs(number);
  if (size >= 1e9) return number.toPrecision(3).replace(/\.?0*e\+(\d)$/, "e+0$1").replace(/\.?0*e\+/, "e+");
  if (size >= 1000) return fixed(number, 0).replace(/\B(?=(\d{3})+$)/g, ",");
  if (size >= 10) return fixed(number, 1);
  return fixed(number, size > 1 && decimals <= 3 ? 2 : decimals);
}

function decimalsFor(low, high) {
  const width = high - low;
  if (!(Number.isFinite(width) && width > 0)) return 3;
  return Math.min(Math.max(Math.ceil(-Math.log10(width)) + 1, 3), 6);
}

function hundred(value, [low, high]) {
  const decimals = 100 * high - 100 * low >= 2 ? 0 : Math.min(decimalsFor(low, high) - 2, 3);
  const [middle, from, to] = [value, low, high].map((end) => fixed(100 * end, decimals));
  return `${middle} [${from}, ${to}]`;
}

const count = (number) => fixed(number, Number.isInteger(number) ? 0 : 1).replace(/\B(?=(\d{3})+(\.|$))/g, ",");

function point(figure, x, y) {
  const svg = document.querySelector(`#live-${figure} svg`);
  const frame = svg?.querySelector("g.root > g, g.role-frame > g");
  const area = frame?.querySelector("path.background");
  if (!area) return;
  const box = area.getBBox();
  let dot = frame.querySelector(".live-point");
  if (!dot) {
    dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    dot.setAttribute("class", "live-point");
    dot.setAttribute("r", "7");
    frame.append(dot);
  }
  const shown = Number.isFinite(x) && Number.isFinite(y);
  dot.setAttribute("visibility", shown ? "visible" : "hidden");
  if (!shown) return;
  dot.setAttribute("cx", box.x + x * box.width);
  dot.setAttribute("cy", box.y + (1 - y) * box.height);
  dot.dataset.x = x;
  dot.dataset.y = y;
}

function showMetrics(live, cells, stop) {
  for (const metric of live.metrics) {
    const row = document.querySelector(`#live-metrics tr[data-metric="${metric.name}"]`);
    const shown = row.querySelector(".value"), interval = row.querySelector(".interval");
    const value = formulas[metric.name](cells), limits = limitsOf(live, metric, value, cells, stop);
    shown.dataset.value = value;
    shown.textContent = written(value, limits ? decimalsFor(...limits) : 3);
    interval.textContent = limits ? `[${limits.map((end) => written(end, decimalsFor(...limits))).join(", ")}]` : "only at the slider's stops";
    interval.classList.toggle("quiet", !limits);
    for (const [place, end] of [[0, "low"], [1, "high"]]) {
      if (limits) interval.dataset[end] = limits[place];
      else delete interval.dataset[end];
    }
  }
}

function tell(live, cells) {
  const sentences = Object.entries(live.readings).map(([name, [before, after]]) => {
    const value = formulas[name](cells), metric = live.metrics.find((one) => one.name === name);
    const limits = limitsOf(live, metric, value, cells, live.stops.indexOf(live.place));
    if (Number.isNaN(value)) return `${metric.label} is undefined: nothing is called so.`;
    return before + (limits ? hundred(value, limits) : fixed(100 * value, 0)) + after;
  });
  at("told").textContent = sentences.join(" ");
}

// Show what a threshold gives; `named` is the threshold as it was asked for, null for one above every score.
function follow(live, place, named) {
  const cells = cellsOf(live, place), stop = live.stops.indexOf(place);
  live.place = place;
  at("slider").value = stop < 0 ? live.stops.findIndex((one) => one > place) : stop;
  const text = named === null ? "more than every score" : `${named}`;
  at("slider").setAttribute("aria-valuetext", text);
  if (document.activeElement !== at("typed")) at("typed").value = named === null ? "" : named;
  at("used").textContent = text;
  for (const cell of ["tp", "fp", "fn", "tn"]) {
    at(cell).textContent = count(cells[cell]);
    at(cell).dataset.value = cells[cell];
  }
  showMetrics(live, cells, stop);
  point("roc", formulas.false_positive_rate(cells), formulas.recall(cells));
  point("pr", formulas.recall(cells), cells.called === 0 ? 1 : formulas.precision(cells));
  tell(live, cells);
}

function followPlace(live, place) {
  at("moved").textContent = "";
  follow(live, place, place < live.steps.scores.length ? live.steps.scores[place] : null);
}

// A typed threshold is used as it stands; where the page does not keep every score, the next one that it keeps is.
function followTyped(live, asked) {
  const place = placeOf(live.steps.scores, asked), next = live.steps.scores[place];
  const kept = live.whole || next === asked || place === live.steps.scores.length;
  at("moved").textContent = kept ? "" : `${asked} is not among the thresholds that this page keeps. The numbers are those at ${next}, the next one above it.`;
  follow(live, place, kept ? asked : next);
}

function cheapest(live) {
  const wrong = Number(at("cost-fp").value), missed = Number(at("cost-fn").value);
  const typed = at("prevalence").value;
  const share = typed === "" ? live.positives / (live.positives + live.negatives) : Number(typed);
  const usable = wrong >= 0 && missed >= 0 && share >= 0 && share <= 1 && at("cost-fp").value !== "" && at("cost-fn").value !== "";
  say(usable ? "" : "Costs must be at least 0, and the prevalence between 0 and 1.");
  if (!usable) return live.place;
  let best = 0, least = Infinity;
  for (let place = live.steps.tp.length - 1; place >= 0; place -= 1) {
    const cost = missed * share * (1 - live.steps.tp[place] / live.positives) + wrong * (1 - share) * (live.steps.fp[place] / live.negatives);
    if (cost < least) { least = cost; best = place; }
  }
  return best;
}

if (data.live) {
  const live = data.live;
  live.steps = stepsOf(live);
  live.drawn = Object.fromEntries(Object.entries(live.limits).map(([name, text]) => [name, Array.from(floatsOf(text))]));
  at("prevalence").placeholder = fixed(live.positives / (live.positives + live.negatives), 3);
  at("slider").addEventListener("input", (event) => followPlace(live, live.stops[Number(event.target.value)]));
  at("typed").addEventListener("input", (event) => {
    if (event.target.value !== "" && Number.isFinite(Number(event.target.value))) followTyped(live, Number(event.target.value));
  });
  for (const button of document.querySelectorAll(".presets button[data-threshold]")) {
    button.addEventListener("click", () => followPlace(live, placeOf(live.steps.scores, Number(button.dataset.threshold))));
  }
  at("least-cost").addEventListener("click", () => followPlace(live, cheapest(live)));
  for (const id of ["cost-fp", "cost-fn", "prevalence"]) at(id).addEventListener("input", () => followPlace(live, cheapest(live)));
  const start = live.start.threshold;
  follow(live, start === null ? live.steps.scores.length : placeOf(live.steps.scores, start), start);
}
