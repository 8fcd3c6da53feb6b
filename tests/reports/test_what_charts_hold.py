"""What stands on charts and pages agrees with the numbers: axes, legends, pictures left out, names and sentences."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np
import polars as pl
import pytest
import vl_convert

import assay
from assay.reports.charts.catalogue import every_chart
from assay.reports.charts.scores import decision_chart
from assay.reports.charts.theme import HEAT, themed
from assay.reports.pages.page import to_page
from assay.reports.pages.pictures import LINKED, draw, frames_of
from gallery.examples import EXAMPLES

RNG = np.random.default_rng(71)
N = 400
TRUTH = (RNG.random(N) < 0.4).astype(int)
SCORE = 1 / (1 + np.exp(-(1.5 * TRUTH - 0.9 + RNG.standard_normal(N))))


@pytest.fixture(scope="module")
def scored():
    return assay.evaluate(TRUTH, score=SCORE, seed=0)


def compiled(spec):
    """Return the plots of a compiled chart, each with its scales by name, from above to below."""
    drawn = vl_convert.vegalite_to_vega(spec)
    own = {scale["name"]: scale for scale in drawn["scales"]}
    groups = [mark for mark in drawn["marks"] if mark["type"] == "group" and mark.get("scales")] or [drawn]
    return [{**own, **{scale["name"]: scale for scale in group.get("scales", [])}} for group in groups]


@pytest.mark.parametrize("key", LINKED)
def test_a_picture_with_the_threshold_on_it_has_the_axes_that_the_page_believes(scored, key):
    """The dot of the threshold once stood beside the curve of net benefit, whose axis ended at a rounder number."""
    spec = every_chart(scored)[key](scored).to_dict(validate=False)
    frames = frames_of(spec)
    assert frames
    axes = [
        scale
        for scale in chain.from_iterable(part.values() for part in compiled(themed_spec(scored, key)))
        if re.search(r"(^|_)[xy]$", scale["name"])
    ]
    rounded = [scale for scale in axes if scale.get("nice")]
    assert [(scale["name"], scale["domain"]) for scale in rounded if scale["domain"] not in ([0, 1], [0.0, 1.0])] == []


def themed_spec(scored, key):
    return themed(every_chart(scored)[key](scored), "page").to_dict(validate=False)


def test_net_benefit_far_below_zero_takes_no_room(scored):
    guessed = assay.evaluate(TRUTH, score=RNG.random(N), seed=0)
    heights = [
        float(re.search(r' height="([\d.]+)"', draw(decision_chart(own), "x", "x"))[1]) for own in (scored, guessed)
    ]
    assert heights[1] == pytest.approx(heights[0], abs=20)


def test_classes_that_do_not_overlap_have_no_empty_picture():
    perfect = assay.evaluate(TRUTH, score=np.where(TRUTH == 1, 0.9, 0.1) + 0.05 * RNG.random(N), seed=0)
    assert "det" not in every_chart(perfect)
    assert 'id="figure-det"' not in page_of(perfect)


def test_all_metrics_of_a_chart_of_differences_share_the_colours_of_its_legend():
    """A pair that only its own interval tells apart was once blue, as those told apart are, in all metrics but one."""
    compared = next(example for example in EXAMPLES if example.key == "comparison").make()
    spec = every_chart(compared)["differences"](compared).to_dict(validate=False)
    scales = re.findall(r"'scale': (\{'domain': \[[^]]*apart[^]]*\], 'range': \[[^]]*\]\})", str(spec))
    assert len(scales) > 4
    assert len(set(scales)) == 1
    assert "only alone" in scales[0]


def test_a_map_of_many_classes_is_inked_as_dark_pages_repaint_it():
    truth = np.arange(3000) % 60
    said = np.where(RNG.random(3000) < 0.8, truth, (truth + 1) % 60)
    judged = assay.evaluate(truth, said)
    svg = draw(every_chart(judged)["confusion"](judged), "x", "x")
    assert svg.count(f'fill="{HEAT}"') > 60
    assert "rgb(" not in svg


def test_calibration_of_rare_scores_looks_into_the_corner(scored):
    rare = (RNG.random(4000) < 0.02).astype(int)
    low = assay.evaluate(rare, score=np.clip(0.02 + 0.02 * rare + 0.01 * RNG.standard_normal(4000), 0.001, 1), seed=0)
    ends = [frames_of(every_chart(own)["calibration"](own).to_dict(validate=False))[0]["x"][1] for own in (scored, low)]
    assert ends[0] == 1
    assert 0.02 < ends[1] < 0.4


def page_of(result):
    return to_page(result)


def test_a_page_of_groups_and_slices_has_the_picture_of_what_grouping_did():
    frame = pl.DataFrame({"truth": TRUTH, "score": SCORE, "patient": np.arange(N) // 4, "site": np.arange(N) % 3})
    judged = assay.evaluate("truth", score="score", data=frame, group="patient", by="site", seed=0)
    page = page_of(judged)
    assert 'id="figure-slices"' in page
    assert 'id="figure-grouping"' in page


def test_names_from_right_to_left_keep_the_numbers_beside_them_in_order():
    compared = assay.compare(TRUTH, prediction={"\u05d0\u05d1": TRUTH, "b": 1 - TRUTH}, seed=0)
    paper = page_of(compared).partition('id="paper"')[2]
    assert "<bdi>\u05d0\u05d1</bdi> 1.000" in paper


def test_rules_and_thresholds_are_written_as_people_write_them():
    judged = assay.evaluate(TRUTH, score=RNG.random(N) - 0.2 * TRUTH, seed=0)
    page = page_of(judged)
    assert "best F1" in page
    assert ">best f1<" not in page
    assert ">inf<" not in page


def test_the_paragraph_of_a_validation_has_every_metric_and_every_model():
    from sklearn.dummy import DummyClassifier
    from sklearn.tree import DecisionTreeClassifier

    models = {"tree": DecisionTreeClassifier(max_depth=2), "dummy": DummyClassifier()}
    x = np.column_stack([SCORE, RNG.random(N)])
    validation = assay.validate(models, x, TRUTH, metrics=["accuracy", "roc_auc"], seed=0)
    told = validation.to_prose()
    assert "We validated tree and dummy on" in told
    for metric in ("Accuracy was", "ROC AUC was"):
        sentence = told.partition(metric)[2].partition(". ")[0]
        assert " for tree" in sentence
        assert " for dummy" in sentence
