"use strict";
// The page works without this script; with it the threshold moves, tables are copied and the look can be changed.
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);

function say(text) { at("said").textContent = text; }

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(done);
}

at("copy-latex")?.addEventListener("click", () => copy(data.latex, "LaTeX copied."));
at("download-json")?.addEventListener("click", (event) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data.result, null, 2)], { type: "application/json" }));
  link.download = event.currentTarget.dataset.name;
  document.body.append(link);
  link.click();
  link.remove();
  say("JSON saved.");
});

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const theme = () => document.documentElement.dataset.theme ?? (prefersDark.matches ? "dark" : "light");
function look() { at("theme").textContent = theme() === "dark" ? "Light" : "Dark"; }
at("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
  look();
});
prefersDark.addEventListener("change", look);
look();

// What a mark stands for, shown beside the pointer.
const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);
document.addEventListener("pointermove", (event) => {
  const mark = event.target.closest?.("figure [data-label]");
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.dataset.label;
  tip.style.left = `${Math.min(event.clientX + 12, innerWidth - 180)}px`;
  tip.style.top = `${event.clientY + 12}px`;
});

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
const denominators = {
  accuracy: "total", error_rate: "total", prevalence: "total", recall: "positives", false_negative_rate: "positives",
  specificity: "negatives", false_positive_rate: "negatives", precision: "called", false_discovery_rate: "called",
  negative_predictive_value: "passed", false_omission_rate: "passed", jaccard: "union",
};

function wilson(share, n, z) {
  if (!(n > 0)) return [NaN, NaN];
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return [share === 0 ? 0 : Math.max(middle - half, 0), share === 1 ? 1 : Math.min(middle + half, 1)];
}

function table(live, place) {
  const tp = live.tp[place], fp = live.fp[place], fn = live.positives - tp, tn = live.negatives - fp;
  return { tp, fp, fn, tn, positives: tp + fn, negatives: fp + tn, called: tp + fp, passed: fn + tn, union: tp + fp + fn, total: tp + fp + fn + tn };
}

const count = (number) => number.toLocaleString("en", { maximumFractionDigits: 1 });
const short = (number) => (Number.isNaN(number) ? "undefined" : Math.abs(number) >= 10 ? number.toFixed(1) : number.toFixed(3));

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

function follow(live, place) {
  const cells = table(live, place);
  const threshold = live.threshold[place];
  at("slider").value = place;
  at("slider").setAttribute("aria-valuetext", threshold === null ? "above all scores" : `${threshold}`);
  if (document.activeElement !== at("typed")) at("typed").value = threshold === null ? "" : threshold;
  at("used").textContent = threshold === null ? "more than every score" : `${threshold}`;
  for (const cell of ["tp", "fp", "fn", "tn"]) {
    at(cell).textContent = count(cells[cell]);
    at(cell).dataset.value = cells[cell];
  }
  for (const row of document.querySelectorAll("#live-metrics tbody tr")) {
    const name = row.dataset.metric, value = formulas[name](cells);
    const shown = row.querySelector(".value"), interval = row.querySelector(".interval");
    shown.textContent = short(value);
    shown.dataset.value = value;
    if (denominators[name] && !live.weighted) {
      const [low, high] = wilson(value, cells[denominators[name]], live.z);
      interval.textContent = Number.isNaN(low) ? "" : `[${short(low)}, ${short(high)}]`;
      interval.dataset.low = low;
      interval.dataset.high = high;
    }
  }
  point("roc", formulas.false_positive_rate(cells), formulas.recall(cells));
  point("pr", formulas.recall(cells), cells.called === 0 ? 1 : formulas.precision(cells));
  const found = Math.round(100 * formulas.recall(cells)), right = Math.round(100 * formulas.precision(cells));
  const second = cells.called === 0 ? "Nothing is called positive." : `Of 100 it calls so, ${right} are.`;
  at("told").textContent = `Of 100 cases that are ${live.labels.positive}, it finds ${found}. ${second}`;
}

function cheapest(live) {
  const wrong = Number(at("cost-fp").value), missed = Number(at("cost-fn").value);
  const typed = at("prevalence").value;
  const share = typed === "" ? live.positives / (live.positives + live.negatives) : Number(typed);
  const usable = wrong >= 0 && missed >= 0 && share >= 0 && share <= 1 && at("cost-fp").value !== "" && at("cost-fn").value !== "";
  say(usable ? "" : "Costs must be at least 0, and the prevalence between 0 and 1.");
  if (!usable) return Number(at("slider").value);
  let best = 0, least = Infinity;
  for (let place = live.tp.length - 1; place >= 0; place -= 1) {
    const cost = missed * share * (1 - live.tp[place] / live.positives) + wrong * (1 - share) * (live.fp[place] / live.negatives);
    if (cost < least) { least = cost; best = place; }
  }
  return best;
}

if (data.live) {
  const live = data.live;
  at("prevalence").placeholder = short(live.positives / (live.positives + live.negatives));
  at("slider").addEventListener("input", (event) => follow(live, Number(event.target.value)));
  at("typed").addEventListener("input", (event) => {
    const asked = Number(event.target.value);
    if (event.target.value === "" || Number.isNaN(asked)) return;
    const place = live.threshold.findIndex((one) => one === null || one >= asked);
    follow(live, place < 0 ? live.threshold.length - 1 : place);
  });
  for (const button of document.querySelectorAll(".presets button[data-place]")) {
    button.addEventListener("click", () => follow(live, Number(button.dataset.place)));
  }
  at("least-cost").addEventListener("click", () => follow(live, cheapest(live)));
  for (const id of ["cost-fp", "cost-fn", "prevalence"]) at(id).addEventListener("input", () => follow(live, cheapest(live)));
  follow(live, live.start);
}
