"""A Document as LaTeX: booktabs tables with everything that came from the data escaped."""

from __future__ import annotations

from assay.reports.document import Bar, Document, Table

ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "±": r"$\pm$", "∞": r"$\infty$", "χ²": r"$\chi^2$", "²": r"$^2$", "–": "--",
    "╲": r"$\backslash$", "…": r"\ldots{}", "·": r"$\cdot$", "≤": r"$\leq$", "Σ": r"$\Sigma$", "δ": r"$\delta$",
    "ŷ": r"$\hat{y}$",
}  # fmt: skip


def to_latex(document: Document) -> str:
    """Render a document's tables; they need the package booktabs."""
    parts = [f"% {' '.join(document.signature.split())}; needs \\usepackage{{booktabs}}"]
    parts += [latex_table(table) for table in document.tables]
    notes = [f"\\item {escape(note)}" for note in document.notes]
    if notes:
        parts.append("\n".join(["\\begin{itemize}", *notes, "\\end{itemize}"]))
    return "\n\n".join(parts) + "\n"


def latex_table(table: Table) -> str:
    """Write one table with rules above, below and under the headings."""
    kept = [index for index in range(len(table.columns)) if not any(isinstance(row[index], Bar) for row in table.rows)]
    places = "".join("r" if table.columns[index].align == "right" else "l" for index in kept)
    lines = [f"\\begin{{tabular}}{{{places}}}", "\\toprule"]
    lines.append(_line([escape(table.columns[index].heading) for index in kept]))
    lines.append("\\midrule")
    lines += [_line([escape(str(row[index])) for index in kept]) for row in table.rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"])


def escape(text: str) -> str:
    r"""Show text as it is: no character of it is read as LaTeX.

    >>> escape("50% of a_b")
    '50\\% of a\\_b'
    """
    found = " ".join(text.split()).replace("χ²", "\x00")
    return "".join(ESCAPES["χ²"] if letter == "\x00" else ESCAPES.get(letter, letter) for letter in found)


def _line(cells: list[str]) -> str:
    return f"{' & '.join(cells)} \\\\"
