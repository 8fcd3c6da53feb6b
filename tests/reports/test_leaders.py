"""The headline of models compared: it names the winner and the doubt, and is the same wherever it stands."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.reports.leaders import listed, who_leads
from assay.results.comparison import MetricComparison, Pair
from assay.results.estimate import Estimate

RNG = np.random.default_rng(4)
TRUTH = (RNG.random(400) < 0.4).astype(int)


def estimate(value):
    return Estimate(value, value - 0.01, value + 0.01, 0.95, "wilson", 100, label="x", bounds=(0, 1))


def metric(name, values, clear=(), better="higher"):
    """Return a metric with values by model, and the pairs that can be told apart."""
    models = {model: estimate(value) for model, value in values.items()}
    named = list(values)
    pairs = tuple(
        Pair(a, b, estimate(values[a] - values[b]), "t", "because", 1.0, (), p, p, tested=3)
        for place, a in enumerate(named)
        for b in named[place + 1 :]
        for p in [0.001 if {a, b} in [set(pair) for pair in clear] else 0.4]
    )
    return MetricComparison(name, name, better, models, pairs)


ABC = {"a": 0.9, "b": 0.8, "c": 0.7}


def test_a_leader_everywhere_whose_lead_is_doubtful_in_one_metric_is_named_with_the_doubt():
    clear = [("a", "b"), ("a", "c")]
    found = who_leads([metric("F1", ABC, clear), metric("MCC", ABC, clear), metric("AUC", ABC, [("a", "c")])])
    assert found == "a leads in all three metrics but cannot be told from b in AUC."


def test_a_leader_whom_nobody_reaches_is_said_to_be_one():
    clear = [("a", "b"), ("a", "c")]
    assert who_leads([metric("F1", ABC, clear)] * 2) == (
        "a leads in both metrics and can be told from every other model in each of them."
    )


def test_a_leader_by_chance_is_called_that():
    assert (
        who_leads([metric("F1", ABC)])
        == "a leads in F1 (0.900 [0.890, 0.910]) but cannot be told from any other model."
    )
    assert who_leads([metric("F1", {"a": 0.9, "b": 0.8})]).endswith("but cannot be told from b.")


def test_the_order_in_which_models_were_named_does_not_make_a_winner():
    turned = dict(reversed(ABC.items()))
    assert who_leads([metric("F1", turned)]) == who_leads([metric("F1", ABC)])


def test_lower_is_better_where_the_card_says_so():
    assert who_leads([metric("loss", ABC, better="lower")]).startswith("c leads in loss")


def test_a_lead_that_is_shared_out_names_every_leader():
    found = who_leads([metric("F1", ABC), metric("MCC", ABC), metric("loss", ABC, better="lower")])
    assert found == (
        "a leads in 2 of 3 metrics (F1 and MCC), c in loss (not told from any other model); "
        "a cannot be told from any other model in any of them."
    )


def test_a_tie_has_no_winner():
    assert who_leads([metric("F1", {"a": 0.9, "b": 0.9})]) == "No model leads: the best ones are level in F1."


def test_where_neither_end_is_better_nobody_leads():
    assert who_leads([metric("prevalence", ABC, better="neither")]) == "No metric here says which model is better."


def test_against_a_control_it_is_said_who_is_better_and_who_worse():
    both = [metric("F1", ABC, [("a", "b"), ("b", "c")])]
    assert who_leads(both, "b") == "Better than b: a; worse: c."
    assert who_leads([metric("F1", ABC)], "b") == "No model can be told from b in F1."
    assert who_leads([metric("F1", ABC, [("b", "c")])] * 2, "b") == (
        "No model can be told to be better than b; worse: c (in both metrics)."
    )


def test_lists_read_as_sentences_do():
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")] == ["a", "a and b", "a, b or c"]


@pytest.fixture(scope="module")
def five():
    scores = {f"m{place}": np.clip(0.2 * TRUTH + 0.1 * place * TRUTH + RNG.random(400), 0, 2) for place in range(5)}
    return assay.compare(TRUTH, score=scores, metrics=["roc_auc", "average_precision"])


def test_terminal_page_markdown_and_prose_say_the_same_first(five, tmp_path):
    told = who_leads(list(five.values()))
    assert told.startswith("m4 leads in both metrics")
    page = assay.report(five, tmp_path / "x.html").read_text()
    assert f'<h1 dir="auto">{told}</h1>' in page
    for text in (str(five), five.to_markdown(), five.to_prose()):
        assert told in " ".join(text.split())


def test_the_headline_follows_from_the_pairs(five):
    told = who_leads(list(five.values()))
    for other in five.models:
        apart = [five[name].pair("m4", other).significant for name in five] if other != "m4" else [True]
        assert (other in told.partition("told from")[2]) == (not all(apart)) or "any other" in told


def test_models_that_share_a_letter_are_those_not_told_apart(five):
    from assay.reports.standings import letters_of

    for metric in five.values():
        letters = letters_of(metric)
        for pair in metric.pairs:
            assert bool(set(letters[pair.a]) & set(letters[pair.b])) != pair.significant


def test_the_matrix_of_differences_holds_every_pair_once(five):
    from assay.reports.standings import matrix_table

    for metric in five.values():
        (table,) = matrix_table(metric, 0.95)
        cells = [cell for row in table.rows for cell in row[1:] if cell]
        assert len(cells) == 10
        assert sum(cell.endswith("*") for cell in cells) == sum(pair.significant for pair in metric.pairs)
        best, worst = metric.order[0], metric.order[-1]
        shown = float(table.rows[0][-1].rstrip("* "))
        assert shown == pytest.approx(metric.models[best].value - metric.models[worst].value, abs=6e-4)


def test_the_pairs_of_many_models_are_folded_on_pages_and_left_out_of_terminals(five, tmp_path):
    page = assay.report(five, tmp_path / "x.html").read_text()
    assert page.count("<summary>All 10 pairs in") == 2
    assert "row less column" in str(five)
    assert "interval and test: --report page.html" in " ".join(str(five).split())
    assert five.to_markdown().count("All 10 pairs in") == 2


def test_three_models_keep_their_pairs_in_sight():
    scores = {f"m{place}": RNG.random(400) for place in range(3)}
    assert "m0 - m1" in str(assay.compare(TRUTH, score=scores, metrics="roc_auc"))


def test_a_ranking_names_its_winner_and_the_doubt():
    table = RNG.normal(size=(20, 4)) + np.array([0, 0, 2.5, 2.6])
    ranking = assay.rank({f"m{place}": table[:, place] for place in range(4)})
    told = " ".join(str(ranking).split())
    best = ranking.order[0]
    other = ranking.order[1]
    assert not ranking.pair(best, other).separated
    assert f"{best} has the best mean rank ({ranking.average_ranks[best]:.2f}) but cannot be told from {other}." in told


def test_rankings_list_contested_pairs_first_and_pages_list_all(tmp_path):
    table = RNG.normal(size=(15, 12)) + np.linspace(0, 3, 12)
    ranking = assay.rank({f"m{place}": table[:, place] for place in range(12)})
    assert "and 36 more pairs: --report page.html shows all" in " ".join(str(ranking).split())
    page = assay.report(ranking, tmp_path / "x.html").read_text()
    for pair in ranking.pairs:
        assert f">{pair.a} - {pair.b}<" in page
    shown = [row.split("  ")[0] for row in str(ranking).splitlines() if row.startswith("m") and " - " in row]
    contested = {f"{pair.a} - {pair.b}" for pair in ranking.pairs if not pair.separated}
    assert set(shown[: len(contested)]) <= contested


def test_validations_of_several_models_begin_with_the_leader():
    from sklearn.datasets import load_iris
    from sklearn.dummy import DummyClassifier
    from sklearn.neighbors import KNeighborsClassifier

    models = {"dummy": DummyClassifier(), "near": KNeighborsClassifier()}
    found = assay.validate(models, *load_iris(return_X_y=True), scheme="5-fold", metrics=["accuracy"])
    told = " ".join(str(found).split())
    assert "near leads in accuracy (" in told
    assert "and can be told from dummy." in told
