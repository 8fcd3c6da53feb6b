"""Tests of means, and of differences measured over the folds of a cross-validation."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.samples import as_floats, check_choice, check_number, differences, gaps_in, hypothesis, sample

NAIVE = (
    "folds share training data, so this test rejects true hypotheses 7 to 15% of the time over 10 folds and 54 to 63% "
    "over 10 x 10 folds, where it says 5%; use corrected_t"
)


@checked()
def t_test(
    first: object,
    second: object = None,
    *,
    paired: bool = False,
    equal_variance: bool = False,
    mean: float = 0.0,
    alternative: str = "two-sided",
    level: float = 0.95,
) -> Test:
    """Compare means: of two samples (Welch; Student with equal_variance), of pairs, or of one sample.

    `mean` is what the null hypothesis says: of one sample its mean, else the first mean less the second.

    >>> test = t_test([1, 2, 3, 4], [2, 4, 3, 6], paired=True)
    >>> round(test.statistic, 4), test.df
    (-2.6112, (3,))
    """
    check_number("mean", mean, -math.inf, math.inf, "A finite number")
    if paired or second is None:
        numbers = differences(first, second, "t_test", 2)
        what = "paired t" if second is not None else "one-sample t"
        null = hypothesis("the mean difference" if second is not None else "the mean", mean, alternative)
        error = float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
        return _test(what, float(numbers.mean()), mean, error, len(numbers) - 1, null, alternative, level)
    one, two = (sample(part, name, 2, "t_test") for part, name in ((first, "first"), (second, "second")))
    n1, n2 = len(one), len(two)
    v1, v2 = float(one.var(ddof=1)), float(two.var(ddof=1))
    if equal_variance:
        error = math.sqrt(((n1 - 1) * v1 + (n2 - 1) * v2) / (n1 + n2 - 2) * (1 / n1 + 1 / n2))
        degrees = float(n1 + n2 - 2)
    else:
        parts = v1 / n1, v2 / n2
        error = math.sqrt(sum(parts))
        bottom = parts[0] ** 2 / (n1 - 1) + parts[1] ** 2 / (n2 - 1)
        degrees = sum(parts) ** 2 / bottom if bottom > 0 else float(n1 + n2 - 2)
    name = "Student's t" if equal_variance else "Welch's t"
    difference = float(one.mean() - two.mean())
    equal = mean == 0 and alternative == "two-sided"
    null = "both means are equal" if equal else hypothesis("the first mean less the second", mean, alternative)
    return _test(name, difference, mean, error, degrees, null, alternative, level)


@checked()
def naive_t(differences_: object, *, level: float = 0.95) -> Test:
    """Plain t over folds: here to show what it does, not to be used.

    >>> naive_t([0.1, 0.2, 0.1]).notes[0][:30]
    'folds share training data, so '
    """
    numbers = sample(differences_, "differences", 2, "naive_t")
    error = float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    null = "the mean difference is 0"
    return _test(
        "naive t over folds", float(numbers.mean()), 0.0, error, len(numbers) - 1, null, "two-sided", level, (NAIVE,)
    )


@checked(folds=2)
def corrected_t(
    differences_: object,
    *,
    folds: int | None = None,
    test_share: float | None = None,
    df: str = "folds",
    level: float = 0.95,
) -> Test:
    """Test the mean difference over r x k folds, its variance corrected for shared training data.

    `folds` is k (all differences are one repetition if left out); for random splits give `test_share`, test cases
    over training cases. df="folds" uses k - 1 degrees of freedom, as repetitions bring no new data; "bf" the published
    r k - 1.

    Reference: Nadeau & Bengio 2003; Bouckaert & Frank 2004.

    >>> test = corrected_t([0.02, 0.01, 0.03, 0.02, 0.04])
    >>> round(test.statistic, 4), test.df
    (3.1379, (4,))
    """
    check_choice("df", df, ("folds", "bf"))
    numbers = sample(differences_, "differences", 2, "corrected_t")
    k = len(numbers) if folds is None else int(folds)
    if k < 2 or len(numbers) % k:
        raise errors.bad_number("folds", folds, f"A number of folds of which {len(numbers)} is a multiple")
    error = corrected_error(numbers, 1 / (k - 1) if test_share is None else float(test_share))
    degrees = k - 1 if df == "folds" else len(numbers) - 1
    null = "the two procedures are equally good"
    name = "corrected resampled t"
    return _test(name, float(numbers.mean()), 0.0, error, degrees, null, "two-sided", level)


def corrected_error(values: Numbers, test_share: float) -> float:
    """Return the standard error of a mean over folds, whose training sets overlap: test over training cases is added.

    Reference: Nadeau & Bengio 2003.
    """
    return math.sqrt((1 / len(values) + test_share) * float(np.var(values, ddof=1)))


@checked()
def five_by_two_t(differences_: object, *, level: float = 0.95) -> Test:
    """Dietterich's t over five repetitions of 2-fold cross-validation: a 5 x 2 table of differences.

    Reference: Dietterich 1998.

    >>> test = five_by_two_t([[0.01, 0.02], [0.03, 0.01], [0.02, 0.02], [0.01, 0.03], [0.02, 0.01]])
    >>> round(test.statistic, 4), test.df
    (1.0, (5,))
    """
    table, spread = _five_by_two(differences_)
    error = math.sqrt(spread / 5)
    null = "the two procedures are equally good"
    first, mean = float(table[0, 0]), float(table.mean())
    return _test("5x2cv t", first, 0.0, error, 5, null, "two-sided", level, shown=mean)


@checked()
def five_by_two_f(differences_: object, *, level: float = 0.95) -> Test:
    """Alpaydin's F over five repetitions of 2-fold cross-validation; uses all ten differences.

    Reference: Alpaydin 1999.

    >>> test = five_by_two_f([[0.01, 0.02], [0.03, 0.01], [0.02, 0.02], [0.01, 0.03], [0.02, 0.01]])
    >>> round(test.statistic, 4), test.df
    (3.8, (10, 5))
    """
    table, spread = _five_by_two(differences_)
    top = float(np.sum(table**2))
    statistic = top / (2 * spread) if spread > 0 else (math.inf if top > 0 else 0.0)
    return Test(
        method="5x2cv F",
        statistic=statistic,
        df=(10, 5),
        p_value=1.0 if top == 0 else float(special.fdtrc(10, 5, statistic)) if spread > 0 else 0.0,
        null="the two procedures are equally good",
        alternative="greater",
        effect=float(table.mean()),
        level=level,
        notes=() if spread > 0 else ("the differences do not vary within any repetition",),
    )


def _five_by_two(values: object) -> tuple[Numbers, float]:
    try:
        table = as_floats(values)
    except (TypeError, ValueError) as problem:
        raise errors.unfit("differences", "must be a 5 x 2 table of numbers, one row per repetition") from problem
    if table.shape == (10,):
        table = table.reshape(5, 2)
    if table.shape != (5, 2):
        raise errors.unfit("differences", "must be a 5 x 2 table, one row per repetition")
    gaps = gaps_in(values, table)
    if gaps:
        raise errors.not_a_sample("differences", gaps)
    return table, float(np.sum((table - table.mean(axis=1, keepdims=True)) ** 2))


def _test(
    name: str,
    effect: float,
    hypothesis: float,
    error: float,
    degrees: float,
    null: str,
    alternative: str,
    level: float,
    notes: tuple[str, ...] = (),
    shown: float | None = None,
) -> Test:
    """Assemble a t test; without spread p is 1 where nothing differs and 0 where everything does, with a note."""
    off = effect - hypothesis
    if error > 0:
        t = off / error
        left, right = float(special.stdtr(degrees, t)), float(special.stdtr(degrees, -t))
    else:
        t = 0.0 if off == 0 else math.copysign(math.inf, off)
        left, right = (1.0 if off >= 0 else 0.0), (1.0 if off <= 0 else 0.0)
        notes = (*notes, "the values do not vary, so the test has no spread to judge by")
    p = {"less": left, "greater": right}.get(alternative, min(1.0, 2 * min(left, right)))
    centre = effect if shown is None else shown
    two = float(special.stdtrit(degrees, (1 + level) / 2)) * error
    one = float(special.stdtrit(degrees, level)) * error
    below = {"greater": one, "less": math.inf}.get(alternative, two)
    above = {"greater": math.inf, "less": one}.get(alternative, two)
    return Test(
        method=name,
        statistic=t,
        df=(degrees,),
        p_value=p,
        null=null,
        alternative=alternative,
        effect=centre,
        low=centre - below,
        high=centre + above,
        level=level,
        notes=notes,
    )
