// The threshold: exact counts at any of them, every metric with the interval that Python prints, digit by digit.

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

function tellRates(live, cells) {
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
  at("everywhere").value = at("slider").value;
  at("threshold-now").textContent = named === null ? "above all" : written(named, 3);
  for (const slider of [at("slider"), at("everywhere")]) slider.setAttribute("aria-valuetext", text);
  if (document.activeElement !== at("typed")) at("typed").value = named === null ? "" : named;
  at("used").textContent = text;
  for (const cell of ["tp", "fp", "fn", "tn"]) {
    at(cell).textContent = count(cells[cell]);
    at(cell).dataset.value = cells[cell];
  }
  showMetrics(live, cells, stop);
  showOnPictures(live, cells, named);
  tellRates(live, cells);
  kept((store) => store.setItem(memoryOf(live), `${named}`), "sessionStorage");
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

// A page that is loaded again comes back with the threshold it was left at, as long as its window stays open.
const memoryOf = (live) => `assay-threshold ${location.pathname} ${live.start.threshold} ${live.positives} ${live.negatives}`;

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
  for (const slider of [at("slider"), at("everywhere")]) {
    slider.addEventListener("input", (event) => followPlace(live, live.stops[Number(event.target.value)]));
  }
  at("typed").addEventListener("input", (event) => {
    if (event.target.value !== "" && Number.isFinite(Number(event.target.value))) followTyped(live, Number(event.target.value));
  });
  for (const button of document.querySelectorAll(".presets button[data-threshold]")) {
    button.addEventListener("click", () => followPlace(live, placeOf(live.steps.scores, Number(button.dataset.threshold))));
  }
  at("least-cost").addEventListener("click", () => followPlace(live, cheapest(live)));
  for (const id of ["cost-fp", "cost-fn", "prevalence"]) at(id).addEventListener("input", () => followPlace(live, cheapest(live)));
  brushes(live);
  const before = kept((store) => store.getItem(memoryOf(live)), "sessionStorage");
  const start = before === null || before === "null" ? live.start.threshold : Number(before);
  follow(live, start === null ? live.steps.scores.length : placeOf(live.steps.scores, start), start);
}
