"""Error rates: how many edits turn what was said into what should have been said."""

from __future__ import annotations

from assay.metrics.cards import metric
from assay.stats.arithmetic import Number, ratio
from assay.summaries.segments import EditCounts

INFINITE = float("inf")
NOTHING = "the references hold nothing"
UNKNOWN = "the references hold nothing, or a segment is too long to tell edits apart"
RATE = "For each {unit} of the references there are {value} edits; 0 is faultless."


@metric(
    label="TER", formula="edits, a phrase moved being one / mean length of the references", bounds=(0, INFINITE),
    better="lower", undefined=NOTHING, headline=True, reduction="ter", reading=RATE.replace("{unit}", "word"),
    reference="Snover et al. 2006",
)  # fmt: skip
def ter(
    edits: EditCounts, normalized: bool = False, no_punct: bool = False, asian_support: bool = False,
    case_sensitive: bool = False,
) -> Number:  # fmt: skip
    """Translation edit rate: words put in, left out, exchanged, or phrases moved, as sacrebleu counts them.

    >>> ter(EditCounts([[2.0, 8.0, 0, 0, 0]]))
    0.25
    """
    return ratio(edits.edits, edits.length)


@metric(
    label="Word error rate", formula="(substitutions + deletions + insertions) / words of the references",
    bounds=(0, INFINITE), better="lower", undefined=NOTHING, aliases=("wer",), headline=True, reduction="words",
    reading=RATE.replace("{unit}", "word"), reference="Levenshtein 1966",
)  # fmt: skip
def word_error_rate(edits: EditCounts, normalise: str = "none") -> Number:
    """Edits of words for each word of the reference: the measure of speech recognition.

    Words are cut at blanks and compared as they are; normalise="case" or "plain" takes capitals and punctuation away.
    Of several references the one with the lowest rate counts.

    >>> word_error_rate(EditCounts([[2.0, 8.0, 1, 1, 0]]))
    0.25
    """
    return ratio(edits.edits, edits.length)


@metric(
    label="Character error rate", formula="edits of characters / characters of the references", bounds=(0, INFINITE),
    better="lower", undefined=NOTHING, aliases=("cer",), headline=True, reduction="characters",
    reading=RATE.replace("{unit}", "character"), reference="Levenshtein 1966",
)  # fmt: skip
def character_error_rate(edits: EditCounts, normalise: str = "none") -> Number:
    """Edits of characters, blanks included, for each character of the reference.

    >>> character_error_rate(EditCounts([[1.0, 10.0, 0, 0, 0]]))
    0.1
    """
    return ratio(edits.edits, edits.length)


@metric(
    label="Substitutions", formula="words exchanged / words of the references", bounds=(0, 1), better="lower",
    undefined=UNKNOWN, reduction="words", reading="Of 100 words {hundred} are exchanged for another.",
)  # fmt: skip
def substitution_rate(edits: EditCounts, normalise: str = "none") -> Number:
    """Words exchanged for another: one of three parts of the word error rate.

    >>> substitution_rate(EditCounts([[2.0, 8.0, 1, 1, 0]]))
    0.125
    """
    return ratio(edits.sums[..., 2], edits.length)


@metric(
    label="Deletions", formula="words left out / words of the references", bounds=(0, 1), better="lower",
    undefined=UNKNOWN, reduction="words", reading="Of 100 words {hundred} are left out.",
)  # fmt: skip
def deletion_rate(edits: EditCounts, normalise: str = "none") -> Number:
    """Words left out: one of three parts of the word error rate.

    >>> deletion_rate(EditCounts([[2.0, 8.0, 1, 1, 0]]))
    0.125
    """
    return ratio(edits.sums[..., 3], edits.length)


@metric(
    label="Insertions", formula="words put in / words of the references", bounds=(0, INFINITE), better="lower",
    undefined=UNKNOWN, reduction="words", reading="For 100 words {hundred} are put in that should not be there.",
)  # fmt: skip
def insertion_rate(edits: EditCounts, normalise: str = "none") -> Number:
    """Words put in that should not be there: one of three parts of the word error rate.

    >>> insertion_rate(EditCounts([[2.0, 8.0, 1, 1, 0]]))
    0.0
    """
    return ratio(edits.sums[..., 4], edits.length)
