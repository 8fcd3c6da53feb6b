"""Tables of LaTeX as papers set them: with caption and label, and never wider than the column they stand in."""

from __future__ import annotations

import re

NEEDS = "\\usepackage{booktabs,graphicx}"
"""What a paper has to load for these tables."""
FIT = "\\resizebox{\\ifdim\\width>\\columnwidth\\columnwidth\\else\\width\\fi}{!}{%"
"""Shrinks what is wider than the column, and nothing else."""


def floated(tabular: str, caption: str, label: str) -> str:
    r"""Put a tabular into a float that fits a column; the caption is LaTeX already.

    >>> print(floated("\\begin{tabular}{l}\nx\n\\end{tabular}", "What is x.", "x"))
    \begin{table}[tb]
    \centering
    \caption{What is x.}
    \label{tab:x}
    \resizebox{\ifdim\width>\columnwidth\columnwidth\else\width\fi}{!}{%
    \begin{tabular}{l}
    x
    \end{tabular}}
    \end{table}
    """
    lines = ["\\begin{table}[tb]", "\\centering", f"\\caption{{{caption}}}", f"\\label{{tab:{label}}}", FIT]
    return "\n".join([*lines, f"{tabular}}}", "\\end{table}"])


def label_of(*words: str) -> str:
    """Return a label that LaTeX takes, made of words.

    >>> label_of("Evaluation", "ROC AUC by site"), label_of("日本")
    ('evaluation-roc-auc-by-site', 'table')
    """
    return "-".join(re.findall(r"[a-z0-9]+", " ".join(words).casefold())) or "table"
