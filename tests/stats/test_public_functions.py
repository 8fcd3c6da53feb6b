"""What every public function of assay.stats keeps to, walked by reflection: a new one is tested when it exists."""

from __future__ import annotations

import dataclasses
import inspect
import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from assay import stats
from assay.errors import AssayError

X, Y, Z = [3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8], [1, 6, 1, 8, 0, 3, 3, 9]
TABLE = [[5, 4, 7], [1, 3, 2], [16, 12, 22], [5, 4, 3], [10, 9, 7]]
RIGHT = [[1, 1, 0], [1, 0, 0], [1, 1, 1], [0, 1, 0], [1, 1, 0]]
RATINGS = [[1, 1, 2], [2, 2, 3], [3, 3, 3], [4, 2, 2], [1, 2, 1]]
FOLDS = [[1, 2], [3, 1], [2, 2], [1, 3], [2, 1]]
NORMAL, SHIFTED = scipy_stats.norm(0, 4), scipy_stats.norm(2, 4)

CALLS = {
    "wilcoxon_power": ([0.75, 40], {}),
    "variance_power": ([2, 40], {}),
    "mann_whitney_power": ([0.75, 40], {}),
    "delong_power": ([0.75, 0.875, 60, 80], {}),
    "correlation_power": ([0.25, 60], {}),
    "fisher_power": ([0.5, 0.75, 60], {}),
    "chi_square_power": ([0.25, 100, 3], {}),
    "binomial_power": ([0.75, 40], {}),
    "adjust": ([[0.25, 0.5, 0.125]], {}),
    "agresti_caffo": ([56, 70, 48, 80], {}),
    "agresti_coull": ([7, 100], {}),
    "agresti_min": ([50, 100, 250], {}),
    "akinshin_gamma": ([X, Y], {}),
    "anova": ([X, Y, Z], {}),
    "anova_power": ([0.25, 45, 4], {}),
    "bartlett": ([X, Y, Z], {}),
    "bayesian_correlated_t": ([X], {"rope": 1, "folds": 4}),
    "bayesian_signed_rank": ([X, Y], {"rope": 1, "draws": 100}),
    "binomial_test": ([7, 20, 0.25], {}),
    "bonferroni_dunn": ([TABLE, 1], {}),
    "bootstrap_632": ([0.25, 0.5], {}),
    "bootstrap_632_plus": ([0.25, 0.375, 0.5], {}),
    "chi_square_fit": ([[10, 15, 8, 20]], {}),
    "chi_square_independence": ([[[10, 20], [20, 10]]], {}),
    "cliffs_delta": ([X, Y], {}),
    "clopper_pearson": ([7, 100], {}),
    "cochran_q": ([RIGHT], {}),
    "cohens_d": ([X, Y], {}),
    "cohens_h": ([0.75, 0.5], {}),
    "conover": ([TABLE], {}),
    "correlation_test": ([X, Y], {"method": "kendall"}),
    "corrected_t": ([X], {"folds": 4, "test_ratio": 0.25}),
    "critical_difference": ([3, 30], {"df": 87}),
    "delong_test": ([[1, 1, 1, 0, 0, 0, 1, 0], X, Y], {}),
    "dunn": ([X, Y, Z], {}),
    "dunnett": ([X, Y, Z], {"control": 1}),
    "f_beta": ([1, 0.25], {"beta": 2}),
    "fisher_exact": ([[[8, 2], [1, 5]]], {}),
    "fleiss_kappa": ([[[3, 0], [0, 3], [2, 1], [3, 0], [1, 2]]], {}),
    "five_by_two_f": ([FOLDS], {}),
    "five_by_two_t": ([FOLDS], {}),
    "friedman": ([TABLE], {"draws": 20}),
    "g_test": ([[[10, 20], [20, 10]]], {}),
    "games_howell": ([X, Y, Z], {}),
    "hedges_g": ([X, Y], {}),
    "iman_davenport": ([TABLE], {}),
    "jeffreys": ([7, 100], {}),
    "jonckheere": ([X, Y, Z], {}),
    "krippendorff_alpha": ([RATINGS], {"scale": "interval"}),
    "kruskal_wallis": ([X, Y, Z], {}),
    "ks": ([X, Y], {}),
    "level_of": ([0.125, 75, 100], {}),
    "levene": ([X, Y, Z], {}),
    "likelihood_ratio_test": ([X, NORMAL, SHIFTED], {"size": 0.125}),
    "mann_whitney": ([X, Y], {}),
    "mcnemar": ([30, 100, 250], {}),
    "mcnemar_power": ([0.0625, 0.125, 300], {}),
    "mean_t": ([X], {}),
    "mid_p": ([7, 100], {}),
    "miettinen_nurminen": ([56, 70, 48, 80], {}),
    "naive_t": ([X], {}),
    "nemenyi": ([TABLE], {"df": 12}),
    "newcombe": ([56, 70, 48, 80], {}),
    "page": ([TABLE], {}),
    "permutation_test": ([X, Y], {"permutations": 99, "seed": 3}),
    "precision_at_prevalence": ([0.875, 0.125, 0.25], {}),
    "quade": ([TABLE], {}),
    "repeated_anova": ([TABLE], {}),
    "sample_size": ([0.125], {"proportion": 0.75}),
    "siegel_castellan": ([TABLE], {}),
    "siegel_tukey": ([X, Y], {}),
    "sign_test": ([X, Y], {}),
    "t_test": ([X, Y], {"mean": 1}),
    "t_test_power": ([0.5, 64], {"samples": 2}),
    "tango": ([50, 100, 250], {}),
    "tukey_hsd": ([X, Y, Z], {}),
    "two_proportions_power": ([0.5, 0.75, 60], {}),
    "two_proportions_z": ([30, 100, 45, 120], {}),
    "vargha_delaney": ([X, Y], {}),
    "variance_test": ([X, 4], {"mean": 3}),
    "wald": ([7, 100], {}),
    "welch_anova": ([X, Y, Z], {}),
    "wilcoxon": ([X, Y], {}),
    "wilson": ([7, 100], {}),
    "wilson_corrected": ([7, 100], {}),
}
KINDS = [np.uint8, np.int8, np.int64, np.uint64, np.float16, np.float32, np.longdouble]


def test_the_calls_cover_every_public_function():
    assert set(CALLS) == set(stats.__all__)


def flat(result):
    """Return everything a result holds, in a form that compares."""
    if dataclasses.is_dataclass(result):
        result = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    if isinstance(result, dict):
        return {name: flat(value) for name, value in result.items()}
    if isinstance(result, np.ndarray):
        return flat(result.tolist())
    if isinstance(result, list | tuple):
        return [flat(value) for value in result]
    return result


def same(ours, theirs):
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for name in theirs:
            same(ours[name], theirs[name])
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            same(one, other)
    elif isinstance(theirs, float):
        assert type(ours) is float
        assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-14, nan_ok=True)
    else:
        assert ours == theirs


def cast(value, kind):
    """Write the numbers of an argument in a numpy type, where that type can hold them."""
    if isinstance(value, bool | str) or not isinstance(value, int | float | list):
        return value
    array = np.array(value, dtype=float)
    info = np.finfo(kind) if np.issubdtype(kind, np.floating) else np.iinfo(kind)
    held = (array >= info.min).all() and (array <= info.max).all()
    exact = np.issubdtype(kind, np.floating) or (array == np.rint(array)).all()
    if not (held and exact):
        return value
    return kind(value) if array.ndim == 0 else array.astype(kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", CALLS)
def test_numpy_numbers_give_what_python_numbers_give(name, kind):
    args, options = CALLS[name]
    function = getattr(stats, name)
    expected = flat(function(*args, **options))
    given = [cast(value, kind) for value in args], {key: cast(value, kind) for key, value in options.items()}
    same(flat(function(*given[0], **given[1])), expected)


@pytest.mark.parametrize(
    "name", [name for name in CALLS if "level" in inspect.signature(getattr(stats, name)).parameters]
)
@pytest.mark.parametrize("level", [95, 0, 1, -0.5, math.nan, math.inf, "0.95", True, None, np.uint8(95)])
def test_every_level_outside_0_and_1_is_refused(name, level):
    args, options = CALLS[name]
    with pytest.raises(AssayError, match="is not a confidence level"):
        getattr(stats, name)(*args, **{**options, "level": level})


def test_the_issue_s_wrapped_intervals_are_right():
    assert stats.tango(np.uint64(50), np.uint64(100), np.uint64(250)) == pytest.approx((-0.291, -0.105), abs=5e-4)
    with pytest.raises(AssayError, match="level=95"):
        stats.critical_difference(3, 10, 95)
    with pytest.raises(AssayError, match=r"c=0\.5 .* whole number"):
        stats.mcnemar(10, 0.5)


COUNTS = {
    "binomial_test": 2, "wald": 2, "wilson": 2, "wilson_corrected": 2, "clopper_pearson": 2, "agresti_coull": 2,
    "jeffreys": 2, "mid_p": 2, "mcnemar": 3, "tango": 3, "agresti_min": 3, "two_proportions_z": 4, "newcombe": 4,
    "agresti_caffo": 4, "miettinen_nurminen": 4,
    "critical_difference": 2,
}  # fmt: skip


@pytest.mark.parametrize(("name", "place"), [(name, place) for name, many in COUNTS.items() for place in range(many)])
@pytest.mark.parametrize("wrong", [2.5, -1, math.nan, math.inf, "3", [3, 4]])
def test_what_is_not_a_count_is_refused_where_counts_are_expected(name, place, wrong):
    args = list(CALLS[name][0])
    args[place] = wrong
    with pytest.raises(AssayError, match="[Ww]hole number" if isinstance(wrong, float | int) else "number"):
        getattr(stats, name)(*args)


@pytest.mark.parametrize(
    "call",
    [
        lambda: stats.chi_square_fit([0.25, 0.25, 0.5]),
        lambda: stats.chi_square_independence([[0.1, 0.4], [0.3, 0.2]]),
        lambda: stats.mcnemar([[0.1, 0.4], [0.3, 0.2]]),
    ],
)
def test_shares_are_not_taken_for_counts(call):
    with pytest.raises(AssayError, match="is not a count"):
        call()


def masked(value):
    array = np.ma.array(value)
    array[(0,) * array.ndim] = np.ma.masked
    return array


ARRAYS = [
    (name, place)
    for name, (args, _) in CALLS.items()
    for place, value in enumerate(args)
    if isinstance(value, list) and name not in ("adjust", "krippendorff_alpha")  # where gaps are a part of the input
]


@pytest.mark.parametrize(("name", "place"), ARRAYS)
def test_a_masked_value_is_a_missing_one_and_the_message_says_so(name, place):
    args, options = CALLS[name]
    given = [masked(value) if at == place else value for at, value in enumerate(args)]
    with pytest.raises(AssayError, match="masked"):
        getattr(stats, name)(*given, **options)


@pytest.mark.parametrize("name", [name for name, place in ARRAYS if np.ndim(CALLS[name][0][place]) == 2])
def test_masks_of_single_rows_are_seen_too(name):
    table = CALLS[name][0][0]
    rows = [masked(table[0]), *(np.ma.array(row) for row in table[1:])]
    with pytest.raises(AssayError, match="masked"):
        getattr(stats, name)(rows, *CALLS[name][0][1:], **CALLS[name][1])


def test_a_masked_p_value_is_left_out_as_a_missing_one_is():
    p = np.ma.array([0.01, 0.5, 0.04], mask=[False, True, False])
    assert stats.adjust(p) == pytest.approx([0.02, math.nan, 0.04], nan_ok=True)


@pytest.mark.parametrize("name", ["wilson", "tango", "critical_difference", "cohens_h", "two_proportions_z"])
def test_a_masked_number_is_refused(name):
    args = list(CALLS[name][0])
    args[0] = np.ma.array([1], mask=[True])[0]
    with pytest.raises(AssayError, match="is masked"):
        getattr(stats, name)(*args)


@pytest.mark.parametrize("name", [name for name, (args, _) in CALLS.items() if name not in ("five_by_two_t", "adjust")])
def test_the_order_of_the_cases_changes_nothing(name, rng):
    args, options = CALLS[name]
    expected = flat(getattr(stats, name)(*args, **options))
    order = rng.permutation(8)
    paired = "paired" in str(inspect.signature(getattr(stats, name))) or name in (
        "delong_test",
        "wilcoxon",
        "correlation_test",
    )
    given = []
    for value in args:
        if not isinstance(value, list):
            given.append(value)
        elif name == "chi_square_fit" or np.ndim(value) == 2:
            given.append([value[place] for place in rng.permutation(len(value))])
        else:
            own = order if paired or name in ("sign_test", "bayesian_signed_rank") else rng.permutation(8)
            given.append([value[place] for place in own])
    found = flat(getattr(stats, name)(*given, **options))
    for part in (found, expected):
        if isinstance(part, dict):
            part["more"] = {key: held for key, held in part.get("more", {}).items() if key != "expected"}
    same(found, expected)


@pytest.mark.parametrize("name", ["corrected_t", "naive_t"])
def test_differences_are_passed_by_the_name_that_the_docstring_uses(name):
    test = getattr(stats, name)
    assert test(differences=X).method == test(X).method


def test_no_argument_of_a_public_function_begins_or_ends_with_an_underscore():
    arguments = {
        f"{name}({argument})"
        for name in stats.__all__
        if inspect.isfunction(getattr(stats, name))
        for argument in inspect.signature(getattr(stats, name)).parameters
    }
    assert not [argument for argument in arguments if "(_" in argument or argument.endswith("_)")]


def test_a_single_masked_value_of_a_list_is_a_missing_one(recwarn):
    with pytest.raises(AssayError, match=r"sample 2.*1 masked"):
        stats.anova([2, 7, 1, 8], [2, 8, 1, np.ma.masked])
    assert not recwarn
