"""rank: the source documents' table, other tools, and tables that cannot be ranked."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as some

import assay
from assay.errors import AssayError

TABLE = Path(__file__).parents[1] / "stats" / "garcia_herrera.csv"
RNG = np.random.default_rng(2)


def codes(ranking):
    return {note.code for note in ranking.notes}


def test_the_table_of_the_documents_gives_what_they_print():
    """WORKED_EXAMPLES rows 9 to 14, with the errata settled."""
    ranking = assay.rank(TABLE, method="nemenyi")
    means = {"C4.5": 2.1, "1-NN": 3.25, "NaiveBayes": 2.2, "Kernel": 4.3333, "CN2": 3.1167}
    assert {model: round(rank, 4) for model, rank in ranking.average_ranks.items()} == means
    assert ranking.ranks[list(ranking.data_sets).index("OptDigits"), 1] == 5
    plain = ranking.iman_davenport_uncorrected
    assert round(plain.statistic, 5) == 14.30872
    assert plain.df == (4, 116)
    assert plain.p_value == pytest.approx(1.5932e-09, rel=1e-4)
    assert round(ranking.iman_davenport.statistic, 5) == 14.45261
    assert ranking.iman_davenport.p_value == pytest.approx(1.323e-09, rel=1e-3)
    assert round(ranking.uncorrected.statistic, 5) == 39.64667
    assert round(ranking.omnibus.statistic, 5) == 39.91275
    assert round(ranking.critical_difference, 5) == 1.11361
    finite = assay.rank(TABLE, method="nemenyi", df=145)
    assert round(finite.critical_difference, 5) == 1.12775
    upper = [-1.15, -0.10, -2.2333, -1.0167, 1.05, -1.0833, 0.1333, -2.1333, -0.9167, 1.2167]
    assert ranking.differences[np.triu_indices(5, 1)].round(4).tolist() == upper
    assert np.array_equal(ranking.differences, -ranking.differences.T)
    for one in (ranking, finite):
        found = {frozenset((pair.a, pair.b)) for pair in one.pairs if pair.separated}
        assert found == {
            frozenset(pair)
            for pair in (("C4.5", "1-NN"), ("C4.5", "Kernel"), ("NaiveBayes", "Kernel"), ("Kernel", "CN2"))
        }


def test_the_default_is_exact_wilcoxon_with_holm():
    ranking = assay.rank(TABLE)
    pairs = ranking.pairs
    p = [
        assay.stats.wilcoxon(ranking.scores[:, i], ranking.scores[:, j]).p_value
        for i, j in zip(*np.triu_indices(5, 1), strict=True)
    ]
    assert [pair.p_value for pair in pairs] == pytest.approx(p)
    assert [pair.p_adjusted for pair in pairs] == pytest.approx(assay.stats.adjust(p, "holm").tolist())
    assert ranking.critical_difference is None
    assert ranking.groups == (("C4.5", "NaiveBayes"), ("CN2", "1-NN"), ("Kernel",))
    assert all(pair.wins + pair.ties + pair.losses == 30 for pair in pairs)
    assert "Wilcoxon" in ranking.paragraph


@pytest.mark.parametrize(
    "method", ["nemenyi", "conover", "siegel-castellan", "bayes", "bonferroni-dunn", "holm-control"]
)
def test_every_method_reads_well(method):
    control = "Kernel" if method in ("bonferroni-dunn", "holm-control") else None
    ranking = assay.rank(TABLE, method=method, control=control)
    text = str(ranking)
    assert "mean rank" in text
    assert max(map(len, text.splitlines())) <= 80
    assert len(ranking.pairs) == (4 if control else 10)
    assert ranking.reason
    document = json.loads(ranking.to_json())
    assert document["schema"] == "assay.ranking/1"
    assert document["omnibus"]["iman_davenport"]["df"] == [4, 116]
    assert (document["critical_difference"] is not None) == (method in ("nemenyi", "bonferroni-dunn"))
    assert "\\textbf" in ranking.to_latex()
    assert "mean rank" in ranking.to_markdown()


def test_bayes_says_practically_equal_where_p_values_cannot():
    base = RNG.normal(0.8, 0.05, 40)
    same = {"a": base, "b": base + RNG.normal(0, 0.002, 40), "c": base - 0.1}
    ranking = assay.rank(same, method="bayes", rope=0.01)
    pair = ranking.pair("a", "b")
    assert pair.probabilities["rope"] > 0.95
    assert "practically equal" in pair.verdict
    assert ranking.pair("a", "c").probabilities["first"] > 0.95
    lower = assay.rank(same, better="lower", rope=0.01)
    assert lower.pair("a", "c").probabilities["second"] > 0.95
    assert lower.order[0] == "c"


def test_every_kind_of_table_is_read_alike():
    frame = pl.read_csv(TABLE)
    models = frame.columns[1:]
    kinds = [
        frame,
        frame.lazy(),
        frame.to_pandas(),
        frame.to_pandas().set_index("data set"),
        {model: frame[model].to_list() for model in models},
        str(TABLE),
    ]
    expected = assay.rank(TABLE)
    for kind in kinds:
        ranking = assay.rank(kind)
        assert dict(ranking.average_ranks) == dict(expected.average_ranks)
    assert list(assay.rank(kinds[3]).data_sets) == list(expected.data_sets)
    array = assay.rank(frame.drop("data set").to_numpy())
    assert list(array.average_ranks.values()) == list(expected.average_ranks.values())


def test_too_few_data_sets_cannot_reject_and_are_told_so():
    """Cell 42 of the honesty table: five models on eight data sets."""
    ranking = assay.rank(RNG.normal(size=(8, 5)) + np.arange(5))
    assert "floor" in codes(ranking)
    (floor,) = [note.message for note in ranking.notes if note.code == "floor"]
    assert "0.078" in floor
    assert "At least 9" in floor
    assert not any(pair.separated for pair in ranking.pairs)
    assert 0 < ranking.more["permutation_p"] <= 1
    assert "floor" not in codes(assay.rank(RNG.normal(size=(9, 5))))


def test_two_models_get_friedman_with_a_note():
    ranking = assay.rank({"a": RNG.normal(size=12), "b": RNG.normal(size=12)})
    assert "two-models" in codes(ranking)
    assert ranking.omnibus.df == (1,)
    assert len(ranking.pairs) == 1


def test_equal_models_are_said_to_be_equal():
    scores = RNG.normal(size=12)
    ranking = assay.rank({"a": scores, "b": scores, "c": scores})
    assert all(pair.p_adjusted == 1 for pair in ranking.pairs)
    assert "score the same on every data set" in ranking.pairs[0].verdict
    assert ranking.omnibus.p_value == 1
    assert "ties" in codes(ranking)
    assert str(ranking)


def test_a_control_is_compared_with_every_other_model():
    ranking = assay.rank(TABLE, control="Kernel")
    assert {pair.a for pair in ranking.pairs} == {"Kernel"}
    p = [pair.p_value for pair in ranking.pairs]
    assert [pair.p_adjusted for pair in ranking.pairs] == pytest.approx(assay.stats.adjust(p, "holm").tolist())
    assert ranking.groups == ()
    assert "4 of 4 models can be told apart from Kernel" in str(ranking).replace("\n", " ")


def test_gaps_are_refused_by_name_or_dropped_with_a_note():
    frame = pl.read_csv(TABLE).with_columns(
        pl.when(pl.col("data set") == "Car").then(None).otherwise(pl.col("CN2")).alias("CN2")
    )
    with pytest.raises(AssayError, match="'CN2' on 'Car'"):
        assay.rank(frame)
    ranking = assay.rank(frame, missing="drop")
    assert ranking.n == 29
    assert "missing-dropped" in codes(ranking)


def _written(tmp_path, text):
    path = tmp_path / "scores.csv"
    path.write_text(text)
    return path


BAD = {
    "one model": (lambda: assay.rank({"a": [1, 2, 3]}), "at least two"),
    "two data sets": (lambda: assay.rank({"a": [1, 2], "b": [2, 3]}), "smallest two-sided p is 0.5"),
    "ragged": (lambda: assay.rank({"a": [1, 2, 3], "b": [2, 3]}), "'b' has 2 scores"),
    "infinite": (lambda: assay.rank({"a": [1, 2, math.inf], "b": [2, 3, 4]}), "infinite"),
    "text": (lambda: assay.rank({"a": ["x", "y", "z"], "b": [2, 3, 4]}), "not a number"),
    "method": (lambda: assay.rank(TABLE, method="nemeny"), "nemenyi"),
    "spread": (lambda: assay.rank(TABLE, method="siegel-tukey"), "siegel-castellan"),
    "control": (lambda: assay.rank(TABLE, control="kernl"), "Kernel"),
    "no control": (lambda: assay.rank(TABLE, method="bonferroni-dunn"), "control="),
    "better": (lambda: assay.rank(TABLE, better="more"), "'higher'"),
    "rope": (lambda: assay.rank(TABLE, rope=-1), "at least 0"),
    "level": (lambda: assay.rank(TABLE, level=95), "confidence level"),
    "flat": (lambda: assay.rank([1, 2, 3]), "1 dimension"),
    "number": (lambda: assay.rank(3), "has the type int"),
    "missing": (lambda: assay.rank(TABLE, missing="ignore"), "'drop'"),
    "two text columns": (
        lambda: assay.rank(pl.DataFrame({"d": ["x", "y", "z"], "e": ["u", "v", "w"], "a": [1, 2, 3], "b": [1, 2, 3]})),
        "'e' holds 'u'",
    ),
    "twice": (lambda: assay.rank(pd.DataFrame([[1, 2], [2, 3], [3, 4]], columns=["a", "a"])), "a"),
    "unknown pair": (lambda: assay.rank(TABLE).pair("C4.5", "tree"), "tree"),
}


@pytest.mark.parametrize(("call", "message"), BAD.values(), ids=BAD.keys())
def test_bad_tables_get_a_clear_message(call, message):
    with pytest.raises(AssayError) as caught:
        call()
    assert message in str(caught.value)


def test_many_models_are_ranked_and_drawn():
    ranking = assay.rank(RNG.normal(size=(40, 25)) + np.linspace(0, 1, 25))
    text = str(ranking)
    assert max(map(len, text.splitlines())) <= 80
    assert "more pairs" in text


@given(some.integers(3, 12), some.integers(2, 5), some.randoms(use_true_random=False))
def test_the_order_of_rows_and_models_does_not_matter(n, k, random):
    rng = np.random.default_rng(random.randint(0, 10**6))
    scores = rng.integers(0, 6, (n, k)).astype(float)
    names = [f"m{place}" for place in range(k)]
    plain = assay.rank(dict(zip(names, scores.T, strict=True)))
    rows, columns = rng.permutation(n), rng.permutation(k)
    mixed = assay.rank({names[place]: scores[rows, place] for place in columns})
    assert mixed.average_ranks == pytest.approx(dict(plain.average_ranks))
    assert sum(plain.average_ranks.values()) == pytest.approx(k * (k + 1) / 2)
    for pair in plain.pairs:
        other = mixed.pair(pair.a, pair.b)
        assert other.p_adjusted == pytest.approx(pair.p_adjusted)


def test_decimal_scores_tie_where_their_digits_tie():
    a, b = [0.3, 0.2, 0.7, 0.9, 0.5, 0.6, 0.8, 0.4], [0.2, 0.1, 0.8, 0.8, 0.4, 0.7, 0.7, 0.3]
    whole = assay.rank({"a": [round(10 * value) for value in a], "b": [round(10 * value) for value in b]})
    assert assay.rank({"a": a, "b": b}).pairs[0].p_value == whole.pairs[0].p_value


def test_words_agree_with_the_test_that_decides():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        for shape in ((5, 4), (10, 5)):
            ranking = assay.rank(rng.random(shape) + np.linspace(0, 0.4, shape[1]))
            differ = ranking.omnibus_p <= 0.05
            assert ("The models differ" in str(ranking)) == differ
            assert ("Friedman's test rejects" in ranking.paragraph) == differ


def test_a_control_is_what_daggers_refer_to():
    scores = {"base": RNG.normal(size=12), "good": RNG.normal(size=12) + 5, "same": RNG.normal(size=12)}
    latex = assay.rank(scores, control="base").to_latex()
    assert "same$^\\dagger$" in latex
    assert "good$^\\dagger$" not in latex


def test_odd_frames_are_read_or_refused_in_words():
    numbered = pd.DataFrame(RNG.normal(size=(12, 3)))
    assert assay.rank(numbered).models == (0, 1, 2)
    days = pd.date_range("2024-01-01", periods=12)
    dated = pd.DataFrame({"day": days, "a": RNG.normal(size=12), "b": RNG.normal(size=12)})
    assert json.loads(assay.rank(dated).to_json())["n"] == 12
    for bad in ([[1, 2], [3]], pl.DataFrame({"a": [1, 2, 3], "b": [None, None, None]})):
        with pytest.raises(AssayError):
            assay.rank(bad)
    for df in ("x", -3):
        with pytest.raises(AssayError):
            assay.rank(TABLE, method="nemenyi", df=df)


def test_the_diagram_is_drawn_as_a_chart_that_saves_offline(tmp_path):
    chart = assay.rank(TABLE).plot("critical_difference")
    for suffix in ("svg", "png", "html", "json"):
        path = tmp_path / f"ranks.{suffix}"
        chart.save(str(path))
        assert path.stat().st_size > 1000
    assert "NaiveBayes" in (tmp_path / "ranks.svg").read_text()
    with pytest.raises(AssayError, match="critical-difference"):
        assay.rank(TABLE).plot("roc")


def test_the_paragraph_names_ten_pairs_and_counts_the_rest():
    ranking = assay.rank({f"m{k}": [k + 0.01 * place for place in range(20)] for k in range(6)})
    told = ranking.paragraph.partition("(the better one first): ")[2]
    pairs = [words.split()[:3] for words in told.split("; ")]
    assert len(pairs) == 10
    assert all(better > worse for better, _, worse in pairs)
    assert told.endswith(" and 5 more.")


def test_the_better_mean_rank_decides_who_is_better_not_the_number_of_wins():
    """The first wins 21 of 40 by a little and is last on the 19 where the second wins by much."""
    small, large = 1 + np.arange(21) / 100, 5 + np.arange(19) / 10
    base = np.linspace(50, 90, 40)
    first = np.concatenate([base[:21] + small, base[21:] - large])
    ranking = assay.rank({"first": first, "second": base, "third": np.concatenate([base[:21] - 9, base[21:] - 1])})
    pair = next(pair for pair in ranking.pairs if {pair.a, pair.b} == {"first", "second"})
    assert (max(pair.wins, pair.losses), min(pair.wins, pair.losses)) == (21, 19)
    assert pair.verdict.startswith("second is better than first (wins 19, loses 21;")


def test_skewed_differences_are_named_where_they_can_be_seen():
    usual = np.random.default_rng(6).normal(size=(60, 3))
    skewed = usual - np.column_stack([np.random.default_rng(7).lognormal(0, 1.5, 60), np.zeros((60, 2))])
    assert "skewed-differences" not in codes(assay.rank(usual))
    (told,) = [note.message for note in assay.rank(skewed).notes if note.code == "skewed-differences"]
    assert "(and 1 other pairs)" not in told
    assert "are skewed" in told
    assert "skewed-differences" not in codes(assay.rank(skewed, method="nemenyi"))
