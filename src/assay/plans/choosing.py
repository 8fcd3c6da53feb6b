"""Which design answers a question about a metric, and what had to be guessed."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.errors import plans as errors
from assay.metrics.cards import Card
from assay.metrics.families import Area, CaseShare, MeanLoss, SegmentShare, TopShare
from assay.plans.area_designs import AreaPairs, AreaWidth
from assay.plans.designs import Design
from assay.plans.mean_designs import MeanPairs, MeansApart, MeanWidth
from assay.plans.pilots import Pilot, PilotPairs, PilotWidth, SimulatedWidth, read_pilot, spread_of
from assay.plans.requests import PlanRequest
from assay.plans.share_designs import ShareAssured, SharePairs, SharesApart, ShareWidth
from assay.results.note import Note

SHARES = (CaseShare, TopShare, SegmentShare)
ALL_CASES = ("cases", "total")
OF_CLASS = {"positives": "positive", "negatives": "negative"}
USUAL_CORRELATION = 0.5
"""Hanley and McNeil's middle case for two models of the same images; where nothing is known."""

USUAL_WIDTH = 0.1
"""Five points up and down: what is planned for where nobody says how wide."""
LITTLE_MORE = 1.01
"""Models that differ by so much disagree on at least as many cases, and on a few more."""


@dataclass
class Choice:
    """A design for a question, the share of all cases that it counts, and notes on what was guessed."""

    design: Design
    counted: str = "case"
    share: float | None = 1.0
    arms: int = 1
    ratio: float | None = None
    notes: list[Note] = field(default_factory=list)


def choose(request: PlanRequest) -> Choice:
    """Return the design that answers the question."""
    pilot = None if request.like is None else read_pilot(request.like, request.card)
    card = request.card
    if is_share(card):
        return _of_share(request, pilot)
    known = pilot is not None and pilot.pair is not None and request.correlation is None
    if type(card.family) is Area and not (known and request.question in ("difference", "margin")):
        return _of_area(request, pilot)
    return _of_mean(request, pilot)


def is_share(card: Card) -> bool:
    """Say whether a metric is the share of some cases."""
    return card.share_of is not None or isinstance(card.family, SHARES)


def is_mean(card: Card) -> bool:
    """Say whether a metric is the mean of what each case loses."""
    return card.mean_of is not None or card.loss is not None or isinstance(card.family, MeanLoss)


def _of_share(request: PlanRequest, pilot: Pilot | None) -> Choice:
    card = request.card
    notes: list[Note] = []
    _refuse(request, ("sd", "correlation"), "a share")
    expect = request.expect if request.expect is not None else None if pilot is None else pilot.estimate.value
    if request.question in ("width", "shows") and expect is None:
        expect = 0.5
        notes.append(Note("expect-guessed", "expect= was not given, so that the hardest value, 0.5, was planned for."))
    if request.question in ("width", "shows"):
        width = request.width or USUAL_WIDTH
        kind = ShareWidth if request.assurance is None else ShareAssured
        options = {} if request.assurance is None else {"assurance": request.assurance}
        choice = Choice(kind(float(expect or 0), width, request.level, **options), notes=notes)
    elif request.paired:
        choice = Choice(_paired_shares(request, pilot, expect, notes), notes=notes)
    else:
        choice = Choice(_shares_apart(request, expect), arms=2, notes=notes)
    _count(choice, request, pilot, card.share_of)
    return choice


def _count(choice: Choice, request: PlanRequest, pilot: Pilot | None, share_of: str | None) -> None:
    """Say which cases the design counts, and how many of all cases those are."""
    if share_of is None or share_of in ALL_CASES:
        return
    prevalence = request.prevalence or (None if pilot is None else pilot.prevalence)
    choice.counted = {"called": "case called positive", "passed": "case called negative"}.get(
        share_of, f"{OF_CLASS.get(share_of, 'counted')} case"
    )
    choice.share = None
    if share_of in OF_CLASS and prevalence is not None:
        choice.share = prevalence if share_of == "positives" else 1 - prevalence
    elif pilot is not None and pilot.estimate.n:
        choice.share = min(pilot.estimate.n / pilot.n, 1.0)
    if choice.share is None:
        more = " Give prevalence= for the number of all cases." if share_of in OF_CLASS else ""
        choice.notes.append(Note("counted", f"The number counts each {choice.counted} alone.{more}"))
        choice.share = 1.0


def _paired_shares(request: PlanRequest, pilot: Pilot | None, expect: float | None, notes: list[Note]) -> SharePairs:
    card, difference = request.card, request.difference or 0.0
    if card.share_of in ("called", "passed", "union"):
        raise errors.needs_pilot(f"a paired difference in {card.name}")
    gap, disagreement = abs(difference), request.disagreement
    margin = request.margin or 0.0
    most = 1.0
    if expect is not None:
        other = _other(card, expect, difference)
        most = min(expect, 1 - other) + min(other, 1 - expect)
    if disagreement is None and pilot is not None and pilot.pair is not None:
        made = pilot.pair.difference
        n = made.n if made.n else pilot.n
        disagreement = min(max(spread_of(made, n) ** 2 + made.value**2, gap * LITTLE_MORE, 1 / n), 1.0)
        notes.append(
            Note("disagreement-pilot", f"In the pilot the models disagree on {disagreement:.1%} of the cases.")
        )
    if disagreement is None and expect is not None:
        other = _other(card, expect, difference)
        disagreement = max(expect * (1 - other) + other * (1 - expect), gap * LITTLE_MORE)
        notes.append(Note(
            "disagreement-guessed",
            f"disagreement= was not given: {disagreement:.1%} is what independent models would disagree on. Models "
            "that resemble each other disagree less and need fewer cases, as the table shows.",
        ))  # fmt: skip
    if disagreement is None:
        why = "the share of the cases on which both models disagree has to be known or guessed"
        raise errors.needs(card.name, ["disagreement", "expect"], why)
    if disagreement < gap:
        raise errors.disagreement_too_small(disagreement, gap)
    return SharePairs(disagreement, difference if margin else gap, margin, request.power, request.level, most)


def _other(card: Card, expect: float, difference: float) -> float:
    """Return the other model's value, on the side where there is room."""
    for other in (expect + difference, expect - difference):
        if card.bounds[0] <= other <= card.bounds[1]:
            return other
    raise errors.past_the_end(card.name, expect, difference)


def _shares_apart(request: PlanRequest, expect: float | None) -> Design:
    card = request.card
    if expect is None:
        raise errors.needs(card.name, ["expect"], "the value of one model has to be known or guessed")
    if request.margin is not None:
        sd = (expect * (1 - expect)) ** 0.5
        return MeansApart(sd, request.difference or 0.0, request.margin, request.power, request.level)
    return SharesApart(expect, _other(card, expect, request.difference or 0.0), request.power, request.level)


def _of_area(request: PlanRequest, pilot: Pilot | None) -> Choice:
    _refuse(request, ("sd", "disagreement", "assurance"), "an area")
    notes: list[Note] = []
    expect = request.expect if request.expect is not None else None if pilot is None else pilot.estimate.value
    if expect is None:
        raise errors.needs(request.card.name, ["expect"], "the area has to be known or guessed")
    prevalence = request.prevalence or (None if pilot is None else pilot.prevalence)
    if prevalence is None:
        prevalence = 0.5
        notes.append(Note("prevalence-guessed", "prevalence= was not given: as many negatives as positives."))
    ratio = (1 - prevalence) / prevalence
    design: Design
    if request.question in ("width", "shows"):
        design, arms = AreaWidth(expect, request.width or USUAL_WIDTH, request.level, ratio), 1
    else:
        correlation = 0.0 if not request.paired else request.correlation
        if correlation is None:
            correlation = USUAL_CORRELATION
            notes.append(Note("correlation-guessed", "correlation= of the two areas was not given: 0.5 was taken."))
        other = _other(request.card, expect, request.difference or 0.0)
        arms = 1 if request.paired else 2
        design = AreaPairs(expect, other, request.margin or 0.0, request.power, request.level, ratio, correlation)
    return Choice(design, "positive case", prevalence, arms, ratio, notes)


def _of_mean(request: PlanRequest, pilot: Pilot | None) -> Choice:
    card = request.card
    notes: list[Note] = []
    _refuse(request, ("disagreement", "assurance", "prevalence"), card.name)
    if pilot is None and not is_mean(card):
        raise errors.needs_pilot(card.name)
    if pilot is None and request.sd is None:
        raise errors.needs(card.name, ["sd"], "how much single cases spread has to be known")
    if request.question in ("width", "shows"):
        return Choice(_mean_width(request, pilot), notes=notes)
    difference, margin = request.difference or 0.0, request.margin or 0.0
    gap = difference if margin else abs(difference)
    if pilot is not None and pilot.pair is not None and request.sd is None:
        spread = spread_of(pilot.pair.difference, pilot.n)
        return Choice(PilotPairs(spread, gap, margin, request.power, request.level, 0.0), notes=notes)
    correlation = request.correlation
    if correlation is None and request.paired:
        correlation = USUAL_CORRELATION
        notes.append(Note("correlation-guessed", "correlation= of what both models lose was not given: 0.5 was taken."))
    sd = request.sd if request.sd is not None or pilot is None else pilot.spread
    kind = MeanPairs if request.paired else MeansApart
    design = kind(float(sd or 0), gap, margin, request.power, request.level, correlation or 0.0)
    return Choice(design, arms=1 if request.paired else 2, notes=notes)


def _mean_width(request: PlanRequest, pilot: Pilot | None) -> Design:
    if request.sd is not None or pilot is None:
        return MeanWidth(float(request.sd or 0), request.width or float(request.sd or 0) / 5, request.level)
    width = request.width or pilot.estimate.high - pilot.estimate.low
    redrawn = pilot.sample is not None and not is_mean(request.card)
    if redrawn and request.level == pilot.estimate.level:
        return SimulatedWidth(pilot, request.card, width, request.level, request.seed)
    return PilotWidth(pilot.spread, width, request.level)


def _refuse(request: PlanRequest, names: tuple[str, ...], what: str) -> None:
    """Refuse what says nothing about this kind of metric."""
    for name in names:
        if getattr(request, name) is not None:
            raise errors.not_for(name, what)
