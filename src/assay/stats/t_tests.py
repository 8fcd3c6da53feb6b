"""Tests of means, and of differences measured over the folds of a cross-validation."""

from __future__ import annotations

import math

from scipy import special

from assay.results.test import Test
from assay.stats.doors import checked
from assay.stats.samples import check_number, hypothesis, paired_differences, sample


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
        return t_result(what, float(numbers.mean()), mean, error, len(numbers) - 1, null, alternative, level)
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
    return t_result(name, difference, mean, error, degrees, null, alternative, level)


def t_result(
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
