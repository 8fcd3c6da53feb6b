// A range of scores, drawn over a histogram with a mouse or a finger, or typed: how many cases are in it, and of which class.
const BRUSHED = { densities: 0, calibration: 1 };
const LEAST_DRAG = 4;

function insideOf(live, low, high) {
  const from = placeOf(live.steps.scores, low);
  let to = placeOf(live.steps.scores, high);
  while (to < live.steps.scores.length && live.steps.scores[to] <= high) to += 1;
  return { positives: live.steps.tp[from] - live.steps.tp[to], negatives: live.steps.fp[from] - live.steps.fp[to] };
}

function rangeWords(live, low, high) {
  const { positives, negatives } = insideOf(live, low, high), cases = positives + negatives;
  const told = `${count(cases)} of ${count(live.positives + live.negatives)} cases have a score from ${low} to ${high}`;
  if (!(cases > 0)) return `${told}.`;
  const share = live.steps.weighted ? fixed((100 * positives) / cases, 1) : hundred(positives / cases, shareLimits(positives, cases, live));
  return `${told}; ${count(positives)} of them are ${live.labels.positive}: ${share} of 100.`;
}

function showRange(live, low, high) {
  if (low === null) {
    document.querySelectorAll(".live-range").forEach((shape) => shape.remove());
    return;
  }
  for (const key of ["densities", "calibration", "thresholds", "decision"]) {
    for (const plot of plotsOf(live, key)) {
      const shape = part(plot, "rect", "live-range"), ends = [low, high].map((end) => across(plot, Math.max(Math.min(end, plot.x[1]), plot.x[0])));
      place(shape, { x: ends[0], width: Math.max(ends[1] - ends[0], 0), y: plot.box.y, height: plot.box.height });
    }
  }
}

function brushBox(live) {
  const box = document.createElement("p"), ends = ["from", "to"].map((side) => {
    const field = document.createElement("input"), label = document.createElement("label");
    field.type = "number";
    field.step = "any";
    field.id = `brush-${side}`;
    label.append(side === "from" ? "scores from " : "to ", field);
    box.append(label, " ");
    return field;
  });
  const told = document.createElement("output");
  told.id = "brushed";
  const show = () => {
    const [low, high] = ends.map((field) => (field.value === "" ? NaN : Number(field.value)));
    const usable = low <= high;
    told.textContent = usable ? rangeWords(live, low, high) : "";
    showRange(live, usable ? low : null, high);
  };
  const set = (low, high) => {
    ends[0].value = low;
    ends[1].value = high;
    show();
  };
  ends.forEach((field) => field.addEventListener("input", show));
  box.className = "brush";
  box.append(button("All scores", null, () => set("", "")), told);
  return { box, set };
}

function brushOver(live, key, plotPlace, set) {
  const svg = figureOf(key)?.querySelector("svg"), plot = plotsOf(live, key)[plotPlace];
  if (!svg || !plot) return;
  svg.classList.add("brushable");
  let start = null;
  const scoreAt = (event) => {
    const matrix = plot.group.getScreenCTM(), x = (event.clientX - matrix.e) / matrix.a;
    const share = Math.max(Math.min((x - plot.box.x) / plot.box.width, 1), 0);
    return Number((plot.x[0] + share * (plot.x[1] - plot.x[0])).toPrecision(3));
  };
  svg.addEventListener("pointerdown", (event) => {
    const matrix = plot.group.getScreenCTM(), y = (event.clientY - matrix.f) / matrix.d;
    if (y >= plot.box.y && y <= plot.box.y + plot.box.height) start = { x: event.clientX, score: scoreAt(event) };
    svg.dragged = false;
  });
  svg.addEventListener("pointermove", (event) => {
    if (!start || Math.abs(event.clientX - start.x) < LEAST_DRAG) return;
    svg.dragged = true;
    svg.setPointerCapture(event.pointerId);
    const ends = [start.score, scoreAt(event)].sort((one, other) => one - other);
    set(...ends);
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { start = null; });
}

function brushes(live) {
  const home = figureOf("densities");
  if (!home || !plotsOf(live, "densities").length) return;
  const { box, set } = brushBox(live);
  home.querySelector("figcaption").after(box);
  for (const [key, plotPlace] of Object.entries(BRUSHED)) brushOver(live, key, plotPlace, set);
}
