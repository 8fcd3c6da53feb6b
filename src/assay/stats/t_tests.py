"""Tests of means, and of differences measured over the folds of a cross-validation."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.samples import as_floats, check_choice, check_number, gaps_in, hypothesis, paired_differences, sample

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
    """Student's t test of one mean, of the mean of paired differences, or of two means.

    Parameters
    ----------
    first, second : array_like
        Two samples; without `second`, the one sample of the test.
    paired : bool, default False
        Whether the samples are paired.
    equal_variance : bool, default False
        Student's test of two samples instead of Welch's.
    mean : float, default 0
        Under the null hypothesis the mean of the sample, else the first mean less the second.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the mean, or the difference of means, with its interval.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    wilcoxon, mann_whitney : by ranks.
    corrected_t : for differences over folds.

    Notes
    -----
    Student (1908); Welch (1947).

    Examples
    --------
    >>> test = t_test([1, 2, 3, 4], [2, 4, 3, 6], paired=True)
    >>> round(test.statistic, 4), test.df
    (-2.6112, (3,))
    """
    check_number("mean", mean, -math.inf, math.inf, "A finite number")
    if paired or second is None:
        numbers = paired_differences(first, second, "t_test", 2)
        what = "paired t" if second is not None else "one-sample t"
        null = hypothesis("the mean difference" if second is not None else "the mean", mean, alternative)
        error = float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
        return _test(what, float(numbers.mean()), mean, error, len(numbers) - 1, null, alternative, level)
    x, y = (sample(part, name, 2, "t_test") for part, name in ((first, "first"), (second, "second")))
    n1, n2 = len(x), len(y)
    v1, v2 = float(x.var(ddof=1)), float(y.var(ddof=1))
    if equal_variance:
        error = math.sqrt(((n1 - 1) * v1 + (n2 - 1) * v2) / (n1 + n2 - 2) * (1 / n1 + 1 / n2))
        degrees = float(n1 + n2 - 2)
    else:
        parts = v1 / n1, v2 / n2
        error = math.sqrt(sum(parts))
        bottom = parts[0] ** 2 / (n1 - 1) + parts[1] ** 2 / (n2 - 1)
        degrees = sum(parts) ** 2 / bottom if bottom > 0 else float(n1 + n2 - 2)
    name = "Student's t" if equal_variance else "Welch's t"
    difference = float(x.mean() - y.mean())
    equal = mean == 0 and alternative == "two-sided"
    null = "both means are equal" if equal else hypothesis("the first mean less the second", mean, alternative)
    return _test(name, difference, mean, error, degrees, null, alternative, level)


@checked()
def naive_t(differences: object, *, level: float = 0.95) -> Test:
    """Plain t test over folds; it is here to show how often it is wrong, not to be used.

    Parameters
    ----------
    differences : array_like
        First model less second, one number per fold.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the mean difference; a note says how often the test rejects true hypotheses.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    corrected_t : the test to use instead.

    Notes
    -----
    Dietterich (1998) on why not.

    Examples
    --------
    >>> naive_t([0.1, 0.2, 0.1]).notes[0][:30]
    'folds share training data, so '
    """
    numbers = sample(differences, "differences", 2, "naive_t")
    error = float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    null = "the mean difference is 0"
    return _test(
        "naive t over folds", float(numbers.mean()), 0.0, error, len(numbers) - 1, null, "two-sided", level, (NAIVE,)
    )


@checked(folds=2)
def corrected_t(
    differences: object,
    *,
    folds: int | None = None,
    test_ratio: float | None = None,
    df: str = "folds",
    level: float = 0.95,
) -> Test:
    """Corrected resampled t test of the mean difference over folds, which share training data.

    Parameters
    ----------
    differences : array_like
        First model less second, one number per fold.
    folds : int, optional
        Folds of one repetition; the number of differences if left out.
    test_ratio : float, optional
        For random splits: test cases over training cases.
    df : {"folds", "bf"}
        Degrees of freedom: folds - 1, as repetitions bring no new data, or the published number of differences - 1.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the mean difference with its interval.

    Raises
    ------
    InputError
        If the number of differences is not a multiple of `folds`, or they are not finite numbers.

    See Also
    --------
    five_by_two_t, five_by_two_f : for five repetitions of two folds.
    bayesian_correlated_t : probabilities instead of p.

    Notes
    -----
    Nadeau & Bengio (2003); Bouckaert & Frank (2004) for "bf".

    Examples
    --------
    >>> test = corrected_t([0.02, 0.01, 0.03, 0.02, 0.04])
    >>> round(test.statistic, 4), test.df
    (3.1379, (4,))
    """
    check_choice("df", df, ("folds", "bf"))
    numbers = sample(differences, "differences", 2, "corrected_t")
    k = len(numbers) if folds is None else int(folds)
    if k < 2 or len(numbers) % k:
        raise errors.bad_number("folds", folds, f"A number of folds of which {len(numbers)} is a multiple")
    error = corrected_error(numbers, 1 / (k - 1) if test_ratio is None else float(test_ratio))
    degrees = k - 1 if df == "folds" else len(numbers) - 1
    null = "the two procedures are equally good"
    name = "corrected resampled t"
    return _test(name, float(numbers.mean()), 0.0, error, degrees, null, "two-sided", level)


def corrected_error(values: Numbers, test_ratio: float) -> float:
    """Return the standard error of a mean over folds, whose training sets overlap: test over training cases is added.

    Reference: Nadeau & Bengio 2003.
    """
    return math.sqrt((1 / len(values) + test_ratio) * float(np.var(values, ddof=1)))


@checked()
def five_by_two_t(differences: object, *, level: float = 0.95) -> Test:
    """Dietterich's t test over five repetitions of 2-fold cross-validation.

    Parameters
    ----------
    differences : array_like
        First model less second: one row per repetition, one column per fold.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the mean difference.

    Raises
    ------
    InputError
        If it is not a 5 x 2 table of finite numbers.

    See Also
    --------
    five_by_two_f : uses all ten differences in the numerator.

    Notes
    -----
    Dietterich (1998).

    Examples
    --------
    >>> test = five_by_two_t([[0.01, 0.02], [0.03, 0.01], [0.02, 0.02], [0.01, 0.03], [0.02, 0.01]])
    >>> round(test.statistic, 4), test.df
    (1.0, (5,))
    """
    table, spread = _five_by_two(differences)
    error = math.sqrt(spread / 5)
    null = "the two procedures are equally good"
    first, mean = float(table[0, 0]), float(table.mean())
    return _test("5x2cv t", first, 0.0, error, 5, null, "two-sided", level, shown=mean)


@checked()
def five_by_two_f(differences: object, *, level: float = 0.95) -> Test:
    """Alpaydin's F test over five repetitions of 2-fold cross-validation.

    Parameters
    ----------
    differences : array_like
        First model less second: one row per repetition, one column per fold.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the mean difference.

    Raises
    ------
    InputError
        If it is not a 5 x 2 table of finite numbers.

    See Also
    --------
    five_by_two_t : the t test that it improves on.

    Notes
    -----
    Alpaydin (1999).

    Examples
    --------
    >>> test = five_by_two_f([[0.01, 0.02], [0.03, 0.01], [0.02, 0.02], [0.01, 0.03], [0.02, 0.01]])
    >>> round(test.statistic, 4), test.df
    (3.8, (10, 5))
    """
    table, spread = _five_by_two(differences)
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
        left, right = (1.0 if off <= 0 else 0.0), (1.0 if off >= 0 else 0.0)
        notes = (*notes, "the values do not vary, so the test has no spread to judge by")
    p = {"less": left, "greater": right}.get(alternative, min(1.0, 2 * min(left, right)))
    centre = effect if shown is None else shown
    two_sided = float(special.stdtrit(degrees, (1 + level) / 2)) * error
    one_sided = float(special.stdtrit(degrees, level)) * error
    below = {"greater": one_sided, "less": math.inf}.get(alternative, two_sided)
    above = {"greater": math.inf, "less": one_sided}.get(alternative, two_sided)
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
