"""Schemes as text, as the command line takes them and results print them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from assay.errors import schemes as errors
from assay.schemes.bootstrap import Bootstrap
from assay.schemes.folds import KFold, LeaveOneGroupOut, TimeFolds
from assay.schemes.given import GivenSplits
from assay.schemes.leaving import LeaveOneOut, LeavePairOut, LeavePOut
from assay.schemes.nested import Nested, TrainValidationTest
from assay.schemes.parts import Holdout, MonteCarlo, Resubstitution
from assay.schemes.scheme import Scheme

FORMS = (
    "10-fold",
    "stratified 5x10-fold",
    "grouped 5-fold",
    "time 5-fold",
    "holdout 1/3",
    "10x holdout 30%",
    "train/validation/test 60/20/20",
    "monte-carlo 100 at 30%",
    "leave-one-out",
    "leave-2-out",
    "leave-pair-out",
    "leave-one-group-out",
    "bootstrap 200 .632+",
    "resubstitution",
    "nested 10-fold / 5-fold",
)
KINDS = r"(?P<kinds>(?:(?:stratified|grouped) )*)"
SHARE = r"(?P<share>\d+(?:\.\d+)?%|\d+/\d+|0?\.\d+)"


def parse_scheme(scheme: object) -> Scheme:
    """Return a scheme from its text form; a scheme, a scikit-learn splitter or a list of splits is taken as it is.

    >>> parse_scheme("stratified 5x10-fold")
    KFold(folds=10, repeats=5, stratified=True, grouped=False)
    >>> str(parse_scheme("nested holdout 1/3 / monte-carlo 20 at 30%"))
    'nested holdout 1/3 / monte-carlo 20 at 30%'
    """
    if isinstance(scheme, Scheme):
        return scheme
    if isinstance(scheme, str):
        return _parsed(scheme)
    if hasattr(scheme, "split") and hasattr(scheme, "get_n_splits"):
        return GivenSplits(scheme)
    if isinstance(scheme, Sequence) and scheme and all(_is_pair(part) for part in scheme):
        return GivenSplits(list(scheme))
    raise errors.not_a_scheme(scheme, FORMS)


def _is_pair(part: object) -> bool:
    return isinstance(part, tuple | list) and len(part) == 2


def _parsed(text: str) -> Scheme:
    known = " ".join(text.casefold().replace("_", "-").split())
    known = known.removesuffix(" cross-validation").removesuffix(" cv").replace("×", "x")
    if " / " in known:
        outer, inner = known.removeprefix("nested ").split(" / ", 1)
        return Nested(_parsed(outer), _parsed(inner))
    for pattern, make in READERS:
        found = re.fullmatch(pattern, known)
        if found:
            return make(found)
    raise errors.unknown_scheme(text, FORMS)


def _kinds(found: re.Match[str]) -> dict[str, bool]:
    return {kind: kind in found["kinds"] for kind in ("stratified", "grouped")}


def _share(text: str) -> float:
    """Read 30%, 1/3 or 0.3.

    >>> _share("30%"), _share("1/4"), _share(".2")
    (0.3, 0.25, 0.2)
    """
    if text.endswith("%"):
        return float(text[:-1]) / 100
    if "/" in text:
        top, bottom = (int(part) for part in text.split("/"))
        return top / bottom if bottom else 0.0
    return float(text)


def _three_parts(found: re.Match[str]) -> Scheme:
    shares = [float(part) for part in found["shares"].split("/")]
    total = sum(shares)
    if abs(total - 100) > 1e-6 and abs(total - 1) > 1e-9:
        raise errors.parts_do_not_add_up(found["shares"], total)
    return TrainValidationTest(shares[1] / total, shares[2] / total, "stratified" in found["kinds"])


def _bootstrap(found: re.Match[str]) -> Scheme:
    size = None if found["size"] is None else int(found["size"])
    return Bootstrap(int(found["rounds"] or 200), found["estimator"] or "oob", size)


Reader = Callable[[Any], Scheme]

READERS: tuple[tuple[str, Reader], ...] = (
    (
        rf"{KINDS}(?:(?P<repeats>\d+) ?x ?)?(?P<folds>\d+)-fold",
        lambda found: KFold(int(found["folds"]), int(found["repeats"] or 1), **_kinds(found)),
    ),
    (
        r"time (?P<folds>\d+)-fold(?: gap (?P<gap>\d+))?",
        lambda found: TimeFolds(int(found["folds"]), int(found["gap"] or 0)),
    ),
    (
        rf"{KINDS}(?:(?P<repeats>\d+) ?x )?holdout(?: {SHARE})?",
        lambda found: Holdout(
            _share(found["share"]) if found["share"] else 1 / 3, int(found["repeats"] or 1), **_kinds(found)
        ),
    ),
    (
        rf"{KINDS}(?:monte-carlo|random subsampling) (?P<repeats>\d+)(?: at {SHARE})?",
        lambda found: MonteCarlo(
            int(found["repeats"]), _share(found["share"]) if found["share"] else 0.3, **_kinds(found)
        ),
    ),
    (rf"{KINDS}train/validation/test (?P<shares>\d+(?:\.\d+)?/\d+(?:\.\d+)?/\d+(?:\.\d+)?)", _three_parts),
    (r"leave-one-out|loo", lambda found: LeaveOneOut()),
    (r"leave-pair-out", lambda found: LeavePairOut()),
    (r"leave-one-group-out", lambda found: LeaveOneGroupOut()),
    (r"leave-(?P<p>\d+)-out", lambda found: LeaveOneOut() if found["p"] == "1" else LeavePOut(int(found["p"]))),
    (r"bootstrap(?: (?P<rounds>\d+))?(?: of (?P<size>\d+))?(?: (?P<estimator>oob|\.632\+?))?", _bootstrap),
    (r"resubstitution", lambda found: Resubstitution()),
)
