"""Write docs/gallery: `python -m gallery` makes every page, `python -m gallery fraud perfect` those named.

`python -m gallery --screenshots` pictures the pages that are there, for the test that compares them.
"""

from __future__ import annotations

import re
import sys
import time
from html import escape
from pathlib import Path

import assay
from gallery.example import Example
from gallery.examples import EXAMPLES

PLACE = Path(__file__).parent.parent / "docs" / "gallery"
LONGEST_OPENING = 2000
"""Characters within which the opening of a picture says its size."""
READABLE, PHONE, COLUMN = 0.88, 385, 560
"""To what share of its size a picture may shrink (words are 9 pixels high then); how wide a phone and a column are."""
STYLE = (
    "html{color-scheme:light dark;background:Canvas;color:CanvasText}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:auto;padding:1rem}"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem;align-items:start}"
    "figure{margin:0}figure[tabindex]{overflow-x:auto}.row{grid-column:1/-1}img{max-width:100%;height:auto;background:#fff}figcaption{font-size:.9rem}"
    "@media screen and (prefers-color-scheme:dark){img{filter:invert(.93) hue-rotate(180deg)}}"
    "@page{margin:14mm 12mm}@media print{img{min-width:0!important}.charts{grid-template-columns:1fr 1fr}"
    "figure,h2+p{break-inside:avoid}"
    "h2,h2+p{break-after:avoid}img{max-height:225mm}}"
)


def main(named: list[str]) -> int:
    """Make the pages named, all of them where none is, and the lists that link them."""
    if named == ["--screenshots"]:
        from gallery.screenshots import renew

        return renew()
    known = {example.key: example for example in EXAMPLES}
    unknown = [key for key in named if key not in known]
    if unknown:
        print(f"There is no page {unknown[0]!r}. There are {', '.join(known)}.", file=sys.stderr)
        return 2
    PLACE.mkdir(parents=True, exist_ok=True)
    if not named:
        for old in (*PLACE.glob("*.svg"), *PLACE.glob("*.html")):
            old.unlink()
    for key in named or known:
        start = time.process_time()
        draw(known[key])
        print(f"{key}: {time.process_time() - start:.1f} s")
    (PLACE / "index.html").write_text(page(), encoding="utf-8")
    (PLACE / "README.md").write_text(listing(), encoding="utf-8")
    return 0


def draw(example: Example) -> None:
    """Write an example's report, and its charts that are kept as pictures."""
    result = example.make()
    if example.page:
        assay.report(result, PLACE / f"{example.key}.html", cases=example.cases)
    for name in example.charts:
        result.plot(name).save(str(PLACE / f"{example.key}-{name}.svg"))


def page() -> str:
    """Return the page that links them all."""
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>assay: gallery</title><style>{STYLE}</style></head><body><main><h1>Gallery</h1><ul>",
        *(f"<li><a href='{own.key}.html'>{escape(own.title)}</a>: {escape(own.words)}</li>" for own in paged()),
        "</ul>",
    ]
    for example in EXAMPLES:
        link = f" <a href='{example.key}.html'>The whole report</a>." if example.page else ""
        parts.append(f"<h2>{escape(example.title)}</h2><p>{escape(example.words)}{link}</p><div class='charts'>")
        parts += [figure(example, name) for name in example.charts]
        parts.append("</div>")
    return "\n".join([*parts, "</main></body></html>", ""])


def figure(example: Example, name: str) -> str:
    """Return a picture of the list, with its size, so that its room is there before it is loaded.

    One that would shrink below a size at which its words can be read has a row of its own, or is scrolled on a phone.
    """
    opening = (PLACE / f"{example.key}-{name}.svg").read_text("utf-8")[:LONGEST_OPENING]
    sides = (re.search(rf'<svg[^>]* {side}="([\d.]+)"', opening) for side in ("width", "height"))
    width, height = (float(side[1]) if side else 0.0 for side in sides)
    wide = f" tabindex='0' role='group' aria-label='{escape(name)}'" if width > PHONE else ""
    row = " class='row'" if width > COLUMN else ""
    return (
        f"<figure{row}{wide}><img src='{example.key}-{name}.svg' alt='{escape(name)}' "
        f"width='{width:g}' height='{height:g}' style='min-width:{READABLE * width:.0f}px'>"
        f'<figcaption><code>result.plot("{escape(name)}")</code></figcaption></figure>'
    )


def listing() -> str:
    """Return the same as Markdown."""
    parts = ["# Gallery", "", "Written by `make gallery`; `python -m gallery fraud` makes one page alone.", ""]
    parts += ["[All of it on one page](index.html).", "", "| page | what it shows |", "|---|---|"]
    parts += [f"| [{own.title}]({own.key}.html) | {own.words} |" for own in paged()]
    for example in EXAMPLES:
        link = f" [The whole report]({example.key}.html)." if example.page else ""
        parts += ["", f"## {example.title}", "", f"{example.words}{link}", ""]
        parts += [f"![{name}]({example.key}-{name}.svg)" for name in example.charts]
    return "\n".join([*parts, ""])


def paged() -> list[Example]:
    """Return the examples that have a page."""
    return [example for example in EXAMPLES if example.page]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
