"""Several pairs: p adjusted over them, intervals for all of them at once, and every seeming contradiction explained."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import assay
from assay.comparisons.names_of_tests import RANKING_METHODS
from assay.comparisons.rank_pairs import METHODS
from assay.stats import adjust


def five(seed, n=300):
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.4).astype(int)
    base = rng.standard_normal(n)
    signals = {f"m{k}": base + (0.9 + 0.16 * k) * truth + 0.8 * rng.standard_normal(n) - 0.5 for k in range(5)}
    scores = {name: 1 / (1 + np.exp(-signal)) for name, signal in signals.items()}
    return truth, scores


def compared(seed, **options):
    truth, scores = five(seed)
    return assay.compare(truth, score=scores, metrics=["accuracy", "roc_auc"], **options)


COMPARISONS = {seed: compared(seed) for seed in range(8)}
ALL = [pair for found in COMPARISONS.values() for metric in found.values() for pair in metric.pairs]


def test_there_are_pairs_of_every_kind_to_look_at():
    assert any(pair.significant for pair in ALL)
    assert sum(pair.lost_to_adjustment and pair.excludes_zero for pair in ALL) > 3
    assert any(not pair.excludes_zero for pair in ALL)


def test_an_interval_that_excludes_0_beside_no_evidence_is_explained_in_the_sentence():
    for pair in ALL:
        told = "excludes 0, but for 10 pairs that is not enough" in pair.verdict
        assert told == (pair.excludes_zero and not pair.significant and pair.p_value <= 0.05)
        assert "adjusted over 10 pairs" in pair.verdict


def test_every_disagreement_of_verdict_and_interval_has_words():
    odd = [pair for pair in ALL if pair.significant != pair.excludes_zero]
    assert len(odd) > 20
    assert all("excludes 0, but for" in pair.verdict for pair in odd)


@pytest.mark.parametrize("seed", COMPARISONS)
def test_the_simultaneous_interval_is_the_one_at_bonferronis_level(seed):
    strict = compared(seed, level=1 - 0.05 / 10)
    for name, metric in COMPARISONS[seed].items():
        for pair in metric.pairs:
            expected = strict[name].pair(pair.a, pair.b).difference
            assert (pair.simultaneous.low, pair.simultaneous.high) == pytest.approx((expected.low, expected.high))
            assert pair.simultaneous.low <= pair.difference.low
            assert pair.simultaneous.high >= pair.difference.high
            assert pair.tested == 10


def test_one_pair_has_nothing_to_adjust_for():
    truth, scores = five(0)
    found = assay.compare(truth, score={name: scores[name] for name in ("m0", "m4")}, metrics="roc_auc")
    pair = found["roc_auc"].pairs[0]
    assert (pair.tested, pair.simultaneous, pair.p_adjusted) == (1, None, pair.p_value)
    assert "adjusted" not in str(found)
    assert "Bonferroni" not in str(found)


def test_pairs_that_cannot_be_tested_are_not_counted():
    truth = [1, 1, 1, 0, 0, 0, 1, 0]
    said = {"a": truth, "b": [1, 0, 1, 0, 1, 0, 1, 0], "c": [0] * 8}
    pairs = assay.compare(truth, prediction=said, metrics="precision")["precision"].pairs
    tested = [pair for pair in pairs if not math.isnan(pair.p_value)]
    assert {pair.tested for pair in pairs} == {len(tested)} == {1}
    assert tested[0].p_adjusted == tested[0].p_value


def drawn_rows(part):
    """Yield the rows of every layer of a drawing; layers that share them keep them one level up."""
    for holder in (part, *part.get("layer", [])):
        if "data" in holder:
            yield holder["data"]["values"]


def test_tables_json_frames_and_charts_carry_both_intervals_and_say_what_they_are():
    seed = next(seed for seed, found in COMPARISONS.items()
                if any(pair.lost_to_adjustment and pair.excludes_zero for pair in found["roc_auc"].pairs))  # fmt: skip
    found = COMPARISONS[seed]
    for text in (str(found), found.to_markdown(), found._repr_html_()):
        words = " ".join(text.split())
        assert "adjusted over 10 pairs (Holm)" in words
        folded = "every pair with its interval and test: --report page.html" in words
        assert folded or "for all of them at once (Bonferroni, 99.5% each)" in words
        assert folded == (text == str(found))
        assert "† the interval alone excludes 0, but for 10 pairs that is not enough" in words
    pair = json.loads(found.to_json())["metrics"]["roc_auc"]["pairs"][0]
    held = found["roc_auc"].pairs[0]
    assert pair["difference"]["low"] == held.difference.low
    assert pair["simultaneous"]["low"] == held.simultaneous.low
    assert pair["tested"] == 10
    row = found.to_frame().filter(metric="roc_auc").row(0, named=True)
    assert (row["simultaneous_low"], row["low"]) == (held.simultaneous.low, held.difference.low)
    chart = found.plot("differences").to_dict()
    assert "adjusted over 10 pairs (Holm)" in " ".join(chart["title"]["subtitle"])
    rows = [row for part in chart["vconcat"] for held in drawn_rows(part) for row in held]
    kinds = {row["apart"] for row in rows if "apart" in row}
    assert "only alone, not among all pairs" in kinds
    assert all(row["widest"] <= row["low"] <= row["high"] <= row["farthest"] for row in rows if "widest" in row)


def test_a_star_beside_a_wide_interval_is_explained():
    rng = np.random.default_rng(0)
    for _ in range(200):
        differences = rng.normal(0.25, 0.05, 3)
        truth = rng.normal(size=60)
        said = {f"m{k}": truth + rng.normal(size=60) * (1 + shift * k) for k, shift in enumerate(differences)}
        found = assay.compare(truth, prediction=said, metrics="mae")
        pairs = found["mae"].pairs
        odd = [pair for pair in pairs if pair.significant and pair.simultaneous.low <= 0 <= pair.simultaneous.high]
        told = "Holm tells more pairs apart than Bonferroni's intervals do" in " ".join(str(found).split())
        assert told == bool(odd)
        assert [pair.p_adjusted for pair in pairs] == pytest.approx(adjust([pair.p_value for pair in pairs]).tolist())
        if odd:
            return
    raise AssertionError("no such pair came up")


def test_a_margin_is_judged_in_the_users_own_unit():
    """Very large numbers are compared in a unit of their own; the limits that a margin reads must come back from it."""
    rng = np.random.default_rng(1)
    truth = rng.normal(size=80)
    said = {name: truth + 0.1 * rng.normal(size=80) for name in ("a", "b")}
    plain = assay.compare(truth, prediction=said, metrics=["mae", "mse"], margin=0.05)
    scale = 1e160
    large = assay.compare(
        truth * scale, prediction={name: values * scale for name, values in said.items()}, metrics="mae",
        margin=0.05 * scale,
    )  # fmt: skip
    one, two = plain["mae"].pairs[0].margin, large["mae"].pairs[0].margin
    assert one.equivalent
    assert (two.equivalent, two.non_inferior) == (one.equivalent, one.non_inferior)
    assert two.p_equivalence == pytest.approx(one.p_equivalence, rel=1e-6)


def test_models_validated_on_the_same_folds_get_both_intervals_too():
    from sklearn.datasets import load_iris
    from sklearn.neighbors import KNeighborsClassifier

    models = {f"k={k}": KNeighborsClassifier(k) for k in (1, 5, 60)}
    found = assay.validate(models, *load_iris(return_X_y=True), scheme="2x5-fold", metrics="accuracy")
    assert {pair.tested for pair in found.pairs} == {3}
    for pair in found.pairs:
        assert pair.simultaneous.low <= pair.difference.low
    assert "adjusted over 3 pairs (Holm)" in " ".join(str(found).split())


def test_every_method_of_a_ranking_has_a_name_for_titles():
    assert set(RANKING_METHODS) == set(METHODS)
