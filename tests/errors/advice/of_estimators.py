"""Advice about models: what they lack, where they are looked for, what they learn from."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
from scipy import sparse, stats
from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge, SGDClassifier
from sklearn.model_selection import GridSearchCV, KFold, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from advice.entries import Advice, after, command, write
from advice.learning_data import AMOUNTS, CASES, CSV, KNN, SPACE, Bare, X, Y, amounts, asked, judged, knn
from assay import EarlyStopping, bias_variance, complexity_curve

HOLES = np.where(X == 3, np.nan, X)
TOWNS = pd.DataFrame({"age": X[:, 0], "town": ["x", "y", "z"] * 8})
NAMES = CSV.replace("target,", "home town,target,").replace("\n0,", "\n@,0,").replace("\n1,", "\n@,1,")


class Settled(Bare):
    """The same with scikit-learn's get_params and set_params."""

    def __init__(self, k=1):
        self.k = k

    def get_params(self, deep=True):
        return {"k": self.k}

    def set_params(self, **settings):
        self.k = settings.get("k", self.k)
        return self


def chosen(scheme="nested 3-fold / 2-fold", model=None, **options):
    """Choose the number of neighbours."""
    return judged(scheme, model=model or knn(), **options)


def curve(model, parameter="k"):
    """Draw a complexity curve."""
    return complexity_curve(model, X, Y, parameter=parameter, values=[1, 2], scheme="3-fold")


def encoded(columns):
    """Encode text inside the folds, as the message says."""
    encoder = (OneHotEncoder(handle_unknown="ignore"), columns)
    return make_pipeline(make_column_transformer(encoder, remainder="passthrough"), knn())


def identified(text=NAMES) -> str:
    """Name every case."""
    for place in range(CASES):
        text = text.replace("@", f"town {place}", 1)
    return text


# fmt: off
ADVICE = [
    Advice("estimators.class_not_object", lambda: judged(model=DummyClassifier), {
        "Make one of it: DummyClassifier().": lambda: judged(model=DummyClassifier()).n == CASES,
    }),
    Advice("estimators.method_missing", lambda: judged(model=object()), {
        "wrap it in an object that has both": lambda: judged(model=Bare()).n == CASES,
    }),
    Advice("estimators.cannot_stop_early", lambda: judged("3-fold", model=EarlyStopping(knn())), {
        "partial_fit, such as SGDClassifier": lambda: judged("3-fold", model=EarlyStopping(SGDClassifier(), rounds=3)),
        "staged_predict, such as GradientBoostingClassifier":
            lambda: judged("3-fold", model=EarlyStopping(GradientBoostingClassifier(n_estimators=3))),
    }),
    Advice("estimators.no_models", lambda: judged(model={}), {
        "Pass a model": lambda: judged(model=knn()).n == CASES,
        "{'name': model}": lambda: judged(model={"knn": knn()})["knn"]["accuracy"].mean.value > 0,
    }),
    Advice("estimators.no_settings", lambda: curve(Bare()), {
        "Give it scikit-learn's get_params and set_params": lambda: curve(Settled()).fits == 6,
        "pass several models in a dict to validate":
            lambda: judged("3-fold", model={"a": Bare(), "b": Bare()}).fits == 6,
    }),
    Advice("estimators.no_settings", lambda: bias_variance(Bare(), X, Y, rounds=3, parameter="k", values=[1]), {
        "Give it scikit-learn's get_params and set_params":
            lambda: bias_variance(Settled(), X, Y, rounds=3, parameter="k", values=[1]).rounds == 3,
    }),
    Advice("estimators.unknown_setting", lambda: curve(knn(), "n_neighbours"), {
        "Did you mean 'n_neighbors'?": lambda: curve(knn(), "n_neighbors").fits == 6,
    }),
    Advice("estimators.unknown_setting", lambda: asked(CSV, "--params", '{"n_neighbours": 3}'), {
        "Did you mean 'n_neighbors'?": lambda: asked(CSV, "--params", '{"n_neighbors": 3}'),
    }),
    Advice("estimators.no_module", lambda: asked(model="sklearn.neighbours:KNeighborsClassifier"), {
        "Did you mean 'sklearn.neighbors'?": lambda: asked(model="sklearn.neighbors:KNeighborsClassifier"),
        "as in sklearn.neighbors:KNeighborsClassifier": lambda: asked(model="sklearn.neighbors:KNeighborsClassifier"),
        "modules of the current folder are found too": lambda: after(
            write("own_model_here.py", "from sklearn.dummy import DummyClassifier\n"),
            asked(model="own_model_here:DummyClassifier")),
    }),
    Advice("estimators.broken_module",
           lambda: after(write("broken_here.py", "1 / 0\n"), asked(model="broken_here:A")), {
        "Correct it": lambda: after(write("mended_here.py", "from sklearn.dummy import DummyClassifier as A\n"),
                                    asked(model="mended_here:A")),
    }),
    Advice("estimators.no_class", lambda: asked(model="sklearn.neighbors:KNeighborClassifier"), {
        "Did you mean 'KNeighborsClassifier'?": lambda: asked(model="sklearn.neighbors:KNeighborsClassifier"),
    }),
    Advice("estimators.not_module_and_class", lambda: asked(model="KNN"), {
        "sklearn.linear_model:LogisticRegression": lambda: asked(model="sklearn.linear_model:LogisticRegression"),
    }),
    Advice("estimators.bad_settings", lambda: asked(CSV, "--params", "{k: 3}"), {
        "'{\"n_neighbors\": 5}'": lambda: asked(CSV, "--params", '{"n_neighbors": 5}'),
    }),
    Advice("estimators.bad_settings", lambda: asked(CSV, "--search", "[1]"), {
        "'{\"n_neighbors\": [1, 5]}'": lambda: asked(
            CSV, "--search", '{"n_neighbors": [1, 5]}', "--scheme", "nested 3-fold / 2-fold"),
    }),
    Advice("estimators.cannot_make", lambda: asked(CSV, "--params", '{"kind": 3}', model="pathlib:PurePath"), {
        "Correct --params.": lambda: asked(CSV, "--params", '{"n_neighbors": 5}'),
    }),
    Advice("estimators.nothing_to_search", lambda: chosen(), {
        "search={'parameter': [values]}": lambda: chosen(search=SPACE).n == CASES,
        "a GridSearchCV": lambda: chosen(model=GridSearchCV(knn(), SPACE)).n == CASES,
        "RandomizedSearchCV as the model": lambda: chosen(model=RandomizedSearchCV(knn(), SPACE, n_iter=2)).n == CASES,
    }),
    *(Advice("estimators.search_without_nesting", lambda scheme=scheme: chosen(scheme, search=SPACE), {
        f"Use scheme='{nested}'.": lambda nested=nested: chosen(nested, search=SPACE).scheme == nested,
    }) for scheme, nested in (
        ("3-fold", "nested 3-fold / 5-fold"), ("bootstrap 9 .632+", "nested 10-fold / 5-fold"),
        (KFold(3), "nested 10-fold / 5-fold"), ("leave-pair-out", "nested 10-fold / 5-fold"),
        ("stratified 2x3-fold", "nested stratified 2x3-fold / 5-fold"),
    )),
    Advice("estimators.empty_search", lambda: chosen(search={"n_neighbors": []}), {
        "Pass {'parameter': [values]}.": lambda: chosen(search={"n_neighbors": [1, 3]}).n == CASES,
    }),
    Advice("estimators.no_candidates", lambda: chosen(search={"n_neighbors": stats.randint(1, 5)}, candidates=0), {
        "a whole number from 1 on":
            lambda: chosen(search={"n_neighbors": stats.randint(1, 5)}, candidates=2).n == CASES,
    }),
    Advice("estimators.nothing_to_choose",
           lambda: chosen("nested 3-fold / leave-one-out", search=SPACE, select="roc_auc"), {
        "Choose by another metric with select=":
            lambda: chosen("nested 3-fold / leave-one-out", search=SPACE, select="accuracy").n == CASES,
        "use larger inner parts":
            lambda: chosen("nested 3-fold / stratified 2-fold", search=SPACE, select="roc_auc").n == CASES,
    }),
    Advice("estimators.checkpoint_of_another_run", lambda: _kept(3, 5), {
        "Name another file": lambda: after(_kept(3), judged("5-fold", checkpoint="other.checkpoint").fits == 5),
        "delete this one": lambda: after(_kept(3), Path("run.checkpoint").unlink(), _kept(5)),
        "go back to what it was made with": lambda: _kept(3, 3),
    }),
    Advice("estimators.not_a_checkpoint", lambda: judged(checkpoint=write("notes.txt", "hello " * 99)), {
        "name another file": lambda: judged(checkpoint="run.checkpoint").n == CASES,
    }),
    Advice("estimators.damaged_checkpoint", lambda: after(_kept(3), _damage(), _kept(3)), {
        "Name another file": lambda: judged("3-fold", checkpoint="other.checkpoint").fits == 3,
        "delete this one to start over": lambda: after(_kept(3), _damage(), Path("run.checkpoint").unlink(), _kept(3)),
    }),
    Advice("estimators.gaps_in_features", lambda: judged(model=knn(), x=HOLES), {
        "make_pipeline(SimpleImputer(), model)":
            lambda: judged(model=make_pipeline(SimpleImputer(), knn()), x=HOLES).n == CASES,
        "pass missing='drop' to leave those cases out": lambda: judged(
            model=knn(), x=HOLES, missing="drop", scheme="3-fold").n == np.count_nonzero(~np.isnan(HOLES).any(axis=1)),
    }),
    Advice("estimators.gaps_in_features", lambda: asked(CSV.replace(",3.0", ",")), {
        "--impute on the command line": lambda: asked(CSV.replace(",3.0", ","), "--impute"),
        "missing='drop'": lambda: asked(CSV.replace(",3.0", ","), "--missing", "drop"),
    }),
    Advice("estimators.infinite_features", lambda: judged(x=np.where(X == 3, np.inf, X)), {
        "Correct": lambda: judged(x=X).n == CASES,
        "drop them": lambda: judged("3-fold", x=X[X[:, 0] != 3], y=Y[X[:, 0] != 3]).n > 0,
    }),
    Advice("estimators.text_in_features", lambda: judged(model=knn(), x=TOWNS), {
        "make_pipeline(make_column_transformer((OneHotEncoder(handle_unknown='ignore'), [columns])":
            lambda: judged(model=encoded(["town"]), x=TOWNS).n == CASES
            and judged(model=encoded([1]), x=TOWNS.to_numpy(dtype=object)).n == CASES,
    }),
    Advice("estimators.identifier_column", lambda: asked(identified()), {
        "Leave it out with --drop 'home town'.": lambda: asked(identified(), "--drop", "home town"),
    }),
    Advice("estimators.neither_number_nor_text", lambda: _dated(), {
        "Turn it into numbers first": lambda: _dated(turn=pl.col("day").dt.ordinal_day()),
        "leave it out with --drop day": lambda: _dated("--drop", "day"),
    }),
    Advice("estimators.features_and_target_differ", lambda: judged(x=X[:-1]), {
        "They must be the same cases in the same order.": lambda: judged(x=X[:-1], y=Y[:-1]).n == CASES - 1,
    }),
    Advice("estimators.not_features", lambda: judged(x="X"), {
        "Pass a 2-D array": lambda: judged(x=X).n == CASES,
        "a pandas or polars frame": lambda: [
            judged(x=frame, model=knn()) for frame in (pd.DataFrame(X), pl.DataFrame(X))],
        "a sparse matrix": lambda: judged(x=sparse.csr_matrix(X), model=knn()).n == CASES,
    }),
    Advice("estimators.no_features", lambda: asked(CSV, "--drop", "a", "--drop", "b"), {
        "Keep at least one besides the target.": lambda: asked(CSV, "--keep", "a"),
    }),
    Advice("columns.missing_values", lambda: judged(y=[None, *Y[1:]]), {
        "pass missing='drop' to leave those cases out and have the number noted":
            lambda: judged(y=[None, *Y[1:]], missing="drop").n == CASES - 1,
    }),
    Advice("estimators.mixed_models", lambda: judged(model={"knn": knn(), "ridge": Ridge()}), {
        "Validate them apart.": lambda: judged(model={"knn": knn()}) and judged(model={"ridge": Ridge()}, y=AMOUNTS),
    }),
    Advice("estimators.nothing_to_stratify", lambda: amounts("stratified 5-fold"), {
        "Pass bins as strata=": lambda: amounts("stratified 5-fold", strata=np.digitize(AMOUNTS, [3, 6])).fits == 5,
        "leave 'stratified' out": lambda: amounts("5-fold").fits == 5,
    }),
]
ADVICE += [
    Advice("estimators.constant_target", lambda: judged(y=0 * Y), {}),
]
# fmt: on
NO_ADVICE = {
    "estimators.constant_target": "only the user knows which column is the right one",
}


def _kept(*folds: int) -> bool:
    """Validate with these numbers of folds, one after the other, with the same checkpoint."""
    return [judged(f"{count}-fold", checkpoint="run.checkpoint").fits for count in folds] == list(folds)


def _damage() -> None:
    """Write other bytes into the fits of a checkpoint."""
    with closing(sqlite3.connect("run.checkpoint")) as file, file:
        file.execute("UPDATE fits SET outcome = x'00'")


def _dated(*options: str, turn: pl.Expr | None = None) -> None:
    """Validate a file with a column of dates."""
    table = pl.read_csv(CSV.encode()).with_columns(day=pl.date(2026, 1, 1) + pl.duration(days=pl.col("a").cast(int)))
    (table if turn is None else table.with_columns(day=turn)).write_parquet("churn.parquet")
    command("validate", "churn.parquet", "--target", "target", "--model", KNN, "--scheme", "3-fold", *options)
