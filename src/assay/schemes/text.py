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
ROUNDING = 1e-6
"""What three percentages written in decimals may miss 100 by."""
KINDS = r"(?P<kinds>(?:(?:stratified|grouped) )*)"
SHARE = r"(?P<share>\d+(?:\.\d+)?%|\d+/\d+|0?\.\d+)"


def parse_scheme(scheme: object) -> Scheme:
    """Return a scheme from its text form; a scheme, a scikit-learn splitter or a list of splits is taken as it is.

    Parameters
    ----------
    scheme : str, Scheme, splitter or list of (train, test)
        Text such as "10-fold", "holdout 1/3" or "nested 10-fold / 5-fold".

    Returns
    -------
    Scheme
        A value whose str() is the text form.

    Raises
    ------
    InputError
        For text that names no scheme; the message lists the forms.

    Examples
    --------
    >>> parse_scheme("stratified 5x10-fold")
    KFold(folds=10, repeats=5, stratified=True, grouped=False)
    >>> str(parse_scheme("nested holdout 1/3 / monte-carlo 20 at 30%"))
    'nested holdout 1/3 / monte-carlo 20 at 30%'

    See Also
    --------
    assay.validate : takes schemes in all these forms.
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
        match = re.fullmatch(pattern, known)
        if match:
            return make(match)
    raise errors.unknown_scheme(text, FORMS)


def _kinds(match: re.Match[str]) -> dict[str, bool]:
    return {kind: kind in match["kinds"] for kind in ("stratified", "grouped")}


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


def _three_parts(match: re.Match[str]) -> Scheme:
    shares = [float(part) for part in match["shares"].split("/")]
    total = sum(shares)
    if abs(total - 100) > ROUNDING and abs(total - 1) > ROUNDING / 100:
        raise errors.parts_do_not_add_up(match["shares"], total)
    return TrainValidationTest(shares[1] / total, shares[2] / total, "stratified" in match["kinds"])


def _bootstrap(match: re.Match[str]) -> Scheme:
    size = None if match["size"] is None else int(match["size"])
    return Bootstrap(int(match["rounds"] or Bootstrap.rounds), match["estimator"] or "oob", size)


Reader = Callable[[Any], Scheme]

READERS: tuple[tuple[str, Reader], ...] = (
    (
        rf"{KINDS}(?:(?P<repeats>\d+) ?x ?)?(?P<folds>\d+)-fold",
        lambda match: KFold(int(match["folds"]), int(match["repeats"] or 1), **_kinds(match)),
    ),
    (
        r"time (?P<folds>\d+)-fold(?: gap (?P<gap>\d+))?",
        lambda match: TimeFolds(int(match["folds"]), int(match["gap"] or 0)),
    ),
    (
        rf"{KINDS}(?:(?P<repeats>\d+) ?x )?holdout(?: {SHARE})?",
        lambda match: Holdout(
            _share(match["share"]) if match["share"] else Holdout.test, int(match["repeats"] or 1), **_kinds(match)
        ),
    ),
    (
        rf"{KINDS}(?:monte-carlo|random subsampling) (?P<repeats>\d+)(?: at {SHARE})?",
        lambda match: MonteCarlo(
            int(match["repeats"]), _share(match["share"]) if match["share"] else MonteCarlo.test, **_kinds(match)
        ),
    ),
    (rf"{KINDS}train/validation/test (?P<shares>\d+(?:\.\d+)?/\d+(?:\.\d+)?/\d+(?:\.\d+)?)", _three_parts),
    (r"leave-one-out|loo", lambda match: LeaveOneOut()),
    (r"leave-pair-out", lambda match: LeavePairOut()),
    (r"leave-one-group-out", lambda match: LeaveOneGroupOut()),
    (r"leave-(?P<p>\d+)-out", lambda match: LeaveOneOut() if match["p"] == "1" else LeavePOut(int(match["p"]))),
    (r"bootstrap(?: (?P<rounds>\d+))?(?: of (?P<size>\d+))?(?: (?P<estimator>oob|\.632\+?))?", _bootstrap),
    (r"resubstitution", lambda match: Resubstitution()),
)
