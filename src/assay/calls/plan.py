"""plan: how many cases a question needs, before they are collected."""

from __future__ import annotations

from assay.checks.argument_names import named
from assay.plans.planning import make_plan
from assay.plans.requests import read_request
from assay.results.plan import Plan


@named
def plan(
    metric: str,
    *,
    expect: float | None = None,
    width: float | None = None,
    difference: float | None = None,
    power: float = 0.8,
    disagreement: float | None = None,
    prevalence: float | None = None,
    group_size: float | None = None,
    icc: float | None = None,
    margin: float | None = None,
    assurance: float | None = None,
    like: object = None,
    level: float = 0.95,
    n: int | None = None,
    paired: bool | None = None,
    sd: float | None = None,
    correlation: float | None = None,
    seed: int = 0,
) -> Plan:
    """Return how many cases an interval of some width, a difference or a margin needs, and what so many really give.

    Parameters
    ----------
    metric : str
        A metric by name or alias.
    expect : float, optional
        The value that is expected, of the first model where there are two.
    width : float, optional
        The whole width that the interval may have.
    difference : float, optional
        The difference between two models that should be found; with `margin`, by how much the first is ahead.
    power : float
        How often the difference should be found.
    disagreement : float, optional
        The share of the cases on which one model is right and the other wrong; guessed from `expect` if left out.
    prevalence : float, optional
        The share of positive cases.
    group_size, icc : float, optional
        Cases in each group that was drawn together, and how alike they are (the intraclass correlation).
    margin : float, optional
        Ask for non-inferiority: the first model is shown to be not worse by this much.
    assurance : float, optional
        How often the interval should be no wider than `width`; without it, it is so at the expected value.
    like : Evaluation, Comparison or Validation, optional
        A pilot of any size: it gives the value, the prevalence, the spread, the disagreement and the groups. Metrics
        without a formula (F1, MCC, average precision) are simulated from it.
    level : float
        The confidence level.
    n : int, optional
        How many cases there are: what can they show?
    paired : bool, optional
        False for models that are judged on different cases; `n` then counts both sets.
    sd : float, optional
        The standard deviation of what single cases lose, for a metric that is their mean.
    correlation : float, optional
        Of the areas, or of what both models lose on a case; 0.5 if left out.
    seed : int
        The seed of simulations.

    Returns
    -------
    Plan
        `.n` cases in all, `.achieved` power or width at that n, `.table` over what is not known, `.curve`, `.sentence`.

    Raises
    ------
    InputError
        Where a quantity is out of range, or one is missing.

    Notes
    -----
    Wilson (1927) inverted; Connor (1987) with the exact power of McNemar's mid-p; Fleiss, Levin & Paik (2003); Hanley &
    McNeil (1982, 1983); the noncentral t; Kish (1965) for groups.

    Examples
    --------
    >>> plan("accuracy", expect=0.9, width=0.05).n
    557
    >>> found = plan("accuracy", difference=0.02, disagreement=0.1)
    >>> found.n, round(found.achieved, 3)
    (1960, 0.802)

    See Also
    --------
    gate : hold a result against requirements.
    """
    asked = {
        "expect": expect, "width": width, "difference": difference, "power": power, "disagreement": disagreement,
        "prevalence": prevalence, "group_size": group_size, "icc": icc, "margin": margin, "assurance": assurance,
        "like": like, "level": level, "n": n, "paired": paired, "sd": sd, "correlation": correlation, "seed": seed,
    }  # fmt: skip
    return make_plan(read_request(metric, asked))
