"""Small pictures of the gallery's pages, and how far a page is from its picture."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageFilter, ImageOps

from gallery.chromium import launched, path_of_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PLACE = Path(__file__).parent.parent / "docs" / "gallery"
STORED = Path(__file__).parent.parent / "tests" / "reports" / "pages" / "screenshots"
DESK, PHONE = 1280, 375
"""Pixels of the windows that pages are looked at in."""
SCALE = 0.25
"""Pixels stored for one of the page: enough to see every chart, and 27 pages in less than a megabyte."""
ON_A_PHONE = ("scores", "five-models", "two-hundred-classes", "detection", "text", "twelve-models")
"""Pages that are also kept as a phone shows them: one of every kind."""
GREYS = 16
"""Inks of a stored picture."""
BLUR = 32
"""Pixels of the picture to every side over which ink is averaged: a square of 260 pixels of the page, half a chart."""
DRIFT = 2
"""Steps of 8 pixels of the picture by which a part may stand higher or lower, as other fonts move it."""
PAPER = 10.0
"""Ink, of 255, that is added to both sides of the comparison: nearly white parts do not differ by their specks."""
MOST_APART = 0.3
"""The largest difference in ink of two blurred pictures, over the sum of both, that passes.

Measured on seven pages: another font (DejaVu Serif for DejaVu Sans) or letters 8% narrower (as Liberation Sans is)
differ by 0.17 and 0.23 at most; an emptied chart by 0.38 at least, a section left out by 0.33.
"""
MOST_TALLER = 0.04
"""The share by which a page may be taller or shorter: other fonts break other lines and change it by 2%."""


def opened(browser: Browser, width: int) -> Page:
    """Open an empty page as wide as that, in light colours, that is pictured small."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, device_scale_factor=SCALE, color_scheme="light"
    )
    return context.new_page()


def show(page: Page, key: str) -> None:
    """Open a page of the gallery and wait for its pictures, also those that are only loaded when scrolled to."""
    page.goto((PLACE / f"{key}.html").as_uri())
    page.evaluate("Promise.all(Array.from(document.images, (one) => { one.loading = 'eager'; return one.decode(); }))")


def taken(page: Page) -> Image.Image:
    """Return the whole page as a grey picture."""
    return Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L")


def stored_at(key: str, width: int) -> Path:
    """Return where the picture of a page is kept."""
    return STORED / f"{key}-{width}.png"


def shots() -> list[tuple[str, int]]:
    """Return every page with every width at which it is kept."""
    keys = sorted(path.stem for path in PLACE.glob("*.html"))
    return [(key, DESK) for key in keys] + [(key, PHONE) for key in ON_A_PHONE]


def renew() -> int:
    """Take every picture anew; what is no page any more goes."""
    path = path_of_chromium()
    if path is None:
        print("There is no Chromium here. Install it, or name it in the environment variable CHROMIUM.")
        return 1
    STORED.mkdir(exist_ok=True)
    for old in STORED.glob("*.png"):
        old.unlink()
    with launched(path) as browser:
        pages = {width: opened(browser, width) for width in (DESK, PHONE)}
        for key, width in shots():
            show(pages[width], key)
            few = taken(pages[width]).quantize(GREYS, dither=Image.Dither.NONE)
            few.save(stored_at(key, width), optimize=True)
    return 0


def apart(stored: Image.Image, now: Image.Image) -> tuple[float, float]:
    """Return how far two pictures are apart: the largest difference in ink anywhere, and in height."""
    kept, seen = _ink(stored.convert("L"), stored.size), _ink(now, stored.size)
    rows = np.arange(len(kept))
    moved = [seen[np.clip(rows + step, 0, len(kept) - 1)] for step in range(-DRIFT, DRIFT + 1)]
    differences = [np.abs(kept - other) / (kept + other + PAPER) for other in moved]
    return float(np.min(differences, axis=0).max()), abs(now.height / stored.height - 1)


def _ink(picture: Image.Image, size: tuple[int, int]) -> np.ndarray:
    """Return the mean ink around every eighth pixel, the picture stretched to a size."""
    dark = ImageOps.invert(picture).resize(size, Image.Resampling.BOX).filter(ImageFilter.BoxBlur(BLUR))
    return np.asarray(dark, dtype=float)[::8, ::8]
