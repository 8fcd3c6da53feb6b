"""Metrics that are the mean of what every segment scores: answers, summaries, meaning."""

from __future__ import annotations

from assay.metrics.cards import metric
from assay.metrics.declarations import Essentials
from assay.metrics.families import SegmentShare
from assay.stats.arithmetic import Number, ratio
from assay.summaries.segments import SegmentScores

NO_SEGMENT = "there is no segment"
MEAN = "{label} is {value} on average over the segments."
"""The kind of interval of a metric that is a share of the segments."""
BERT = "Zhang et al. 2020 (BERTScore)"


def mean(scores: SegmentScores, place: int = 0) -> Number:
    """Return the mean of a column of scores.

    >>> mean(SegmentScores.of([0.5, 1.0]))
    0.75
    """
    return ratio(scores.sums[..., place], scores.sums[..., -1])


@metric(
    label="Exact match", formula="answers that are one of the references / answers", bounds=(0, 1), better="higher",
    undefined=NO_SEGMENT, aliases=("em",), headline=True, reduction="exact", family=SegmentShare(),
    reading="Of 100 answers {hundred} are exactly right.",
    reference="Rajpurkar et al. 2016",
)  # fmt: skip
def exact_match(scores: SegmentScores, normalise: str = "numbers") -> Number:
    """Share of the answers that are one of the references, after normalisation.

    normalise="numbers" takes away capitals, punctuation, the articles a, an, the, and surplus blanks, but leaves every
    number what it is (sign, decimal point, percent sign); "plain" leaves the articles too, "case" takes away capitals
    only, "none" nothing. "squad" is the rule of SQuAD's own script, which calls 75 right for 7.5 and 3 for -3.

    >>> exact_match(SegmentScores.of([1.0, 0.0]))
    0.5
    """
    return mean(scores)


@metric(
    label="Token F1", formula="mean over answers of 2 x shared words / (words said + words of the reference)",
    bounds=(0, 1), better="higher", undefined=NO_SEGMENT, headline=True, reduction="tokens", reading=MEAN,
    reference="Rajpurkar et al. 2016",
)  # fmt: skip
def token_f1(scores: SegmentScores, normalise: str = "numbers") -> Number:
    """How many words answer and reference share, whatever their order; the best of several references counts.

    Normalised as exact_match is. Two empty answers agree.

    >>> token_f1(SegmentScores.of([1.0, 0.5]))
    0.75
    """
    return mean(scores)


@metric(
    label="Accuracy of choices", formula="answers that begin with the letter of a right choice / answers",
    bounds=(0, 1), better="higher", undefined=NO_SEGMENT, headline=True, reduction="choices", family=SegmentShare(),
    reading="Of 100 questions {hundred} get the right choice.",
    beware="an answer is read by the letter or number it begins with: '(B)', 'b.', 'B) Paris'; one that begins "
    "otherwise is wrong",
)  # fmt: skip
def choice_accuracy(scores: SegmentScores) -> Number:
    """Share of multiple-choice questions that are answered with the right letter or number.

    >>> choice_accuracy(SegmentScores.of([1.0, 1.0]))
    1.0
    """
    return mean(scores)


class _Family(Essentials, total=False):
    """What metrics of one family have in common."""

    headline: bool
    reference: str
    beware: str


def _rouge(label: str, what: str, headline: bool = True) -> _Family:
    return {
        "label": label, "formula": f"mean over segments of the F1 of {what}", "bounds": (0, 1), "better": "higher",
        "undefined": NO_SEGMENT, "headline": headline, "reading": MEAN, "reference": "Lin 2004",
        "beware": "the usual tokeniser keeps a-z and 0-9 only; for other scripts say tokenize=none",
    }  # fmt: skip


@metric(**_rouge("ROUGE-1", "shared words"), aliases=("rouge1",), reduction="rouge_1")
def rouge_1(scores: SegmentScores, part: str = "f", tokenize: str = "rouge") -> Number:
    """Words shared with the reference, as rouge-score counts them; part= f, precision or recall.

    >>> rouge_1(SegmentScores.of([0.5, 1.0]))
    0.75
    """
    return mean(scores)


@metric(**_rouge("ROUGE-2", "shared runs of two words"), aliases=("rouge2",), reduction="rouge_2")
def rouge_2(scores: SegmentScores, part: str = "f", tokenize: str = "rouge") -> Number:
    """Runs of two words shared with the reference, as rouge-score counts them; part= f, precision or recall.

    >>> rouge_2(SegmentScores.of([0.5, 0.0]))
    0.25
    """
    return mean(scores)


@metric(**_rouge("ROUGE-n", "shared runs of n words", False), needs=("n",), reduction="rouge_n")
def rouge_n(scores: SegmentScores, n: int, part: str = "f", tokenize: str = "rouge") -> Number:
    """Runs of n words shared with the reference, as rouge-score counts them; part= f, precision or recall.

    >>> rouge_n(SegmentScores.of([0.5, 0.0]), 3)
    0.25
    """
    return mean(scores)


@metric(**_rouge("ROUGE-L", "the longest common subsequence of words"), aliases=("rougel",), reduction="rouge_l")
def rouge_l(scores: SegmentScores, part: str = "f", tokenize: str = "rouge") -> Number:
    """Longest sequence of words, with gaps, in the same order in both; part= f, precision or recall.

    >>> rouge_l(SegmentScores.of([0.5, 1.0]))
    0.75
    """
    return mean(scores)


class _VectorFamily(_Family, total=False):
    """And those that compare vectors."""

    needs: tuple[str, ...]
    reduction: str


def _bert(label: str, what: str) -> _VectorFamily:
    return {
        "label": label, "formula": what, "bounds": (-1, 1), "better": "higher",
        "undefined": NO_SEGMENT, "headline": True, "reading": MEAN, "reference": BERT,
        "needs": ("model",), "reduction": "bert",
        "beware": "numbers of different models, layers or baselines cannot be compared; without one, low ones are rare",
    }  # fmt: skip


@metric(
    **_bert("BERT precision", "mean over the candidate's tokens of the cosine to the nearest token of the reference")
)
def bert_precision(
    scores: SegmentScores, model: str, layer: int | None = None, special: str = "out", idf: bool = False,
    baseline: float | str | None = None,
) -> Number:  # fmt: skip
    """How much of what a candidate says means something that the reference says.

    `model` is a folder with config.json, tokenizer.json and model.safetensors, or an installed package with one in it.
    `layer` counts from 0 (the embeddings), the last by default; `special` tokens are left out, may be matched
    (special=matched, as bert-score does), or count (special=counted); `idf` weighs rare tokens more; `baseline` is
    what unrelated texts score, so that this becomes 0.

    >>> bert_precision(SegmentScores.of([[0.8, 0.6, 0.7]]), "model")
    0.8
    """
    return mean(scores, 0)


@metric(**_bert("BERT recall", "mean over the reference's tokens of the cosine to the nearest token of the candidate"))
def bert_recall(
    scores: SegmentScores, model: str, layer: int | None = None, special: str = "out", idf: bool = False,
    baseline: float | str | None = None,
) -> Number:  # fmt: skip
    """How much of what the reference says a candidate means too; parameters as for bert_precision.

    >>> bert_recall(SegmentScores.of([[0.8, 0.6, 0.7]]), "model")
    0.6
    """
    return mean(scores, 1)


@metric(**_bert("BERT F1", "mean over segments of 2 P R / (P + R)"), aliases=("bertscore", "bert_score"))
def bert_f1(
    scores: SegmentScores, model: str, layer: int | None = None, special: str = "out", idf: bool = False,
    baseline: float | str | None = None,
) -> Number:  # fmt: skip
    """Whether candidate and reference mean the same, token by token; parameters as for bert_precision.

    Where one of precision and recall is negative and the other is not, F1 is 0.

    >>> bert_f1(SegmentScores.of([[0.8, 0.6, 0.7]]), "model")
    0.7
    """
    return mean(scores, 2)
