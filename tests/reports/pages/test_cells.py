"""A cell of the confusion table shows its cases, a map of classes opens block by block, bent axes can be straight."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import assay

RNG = np.random.default_rng(3)


@pytest.fixture
def listed(visit, monkeypatch):
    """Open a page that lists cases."""
    report = assay.report

    def go(result, cases, width=1280):
        monkeypatch.setattr(assay, "report", lambda shown, path: report(shown, path, cases=cases))
        return visit(result, width=width)

    return go


@pytest.mark.parametrize("width", [1280, 375])
def test_a_cell_shows_its_cases_with_the_columns_of_their_owner(listed, width):
    truth = np.repeat(["a", "b", "c"], 20)
    said = truth.copy()
    said[[3, 5, 22, 41]] = ["b", "b", "a", "b"]
    data = pl.DataFrame({"id": [f"k{place}" for place in range(60)], "truth": truth, "said": said})
    page = listed(assay.evaluate("truth", "said", data=data), 20, width)
    page.get_by_role("button", name="2, truth a, predicted b: show the cases").click()
    shown = page.locator("#cases tbody tr:visible")
    assert [row.split() for row in shown.all_inner_texts()] or shown.count() == 2
    assert shown.count() == 2
    text = " ".join(shown.all_inner_texts())
    assert "k3" in text
    assert "k5" in text
    assert "truth a, predicted b: 2 listed" in page.locator("#cases-shown").inner_text()
    page.get_by_role("button", name="All cases").click()
    assert page.locator("#cases tbody tr:visible").count() == 4
    mark = page.locator("#figure-confusion [data-label^='truth c, predicted b: ']").first
    mark.dispatch_event("click")
    assert "k41" in page.locator("#cases tbody tr:visible").inner_text()
    assert page.said == []


@pytest.mark.parametrize("width", [1280, 375])
def test_a_map_of_many_classes_opens_block_by_block_with_the_counts_of_the_table(visit, width):
    family, own = np.divmod(np.arange(60), 10)
    truth = RNG.integers(0, 60, 4000)
    other = family[truth] * 10 + RNG.integers(0, 10, 4000)
    said = np.where(RNG.random(4000) < 0.3, other, truth)
    names = np.array([f"f{a}-{b}" for a, b in zip(family, own, strict=True)])
    ev = assay.evaluate(names[truth], names[said])
    page = visit(ev, width=width)
    page.select_option("#block", "1")
    table = page.locator(".block table")
    heads = table.locator("thead th").all_inner_texts()[1:]
    labels = list(ev.confusion.labels)
    counts = ev.confusion.counts
    for row in table.locator("tbody tr").all():
        name, *cells = (cell.strip() for cell in row.locator("th, td").all_inner_texts())
        expected = [counts[labels.index(name), labels.index(head)] for head in heads]
        assert [int(cell or 0) for cell in cells] == expected
    assert len({name.split("-")[0] for name in heads}) <= 2
    assert page.said == []


@pytest.mark.parametrize("width", [1280, 375])
def test_axes_that_bend_are_made_straight_by_a_button(visit, width):
    truth = RNG.normal(100, 10, 3000)
    said = truth + RNG.normal(0, 1, 3000)
    truth[:4] *= 1000
    page = visit(assay.evaluate(truth, said), width=width)
    assert page.locator("#figure-residuals-linear").is_hidden()
    page.get_by_role("button", name="Linear axes for Residuals").click()
    assert page.locator("#figure-residuals").is_hidden()
    assert page.locator("#figure-residuals-linear").is_visible()
    page.get_by_role("button", name="Robust axes for Residuals").click()
    assert page.locator("#figure-residuals").is_visible()
    words = page.locator("header").inner_text()
    assert "4 of 3,000 cases carry 99.9% of all squared error" in words or "3 of 3,000 cases carry" in words
