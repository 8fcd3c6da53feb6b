"""Messages in the words of the command line: options instead of Python arguments, and the option that was meant."""

from __future__ import annotations

import re
import shutil
import textwrap

import click

VALUES = (
    *("missing", "positive", "task", "method", "level", "seed", "weight", "margin", "rope", "control", "boxes"),
    *("scheme", "on_error", "candidates", "select"),
)
COLUMNS = (
    *("lower", "upper", "score", "prediction", "task", "positive", "weight", "control"),
    *("search", "strata", "groups", "select"),
)
METRIC_TEXT = re.compile(r"\w+\([^()']*=[^()]*\)")
"""A metric with parameters, as in interval_score(level=0.9): it is written so on the command line too."""

MEANT = {
    "--truth": ("--y-true", "--actual", "--label", "--labels", "--target", "--ground-truth", "--gold", "--expected"),
    "--prediction": ("--pred", "--preds", "--predicted", "--y-pred", "--predictions", "--answer", "--output-column"),
    "--score": (
        "--prob",
        "--proba",
        "--probability",
        "--probabilities",
        "--y-score",
        "--scores",
        "--confidence-column",
    ),
    "--positive": ("--pos-label", "--positive-label", "--positive-class", "--pos"),
    "--threshold": ("--cutoff", "--cut", "--decision-threshold"),
    "--weight": ("--weights", "--sample-weight", "--sample-weights"),
    "--metric": ("--metrics", "--measure", "--scoring"),
    "--level": ("--confidence", "--confidence-level", "--ci", "--alpha"),
    "--seed": ("--random-state", "--random-seed", "--rng"),
    "--report": ("--output", "--out", "--html", "--output-file", "--markdown", "--latex"),
    "--json": ("--format", "--as-json"),
    "--missing": ("--na", "--dropna", "--nan", "--ignore-missing"),
    "--cost": ("--costs", "--cost-matrix", "--price", "--prices"),
    "--control": ("--baseline", "--reference-model", "--against"),
    "--margin": ("--equivalence", "--tolerance", "--non-inferiority"),
    "--method": ("--test", "--interval"),
    "--lower-is-better": ("--ascending", "--minimize", "--minimise", "--smaller-is-better"),
    "--group": ("--cluster", "--clusters", "--groups", "--group-by", "--unit", "--subject", "--patient"),
    "--groups": ("--cluster", "--clusters", "--group", "--group-by", "--unit", "--subject", "--patient"),
    "--by": ("--slice", "--slices", "--segment", "--subgroup", "--stratify-by"),
    "--on": ("--key", "--join", "--join-on", "--id"),
    "--require": ("--fail-under", "--fail-below", "--gate", "--min", "--assert"),
    "--scheme": ("--cv", "--folds", "--split", "--splits", "--k"),
    "--params": ("--parameters", "--settings", "--hyperparameters", "--kwargs"),
    "--jobs": ("--n-jobs", "--workers", "--parallel"),
    "--boxes": ("--box-format", "--bbox-format", "--bbox"),
}
"""The option, and what users of other tools type for it. It is suggested only by commands that have it."""


def in_command_words(message: str) -> str:
    """Turn the Python words of a message into options of the command line, and wrap it."""
    parts, start = [], 0
    for metric in METRIC_TEXT.finditer(message):
        parts += [_translated(message[start : metric.start()]), metric.group()]
        start = metric.end()
    parts.append(_translated(message[start:]))
    return textwrap.fill(f"assay: {''.join(parts)}", min(shutil.get_terminal_size((80, 24)).columns, 100))


def _translated(message: str) -> str:
    message = re.sub(rf"\b({'|'.join(VALUES)})=('([^']*)'|-?[\d.]*\d)", _as_option, message)
    message = message.replace("metrics='", "--metric '").replace("yes=True", "--yes")
    message = re.sub(r"metrics=\[\.\.\.\]", "--metric", message)
    return re.sub(rf"\b({'|'.join(COLUMNS)})=(?=[\s,;.)]|$)", r"--\1", message)


def _as_option(found: re.Match[str]) -> str:
    value = found[3] if found[3] is not None else found[2]
    option = f"--{found[1].replace('_', '-')}"
    return f"{option} {value}" if " " not in value else f"{option} '{value}'"


def with_meant_option(problem: click.NoSuchOption) -> click.NoSuchOption:
    """Let an unknown option suggest the one that other tools call so, where the command has it."""
    command = problem.ctx.command if problem.ctx else None
    known = {name for parameter in (command.params if command else []) for name in parameter.opts}
    meant = [option for option, others in MEANT.items() if option in known and problem.option_name in others]
    return click.NoSuchOption(problem.option_name, possibilities=meant, ctx=problem.ctx) if meant else problem
