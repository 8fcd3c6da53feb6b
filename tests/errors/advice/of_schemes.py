"""Advice about schemes: how data are to be split."""

from __future__ import annotations

from functools import partial
from unittest import mock

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold

from advice.entries import Advice
from advice.learning_data import CASES, GROUPS, RARE, SPACE, THREE, X, Y, judged, knn, used
from assay import complexity_curve, learning_curve, schemes

HALVES = [(range(12), range(12, CASES)), (range(12, CASES), range(12))]
FEW = partial(mock.patch, "assay.calls.validate.MOST_FITS", 150)


def few_allowed(call):
    """Run a call as if 150 fits were more than anybody means to ask for."""
    with FEW():
        return call()


def curve(scheme=None, model=None):
    """Draw a complexity curve of the neighbours."""
    return complexity_curve(model or knn(), X, Y, parameter="n_neighbors", values=[1, 3], scheme=scheme)


def growing(**options):
    """Draw a learning curve."""
    return learning_curve(DummyClassifier(), X, Y, repeats=options.pop("repeats", 2), **options)


# fmt: off
ADVICE = [
    Advice("schemes.bad_flag", lambda: schemes.KFold(5, stratified="yes"), {
        "Pass one of them": lambda: str(schemes.KFold(5, stratified=True)) == "stratified 5-fold",
        "leave it out": lambda: str(schemes.KFold(5)) == "5-fold",
    }),
    Advice("schemes.unknown_scheme", lambda: judged("10-fld"), {
        "Did you mean '10-fold'?": lambda: used("10-fold", "10-fold"),
    }),
    Advice("schemes.unknown_scheme", lambda: judged("tenfold"), {
        f"'{form}'": lambda form=form: schemes.parse(form) for form in (
            "10-fold", "stratified 5x10-fold", "grouped 5-fold", "time 5-fold", "holdout 1/3", "10x holdout 30%",
            "train/validation/test 60/20/20", "monte-carlo 100 at 30%", "leave-one-out", "leave-2-out",
            "leave-pair-out", "leave-one-group-out", "bootstrap 200 .632+", "resubstitution", "nested 10-fold / 5-fold")
    }),
    Advice("schemes.not_a_scheme", lambda: judged(7), {
        "Pass text such as '10-fold'": lambda: used("10-fold", "10-fold"),
        "a value of assay.schemes": lambda: used(schemes.KFold(5), "5-fold"),
        "a scikit-learn splitter": lambda: judged(KFold(3)).fits == 3,
        "a list of (train, test) pairs": lambda: judged(HALVES).fits == 2,
    }),
    Advice("schemes.bad_count", lambda: judged("1-fold"), {
        "A whole number from 2 to 100,000,000 was expected.": lambda: used("2-fold", "2-fold"),
    }),
    Advice("schemes.bad_test_share", lambda: judged("holdout 130%"), {
        "1/3": lambda: used("holdout 1/3", "holdout 1/3"),
        "30%": lambda: used("holdout 30%", "holdout 30%"),
        "0.3": lambda: used("holdout 0.3", "holdout 30%") and used(schemes.Holdout(0.3), "holdout 30%"),
    }),
    Advice("schemes.parts_do_not_add_up", lambda: judged("train/validation/test 60/20/30", model=knn(), search=SPACE), {
        "60/20/20": lambda: judged("train/validation/test 60/20/20", model=knn(), search=SPACE).fits == 3,
    }),
    *(Advice("schemes.more_folds_than_cases", lambda scheme=scheme: judged(scheme, Y[:6], x=X[:6]), {
        "Use a scheme that needs fewer": lambda: judged("3-fold", Y[:6], x=X[:6]).fits == 3,
        "bring more cases": lambda again=again: judged(again).n == CASES,
    }) for scheme, again in (("10-fold", "10-fold"), ("time 6-fold", "time 6-fold"), ("leave-6-out", "leave-1-out"))),
    Advice("schemes.class_without_pairs", lambda: judged("leave-pair-out", [0, 0, 0, 1], x=X[:4]), {
        "Use 'leave-one-out'": lambda: judged("leave-one-out", [0, 0, 0, 1], x=X[:4]).fits == 4,
        "bring more cases": lambda: judged("leave-pair-out", [0, 0, 1, 1], x=X[:4]).fits == 4,
    }),
    Advice("schemes.class_too_small", lambda: judged("stratified 10-fold", RARE), {
        "Use 'stratified 4-fold'": lambda: used("stratified 4-fold", "stratified 4-fold", RARE),
        "a scheme without 'stratified'": lambda: used("10-fold", "10-fold", RARE),
        "drop the class": lambda: used(
            "stratified 5-fold", "stratified 5-fold", np.where(THREE == 2, 1, THREE)),
    }),
    Advice("schemes.class_too_small", lambda: judged("10-fold", strata=RARE), {
        "Use 'stratified 4-fold'": lambda: used("stratified 4-fold", "stratified 4-fold", strata=RARE),
        "a scheme without 'stratified' (and no strata=)": lambda: used("10-fold", "10-fold"),
    }),
    Advice("schemes.class_too_small", lambda: judged("stratified 10-fold", range(120), x=np.ones((120, 1))), {
        "leave 'stratified' out": lambda: judged("10-fold", range(120), x=np.ones((120, 1))).n == 120,
        "pass bins as strata=": lambda: judged(
            "stratified 10-fold", range(120), x=np.ones((120, 1)), strata=np.arange(120) // 30).n == 120,
    }),
    Advice("schemes.part_too_small", lambda: judged("holdout 99%"), {
        "Choose another share": lambda: used("holdout 50%", "holdout 50%"),
    }),
    Advice("schemes.part_too_small", lambda: judged("stratified holdout 5%", THREE), {
        "Choose another share": lambda: used("stratified holdout 1/3", "stratified holdout 1/3", THREE),
    }),
    Advice("schemes.groups_needed", lambda: judged("grouped 3-fold"), {
        "Name them with group=.": lambda: used("grouped 3-fold", "grouped 3-fold", group=GROUPS),
    }),
    Advice("schemes.more_folds_than_groups", lambda: judged("grouped 10-fold", group=GROUPS), {
        "Use 'grouped 6-fold'.": lambda: used("grouped 6-fold", "grouped 6-fold", group=GROUPS),
    }),
    Advice("schemes.more_folds_than_groups", lambda: judged("leave-one-group-out", group=0 * GROUPS), {
        "Pass group= with at least two different values":
            lambda: judged("leave-one-group-out", group=GROUPS).fits == 6,
        "use a scheme without groups, such as '10-fold', and leave group= out": lambda: used("10-fold", "10-fold"),
    }),
    Advice("schemes.grouped_once", lambda: judged("grouped 3x10-fold", group=np.arange(CASES)), {
        "Use 'grouped 10-fold'": lambda: used("grouped 10-fold", "grouped 10-fold", group=np.arange(CASES)),
        "'grouped monte-carlo 100 at 20%'": lambda: judged("grouped monte-carlo 100 at 20%", group=GROUPS).fits == 100,
    }),
    Advice("schemes.stratified_and_grouped", lambda: judged("stratified grouped holdout 1/3", group=GROUPS), {
        "Use 'stratified grouped 5-fold'": lambda: judged("stratified grouped 5-fold", group=GROUPS).fits == 5,
        "leave one of the two words out": lambda: judged("grouped holdout 1/3", group=GROUPS).fits == 1,
    }),
    Advice("schemes.groups_crossed", lambda: judged("10-fold", group=GROUPS), {
        "'grouped 6-fold'": lambda: used("grouped 6-fold", "grouped 6-fold", group=GROUPS),
        "'grouped holdout 1/3'": lambda: judged("grouped holdout 1/3", group=GROUPS).fits == 1,
        "'leave-one-group-out'": lambda: judged("leave-one-group-out", group=GROUPS).fits == 6,
        "leave group= out": lambda: used("10-fold", "10-fold"),
    }),
    Advice("schemes.pairs_need_two_classes", lambda: judged("leave-pair-out", THREE), {
        "Use 'leave-one-out'": lambda: used("leave-one-out", "leave-one-out", THREE),
        "'10-fold'": lambda: used("10-fold", "10-fold", THREE),
    }),
    Advice("schemes.pairs_only_for_area", lambda: judged("leave-pair-out", Y[:8], x=X[:8], metrics="f1"), {
        "Leave metrics= out": lambda: judged("leave-pair-out", Y[:8], x=X[:8])["roc_auc"].mean.value == 0.5,
        "use 'leave-one-out' for the others": lambda: judged("leave-one-out", Y[:8], x=X[:8], metrics="f1").fits == 8,
    }),
    Advice("schemes.unknown_estimator", lambda: schemes.Bootstrap(20, ".5"), {
        f"'{name}'":
            lambda name=name: judged(schemes.Bootstrap(20, name)).n == CASES for name in ("oob", ".632", ".632+")
    }),
    Advice("schemes.whole_samples_only", lambda: schemes.Bootstrap(20, ".632+", size=10), {
        "Leave the size out": lambda: judged(schemes.Bootstrap(20, ".632+")).fits == 21,
        "use the out-of-bag mean ('oob')": lambda: judged(schemes.Bootstrap(20, "oob", size=10)).fits == 20,
    }),
    Advice("schemes.nothing_left_out", lambda: judged("bootstrap 20 of 1", Y[:4], x=X[:4]), {
        "Use 'leave-one-out'": lambda: judged("leave-one-out", Y[:4], x=X[:4]).fits == 4,
    }),
    Advice("schemes.not_nestable", lambda: schemes.Nested(schemes.KFold(5), schemes.LeavePairOut()), {
        "Use a plain one, such as '5-fold'.": lambda: schemes.Nested(schemes.KFold(5), schemes.parse("5-fold")),
    }),
    Advice("schemes.not_nestable", lambda: judged("nested 5-fold / 5-fold / 5-fold", model=knn(), search=SPACE), {
        "such as '5-fold'": lambda: judged("nested 5-fold / 5-fold", model=knn(), search=SPACE).n == CASES,
    }),
    Advice("schemes.bad_given_part", lambda: judged([(range(12), [99])]), {
        "Correct it.": lambda: judged(HALVES).fits == 2,
    }),
    Advice("schemes.splitter_failed", lambda: judged(KFold(90)), {
        "Correct its settings": lambda: judged(KFold(9)).fits == 9,
    }),
    Advice("schemes.rows_renumbered", lambda: judged(HALVES, y=[None, *Y[1:]], missing="drop"), {
        "Fill the gaps": lambda: judged(HALVES).fits == 2,
        "drop those cases before you cut the parts":
            lambda: judged([(range(12), range(12, 23))], y=Y[1:], x=X[1:]).n == CASES - 1,
    }),
    Advice("schemes.too_many_fits", lambda: few_allowed(lambda: judged("leave-2-out")), {
        "Choose a cheaper scheme, such as '10x10-fold'": lambda: few_allowed(lambda: judged("10x10-fold").fits == 100),
        "say allow_many_fits=True":
            lambda: few_allowed(lambda: judged("leave-2-out", allow_many_fits=True).fits == 276),
    }),
    Advice("schemes.one_model", lambda: curve(model={"a": knn(), "b": knn()}), {
        "Call it once for each.": lambda: [curve(model=model) for model in (knn(), knn())],
    }),
    Advice("schemes.not_nested_here", lambda: curve("nested 5-fold / 5-fold"), {
        "needs a plain scheme, such as '10-fold'": lambda: curve("10-fold").fits == 20,
    }),
    Advice("schemes.size_out_of_reach", lambda: growing(sizes=[4, 500]), {
        "Use 2 to 16": lambda: growing(sizes=[2, 16]).fits == 4,
        "shares up to 1.0": lambda: growing(sizes=[0.5, 1.0]).fits == 4,
    }),
    Advice("schemes.too_few_sizes", lambda: growing(sizes=[4, 8], extrapolate_to=100), {
        "Add some": lambda: growing(sizes=[4, 8, 12, 16], extrapolate_to=100).fits == 8,
        "leave extrapolate_to= out": lambda: growing(sizes=[4, 8]).fits == 4,
    }),
    Advice("schemes.cannot_stratify", lambda: judged("time 5-fold", strata=Y), {
        "Use k-fold, holdout or monte-carlo": lambda: [
            judged(scheme, strata=Y) for scheme in ("5-fold", "holdout 1/3", "monte-carlo 3 at 30%")],
        "leave strata= out": lambda: used("time 5-fold", "time 5-fold"),
    }),
    Advice("schemes.out_of_bag_only", lambda: curve("bootstrap 20 .632+"), {
        "Use the out-of-bag mean: 'bootstrap 20'.": lambda: curve("bootstrap 20").fits == 40,
    }),
]
# fmt: on
