"""Pages of what stands before and after a result: three colours and words, a power curve, a line through the runs."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

import assay
from gallery.releases import RELEASES, churn

PAGES = {example.key: example for example in RELEASES}
SHADE = """(cell) => {
    const style = getComputedStyle(cell), page = getComputedStyle(document.documentElement).backgroundColor;
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const under = numbers(style.backgroundColor), paper = numbers(page), cover = under[3] ?? 1;
    return [numbers(style.color), under.slice(0, 3).map((shade, at) => cover * shade + (1 - cover) * paper[at])];
}"""
"""The colours of a word and of what lies under it."""


@pytest.fixture(scope="module")
def made():
    return {key: example.make() for key, example in PAGES.items()}


def saved_rows(page, key):
    with page.expect_download() as waiting:
        page.locator(f"#figure-{key}").get_by_role("button", name="as CSV").click()
    return list(csv.DictReader(io.StringIO(waiting.value.path().read_text("utf-8"))))


def brightness(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in np.array(colour[:3]) / 255]
    return np.dot(linear, [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    bright, dark = sorted([brightness(one), brightness(other)], reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 375])
def test_a_gate_has_three_words_in_three_colours_that_can_be_read(visit, made, width, scheme):
    page = visit(made["gate"], width=width, scheme=scheme)
    inks = {}
    for word in ("✓ met", "✗ broken", "? unclear"):
        ink, paper = page.get_by_text(word, exact=True).first.evaluate(SHADE)
        assert contrast(ink, paper) >= 4.5
        inks[word] = tuple(ink)
    assert len(set(inks.values())) == 3
    assert page.said == []
    assert len(page.asked) == 1  # the page itself


def test_a_gate_shows_what_the_cases_say(visit, made):
    page = visit(made["gate"])
    table = churn()
    left = table["customer"].to_numpy() == "left"
    found = (table["new"].to_numpy() == "left")[left].mean()
    row = page.locator("tr", has_text="recall of new >= 0.8").first.inner_text().split("\t")
    assert row[0].strip() == "✓ met"
    assert float(row[2]) == round(found, 3)
    islands = (table["region"].to_numpy() == "islands") & left
    new, old = ((table[model].to_numpy() == "left")[islands].mean() for model in ("new", "old"))
    detail = page.locator("tr", has_text="islands").first.inner_text().split("\t")
    assert detail[0].strip() == "? unclear"
    assert float(detail[2]) == round(new - old, 3)
    assert int(detail[4].replace(",", "")) > islands.sum()


def test_the_power_curve_is_that_of_the_test_and_crosses_what_was_asked_at_the_plan(visit, made):
    page, plan = visit(made["plan"]), made["plan"]
    assert page.locator("h1").inner_text().startswith(f"{plan.n:,} cases are enough")
    curve = {int(row["n"]): float(row["value"]) for row in saved_rows(page, "power") if row["layer"] == "3"}
    assert len(curve) > 8
    apart = 0.9 * (1 - 0.93) + 0.93 * (1 - 0.9)  # how often independent models of 0.90 and 0.93 disagree
    for n, power in curve.items():
        exact = assay.stats.mcnemar_power(difference=0.03, disagreement=apart, n=n)
        assert power == pytest.approx(exact, abs=1e-9)
    assert all((power >= 0.8) == (n >= plan.n) for n, power in curve.items() if abs(n - plan.n) > 40)


def test_a_history_names_the_night_and_draws_every_run_with_its_interval(visit, made):
    page, history = visit(made["history"]), made["history"]
    assert "night-08" in page.locator("header").inner_text()
    rows = saved_rows(page, "history")
    drawn = {row["run"]: [float(row[key]) for key in ("value", "low", "high")] for row in rows if row["low"]}
    frame = history.to_frame()
    assert drawn == {row[0]: pytest.approx(row[1:4]) for row in frame.iter_rows()}
    changed = page.locator("tr", has_text="✗ changed")
    assert changed.count() == 1
    assert changed.inner_text().startswith("night-08")
