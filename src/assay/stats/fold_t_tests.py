"""Tests of the differences of two models over folds, which share training cases."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.checks.arrays import NotNumbersError, floats
from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.samples import check_choice, check_number, gaps_in, sample
from assay.stats.t_tests import t_result

NAIVE = (
    "folds share training data, so this test rejects true hypotheses 7 to 15% of the time over 10 folds and 54 to 63% "
    "over 10 x 10 folds, where it says 5%; use corrected_t"
)


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
    return t_result(
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
    if test_ratio is not None:
        check_number("test_ratio", test_ratio, 0, math.inf, "Test cases over training cases, above 0,")
    error = corrected_error(numbers, 1 / (k - 1) if test_ratio is None else test_ratio)
    degrees = k - 1 if df == "folds" else len(numbers) - 1
    null = "the two procedures are equally good"
    name = "corrected resampled t"
    return t_result(name, float(numbers.mean()), 0.0, error, degrees, null, "two-sided", level)


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
    return t_result("5x2cv t", first, 0.0, error, 5, null, "two-sided", level, shown=mean)


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
        `effect` is the mean difference, with the interval of the 5x2cv t test: F says nothing about the side.

    Raises
    ------
    InputError
        If it is not a 5 x 2 table of finite numbers.

    See Also
    --------
    five_by_two_t : the t test that it improves on.

    Notes
    -----
    Alpaydin (1999); Dietterich (1998) for the interval.

    Examples
    --------
    >>> test = five_by_two_f([[0.01, 0.02], [0.03, 0.01], [0.02, 0.02], [0.01, 0.03], [0.02, 0.01]])
    >>> round(test.statistic, 4), test.df
    (3.8, (10, 5))
    """
    table, spread = _five_by_two(differences)
    top = float(np.sum(table**2))
    statistic = top / (2 * spread) if spread > 0 else (math.inf if top > 0 else 0.0)
    mean, half = float(table.mean()), float(special.stdtrit(5, (1 + level) / 2)) * math.sqrt(spread / 5)
    return Test(
        method="5x2cv F",
        statistic=statistic,
        df=(10, 5),
        p_value=1.0 if top == 0 else float(special.fdtrc(10, 5, statistic)) if spread > 0 else 0.0,
        null="the two procedures are equally good",
        alternative="greater",
        effect=mean,
        low=mean - half,
        high=mean + half,
        level=level,
        notes=() if spread > 0 else ("the differences do not vary within any repetition",),
    )


def _five_by_two(values: object) -> tuple[Numbers, float]:
    try:
        table = floats(values)
    except NotNumbersError as problem:
        raise errors.unfit("differences", "must be a 5 x 2 table of numbers, one row per repetition") from problem
    if table.shape == (10,):
        table = table.reshape(5, 2)
    if table.shape != (5, 2):
        raise errors.unfit("differences", "must be a 5 x 2 table, one row per repetition")
    gaps = gaps_in(values, table)
    if gaps:
        raise errors.not_a_sample("differences", gaps)
    return table, float(np.sum((table - table.mean(axis=1, keepdims=True)) ** 2))
