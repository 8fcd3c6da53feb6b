"""The pages in a real browser: quiet, offline, equal to Python, usable by keyboard, and deaf to hostile data."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import assay

RNG = np.random.default_rng(3)
TRUTH = (RNG.random(600) < 0.35).astype(int)
SCORE = 1 / (1 + np.exp(-(1.4 * RNG.standard_normal(600) + 2 * TRUTH - 1.2)))
OTHER = 1 / (1 + np.exp(-(1.4 * RNG.standard_normal(600) + 1.5 * TRUTH - 1.2)))


def scored():
    return assay.evaluate(TRUTH, score=SCORE)


def amounts():
    cases, target = load_diabetes(return_X_y=True)
    return assay.evaluate(target, Ridge().fit(cases, target).predict(cases))


def classes():
    cases, labels = load_iris(return_X_y=True)
    model = KNeighborsClassifier().fit(cases[::2], labels[::2])
    return assay.evaluate(labels, model.predict(cases), score=model.predict_proba(cases))


def compared():
    return assay.compare(TRUTH, score={"a": SCORE, "b": OTHER}, margin=0.05, metrics=["recall", "roc_auc"])


def ranked():
    table = RNG.normal(size=(12, 4)) + np.linspace(0, 1.5, 4)
    return assay.rank({f"model {place}": table[:, place] for place in range(4)})


def validated():
    models = {"near": KNeighborsClassifier(), "tree": DecisionTreeClassifier(random_state=0)}
    return assay.validate(models, *load_iris(return_X_y=True), scheme="2x3-fold")


def learnt():
    return assay.learning_curve(KNeighborsClassifier(), *load_iris(return_X_y=True), sizes=[10, 20, 40, 80], repeats=3)


def swept():
    return assay.complexity_curve(
        DecisionTreeClassifier(random_state=0), *load_iris(return_X_y=True), parameter="max_depth", values=[1, 2, 3],
        scheme="3-fold",
    )  # fmt: skip


def apart():
    return assay.bias_variance(
        DecisionTreeRegressor(random_state=0), *load_diabetes(return_X_y=True), rounds=5, parameter="max_depth",
        values=[1, 3],
    )  # fmt: skip


KINDS = (scored, amounts, classes, compared, ranked, validated, learnt, swept, apart)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_page_is_quiet_offline_narrow_and_accessible(visit, kind):
    from axe_playwright_python.sync_playwright import Axe

    result = kind()
    for width, scheme in ((1280, "light"), (375, "dark")):
        page = visit(result, width, scheme)
        assert page.said == []
        assert [url for url in page.asked if not url.startswith(("file:", "data:"))] == []
        assert len(page.asked) <= 2
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(page)
        wrong = found.response["violations"]
        assert wrong == [], [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in wrong]


@pytest.mark.parametrize("width", [1280, 375])
def test_every_number_follows_the_slider_and_equals_pythons(visit, width):
    evaluation = scored()
    page = visit(evaluation, width=width)
    slider = page.locator("#slider")
    last = int(slider.get_attribute("max"))
    for place in {0, 1, last // 7, last // 3, last // 2, last - 1, last}:
        slider.evaluate("(one, place) => { one.value = place; one.dispatchEvent(new Event('input')); }", place)
        typed = page.locator("#typed").input_value()
        counts = {
            cell: float(page.locator(f"#{cell}").get_attribute("data-value")) for cell in ("tp", "fp", "fn", "tn")
        }
        if typed == "":
            assert counts["tp"] == counts["fp"] == 0
            continue
        point = evaluation.thresholds.at(float(typed))
        called = float(typed) <= SCORE
        assert counts["tp"] == np.sum(called & (TRUTH == 1))
        assert counts["fp"] == np.sum(called & (TRUTH == 0))
        rows = page.locator("#live-metrics tbody tr").evaluate_all(
            "rows => rows.map(row => [row.dataset.metric, row.querySelector('.value').dataset.value,"
            " row.querySelector('.interval').dataset.low, row.querySelector('.interval').dataset.high])"
        )
        for name, value, low, high in rows:
            expected = point[name]
            if math.isnan(expected.value):
                assert value == "NaN"
                continue
            assert float(value) == pytest.approx(expected.value, abs=1e-12, rel=1e-12), name
            ends = [math.inf if end == "Infinity" else float(end) for end in (low, high)]
            assert ends == pytest.approx([expected.low, expected.high], abs=1e-12), name
        for figure, x, y in (("roc", "false_positive_rate", "recall"), ("pr", "recall", "precision")):
            dot = page.locator(f"#live-{figure} .live-point")
            assert float(dot.get_attribute("data-x")) == pytest.approx(point[x].value, abs=1e-12)
            assert float(dot.get_attribute("data-y")) == pytest.approx(point[y].value, abs=1e-12)
    assert page.said == []


def test_every_metric_of_labels_is_on_the_page(visit):
    evaluation = scored()
    page = visit(evaluation)
    shown = page.locator("#live-metrics tbody tr").evaluate_all("rows => rows.map(row => row.dataset.metric)")
    assert set(shown) == set(evaluation.thresholds.at(0.5).estimates) - {"f1_of_macro"}


@pytest.mark.parametrize("width", [1280, 375])
def test_presets_lead_where_pythons_rules_do(visit, width):
    evaluation = scored()
    page = visit(evaluation, width=width)

    def threshold():
        return float(page.locator("#typed").input_value())

    for name, point in (
        ("Youden", evaluation.thresholds.youden()),
        ("Best F1", evaluation.thresholds.best("f1")),
        ("FPR at most 5%", evaluation.thresholds.neyman_pearson(0.05)),
    ):
        page.get_by_role("button", name=name).click()
        assert threshold() == point.threshold
    page.locator("#cost-fp").fill("2")
    page.locator("#cost-fn").fill("9")
    page.get_by_role("button", name="Least cost").click()
    assert threshold() == evaluation.thresholds.least_cost(2, 9).threshold
    page.locator("#prevalence").fill("0.05")
    assert threshold() == evaluation.thresholds.least_cost(2, 9, prevalence=0.05).threshold
    page.locator("#typed").fill("0.5")
    called = int(np.sum(SCORE >= 0.5))
    assert (
        float(page.locator("#tp").get_attribute("data-value")) + float(page.locator("#fp").get_attribute("data-value"))
        == called
    )


def test_pointing_near_a_curve_says_what_its_nearest_point_means(visit):
    evaluation = scored()
    page = visit(evaluation)
    for figure in ("live-roc", "live-pr", "figure-thresholds", "figure-gain", "figure-det"):
        svg = page.locator(f"#{figure} svg")
        svg.scroll_into_view_if_needed()
        box = svg.bounding_box()
        told = set()
        for place in range(1, 20):
            page.mouse.move(box["x"] + box["width"] * place / 20, box["y"] + box["height"] * 0.4)
            if page.locator("#tip").is_visible():
                told.add(page.locator("#tip").inner_text())
        assert len(told) > 1, figure
        assert all(re.match(r"(.+, )?threshold (\S+|above every score): \w", text) for text in told), told
    page.locator("#live-pr svg").scroll_into_view_if_needed()
    point = evaluation.thresholds.at(float(SCORE[7]))
    recall, precision = point["recall"].value, point["precision"].value
    area = page.locator("#live-pr svg path.background").first.bounding_box()
    page.mouse.move(area["x"] + recall * area["width"], area["y"] + (1 - precision) * area["height"])
    found = re.fullmatch(
        r".*threshold (\S+): finds (\S+) of 100, (\S+) of 100 flagged are wrong", page.locator("#tip").inner_text()
    )
    there = evaluation.thresholds.at(float(found[1]))
    assert float(found[2]) == pytest.approx(100 * there["recall"].value, abs=0.051)
    assert float(found[3]) == pytest.approx(100 - 100 * there["precision"].value, abs=0.051)
    assert abs(there["recall"].value - recall) < 0.05


def test_what_follows_the_slider_is_what_the_page_says_does(visit):
    page = visit(scored())

    def told():
        parts = page.evaluate(
            "Array.from(document.querySelectorAll('main section:not(#live):not(#pictures), #pictures figure'),"
            " (one) => [one.id || one.innerText.slice(0, 20), one.innerHTML])"
        )
        return dict(parts)

    before = told()
    page.locator("#typed").fill("0.9")
    after = told()
    linked = ("thresholds", "densities", "det", "gain", "calibration", "decision")
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {f"figure-{name}" for name in linked}
    assert "All other numbers keep the threshold" in page.locator("#live").inner_text()


@pytest.mark.parametrize("width", [1280, 375])
def test_the_slider_moves_by_keyboard(visit, width):
    page = visit(scored(), width=width)
    page.locator("#slider").focus()
    before = page.locator("#slider").input_value()
    page.keyboard.press("ArrowRight")
    assert int(page.locator("#slider").input_value()) == int(before) + 1
    page.locator("#how summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#how").get_attribute("open") is not None
    assert "TP / (TP + FN)" in page.locator("#how").inner_text()


@pytest.mark.parametrize("width", [1280, 375])
def test_buttons_copy_download_and_change_the_look(visit, width):
    evaluation = scored()
    page = visit(evaluation, width=width)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download JSON").click()
    assert json.loads(saved.value.path().read_text()) == json.loads(evaluation.to_json())
    page.get_by_role("button", name="Copy as LaTeX").click()
    page.wait_for_function("document.getElementById('said').textContent === 'LaTeX copied.'")
    assert json.loads(page.locator("#data").text_content())["latex"] == evaluation.to_latex()
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert light != dark
    assert page.get_by_role("button", name="Light").is_visible()


HOSTILE = (
    "<script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    '"><svg onload=window.hacked=1>',
    "' onmouseover='window.hacked=1",
    "{{ 7 * 7 }}${window.hacked=1}",
    "</script><script>window.hacked = 1</script>",
    "</style><style>body { display: none }</style>",
    "\\u003cscript\\u003ewindow.hacked=1\\u003c/script\\u003e",
    "javascript:window.hacked=1",
    "مرحبا بالعالم ‮ gnp.exe",
    "😀🇫🇷" + "x" * 500,
    "]]>--><!-- a\u2028b\u0000c",
)


def hostile_results():
    labels = np.array(HOSTILE[:6])[RNG.integers(0, 6, 120)]
    said = np.where(RNG.random(120) < 0.7, labels, np.roll(labels, 1))
    yield assay.evaluate(labels, said)
    two = np.where(TRUTH == 1, HOSTILE[0], HOSTILE[5])
    yield assay.evaluate(two, score=SCORE, positive=HOSTILE[0])
    yield assay.compare(TRUTH, score={HOSTILE[1]: SCORE, HOSTILE[2]: OTHER, HOSTILE[10]: SCORE**2}, metrics="roc_auc")
    table = RNG.normal(size=(6, len(HOSTILE)))
    yield assay.rank({label: table[:, place] for place, label in enumerate(HOSTILE)})
    models = {label: KNeighborsClassifier(place + 1) for place, label in enumerate(HOSTILE[:4])}
    yield assay.validate(models, *load_iris(return_X_y=True), scheme="3-fold", metrics="accuracy")


def test_nothing_from_the_data_runs_or_asks_for_anything(visit):
    for place, result in enumerate(hostile_results()):
        page = visit(result, 360 if place % 2 else 1200, name=f"hostile {place}.html")
        page.mouse.move(300, 300)
        assert page.evaluate("window.hacked") is None
        assert page.said == []
        assert all(url.startswith(("file:", "data:")) for url in page.asked)
        assert page.locator("main").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= (360 if place % 2 else 1200)
        assert page.evaluate("document.querySelectorAll('script').length") == 2
        assert page.evaluate("document.querySelectorAll('style').length") == 1


def test_print_shows_the_numbers_on_white(visit):
    page = visit(scored(), scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.get_by_role("button", name="Copy as LaTeX").is_visible()
    assert page.locator("#numbers table").first.is_visible()


def test_on_paper_pictures_stand_side_by_side_and_only_tables_cut_short_say_so(visit):
    rng = np.random.default_rng(4)
    for classes, cut in ((40, False), (70, True)):
        truth = np.arange(1400) % classes
        page = visit(assay.evaluate(truth, np.where(rng.random(1400) < 0.7, truth, rng.permutation(truth))), 794)
        page.emulate_media(media="print")
        rests = page.evaluate(
            "[...document.querySelectorAll('.long')].map((it) => getComputedStyle(it, '::after').content)"
        )
        assert [rest.startswith('"On paper') for rest in rests[:1]] == [cut]
    page = visit(scored(), 794)
    page.emulate_media(media="print")
    first, second = (page.locator("#pictures figure").nth(place).bounding_box() for place in (0, 1))
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"]
