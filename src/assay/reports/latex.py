"""A Document as LaTeX: booktabs tables with everything that came from the data escaped."""

from __future__ import annotations

import re

from assay.reports.document import Bar, Document, Table
from assay.reports.latex_floats import NEEDS, floated, label_of

ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "±": r"$\pm$", "∞": r"$\infty$", "²": r"$^2$", "–": "--",
    "╲": r"$\backslash$", "…": r"\ldots{}", "·": r"$\cdot$", "≤": r"$\leq$", "Σ": r"$\Sigma$", "δ": r"$\delta$",
    "ŷ": r"$\hat{y}$", "≥": r"$\geq$", "−": "--", "α": r"$\alpha$", "β": r"$\beta$", "γ": r"$\gamma$",
    "ε": r"$\varepsilon$", "λ": r"$\lambda$", "μ": r"$\mu$", "σ": r"$\sigma$", "χ": r"$\chi$", "ρ": r"$\rho$",
    "τ": r"$\tau$", "κ": r"$\kappa$", "θ": r"$\theta$", "π": r"$\pi$", "×": r"$\times$", "³": r"$^3$", "¹": r"$^1$",
    "⁺": r"$^+$", "⁻": r"$^-$", "’": "'", "“": "``", "”": "''", "—": "---", "●": r"$\bullet$", "○": r"$\circ$",
    "▲": r"$\bigtriangleup$", "†": r"\dag{}", "*": "*",
}  # fmt: skip
PLAIN = range(0x20, 0x180)
"""Characters that every LaTeX sets as they are: ASCII and Latin letters with accents."""
JOINERS = "\u200c\u200d"
"""Characters that cannot be seen but belong to words and emoji."""
OTHER_SCRIPTS = (
    "% names in other scripts: compile with lualatex or xelatex, \\usepackage{fontspec} and a font that has them; "
    "\\usepackage[bidi=basic]{babel} for those written from right to left"
)
"""What papers with such names need; pdflatex knows no letters but Latin ones."""
PARTS = ("metric", "class", "label", "output", "threshold rule", "slice", "model")
"""Headings of a first column that say what a row is."""
INTERVAL = re.compile(r"[\[(]-?[\d.,]+ ?[,-] ?-?[\d.,]+[\])]")
"""An interval as tables write it."""
MINUS = re.compile(r"(?<![\w.)}-])-(?=[\d.∞])")
"""A hyphen that begins a number is a minus."""
NUMERIC = re.compile(r"[\[(]?-?[\d∞]")
"""How a number or an interval begins."""
SKETCHES = frozenset("·●○─╾╼┊")


def to_latex(document: Document) -> str:
    """Render a document's tables, each with caption and label, no wider than a column."""
    parts = [f"% {' '.join(document.signature.split())}; needs {NEEDS}"]
    labels: set[str] = set()
    for table in document.unfolded:
        title = _title(document, table)
        label = label_of(document.title, title)
        label = label if label not in labels else f"{label}-{len(labels) + 1}"
        labels.add(label)
        words = (title, _brackets(table), table.short_remark)
        caption = ". ".join(_sentence(part) for part in words if part)
        parts.append(floated(latex_table(table), f"{escape(caption)}.", label))
    notes = [f"\\item {escape(note)}" for note in document.notes]
    if notes:
        parts.append("\n".join(["\\begin{itemize}", *notes, "\\end{itemize}"]))
    text = "\n\n".join(parts) + "\n"
    first, rest = text.split("\n", 1)
    plain = all(ord(letter) in PLAIN for letter in rest if letter != "\n")
    return text if plain else f"{first}\n{OTHER_SCRIPTS}\n{rest}"


def _sentence(words: str) -> str:
    """Begin with a capital, but for a symbol, which is another with a capital: a p-value is no P."""
    symbol = not words[1:2].isalpha() and not words.startswith("a ")
    return (words if symbol else f"{words[0].upper()}{words[1:]}").rstrip(".")


def _title(document: Document, table: Table) -> str:
    """Return what a table shows: its caption, else what its first column is about."""
    if table.caption or table.about:
        return str(table.caption or table.about).rstrip(":.")
    heading = table.columns[0].heading
    return f"{document.title}, by {heading}" if heading in PARTS else heading


def _brackets(table: Table) -> str:
    """Say what the brackets of intervals hold, where a heading does not."""
    headed = any("interval" in column.heading for column in table.columns)
    written = any(isinstance(cell, str) and INTERVAL.search(cell) for row in table.first for cell in row)
    return "" if headed or not written else "Brackets hold intervals"


def latex_table(table: Table) -> str:
    """Write one table with rules above, below and under the headings."""
    kept = [index for index in range(len(table.columns)) if not any(_drawn(row[index]) for row in table.first)]
    places = "".join("r" if table.columns[index].align == "right" else "l" for index in kept)
    lines = [f"\\begin{{tabular}}{{{places}}}", "\\toprule"]
    lines.append(_line([escape(table.columns[index].heading) for index in kept]))
    lines.append("\\midrule")
    lines += [_line([_written(str(row[index])) for index in kept]) for row in table.first]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"])


def _written(cell: str) -> str:
    """Write a cell; in one that begins with a number or an interval hyphens before digits are minus signs."""
    return MINUS.sub("$-$", escape(cell)) if NUMERIC.match(cell.strip()) else escape(cell)


def _drawn(cell: object) -> bool:
    """Say whether a cell is a drawing: a bar, or one made of characters."""
    return isinstance(cell, Bar) or (isinstance(cell, str) and len(cell) > 5 and set(cell) <= SKETCHES)


def escape(text: str) -> str:
    r"""Show text as it is: no character of it is read as LaTeX.

    >>> escape("50% of a_b")
    '50\\% of a\\_b'
    """
    return "".join(_letter(letter) for letter in " ".join(text.split()))


def _letter(letter: str) -> str:
    """Write one character; one that cannot be seen as its number."""
    known = ESCAPES.get(letter)
    if known is not None:
        return known
    return letter if letter.isprintable() or letter in JOINERS else f"\\texttt{{U+{ord(letter):04X}}}"


def _line(cells: list[str]) -> str:
    return row(cells)


def row(cells: list[str]) -> str:
    """Write a row; one that begins with a bracket must not be taken for an option of the row before."""
    first = f"{{}}{cells[0]}" if cells and cells[0].startswith(("[", "*")) else cells[0] if cells else ""
    return f"{' & '.join([first, *cells[1:]])} \\\\"
