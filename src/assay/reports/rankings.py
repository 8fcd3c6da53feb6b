"""A Ranking laid out as a Document, as plain data, and as the table of a paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from assay.comparisons.verdicts import p_text
from assay.reports.diagrams import critical_difference_diagram
from assay.reports.document import Column, Document, Table
from assay.reports.kinds import Decision, data_of, decisions_of, frame_of, lay_out
from assay.reports.latex import escape
from assay.reports.latex_floats import NEEDS, floated
from assay.reports.leaders import MOST_NAMED, listed
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.frames import frame_of_rows
from assay.results.ranking import RankedPair, Ranking
from assay.results.test import Test

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "assay.ranking/1"
MOST_PAIRS = 30
"""A taste: more pairs are shown on the page alone."""
MOST_ROWS = 40
"""A taste: more data sets are shown on the page alone."""
MOST_MODELS = 6
"""Columns of models that fit into 80."""
MOST_SCORES = 5000
"""Scores that a page holds in a table: more would weigh megabytes."""


@lay_out.register
def _(ranking: Ranking) -> Document:
    tables = [_pair_table(ranking), *_score_tables(ranking)]
    return Document(
        title="Ranking",
        opening=_opening(ranking),
        tables=tuple(tables),
        notes=tuple(note.message for note in ranking.notes),
        hints=(),
        signature=signature(ranking),
        headline=headline(ranking),
        closing=(f"For the paper: {ranking.paragraph}",),
        drawing=critical_difference_diagram(ranking.average_ranks, ranking.groups, ranking.critical_difference),
        latex=ranking_latex(ranking),
    )


def _opening(ranking: Ranking) -> tuple[str, ...]:
    where = f"{ranking.source}: " if ranking.source else ""
    what = f"{len(ranking.models)} models on {ranking.n} data sets, {ranking.better} is better"
    return (f"{where}{what}. {_omnibus(ranking)}", headline(ranking))


def headline(ranking: Ranking) -> str:
    """Say which model has the best mean rank, and which ones it cannot be told from."""
    best = ranking.order[0]
    mean = ranking.average_ranks[best]
    level = [plain_label(model) for model in ranking.order if ranking.average_ranks[model] == mean]
    if len(level) > 1:
        first = f"{listed(level[:MOST_NAMED])} share the best mean rank ({mean:.2f})"
    else:
        first = f"{plain_label(best)} has the best mean rank ({mean:.2f})"
    if ranking.control is not None:
        count = sum(pair.separated for pair in ranking.pairs)
        return f"{first}; {count} of {len(ranking.pairs)} models can be told apart from {plain_label(ranking.control)}."
    if len(level) > 1:
        return f"{first}."
    return f"{first}{_doubt(ranking, best)}."


def _doubt(ranking: Ranking, best: object) -> str:
    alike = {model for pair in ranking.pairs if best in (pair.a, pair.b) and not pair.separated
             for model in (pair.a, pair.b)}  # fmt: skip
    others = [plain_label(model) for model in ranking.order if model in alike and model != best]
    if not others:
        return " and can be told from every other model"
    if len(others) == len(ranking.models) - 1 and len(others) > 1:
        return " but cannot be told from any other model"
    named = (
        listed(others, "or") if len(others) <= MOST_NAMED else f"{len(others)} of the {len(ranking.models) - 1} others"
    )
    return f" but cannot be told from {named}"


def _omnibus(ranking: Ranking) -> str:
    p = ranking.omnibus_p
    word = "differ" if p <= 1 - ranking.level else "show no evidence of a difference"
    f = ranking.iman_davenport
    how = "Friedman by permutation" if "permutation_p" in ranking.more else f"Iman-Davenport F = {f.statistic:.2f}"
    return f"The models {word} ({how}, {p_text(p)})."


def signature(ranking: Ranking) -> str:
    """Return the choices that made the ranking, on one line."""
    parts = [f"assay {ranking.version}", f"level {ranking.level:g}", ranking.method, f"{ranking.better} is better"]
    if ranking.control is not None:
        parts.append(f"control {plain_label(ranking.control)}")
    if ranking.rope is not None:
        parts.append(f"rope {ranking.rope:g}")
    return " · ".join([*parts, f"{ranking.n} data sets", f"{len(ranking.models)} models"])


def _pair_table(ranking: Ranking) -> Table:
    pairs = sorted(ranking.pairs, key=lambda pair: (pair.separated, pair.p_adjusted, -abs(pair.rank_difference)))
    chances = ranking.rope is not None
    columns = (
        Column("pair", wrap=True),
        Column("win/tie/loss", short="w/t/l" if chances else None),
        Column("median difference"),
        Column("adjusted p", align="right"),
        *((Column("P(better, equal, worse)", wrap=True, short="P(>, =, <)"),) if chances else ()),
    )
    rows = tuple(_pair_row(pair, chances) for pair in pairs)
    first = "; first those that are contested" if 0 < sum(pair.separated for pair in pairs) < len(pairs) else ""
    remark = None
    if chances:
        remark = (
            f"P: how probable it is that the first is better, both are equal (apart by at most {ranking.rope:g}), "
            "or the second is better, given these scores (Bayesian signed ranks)"
        )
    caption = f"{pairs[0].test}{first}" if pairs else None
    return Table(columns, rows, caption=caption, remark=remark, most=MOST_PAIRS, what="pairs")


def _pair_row(pair: RankedPair, chances: bool) -> tuple[str, ...]:
    mark = " *" if pair.separated else "  "
    middle, limits = numbers.metric_number(1, pair.difference), numbers.metric_interval(1, pair.difference)
    shown: tuple[str, ...] = ()
    if chances and pair.probabilities is not None:
        shown = (" ".join(f"{pair.probabilities[side]:.2f}" for side in ("first", "rope", "second")),)
    p = numbers.p_value(pair.p_adjusted)
    return (
        f"{plain_label(pair.a)} - {plain_label(pair.b)}",
        f"{pair.wins}/{pair.ties}/{pair.losses}",
        f"{middle} {limits}",
        f"{p}{mark}",
        *shown,
    )


def _score_tables(ranking: Ranking) -> list[Table]:
    """Show every score: at once where they fit, folded away where they are many, not where a page cannot hold them."""
    if ranking.n <= MOST_ROWS and len(ranking.models) <= MOST_MODELS:
        return [_score_table(ranking)]
    if ranking.n * len(ranking.models) > MOST_SCORES:
        return []
    words = f"All scores and ranks: {len(ranking.models)} models on {ranking.n} data sets"
    return [replace(_score_table(ranking), folded=words)]


def _score_table(ranking: Ranking) -> Table:
    """Show every score with its rank in brackets, and the mean ranks below."""
    columns = (
        Column("data set", wrap=True),
        *(Column(plain_label(model), align="right", short=plain_label(model, 14)) for model in ranking.models),
    )
    decimals = _decimals(ranking.scores)
    rows = [
        (plain_label(name), *(f"{score:.{decimals}f} ({place:g})" for score, place in zip(*pair, strict=True)))
        for name, *pair in zip(ranking.data_sets, ranking.scores.tolist(), ranking.ranks.tolist(), strict=True)
    ]
    rows.append(("mean rank", *(f"{ranking.average_ranks[model]:.3f}" for model in ranking.models)))
    return Table(columns, tuple(rows))


def _decimals(scores: np.ndarray) -> int:
    """Return how many decimals show every score apart, at most 4."""
    for decimals in range(4):
        if np.array_equal(np.round(scores, decimals), scores):
            return decimals
    return 4


@data_of.register
def _(ranking: Ranking) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "assay": ranking.version,
        "method": ranking.method,
        "reason": ranking.reason,
        "level": ranking.level,
        "better": ranking.better,
        "control": ranking.control,
        "rope": ranking.rope,
        "n": ranking.n,
        "models": list(ranking.models),
        "data_sets": [name if isinstance(name, int) else str(name) for name in ranking.data_sets],
        "average_ranks": {str(model): rank for model, rank in ranking.average_ranks.items()},
        "omnibus": {
            "test": "friedman",
            **_test(ranking.omnibus),
            "iman_davenport": _test(ranking.iman_davenport),
            "uncorrected": {**_test(ranking.uncorrected), "iman_davenport": _test(ranking.iman_davenport_uncorrected)},
            **ranking.more,
        },
        "critical_difference": ranking.critical_difference,
        "differences": ranking.differences.tolist(),
        "pairs": [pair.to_dict() for pair in ranking.pairs],
        "groups": [list(group) for group in ranking.groups],
        "scores": ranking.scores.tolist(),
        "ranks": ranking.ranks.tolist(),
        "paragraph": ranking.paragraph,
        "notes": [note.to_dict() for note in ranking.notes],
    }


def _test(test: Test) -> dict[str, object]:
    return {"statistic": test.statistic, "df": list(test.df), "p_value": test.p_value}


def ranking_latex(ranking: Ranking) -> str:
    """Return the scores as a booktabs table: the best of each data set in bold, mean ranks below.

    A dagger marks models that cannot be told apart from the control or, without one, from the best mean rank.
    """
    best = ranking.order[0] if ranking.control is None else ranking.control
    near = [pair for pair in ranking.pairs if best in (pair.a, pair.b) and not pair.separated]
    alike = {other for pair in near for other in (pair.a, pair.b)} - {best}
    decimals = _decimals(ranking.scores)
    marks = {True: "$^\\dagger$", False: ""}
    heads = [escape(str(model)) + marks[model in alike] for model in ranking.models]
    lines = [
        f"\\begin{{tabular}}{{l{'r' * len(heads)}}}",
        "\\toprule",
        f"Data set & {' & '.join(heads)} \\\\",
        "\\midrule",
    ]
    for name, scores, ranks in zip(ranking.data_sets, ranking.scores, ranking.ranks, strict=True):
        cells = [
            f"\\textbf{{{score:.{decimals}f}}} ({place:g})"
            if place == ranks.min()
            else f"{score:.{decimals}f} ({place:g})"
            for score, place in zip(scores, ranks, strict=True)
        ]
        lines.append(f"{escape(str(name))} & {' & '.join(cells)} \\\\")
    means = [ranking.average_ranks[model] for model in ranking.models]
    shown = [f"\\textbf{{{mean:.3f}}}" if mean == min(means) else f"{mean:.3f}" for mean in means]
    lines += ["\\midrule", f"Mean rank & {' & '.join(shown)} \\\\", "\\bottomrule", "\\end{tabular}"]
    caption = "Scores, ranks in brackets, the best of every data set in bold"
    if alike:
        test = escape(ranking.pairs[0].test) if ranking.pairs else "the test"
        caption += f"; $^\\dagger$ not told apart from {escape(str(best))} at {1 - ranking.level:.2g} ({test})"
    head = f"% {signature(ranking)}; needs {NEEDS}\n"
    return head + floated("\n".join(lines), f"{caption}.", "ranking") + "\n"


@frame_of.register(Ranking)
def _(ranking: Ranking) -> pl.DataFrame:
    rows = [
        {
            "a": str(pair.a),
            "b": str(pair.b),
            "wins": pair.wins,
            "ties": pair.ties,
            "losses": pair.losses,
            "difference": pair.difference.value,
            "low": pair.difference.low,
            "high": pair.difference.high,
            "p_value": pair.p_value,
            "p_adjusted": pair.p_adjusted,
            "verdict": pair.verdict,
        }
        for pair in ranking.pairs
    ]
    return frame_of_rows(rows)


@decisions_of.register
def _(ranking: Ranking) -> Iterable[Decision]:
    for pair in ranking.pairs:
        yield pair.test, ranking.reason, pair.verdict, pair.separated
