"""How data are split into training and test parts: small frozen values, each with a text form and a known cost.

>>> str(KFold(10, repeats=10, stratified=True)), LeavePOut(5).fits(50)
('stratified 10x10-fold', 2118760)
>>> parse("nested 10-fold / 5-fold").fits(500, candidates=100)
5010
"""

from assay.schemes.bootstrap import Bootstrap
from assay.schemes.folds import KFold, LeaveOneGroupOut, TimeFolds
from assay.schemes.given import GivenSplits
from assay.schemes.leaving import LeaveOneOut, LeavePairOut, LeavePOut
from assay.schemes.nested import Nested, TrainValidationTest
from assay.schemes.parts import Holdout, MonteCarlo, Resubstitution
from assay.schemes.scheme import Scheme, Split
from assay.schemes.text import parse_scheme as parse

__all__ = [
    "Bootstrap",
    "GivenSplits",
    "Holdout",
    "KFold",
    "LeaveOneGroupOut",
    "LeaveOneOut",
    "LeavePOut",
    "LeavePairOut",
    "MonteCarlo",
    "Nested",
    "Resubstitution",
    "Scheme",
    "Split",
    "TimeFolds",
    "TrainValidationTest",
    "parse",
]
