"""What a reader can do with a page, in a real browser: on numbers that are recomputed here from the raw data."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

import assay

RNG = np.random.default_rng(21)
CLASSES = 40
TRUTH = RNG.integers(0, CLASSES, 4000)
SAID = np.where(RNG.random(4000) < 0.3 + TRUTH / 100, (TRUTH + RNG.choice([1, 7], 4000)) % CLASSES, TRUTH)
LABELS, ANSWERS = ([f"class {label:02d}" for label in labels] for labels in (TRUTH, SAID))


@pytest.fixture(scope="module")
def many():
    return assay.evaluate(LABELS, ANSWERS)


@pytest.fixture(scope="module")
def scored():
    truth = (RNG.random(400) < 0.4).astype(int)
    return assay.evaluate(truth, score=np.round(np.clip(0.3 * truth + 0.7 * RNG.random(400), 0, 1), 3))


@pytest.fixture(scope="module")
def five():
    truth = (RNG.random(400) < 0.4).astype(int)
    scores = {f"model {place}": np.clip(0.1 * place * truth + RNG.random(400), 0, 2) for place in range(5)}
    return assay.compare(truth, score=scores, metrics=["roc_auc", "average_precision"])


def column(page, table, place):
    return [row.locator("th,td").nth(place).inner_text() for row in table.locator("tbody tr").all() if row.is_visible()]


def class_table(page):
    return page.locator("table", has=page.locator("caption", has_text=f"{CLASSES} classes, the worst"))


@pytest.mark.parametrize("width", [1280, 375])
def test_every_class_is_on_the_page_the_worst_first_and_sorts_by_any_column(visit, many, width):
    page = visit(many, width=width)
    table = class_table(page)
    recalls = {f"class {label:02d}": float((SAID[label == TRUTH] == label).mean()) for label in range(CLASSES)}
    assert sorted(column(page, table, 0)) == sorted(recalls)
    f1 = [float(text.split()[0]) for text in column(page, table, 4)]
    assert f1 == sorted(f1)
    table.get_by_role("button", name="recall").click()
    shown = column(page, table, 0)
    assert [recalls[label] for label in shown] == pytest.approx(sorted(recalls.values()), abs=0.011)
    assert table.locator("th[aria-sort=ascending]").inner_text().startswith("recall")
    table.get_by_role("button", name="recall").press("Enter")
    assert column(page, table, 0)[0] == max(recalls, key=recalls.get)
    assert page.said == []


@pytest.mark.parametrize("width", [1280, 375])
def test_rows_are_filtered_by_what_is_typed_and_saved_as_csv(visit, many, width):
    page = visit(many, width=width)
    table = class_table(page)
    box = page.get_by_role("searchbox", name="classes, the worst")
    box.fill("class 1")
    assert sorted(column(page, table, 0)) == [f"class {label}" for label in range(10, 20)]
    with page.expect_download() as waiting:
        page.get_by_role("button", name=f"Save {CLASSES} classes").click()
    rows = list(csv.reader(io.StringIO(waiting.value.path().read_text("utf-8"))))
    assert rows[0] == ["class", "cases", "precision", "recall", "F1"]
    counts = {f"class {label}": int((label == TRUTH).sum()) for label in range(10, 20)}
    assert {row[0]: int(row[1]) for row in rows[1:]} == counts


def test_a_formula_in_a_label_is_saved_as_text(visit):
    labels = np.where(RNG.random(60) < 0.5, "=1+1", "@x")
    page = visit(assay.evaluate(labels, np.roll(labels, 1), positive="@x"))
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save truth").click()
    assert "\n'=1+1," in waiting.value.path().read_text("utf-8")


@pytest.mark.parametrize("key", ["roc", "densities", "calibration", "confusion"])
def test_a_figure_saves_the_data_that_python_writes_of_it(visit, scored, key):
    page = visit(scored)
    figure = page.locator(f"#figure-{key}, #live-{key}")
    with page.expect_download() as waiting:
        figure.get_by_role("button", name="as CSV").click()
    assert waiting.value.suggested_filename == f"assay-{key}.csv"
    rows = list(csv.reader(io.StringIO(waiting.value.path().read_text("utf-8"))))
    expected = list(csv.reader(io.StringIO(scored.plot(key).to_csv())))
    assert rows[0] == expected[0]
    assert [[number(cell) for cell in row] for row in rows] == [[number(cell) for cell in row] for row in expected]
    assert page.said == []


def number(text):
    """Return what a cell says: 1 and 1.0 are the same."""
    try:
        return float(text)
    except ValueError:
        return text


def test_a_formula_in_the_name_of_a_model_is_saved_as_text_with_a_figure(visit):
    scores = {"=1+1": RNG.random(60), "@x": RNG.random(60)}
    page = visit(assay.compare(np.arange(60) % 2, score=scores, metrics=["roc_auc"]))
    with page.expect_download() as waiting:
        page.locator("#figure-forest").get_by_role("button", name="as CSV").click()
    cells = {cell for row in csv.reader(io.StringIO(waiting.value.path().read_text("utf-8"))) for cell in row}
    assert {"'=1+1", "'@x"} <= cells
    assert not {"=1+1", "@x"} & cells


@pytest.mark.parametrize("width", [1280, 375])
def test_a_figure_is_enlarged_and_closed_by_keyboard(visit, scored, width):
    page = visit(scored, width=width)
    figure = page.locator("#figure-densities")
    small = figure.locator("svg").bounding_box()["width"]
    figure.get_by_role("button", name="Enlarge").press("Enter")
    dialog = page.locator("dialog[open]")
    assert dialog.locator("svg").bounding_box()["width"] > small
    ids = page.evaluate("Array.from(document.querySelectorAll('[id]'), (part) => part.id)")
    assert len(ids) == len(set(ids))
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    assert page.said == []


def test_a_figure_is_saved_as_svg_and_as_png_at_twice_its_size(visit, scored):
    page = visit(scored, scheme="dark")
    figure = page.locator("#figure-densities")
    box = page.evaluate("(() => { const b = document.querySelector('#figure-densities svg').viewBox.baseVal;"
                        " return [b.width, b.height]; })()")  # fmt: skip
    with page.expect_download() as waiting:
        figure.get_by_role("button", name="PNG").click()
    header = waiting.value.path().read_bytes()[16:24]
    sides = [int.from_bytes(header[:4]), int.from_bytes(header[4:])]
    assert sides == pytest.approx([2 * side for side in box], abs=1)
    with page.expect_download() as waiting:
        figure.get_by_role("button", name="SVG").click()
    text = waiting.value.path().read_text("utf-8")
    assert text.startswith("<svg")
    assert "var(" not in text
    assert all(url.startswith(("file:", "data:", "blob:")) for url in page.asked)


@pytest.mark.parametrize("width", [1280, 375])
def test_the_threshold_of_the_bar_is_that_of_the_section_wherever_one_is(visit, scored, width):
    page = visit(scored, width=width)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.locator(".bar-top").bounding_box()["y"] == pytest.approx(0, abs=1)
    slider = page.locator("#everywhere")
    slider.focus()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    threshold = float(page.locator("#used").inner_text())
    assert page.locator("#slider").input_value() == slider.input_value()
    assert float(page.locator("#threshold-now").inner_text()) == pytest.approx(threshold, abs=5e-4)
    point = scored.thresholds.at(threshold)
    shown = page.locator("#live-metrics tr[data-metric=recall] .value").get_attribute("data-value")
    assert float(shown) == pytest.approx(point["recall"].value)


@pytest.mark.parametrize("width", [1280, 375])
def test_the_look_is_remembered(visit, scored, tmp_path, width):
    page = visit(scored, width=width)
    page.get_by_role("button", name="Dark").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") in ("dark", None)
    assert page.evaluate("localStorage.getItem('assay-theme')") == "dark"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(232, 234, 237)"


@pytest.mark.parametrize("width", [1280, 375])
def test_a_legend_brings_its_own_marks_forward(visit, five, width):
    page = visit(five, width=width)
    entry = page.locator("#figure-roc .entry").first
    entry.scroll_into_view_if_needed()
    entry.dispatch_event("pointerenter")
    assert page.locator("#figure-roc .faint").count() > 0
    entry.dispatch_event("pointerleave")
    assert page.locator("#figure-roc .faint").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_gets_cards_and_nothing_is_cut_off(visit, five, many, scheme):
    from axe_playwright_python.sync_playwright import Axe

    for result in (five, many):
        page = visit(result, 375, scheme)
        wide = page.evaluate(
            "Array.from(document.querySelectorAll('.scroll')).filter((one) => one.checkVisibility()"
            " && one.scrollWidth > one.clientWidth + 1).map((one) => one.getAttribute('aria-label'))"
        )
        assert wide == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = Axe().run(page).response["violations"]
        assert [one["id"] for one in found] == []


def test_all_numbers_stand_there_with_scripts_off(browser, many, tmp_path):
    path = assay.report(many, tmp_path / "x.html")
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(path.as_uri())
    text = page.locator("main").inner_text()
    assert all(f"class {label:02d}" in text for label in range(CLASSES))
    assert page.locator("main svg").count() > 2
    context.close()


@pytest.mark.parametrize("width", [1280, 375])
def test_the_pairs_of_many_models_unfold(visit, five, width):
    page = visit(five, width=width)
    fold = page.locator("details.fold", has_text="All 10 pairs in ROC AUC")
    rows = fold.locator("tbody tr")
    assert not rows.first.is_visible()
    fold.locator("summary").press("Enter")
    assert rows.count() == 10
    assert rows.first.is_visible()
    first = min(five["roc_auc"].pairs, key=lambda pair: pair.p_adjusted)
    assert rows.first.inner_text().startswith(f"{first.a} - {first.b}")
