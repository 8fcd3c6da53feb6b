"""Slices in every renderer: the gap, the ratio and the weakest slice, readable 80 columns wide."""

from __future__ import annotations

import json
import re

import numpy as np
import polars as pl
import pytest

import assay
from assay.errors import AssayError

LONG = "recall_at_specificity(specificity=0.9)"
NONE = assay.evaluate([0, 1, 0, 1], [0, 1, 1, 1]).slices


@pytest.fixture(scope="module")
def visits() -> pl.DataFrame:
    rng = np.random.default_rng(3)
    truth, site = rng.integers(0, 2, 900), rng.choice(["north", "south", "west"], 900)
    noise = rng.normal(size=900) * np.where(site == "west", 2.5, 1.0)
    return pl.DataFrame({
        "sick": truth, "p": 1 / (1 + np.exp(-(2 * truth - 1 + noise))), "q": rng.random(900) * 0.8 + 0.2 * truth,
        "r": rng.random(900), "site": site, "sex": rng.choice(["f", "m"], 900),
    })  # fmt: skip


def test_gap_ratio_and_weakest_slice_stand_in_every_renderer(visits, tmp_path) -> None:
    found = assay.evaluate("sick", score="p", data=visits, by=["site", "sex"], metrics=["recall", "mcc"])
    gap, ratio, weakest = (getattr(found.slices, name)("recall") for name in ("gap", "ratio", "weakest"))
    for text in (str(found), found.to_markdown(), found.to_latex()):
        flat = " ".join(text.replace("\\", "").replace("{}", "").split())
        assert f"{gap.value:.3f} [{gap.low:.3f}, {gap.high:.3f}]" in flat
        assert f"{ratio.value:.3f} [{ratio.low:.3f}, {ratio.high:.3f}]" in flat
        assert f"the weakest in recall is {found.slices.text(weakest.key)} ({weakest.n} cases)" in flat
    document = json.loads(found.to_json())
    assert document["slice_gaps"]["recall"]["gap"]["value"] == gap.value
    assert document["slice_gaps"]["recall"]["ratio"]["low"] == ratio.low
    assert document["slice_gaps"]["recall"]["lowest"] == ["site", "west"]
    assert document["weakest_slice"]["metric"] == "recall"
    assert document["weakest_slice"]["p_adjusted"] == weakest.p_adjusted
    page = tmp_path / "page.html"
    assay.report(found, page)
    assert "How unequal the slices by site and sex are" in page.read_text(encoding="utf-8")


def test_without_slices_a_document_says_so(visits) -> None:
    document = json.loads(assay.evaluate("sick", score="p", data=visits).to_json())
    assert (document["slices"], document["slice_gaps"], document["weakest_slice"]) == ([], {}, None)


def test_a_metric_that_may_be_negative_has_no_ratio() -> None:
    rng = np.random.default_rng(5)
    truth, site = rng.integers(0, 2, 400), np.arange(400) % 2
    answer = np.where(site == 0, truth, 1 - truth) ^ (rng.random(400) < 0.1)
    found = assay.evaluate(truth, answer, by=site, metrics="mcc")
    assert json.loads(found.to_json())["slice_gaps"]["mcc"]["ratio"] is None
    row = next(line for line in str(found).splitlines() if line.startswith("MCC") and "1, 0" in line)
    assert row.rstrip().endswith("–")


def test_tables_of_slices_keep_every_column_80_wide(visits, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = assay.evaluate("sick", score="p", data=visits, by=["site", "sex"], metrics=LONG)
    lines = str(found).splitlines()
    assert max(map(len, lines)) <= 80
    start = next(place for place, line in enumerate(lines) if line.endswith("the worst first:"))
    for key in found.slices:
        row = next(line for line in lines[start:] if line.startswith(found.slices.text(key)))
        made = found.slices.judge.metric(key, LONG)
        assert f"[{made.low:.3f}, {made.high:.3f}]" in row
        assert re.search(r"(\d\.\d{3}|<0\.001)( \*)?$", row.rstrip())


def test_recall_at_specificity_has_a_label_that_can_be_read(visits) -> None:
    found = assay.evaluate("sick", score="p", data=visits, metrics=LONG)
    assert found[LONG].label == "Recall at specificity 0.9"


def test_amounts_are_written_in_their_unit() -> None:
    rng = np.random.default_rng(8)
    price, site = rng.uniform(1e6, 9e6, 300), rng.choice(["a", "b"], 300)
    text = str(assay.evaluate(price, price + rng.normal(0, 12_345.0, 300), by=site, metrics="mae"))
    assert "range" not in text[text.index("by slice") :]
    assert re.search(r"^a +\d+ +\d{1,2},\d{3}  \[", text, re.MULTILINE)


def test_pairs_of_models_stand_together_and_the_heading_says_difference(visits) -> None:
    scores = {"p": "p", "q": "q", "r": "r"}
    found = assay.compare("sick", score=scores, data=visits, by="site", metrics="roc_auc")
    text = str(found)
    table = text[text.index("Differences in ROC AUC by site:") :].splitlines()
    assert table[1].split() == ["models", "site", "cases", "difference", "95%", "interval", "p"]
    assert [line[:5] for line in table[2:11]] == ["p - q"] * 3 + ["p - r"] * 3 + ["q - r"] * 3
    latex = found.to_latex()
    assert "p: the two models on the cases of one slice, adjusted over 9 slices and pairs (Holm)." in latex
    single = assay.evaluate("sick", score="p", data=visits, by="site").to_latex()
    assert "adjusted over 3 slices (Holm)." in single


@pytest.mark.parametrize(
    "call", [NONE.estimates, NONE.worst_first, NONE.against_rest, NONE.weakest, NONE.gap, NONE.ratio, NONE.where,
             NONE.to_frame],
)  # fmt: skip
def test_everything_that_slices_can_do_says_how_to_get_slices(call) -> None:
    with pytest.raises(AssayError, match=r"There are no slices: say by what to cut the cases"):
        call("recall")


def test_slices_of_a_metric_that_is_neither_good_nor_bad_are_ordered_by_size(visits) -> None:
    found = assay.evaluate("sick", score="p", data=visits, by="site", metrics="predicted_positive_rate")
    assert "Predicted positive rate by site, the lowest first:" in str(found)
    assert found.plot("slices").to_dict()["title"]["subtitle"] == ["lowest first; dashed: all cases"]
    worst = assay.evaluate("sick", score="p", data=visits, by="site", metrics="recall")
    assert worst.plot("slices").to_dict()["title"]["subtitle"] == ["worst first; dashed: all cases"]
