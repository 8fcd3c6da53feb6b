"""Write docs/gallery: a report of every kind of result, every chart as SVG, and the page that shows them."""

from __future__ import annotations

from html import escape
from pathlib import Path

import assay
from assay.reports.charts.catalogue import every_chart
from gallery.examples import Example, examples

PLACE = Path(__file__).parent.parent / "docs" / "gallery"
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:auto;padding:1rem}"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem;align-items:start}"
    "figure{margin:0}img{max-width:100%;height:auto;background:#fff}figcaption{color:#555;font-size:.9rem}"
)


def main() -> None:
    """Make everything anew."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for old in (*PLACE.glob("*.svg"), *PLACE.glob("*.html")):
        old.unlink()
    shown = [(example, draw(example)) for example in examples()]
    (PLACE / "index.html").write_text(page(shown), encoding="utf-8")
    (PLACE / "README.md").write_text(listing(shown), encoding="utf-8")
    print(f"Gallery: {PLACE.relative_to(Path.cwd()) / 'index.html' if PLACE.is_relative_to(Path.cwd()) else PLACE}")


def draw(example: Example) -> list[str]:
    """Write an example's report and charts; return the names of the charts."""
    if example.page:
        assay.report(example.result, PLACE / f"{example.key}.html")
    names = list(every_chart(example.result))
    for name in names:
        example.result.plot(name).save(str(PLACE / f"{example.key}-{name}.svg"))
    return names


def page(shown: list[tuple[Example, list[str]]]) -> str:
    """Return the page that shows them all."""
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>assay: gallery</title><style>{STYLE}</style></head><body><h1>Gallery</h1>",
    ]
    for example, names in shown:
        link = f" <a href='{example.key}.html'>The whole report</a>." if example.page else ""
        parts.append(f"<h2>{escape(example.title)}</h2><p>{escape(example.words)}{link}</p><div class='charts'>")
        parts += [
            f"<figure><img src='{example.key}-{name}.svg' alt='{escape(name)}' loading='lazy'>"
            f'<figcaption><code>result.plot("{escape(name)}")</code></figcaption></figure>'
            for name in names
        ]
        parts.append("</div>")
    return "\n".join([*parts, "</body></html>", ""])


def listing(shown: list[tuple[Example, list[str]]]) -> str:
    """Return the same as Markdown."""
    parts = ["# Gallery", "", "Written by `make gallery`. [All of it on one page](index.html).", ""]
    for example, names in shown:
        link = f" [The whole report]({example.key}.html)." if example.page else ""
        parts += [f"## {example.title}", "", f"{example.words}{link}", ""]
        parts += [f"![{name}]({example.key}-{name}.svg)" for name in names]
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    main()
