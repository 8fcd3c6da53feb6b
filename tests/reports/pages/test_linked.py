"""The threshold and the range of scores on every picture, on numbers that are recomputed here from the raw data."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import assay

RNG = np.random.default_rng(33)
TRUTH = (RNG.random(500) < 0.4).astype(int)
SCORE = np.round(1 / (1 + np.exp(-(1.4 * RNG.standard_normal(500) + 1.6 * TRUTH - 0.8))), 3)
WIDTHS = (1280, 375)


@pytest.fixture(scope="module")
def scored():
    return assay.evaluate(TRUTH, score=SCORE)


def marks(page):
    """Return where the threshold stands on every picture: in numbers, and in pixels within its plot."""
    return page.evaluate(
        """Array.from(document.querySelectorAll('.live-point, .live-line'), (mark) => {
          const figure = mark.closest('figure').id.replace(/^(live|figure)-/, ''), plot = mark.parentNode;
          const area = plot.querySelector(':scope > path.background').getBBox();
          const x = Number(mark.getAttribute('cx') ?? mark.getAttribute('x1'));
          const y = Number(mark.getAttribute('cy') ?? 0);
          return { figure, kind: mark.getAttribute('class'), x: Number(mark.dataset.x), y: Number(mark.dataset.y),
                   across: (x - area.x) / area.width, up: 1 - (y - area.y) / area.height,
                   seen: mark.getAttribute('visibility') === 'visible' };
        })"""
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_the_threshold_is_marked_on_every_curve(visit, scored, width):
    page = visit(scored, width)
    for threshold in (0.5, 0.25, 0.713):
        page.locator("#typed").fill(str(threshold))
        called, n = threshold <= SCORE, len(SCORE)
        tp, fp = (called & (TRUTH == 1)).sum(), (called & (TRUTH == 0)).sum()
        recall, alarms = tp / TRUTH.sum(), fp / (1 - TRUTH).sum()
        expected = {
            "roc": (alarms, recall),
            "pr": (recall, tp / called.sum()),
            "gain": (called.mean(), recall),
            "det": (stats.norm.ppf(alarms), stats.norm.ppf(1 - recall)),
            "decision": (threshold, (tp - fp * threshold / (1 - threshold)) / n),
        }
        shown = marks(page)
        assert all(mark["seen"] for mark in shown if mark["figure"] != "decision")
        dots = {mark["figure"]: mark for mark in shown if mark["kind"] == "live-point"}
        assert set(dots) == set(expected)
        for figure, (x, y) in expected.items():
            assert (dots[figure]["x"], dots[figure]["y"]) == pytest.approx((x, y), abs=1e-8), figure
        for figure in ("roc", "pr", "gain"):
            assert (dots[figure]["across"], dots[figure]["up"]) == pytest.approx(expected[figure], abs=0.005)
        lines = [mark["figure"] for mark in shown if mark["kind"] == "live-line"]
        assert sorted(lines) == ["calibration", "calibration", "decision", "densities", "thresholds"]
        assert {mark["x"] for mark in shown if mark["kind"] == "live-line"} == {threshold}
        across = next(mark["across"] for mark in shown if mark["figure"] == "densities")
        assert across == pytest.approx((threshold - SCORE.min()) / (SCORE.max() - SCORE.min()), abs=0.005)
        words = page.locator("#figure-densities .role-title-subtitle text").text_content()
        assert f"α = {alarms:.3f}" in words
        assert f"β = {1 - recall:.3f}" in words
    assert page.said == []


def test_what_is_shaded_ends_at_the_threshold(visit, scored):
    page = visit(scored)
    page.locator("#typed").fill("0.6")
    wide = page.evaluate(
        "Array.from(document.querySelectorAll('#figure-densities clipPath[class^=live] rect'),"
        " (one) => [Number(one.getAttribute('x')), Number(one.getAttribute('width'))])"
    )
    share = (0.6 - SCORE.min()) / (SCORE.max() - SCORE.min())
    (start, beyond), (_, below) = wide
    assert below / (below + beyond) == pytest.approx(share, abs=0.005)
    assert start == pytest.approx(below, abs=1)
    assert not page.locator("#figure-densities .asked_shade_pathgroup").is_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_range_of_scores_is_typed(visit, scored, width):
    page = visit(scored, width)
    for low, high in ((0.2, 0.4), (0.35, 0.351), (0.0, 1.0), (0.4, 0.65)):
        page.locator("#brush-from").fill(str(low))
        page.locator("#brush-to").fill(str(high))
        said, inside = page.locator("#brushed").inner_text(), (low <= SCORE) & (high >= SCORE)
        assert said.startswith(f"{inside.sum()} of 500 cases have a score from")
        if inside.sum() == 0:
            continue
        assert f"; {TRUTH[inside].sum()} of them are 1: " in said
        if inside.sum() > 60:
            limits = stats.binomtest(int(TRUTH[inside].sum()), int(inside.sum())).proportion_ci(method="wilson")
            assert f"[{100 * limits.low:.0f}, {100 * limits.high:.0f}]" in said
    page.get_by_role("button", name="All scores").press("Enter")
    assert page.locator("#brushed").inner_text() == ""
    assert page.locator(".live-range").count() == 0
    assert page.said == []


@pytest.mark.parametrize("figure", ["densities", "calibration"])
def test_a_range_of_scores_is_drawn_over_a_histogram_with_the_mouse(visit, scored, figure):
    page = visit(scored)
    page.locator(f"#figure-{figure}").scroll_into_view_if_needed()
    area = page.locator(f"#figure-{figure} svg path.background[stroke]").last.bounding_box()
    at = [area["x"] + share * area["width"] for share in (0.3, 0.6)]
    page.mouse.move(at[0], area["y"] + area["height"] / 2)
    page.mouse.down()
    page.mouse.move(sum(at) / 2, area["y"] + area["height"] / 2)
    page.mouse.move(at[1], area["y"] + area["height"] / 2)
    page.mouse.up()
    low, high = (float(page.locator(f"#brush-{side}").input_value()) for side in ("from", "to"))
    ends = (SCORE.min(), SCORE.max()) if figure == "densities" else (0, 1)
    assert [low, high] == pytest.approx([ends[0] + share * (ends[1] - ends[0]) for share in (0.3, 0.6)], abs=0.01)
    inside = (low <= SCORE) & (high >= SCORE)
    assert page.locator("#brushed").inner_text().startswith(f"{inside.sum()} of 500 cases")
    assert page.locator("dialog[open]").count() == 0
    assert page.locator(".live-range").count() == 5


def test_a_picture_is_enlarged_by_a_click_and_by_a_key(visit, scored):
    page = visit(scored)
    for open_it in (lambda svg: svg.click(position={"x": 9, "y": 9}), lambda svg: svg.press("Enter")):
        open_it(page.locator("#figure-gain svg"))
        dialog = page.locator("dialog[open]")
        small = page.locator("#figure-gain svg").bounding_box()["width"]
        assert dialog.locator("svg").bounding_box()["width"] > small
        page.keyboard.press("Escape")
        assert page.locator("dialog[open]").count() == 0
    assert page.said == []


def test_the_arrow_keys_say_what_every_mark_means_from_left_to_right(visit, scored):
    page = visit(scored)
    page.locator("#figure-calibration svg").focus()
    told = []
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        told.append(page.locator("#tip").inner_text())
    assert len(set(told)) == 4
    assert all("of 100" in text for text in told)
    page.keyboard.press("Escape")
    assert not page.locator("#tip").is_visible()


def test_a_tap_says_what_a_mark_means_and_does_not_enlarge(browser, scored, tmp_path):
    path = assay.report(scored, tmp_path / "x.html")
    context = browser.new_context(viewport={"width": 375, "height": 800}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(path.as_uri())
    mark = page.locator("#figure-metrics [data-label]").first
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator("#tip").inner_text().startswith("ROC AUC is")
    assert page.locator("dialog[open]").count() == 0
    context.close()


def test_an_entry_of_a_legend_is_pressed_by_keyboard_and_stays(visit, scored):
    page = visit(scored)
    entries = page.locator("#figure-thresholds .entry")
    assert entries.count() == 4
    entries.nth(1).press("Enter")
    entries.nth(1).evaluate("(one) => one.blur()")
    faint = page.locator("#figure-thresholds .mark-line.role-mark path.faint")
    assert faint.count() == 3
    assert entries.nth(1).get_attribute("aria-pressed") == "true"
    entries.nth(1).click()
    page.mouse.move(0, 0)
    entries.nth(1).evaluate("(one) => one.blur()")
    assert faint.count() == 0
    assert page.locator("dialog[open]").count() == 0


def test_a_page_that_is_loaded_again_keeps_its_threshold(visit, scored):
    page = visit(scored)
    page.locator("#typed").fill("0.321")
    page.reload()
    assert page.locator("#used").inner_text() == "0.321"
    assert float(page.locator("#tp").get_attribute("data-value")) == ((SCORE >= 0.321) & (TRUTH == 1)).sum()


def test_the_script_knows_the_quantiles_of_the_normal_distribution(visit, scored):
    page = visit(scored)
    shares = np.concatenate([np.geomspace(1e-12, 0.5, 60), 1 - np.geomspace(1e-9, 0.5, 60)])
    found = page.evaluate("(shares) => shares.map(normalQuantile)", shares.tolist())
    np.testing.assert_allclose(found, stats.norm.ppf(shares), rtol=2e-9, atol=2e-9)
    assert page.evaluate("[normalQuantile(0) === -Infinity, normalQuantile(1) === Infinity]") == [True, True]
    assert math.isinf(stats.norm.ppf(0))
