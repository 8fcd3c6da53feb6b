"""What sacrebleu does for us: its tokenisers, its edits with shifts (TER), and its signatures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from assay.counting.edits import distances
from assay.errors import texts as errors
from assay.summaries.segments import EditCounts

BEAM = 24
"""sacrebleu looks 25 words to either side of the diagonal, the last one on one side left out."""


def tokeniser(name: str) -> Callable[[str], str]:
    """Return the tokeniser of sacrebleu that has this name."""
    known = list(_sacrebleu("BLEU").TOKENIZERS)
    if name not in known:
        raise errors.unknown_tokeniser(name, [*known, "rouge"])
    cut: Callable[[str], str] = _made("BLEU", tokenize=name).tokenizer
    return cut


def edits_with_shifts(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    options: Mapping[str, bool],
    tick: Callable[[int], None],
) -> EditCounts:
    """Count the edits of every segment, moving a phrase being one (Snover et al. 2006), and the references' length."""
    metric, distance = _made("TER", **options), distances().Levenshtein.distance
    rows = np.zeros((len(candidates), 5))  # the columns of EditCounts
    for place, (candidate, listed) in enumerate(zip(candidates, references, strict=True)):
        words, *others = (metric.tokenizer(text.rstrip()).split() for text in (candidate, *listed))
        edits = [_edits_without_shifts(words, other, distance) for other in others]
        known = [count for count in edits if count is not None]
        if len(known) < len(others):
            score = metric.sentence_score(candidate, list(listed))
            rows[place, :2] = score.num_edits, score.ref_length
        else:
            rows[place, :2] = min(known), sum(map(len, others)) / len(others)
        tick(1)
    rows[:, 2:] = np.nan
    return EditCounts(rows)


def _edits_without_shifts(
    words: Sequence[str], reference: Sequence[str], distance: Callable[[Sequence[str], Sequence[str]], int]
) -> int | None:
    """Return the fewest edits where no order of the words could do with fewer; None where moving some might help.

    Words that the other side lacks cost an edit each in every order. sacrebleu looks for edits near the diagonal alone:
    so few edits as are let through here never lead away from it.
    """
    edits = distance(words, reference)
    if 2 * edits >= BEAM:
        return None
    if edits == abs(len(words) - len(reference)):
        return edits
    common = (Counter(words) & Counter(reference)).total()
    return edits if edits == max(len(words), len(reference)) - common else None


def signature(metric: str, options: Mapping[str, object], references: int | None, draws: tuple[int, int] | None) -> str:
    """Return sacrebleu's signature of a metric: its name, the choices made, and the version.

    `references` is how many a segment has, None where that varies; `draws` are how many resamples, with which seed.
    """
    made = _made(metric, **options)
    made.num_refs = -1 if references is None else references
    if draws is not None:
        made.n_bootstrap, made.seed = draws
    return str(made.get_signature().format())


def bleu_details(options: Mapping[str, Any], sums: Sequence[float], order: int) -> str:
    """Return what sacrebleu prints behind BLEU: precisions, brevity penalty, lengths. `sums` are as in NgramCounts."""
    # NgramCounts: two lengths, then matched, candidate's and reference's runs of every order.
    matched, total = ([int(sums[place + 3 * n]) for n in range(order)] for place in (2, 3))
    score = _sacrebleu("BLEU").compute_bleu(
        matched, total, int(sums[0]), int(sums[1]), options["smooth_method"], options["smooth_value"],
        options["effective_order"], order,
    )  # fmt: skip
    lengths = f"hyp_len = {score.sys_len} ref_len = {score.ref_len}"
    return f" {score.prec_str} (BP = {score.bp:.3f} ratio = {score.ratio:.3f} {lengths})"


def _made(metric: str, **options: object) -> Any:
    """Build one of sacrebleu's metrics; some tokenisers need packages or files of their own."""
    kind = _sacrebleu(metric)
    try:
        return kind(**options)
    except (ImportError, RuntimeError, OSError) as problem:
        raise errors.tokeniser_missing(str(options.get("tokenize")), _reason(problem)) from problem


def _reason(problem: Exception) -> str:
    """Return the first line of what went wrong that says something."""
    lines = [line.strip() for line in str(problem).split("\n") if line.strip()]
    return lines[0].rstrip(".") if lines else type(problem).__name__


def _sacrebleu(name: str) -> Any:
    try:
        from sacrebleu import metrics
    except ImportError as problem:
        raise errors.text_extra("BLEU, TER and their tokenisers", "sacrebleu") from problem
    return getattr(metrics, name)
