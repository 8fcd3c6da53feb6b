"""Messages about models: what they lack, what was raised inside them, where they were looked for."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from assay.errors.tree import AssayError, InputError, nearest, quote, quote_all

SETTINGS = {"--params": '{"n_neighbors": 5}', "--search": '{"n_neighbors": [1, 5]}'}
"""What can be written for the options that take settings of a model."""
MOST_NAMED = 6
"""How many columns a message names: enough to recognise the data, few enough to read."""


class FitError(AssayError, RuntimeError):
    """A model raised an error while it was fitted or predicted."""


def class_not_object(name: str, model: object) -> InputError:
    """A class handed over instead of a model."""
    kind = getattr(model, "__name__", str(model))
    return InputError(f"{quote(name)} is the class {kind}, not a model. Make one of it: {kind}().")


def method_missing(name: str, model: object, method: str) -> InputError:
    """A model without fit or predict."""
    return InputError(
        f"{quote(name)} ({type(model).__name__}) has no {method}(). A model needs fit(X, y) and predict(X); wrap it in "
        "an object that has both."
    )


def cannot_stop_early(model: object) -> InputError:
    """A model that does not learn in rounds."""
    return InputError(
        f"{type(model).__name__} does not learn in rounds, so that there is nothing to stop early. Pass a model with "
        "partial_fit, such as SGDClassifier, or with staged_predict, such as GradientBoostingClassifier."
    )


def no_models() -> InputError:
    """An empty mapping of models."""
    return InputError("There is no model to validate. Pass a model, or {'name': model}.")


def no_settings(name: str, parameters: Mapping[str, object]) -> InputError:
    """A model whose settings cannot be set."""
    return InputError(
        f"{quote(name)} has no set_params(), so that {quote_all(parameters)} cannot be set on it. Give it "
        "scikit-learn's get_params and set_params, or pass several models in a dict to validate."
    )


def unknown_setting(name: str, setting: object, known: Sequence[str]) -> InputError:
    """A parameter that a model does not have."""
    return InputError(
        f"{quote(name)} has no parameter {quote(setting)}.{nearest(setting, known)} It has {quote_all(known, 12)}."
    )


def fit_failed(where: str, problem: str, skippable: bool) -> FitError:
    """A fit that raised; `skippable` says that the call may leave it out."""
    instead = "; on_error='skip' leaves failed fits out with a note" if skippable else ""
    return FitError(f"{where} failed: {problem}. Correct the model or the data{instead}.")


def worker_died(models: Sequence[str]) -> FitError:
    """A process that fitted and is gone."""
    return FitError(
        f"A process that fitted {quote_all(models)} ended by itself: the model called os._exit or crashed, or the "
        "memory ran out. Run fewer fits at a time (n_jobs of joblib.parallel_config, --jobs on the command line), or a "
        "smaller model; take calls of os._exit out."
    )


def stopped_from_inside(code: object) -> FitError:
    """sys.exit called by something that assay ran."""
    return FitError(
        f"sys.exit({quote(code)}) was called from inside, by the model or by a package that it uses. Nothing was "
        "judged. Take that call out."
    )


def every_fit_failed(name: str, count: int, problem: str) -> FitError:
    """Nothing left to judge."""
    return FitError(
        f"All {count:,} fits of {quote(name)} failed, the first one with {problem}. Correct the model or the data."
    )


def wrong_prediction(wanted: int, got: object) -> FitError:
    """Predictions that do not match the cases."""
    return FitError(f"predict() gave {quote(got)} for {wanted:,} cases, where one prediction per case was expected")


def missing_prediction(missing: int, wanted: int) -> FitError:
    """Predictions that are not there."""
    return FitError(f"predict() gave NaN for {missing:,} of {wanted:,} cases")


def no_module(module: str, suggestion: str) -> InputError:
    """A module that cannot be imported because it does not exist."""
    return InputError(
        f"There is no module {quote(module)}.{suggestion} Write --model module:Class, as in "
        "sklearn.neighbors:KNeighborsClassifier; modules of the current folder are found too."
    )


def broken_module(module: str, problem: str) -> InputError:
    """A module that exists and raises when it is imported."""
    return InputError(f"The module {quote(module)} cannot be imported: {problem}. Correct it or install what it needs.")


def no_class(module: str, name: str, suggestion: str) -> InputError:
    """A module without that class."""
    return InputError(f"The module {quote(module)} has no class {quote(name)}.{suggestion}")


def not_module_and_class(text: str) -> InputError:
    """A model not written as module:Class."""
    return InputError(
        f"--model {quote(text)} is not of the form module:Class. Write, for instance, "
        "sklearn.linear_model:LogisticRegression."
    )


def bad_settings(option: str, text: str, problem: str) -> InputError:
    """Parameters that are no JSON object."""
    return InputError(
        f"{option} {quote(text)} is not a JSON object ({problem}). Write, for instance, '{SETTINGS[option]}'."
    )


def cannot_make(name: str, problem: str) -> InputError:
    """A class that does not accept its parameters."""
    return InputError(f"{quote(name)} cannot be made: {problem}. Correct --params.")


def nothing_to_search(scheme: str) -> InputError:
    """A nested scheme without settings to choose from."""
    return InputError(
        f"{quote(scheme)} chooses settings inside every training part, but there are none to choose from. Pass "
        "search={'parameter': [values]}, or a GridSearchCV or RandomizedSearchCV as the model."
    )


def search_without_nesting(name: str, scheme: str, nested: str) -> InputError:
    """Settings to choose from, and no inner scheme to choose them by."""
    return InputError(
        f"{name}= needs a scheme that chooses inside and judges outside, but {quote(scheme)} does not: the best of "
        f"several settings on the same folds is flattered. Use scheme={quote(nested)}."
    )


def empty_search(name: str) -> InputError:
    """A search space without a single setting."""
    return InputError(f"search= holds no setting for {quote(name)}. Pass {{'parameter': [values]}}.")


def checkpoint_of_another_run(path: str, what: Sequence[str]) -> InputError:
    """A checkpoint made with other data, another model or another scheme."""
    return InputError(
        f"{quote(path)} was made with another {' and another '.join(what)}. Name another file, delete this one, or go "
        "back to what it was made with."
    )


def not_a_checkpoint(path: str) -> InputError:
    """A file that is no checkpoint."""
    return InputError(f"{quote(path)} is not a checkpoint of assay. It was left untouched; name another file.")


def damaged_checkpoint(path: str, what: str) -> InputError:
    """A checkpoint whose fits were changed or cut short."""
    return InputError(
        f"{quote(path)} is a damaged checkpoint: {what}. It was left untouched. Name another file, or delete "
        "this one to start over."
    )


def gaps_in_features(columns: Mapping[str, tuple[int, int]], rows: int, name: str) -> InputError:
    """Missing values in X, and a model that cannot take them; every column with their count and their first row."""
    listed = list(columns.items())[:MOST_NAMED]
    shown = ", ".join(f"{quote(column)} ({count:,}, first at row {first:,})" for column, (count, first) in listed)
    more = f" and {len(columns) - MOST_NAMED:,} more" if len(columns) > MOST_NAMED else ""
    return InputError(
        f"X has missing values in {shown}{more} among {rows:,} cases, and {name} does not take them. Fill them inside "
        "the folds with make_pipeline(SimpleImputer(), model) (--impute on the command line), or pass missing='drop' "
        "to leave those cases out and have the number noted."
    )


def infinite_features(columns: Sequence[str]) -> InputError:
    """Infinities in X."""
    return InputError(f"X holds infinite values in {quote_all(columns)}. Correct or drop them.")


def text_in_features(columns: Sequence[str], name: str) -> InputError:
    """Text columns in X, and a model that cannot take them."""
    return InputError(
        f"X holds text in {quote_all(columns)}, and {name} takes numbers only. Encode it inside the folds with "
        "make_pipeline(make_column_transformer((OneHotEncoder(handle_unknown='ignore'), [columns]), "
        "remainder='passthrough'), model)."
    )


def identifier_column(column: str, distinct: int, rows: int) -> InputError:
    """A text column that names the cases rather than describing them."""
    return InputError(
        f"Column {quote(column)} holds {distinct:,} different texts in {rows:,} cases, as names or identifiers do, and "
        f"cannot be one-hot encoded. Leave it out with --drop {shlex.quote(column)}."
    )


def features_and_target_differ(rows: int, targets: int) -> InputError:
    """X and y of different length."""
    return InputError(f"X has {rows:,} cases and y has {targets:,}. They must be the same cases in the same order.")


def not_features(kind: str) -> InputError:
    """An X that cannot be cut into cases."""
    return InputError(
        f"X is {kind}, which cannot be cut into cases. Pass a 2-D array, a pandas or polars frame, or a sparse matrix."
    )


def no_features() -> InputError:
    """A file with nothing besides the target."""
    return InputError("No column is left to learn from. Keep at least one besides the target.")


def constant_target(value: object) -> InputError:
    """A y that never varies."""
    return InputError(
        f"`y` is {quote(value)} in every case, so that there is nothing to learn or to judge. Check that the right "
        "column was passed."
    )


def no_candidates(count: object) -> InputError:
    """A random search without a number of draws."""
    return InputError(
        f"candidates={quote(count)} cannot be used. How many settings to draw from the distributions of search= was "
        "expected, a whole number from 1 on."
    )


def mixed_models(kinds: Mapping[str, str]) -> InputError:
    """A classifier beside a regressor."""
    listed = ", ".join(f"{quote(name)} is a {kind}" for name, kind in kinds.items())
    return InputError(f"The models do not answer the same question: {listed}. Validate them apart.")


def nothing_to_stratify(scheme: str) -> InputError:
    """A stratified scheme for a regression, without strata."""
    return InputError(
        f"{quote(scheme)} keeps the shares of classes, but `y` holds numbers or several labels. Pass bins as "
        "strata=, or leave 'stratified' out."
    )


def nothing_to_choose(name: str) -> InputError:
    """A selection metric that is undefined for every setting."""
    return InputError(
        f"No setting of {quote(name)} could be scored on an inner part: the metric is undefined there, or every fit "
        "failed. Choose by another metric with select=, or use larger inner parts."
    )


def neither_number_nor_text(column: str, kind: str) -> InputError:
    """A column of dates, lists or other things."""
    return InputError(
        f"Column {quote(column)} holds {kind}, which is neither number nor text. Turn it into numbers first, or leave "
        f"it out with --drop {shlex.quote(column)}."
    )
