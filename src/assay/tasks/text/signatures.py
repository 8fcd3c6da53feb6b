"""The choices that made each number of text, as one line that can stand in a paper."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from assay._version import __version__
from assay.counting.tokens import ROUGE
from assay.counting.translations import bleu_details, signature
from assay.errors import MissingPackageError
from assay.inputs.embeddings import Embedded
from assay.inputs.spans import Spans
from assay.inputs.texts import Pairs, Texts
from assay.intervals.summed_texts import SummedTexts
from assay.intervals.text_intervals import DRAWS, SegmentSample, centre_and_half
from assay.metrics.cards import Card
from assay.tasks.text.reductions import parameters_of
from assay.tasks.text.shared import Shared

USUAL_ORDER = 4
"""BLEU's (Papineni et al. 2002), which its signature does not name."""
FROM_SACREBLEU = {"bleu": "BLEU", "chrf": "CHRF", "ter": "TER"}


@dataclass(frozen=True, eq=False)
class Signatures:
    """Writes signatures for the metrics of one system; `drawn` says that segments were drawn one by one."""

    cards: tuple[Card, ...]
    pairs: Pairs
    shared: Shared
    sample: SegmentSample | SummedTexts
    drawn: bool = True

    def every(self) -> Mapping[str, str]:
        """Return the signature of every metric; those of sacrebleu end in its own line of numbers."""
        return {card.name: self._of(card) for card in self.cards if not isinstance(self.pairs, Spans)}

    def _of(self, card: Card) -> str:
        given = parameters_of(card)
        if card.reduction in FROM_SACREBLEU and given.get("tokenize") != ROUGE:
            with suppress(MissingPackageError):
                return self._sacrebleu(card, FROM_SACREBLEU[card.reduction], given)
        if card.reduction == "bert":
            return self._bert(card, given)
        parts = [f"{name}:{_plain(value)}" for name, value in given.items()]
        return "|".join([card.name.partition("(")[0], f"nrefs:{self._references() or 'var'}", *parts, _version()])

    def _sacrebleu(self, card: Card, kind: str, given: Mapping[str, Any]) -> str:
        """Write what sacrebleu prints with --confidence and the same seed: name, choices, score, mean, half width."""
        sample, options = self.sample, _options(card, given)
        drawn = (
            sample.drawn_as_given(card)
            if self.drawn and isinstance(sample, SegmentSample) and sample.segments > 1
            else None
        )
        draws = None if drawn is None else (DRAWS, sample.seed)
        line = f"{_name(kind, given)}|{signature(kind, options, self._references(), draws)}"
        line += f" = {100 * sample.value(card):.2f}"
        if drawn is not None:
            mean, half = centre_and_half(100 * drawn, 0.95)
            line += f" (μ = {mean:.2f} ± {half:.2f})"
        if kind == "BLEU":
            line += bleu_details(options, sample.counts[card.name].sums.tolist(), given["order"])
        return line

    def _bert(self, card: Card, given: Mapping[str, Any]) -> str:
        named = card.name.partition("(")[0]
        if isinstance(self.pairs, Embedded):
            return f"{named}|model:{given['model']}|embeddings:handed in|{_version()}"
        encoder = self.shared.made(given["model"], given["layer"], given["special"])
        baseline = "no" if given["baseline"] is None else given["baseline"]
        parts = [
            f"model:{encoder.files.name}@{encoder.files.digest}", f"layer:{encoder.layer}/{len(encoder.plan.layers)}",
            f"special:{given['special']}", f"idf:{_plain(given['idf'])}", f"baseline:{baseline}",
            f"longest:{encoder.longest}", f"nrefs:{self._references() or 'var'}", f"engine:{encoder.engine}",
            _version(),
        ]  # fmt: skip
        return "|".join([named, *parts])

    def _references(self) -> int | None:
        if not isinstance(self.pairs, Texts):
            return 1
        counts = {len(listed) for listed in self.pairs.references}
        return counts.pop() if len(counts) == 1 else None


def _options(card: Card, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters by the names that sacrebleu has for them."""
    if card.reduction == "bleu":
        return {
            "tokenize": given["tokenize"], "lowercase": given["lowercase"], "smooth_method": given["smooth"],
            "smooth_value": given["smooth_value"], "max_ngram_order": given["order"],
            "effective_order": given["effective"],
        }  # fmt: skip
    if card.reduction == "chrf":
        return {("char_order" if name == "order" else name): value for name, value in given.items()}
    return dict(given)


def _name(kind: str, given: Mapping[str, Any]) -> str:
    if kind == "CHRF":
        return f"chrF{given['beta']}{'+' * given['word_order']}"
    if kind == "BLEU" and given["order"] != USUAL_ORDER:
        return f"BLEU-{given['order']}"
    return kind


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _version() -> str:
    return f"assay:{__version__}"
