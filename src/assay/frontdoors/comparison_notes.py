"""What the tests of a comparison noted, each thing once."""

from __future__ import annotations

from collections.abc import Mapping

from assay.comparisons.verdicts import one_line
from assay.results.comparison import MetricComparison
from assay.results.note import Note

MOST_NOTES = 6
WORDS = {
    "mcnemar": ("McNemar",),
    "permutation": ("permutation", "randomisation"),
    "paired-bs": ("bootstrap",),
    "paired-ar": ("randomisation",),
}
"""What the names of tests hold, where that is not the method's own name."""


def not_applied(found: Mapping[str, MetricComparison], method: str | None) -> tuple[Note, ...]:
    """Name the metrics for which the test asked for was not used."""
    if method is None:
        return ()
    words = WORDS.get(method, (method,))
    others = [name for name, one in found.items() if one.pairs and not any(w in one.pairs[0].test for w in words)]
    if not others:
        return ()
    return (Note("method-not-applied", f"{method} does not fit {', '.join(others)}; there the default test was used."),)


def test_notes(found: Mapping[str, MetricComparison]) -> tuple[Note, ...]:
    """Collect what the tests noted, each thing once, with the metrics it is about unless that is all of them."""
    about: dict[str, list[str]] = {}
    for name, metric in found.items():
        for pair in metric.pairs:
            for note in pair.notes:
                about.setdefault(f"{one_line(pair.a)} and {one_line(pair.b)}: {note}", []).append(name)
    notes = []
    for text, names in list(about.items())[:MOST_NOTES]:
        where = "" if len(names) == len(found) else f" ({', '.join(names)})"
        notes.append(Note("pair", f"{text}{where}."))
    return tuple(notes)
