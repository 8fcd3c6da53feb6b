"""The gallery looks as it did, and its pages are what the code writes."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PIL import Image

import assay
from gallery.examples import EXAMPLES
from gallery.screenshots import (
    DESK,
    MOST_APART,
    MOST_TALLER,
    PHONE,
    PLACE,
    STORED,
    apart,
    opened,
    shots,
    show,
    stored_at,
    taken,
)

CHANGED = {
    "a chart is empty": "document.querySelector('#figure-forest svg').replaceChildren()",
    "the last chart is empty": "[...document.querySelectorAll('main figure svg')].at(-1).replaceChildren()",
    "a section is gone": "document.querySelector('#trail').remove()",
}
OTHER_FONTS = {
    "serif": "e.style.fontFamily = 'DejaVu Serif, serif'",
    "narrower": "if (e.matches('body, svg text')) e.style.letterSpacing = '-0.6px'",
}


UNSEEN = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
ACCESSIBLE = (
    ("index", PHONE, "dark"), ("scores", PHONE, "light"), ("five-models", DESK, "dark"), ("detection", DESK, "light"),
    ("text", PHONE, "dark"), ("gate", PHONE, "dark"), ("plan", PHONE, "light"), ("history", DESK, "dark"),
)  # fmt: skip
"""The list and the seven pages that differ most; axe takes two seconds for each."""
KINDS = (
    "scores", "classes", "regression", "comparison", "ranking", "validation", "learning", "complexity", "bias-variance",
    "detection", "segmentation", "text", "slices", "two-hundred-classes", "gate", "plan", "history",
)  # fmt: skip
LOOK = """() => ({
    pictures: [...document.querySelectorAll("main figure")].filter((figure) => {
        const svg = figure.querySelector("svg"), box = svg?.getBoundingClientRect();
        return svg?.checkVisibility() && box.width > 100 && box.height > 50 && svg.querySelector("path, line, rect");
    }).map((figure) => figure.id),
    tables: document.querySelectorAll("table").length,
    cells: [...document.querySelectorAll("main td, main th, main p:not(.brush), main li, header h1, header p")]
        .map((cell) => cell.textContent.trim()).filter(Boolean),
})"""
"""What somebody sees: pictures with marks, tables, and every cell and sentence."""
CHEAP = ("ranking", "twelve-models", "twelve-cases", "text")


def words_of(path):
    return re.sub(r"\s+", " ", UNSEEN.sub(" ", path.read_text("utf-8"))).split()


@pytest.fixture(scope="module")
def windows(browser):
    return {width: opened(browser, width) for width in (DESK, PHONE)}


def looks_alike(page, key, width):
    ink, height = apart(Image.open(stored_at(key, width)), taken(page))
    return ink <= MOST_APART and height <= MOST_TALLER


@pytest.mark.parametrize(("key", "width"), shots())
def test_a_page_of_the_gallery_looks_as_its_stored_picture(windows, key, width):
    show(windows[width], key)
    ink, height = apart(Image.open(stored_at(key, width)), taken(windows[width]))
    told = "look at the page; if it is right, `python -m gallery --screenshots` takes its picture anew"
    assert ink <= MOST_APART, told
    assert height <= MOST_TALLER, told


@pytest.mark.parametrize("what", CHANGED)
@pytest.mark.parametrize("key", ["five-models", "comparison"])
def test_a_page_that_lost_something_looks_otherwise(windows, key, what):
    show(windows[DESK], key)
    windows[DESK].evaluate(CHANGED[what])
    assert not looks_alike(windows[DESK], key, DESK)


@pytest.mark.parametrize("what", OTHER_FONTS)
@pytest.mark.parametrize("key", ["scores", "comparison"])
def test_other_fonts_look_alike(windows, key, what):
    show(windows[DESK], key)
    windows[DESK].evaluate(f"for (const e of document.querySelectorAll('*')) {{ {OTHER_FONTS[what]} }}")
    assert looks_alike(windows[DESK], key, DESK)


@pytest.mark.parametrize(("key", "width", "scheme"), ACCESSIBLE)
def test_a_page_of_the_gallery_is_accessible(browser, key, width, scheme):
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto((PLACE / f"{key}.html").as_uri())
    wrong = Axe().run(page).response["violations"]
    fits = page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
    assert [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in wrong] == []
    assert fits


@pytest.mark.parametrize("key", KINDS)
def test_every_picture_and_number_is_there_with_scripts_off(browser, key):
    with_scripts, without = (looked_at(browser, key, scripts) for scripts in (True, False))
    source = (PLACE / f"{key}.html").read_text("utf-8")
    assert len(without["pictures"]) == source.count("<figure ") >= 1
    assert set(with_scripts["pictures"]) <= set(without["pictures"])
    assert without["tables"] == source.count("<table")
    assert Counter(with_scripts["cells"]) - Counter(without["cells"]) == Counter()
    assert any(character.isdigit() for cell in without["cells"] for character in cell)


def looked_at(browser, key, scripts):
    context = browser.new_context(viewport={"width": DESK, "height": 900}, java_script_enabled=scripts)
    page = context.new_page()
    page.goto((PLACE / f"{key}.html").as_uri())
    found = page.evaluate(LOOK)
    context.close()
    return found


def test_every_page_has_its_picture_and_no_picture_is_left_over():
    assert sorted(STORED.glob("*.png")) == sorted(stored_at(key, width) for key, width in shots())
    assert sum(path.stat().st_size for path in STORED.glob("*.png")) < 3_000_000


@pytest.mark.parametrize("key", CHEAP)
def test_a_page_of_the_gallery_says_what_the_code_writes(key, tmp_path):
    example = next(example for example in EXAMPLES if example.key == key)
    page = assay.report(example.make(), tmp_path / "page.html", cases=example.cases)
    assert words_of(page) == words_of(PLACE / f"{key}.html"), f"`python -m gallery {key}` makes the page anew"
