// Metrics of a confusion table and the interval of a share: the same formulas as in Python, which tests compare.

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
  predicted_positive_rate: (c) => ratio(c.called, c.total),
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

// The interval of a share: Wilson's, and where few cases succeed or fail the wider of it and the exact one, or mid-p
// where the share is one of the answers, whose number is chance itself.
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

// The p at which a chance is `wanted`; it falls as p grows.
function shareAt(chance, wanted) {
  let low = 0, high = 1;
  for (let step = 0; step < 200 && low < high; step += 1) {
    const p = (low + high) / 2;
    if (p === low || p === high) break;
    if (chance(p) > wanted) low = p;
    else high = p;
  }
  return (low + high) / 2;
}

function exact(x, n, tail) {
  if (2 * x > n) return exact(n - x, n, tail).map((end) => 1 - end).reverse();
  const at = (count, wanted) => shareAt((p) => chanceUpTo(count, n, p), wanted);
  return [x === 0 ? 0 : at(x - 1, 1 - tail), x === n ? 1 : at(x, tail)];
}

// Half the chance of the count itself is counted.
function midP(x, n, tail) {
  if (2 * x > n) return midP(n - x, n, tail).map((end) => 1 - end).reverse();
  const chance = (p) => (chanceUpTo(x, n, p) + chanceUpTo(x - 1, n, p)) / 2;
  return [x === 0 ? 0 : shareAt(chance, 1 - tail), x === n ? 1 : shareAt(chance, tail)];
}

function shareLimits(x, n, live, ofAnswers) {
  if (!(n > 0)) return [0, 1];
  const [low, high] = wilson(x, n, live.z);
  if (Math.min(x, n - x) >= live.guard) return [low, high];
  const [lower, higher] = (ofAnswers ? midP : exact)(x, n, live.tail);
  return [Math.min(low, lower), Math.max(high, higher)];
}

function limitsOf(live, metric, value, cells, stop) {
  if (Number.isNaN(value)) return metric.bounds.map((end) => (end === null ? Infinity : end));
  if (metric.share) return shareLimits(Math.round(value * cells[metric.share]), cells[metric.share], live, metric.answers);
  return stop < 0 ? null : live.drawn[metric.name].slice(2 * stop, 2 * stop + 2);
}
