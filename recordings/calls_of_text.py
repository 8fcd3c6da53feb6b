"""Calls that judge texts: translations, answers, spans, embeddings; and that compare systems."""

from __future__ import annotations

import numpy as np
import polars as pl

from recordings.call import Calls
from recordings.public import compare, evaluate, write

CALLS = Calls("text")
RNG = np.random.default_rng(5)
PARTS = (["The old", "A young", "The tired"], ["teacher", "painter", "baker", "child"], ["finds", "sells", "draws"],
         ["a broken", "the blue", "an empty"], ["boat", "lamp", "letter"],
         ["near the harbour", "with care"])  # fmt: skip
CHOSEN = [[str(RNG.choice(part)) for part in PARTS] for _ in range(20)]
REFERENCES = [" ".join(words) + "." for words in CHOSEN]


def system(wrong: float) -> list[str]:
    """Write the sentences with some words taken wrongly."""
    return [
        " ".join(str(RNG.choice(part)) if RNG.random() < wrong else word
                 for word, part in zip(words, PARTS, strict=True)) + "."
        for words in CHOSEN
    ]  # fmt: skip


SAID, OTHER, THIRD = system(0.2), system(0.45), system(0.5)
SEVERAL = [[reference, other] for reference, other in zip(REFERENCES, system(0.1), strict=True)]
ANSWERS = ["Paris", "the 7.5 km", "-3", "1,000", "blue whale", "50%"]
ANSWERS_SAID = ["paris", "7.5 km", "3", "1000", "a whale", "0.5"]
CHOICES, CHOICES_SAID = ["A", "B", "C", "D"], ["A", "(b) Rome", "The answer is D", "perhaps"]
TAGS = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-LOC", "O"], ["B-PER", "O"]]
TAGS_SAID = [["B-PER", "I-PER", "O", "O"], ["O", "B-LOC", "O"], ["B-LOC", "O"]]
SPANS = [[(0, 2, "PER"), (3, 4, "LOC")], [(1, 2, "LOC")], [(0, 1, "PER")]]
SPANS_SAID = [[(0, 2, "PER")], [(1, 2, "LOC")], [(0, 1, "LOC")]]
VECTORS = [RNG.normal(0, 1, (length, 6)) for length in (4, 3, 5, 2, 4)]
VECTORS_SAID = [vectors + RNG.normal(0, 0.5, vectors.shape) for vectors in VECTORS]
TEXT = {"task": "text"}
TABLE = pl.DataFrame({"reference": REFERENCES, "candidate": SAID, "other": OTHER})


def lines(name: str, texts: list[str]) -> str:
    """Write one segment per line."""
    return write(name, "\n".join(texts) + "\n")


def segments() -> pl.DataFrame:
    """Score every segment by itself."""
    frame: pl.DataFrame = evaluate(REFERENCES, SAID, **TEXT).segments.to_frame()
    return frame


# fmt: off
CALLS.add("translations", lambda: evaluate(REFERENCES, SAID, **TEXT), page=True)
CALLS.add("translations-all", lambda: evaluate(REFERENCES, SAID, metrics="all", **TEXT))
CALLS.add("several-references", lambda: evaluate(SEVERAL, SAID, **TEXT))
CALLS.add("parameters", lambda: evaluate(REFERENCES, SAID, metrics=[
    "bleu(tokenize=intl, smooth=floor, order=2)", "chrf(word_order=2)", "rouge_n(n=3)", "rouge_1(part=recall)",
    "ngram_precision(n=2, form=set)"], **TEXT))
CALLS.add("percentile", lambda: evaluate(REFERENCES, SAID, method="percentile", seed=12345, metrics="bleu", **TEXT))
CALLS.add("level", lambda: evaluate(REFERENCES, SAID, level=0.8, metrics=["chrf", "ter", "exact_match"], **TEXT))
CALLS.add("error-rates", lambda: evaluate(REFERENCES, SAID, metrics=[
    "word_error_rate", "character_error_rate", "substitution_rate", "deletion_rate", "insertion_rate"], **TEXT))
CALLS.add("answers", lambda: evaluate(ANSWERS, ANSWERS_SAID, metrics=["exact_match", "token_f1"], **TEXT), page=True)
CALLS.add("answers-squad", lambda: evaluate(
    ANSWERS, ANSWERS_SAID, metrics=["exact_match(normalise=squad)", "token_f1(normalise=squad)"], **TEXT))
CALLS.add("answers-several", lambda: evaluate(
    [["Paris", "City of Light"], ["3", "three"]], ["city of light", "four"], metrics="exact_match", **TEXT))
CALLS.add("choices", lambda: evaluate(CHOICES, CHOICES_SAID, metrics="choice_accuracy", **TEXT))
CALLS.add("tags", lambda: evaluate(TAGS, TAGS_SAID, **TEXT), page=True)
CALLS.add("tag-lines", lambda: evaluate(
    [" ".join(tags) for tags in TAGS], [" ".join(tags) for tags in TAGS_SAID], **TEXT))
CALLS.add("spans", lambda: evaluate(SPANS, SPANS_SAID, **TEXT))
CALLS.add("embeddings", lambda: evaluate(VECTORS, VECTORS_SAID, **TEXT), page=True)
CALLS.add("embeddings-named", lambda: evaluate(
    {"model": "mine", "embeddings": VECTORS}, {"model": "mine", "embeddings": VECTORS_SAID}, **TEXT))
CALLS.add("one-segment", lambda: evaluate(REFERENCES[:1], SAID[:1], **TEXT))
CALLS.add("empty-segment", lambda: evaluate(["the cat sat", "a dog"], ["", "a dog"], **TEXT))
CALLS.add("gaps-dropped", lambda: evaluate(REFERENCES, [*SAID[:-1], None], missing="drop", metrics="bleu", **TEXT))
CALLS.add("files", lambda: evaluate(lines("references.txt", REFERENCES), lines("candidates.txt", SAID), **TEXT))
CALLS.add("columns", lambda: evaluate("reference", "candidate", data=TABLE, metrics=["bleu", "chrf"], **TEXT))
CALLS.add("columns-tsv", lambda: evaluate(
    "reference", "candidate", data=write("pairs.tsv", TABLE), metrics=["bleu", "chrf"], **TEXT))
CALLS.add("segments", segments)
CALLS.add("compare", lambda: compare(REFERENCES, prediction={"a": SAID, "b": OTHER}, **TEXT), page=True)
CALLS.add("compare-three", lambda: compare(
    REFERENCES, prediction={"a": SAID, "b": OTHER, "c": THIRD}, metrics=["chrf", "exact_match"], **TEXT))
CALLS.add("compare-spans", lambda: compare(SPANS, prediction={"a": SPANS, "b": SPANS_SAID}, **TEXT))
for method in ("randomisation", "paired-ar", "paired-bs"):
    CALLS.add(f"compare-{method}", lambda method=method: compare(
        REFERENCES, prediction={"a": SAID, "b": OTHER}, metrics="bleu", method=method, **TEXT))
# fmt: on
