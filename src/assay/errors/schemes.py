"""Messages about schemes: how data are to be split."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, nearest, quote, quote_all

MOST_CLASSES = 100
"""More different values than this are numbers rather than classes: the rule by which tasks are inferred."""


def unknown_scheme(text: str, forms: Sequence[str]) -> InputError:
    """Text that names no scheme."""
    return InputError(f"scheme={quote(text)} is not known.{nearest(text, forms)} Forms are {quote_all(forms, 20)}.")


def not_a_scheme(value: object, forms: Sequence[str]) -> InputError:
    """Something that cannot say how to split."""
    return InputError(
        f"scheme={quote(value)} cannot split cases. Pass text such as {quote_all(forms[:3])}, a value of "
        "assay.schemes, a scikit-learn splitter, or a list of (train, test) pairs."
    )


def bad_count(scheme: str, name: str, value: object, least: int, most: int) -> InputError:
    """A number of folds, repeats or rounds that makes no sense."""
    return InputError(
        f"{scheme}: {name}={quote(value)} cannot be used. A whole number from {least} to {most:,} was expected."
    )


def bad_flag(name: str, value: object) -> InputError:
    """Something else where a scheme asks yes or no."""
    return InputError(f"{name}={quote(value)} is neither True nor False. Pass one of them, or leave it out.")


def bad_test_share(scheme: str, value: object) -> InputError:
    """A test share that leaves nothing on one side."""
    return InputError(
        f"{scheme}: a test part of {quote(value)} cannot be cut off. A share between 0 and 1 was expected, "
        "such as 1/3, 30% or 0.3."
    )


def parts_do_not_add_up(text: str, total: float) -> InputError:
    """Three shares that are not the whole."""
    return InputError(
        f"train/validation/test {text} adds up to {total:g}, not to 100. Give three shares that do, such as 60/20/20."
    )


def more_folds_than_cases(scheme: str, folds: int, n: int) -> InputError:
    """More parts than there are cases."""
    cases = "1 case" if n == 1 else f"{n:,} cases"
    return InputError(
        f"{quote(scheme)} needs at least {folds:,} cases, but there {'is' if n == 1 else 'are'} only {cases}. "
        "Use a scheme that needs fewer, or bring more cases."
    )


def class_without_pairs(count: int) -> InputError:
    """A class of which no case would be left to learn from."""
    return InputError(
        f"'leave-pair-out' needs 2 cases of each class, but one class has {count}. Use 'leave-one-out', or bring more "
        "cases."
    )


def class_too_small(scheme: str, label: object, count: int, folds: int, classes: int) -> InputError:
    """A class that cannot be in every part."""
    cases = "1 case" if count == 1 else f"{count:,} cases"
    if classes > MOST_CLASSES:
        return InputError(
            f"{quote(scheme)} keeps the shares of the classes, but `y` holds {classes:,} different values, one of them "
            f"({quote(label)}) in {cases} only. For a regression leave 'stratified' out or pass bins as strata=."
        )
    fewer = f"'stratified {count}-fold', or " if count > 1 else ""
    return InputError(
        f"{quote(scheme)} needs {folds:,} cases of every class, but {quote(label)} has only {cases}. "
        f"Use {fewer}a scheme without 'stratified' (and no strata=), or merge or drop the class."
    )


def part_too_small(scheme: str, train: int, test: int, least: int) -> InputError:
    """A share that leaves a part without cases, or with fewer than there are classes."""
    why = "be empty" if least == 1 else f"hold fewer cases than there are classes ({least:,})"
    return InputError(
        f"{quote(scheme)} would cut the cases into {train:,} for training and {test:,} for testing, so that one part "
        f"would {why}. Choose another share, or bring more cases."
    )


def groups_needed(scheme: str) -> InputError:
    """A grouped scheme without groups."""
    return InputError(f"{quote(scheme)} keeps groups of cases together, but there are none. Name them with group=.")


def more_folds_than_groups(scheme: str, folds: int, groups: int) -> InputError:
    """More parts than there are groups."""
    instead = (
        f"Use 'grouped {groups}-fold'."
        if groups > 1
        else "Pass group= with at least two different values, or use a scheme without groups, such as '10-fold', and "
        "leave group= out."
    )
    return InputError(f"{quote(scheme)} needs at least {folds:,} groups, but `group` holds {groups:,}. {instead}")


def grouped_once() -> InputError:
    """Repeated cuts of groups, which scikit-learn does not offer."""
    return InputError(
        "Grouped folds cannot be repeated. Use 'grouped 10-fold', or random cuts as in 'grouped monte-carlo 100 at "
        "20%'."
    )


def stratified_and_grouped() -> InputError:
    """Random parts that should keep both classes and groups."""
    return InputError(
        "A random part cannot keep the shares of classes and whole groups at once. Use 'stratified grouped 5-fold', "
        "or leave one of the two words out."
    )


def groups_crossed(scheme: str, crossed: int, groups: int, example: object) -> InputError:
    """Groups that would stand in training and test at once."""
    folds = max(2, min(10, groups))
    return InputError(
        f"{quote(scheme)} would put cases of {crossed:,} of {groups:,} groups (such as {quote(example)}) into training "
        "and test at once, which flatters the model. Use a scheme that keeps groups whole ('grouped "
        f"{folds}-fold', 'grouped holdout 1/3', 'leave-one-group-out'), or leave group= out."
    )


def pairs_need_two_classes(classes: int) -> InputError:
    """Leave-pair-out without two classes."""
    return InputError(
        f"'leave-pair-out' takes one case of each of two classes, but there are {classes}. "
        "Use 'leave-one-out' or '10-fold'."
    )


def pairs_only_for_area(metrics: Sequence[str]) -> InputError:
    """Leave-pair-out asked for something else than the area."""
    return InputError(
        f"'leave-pair-out' estimates the area under the ROC curve (roc_auc) and nothing else, but {quote_all(metrics)} "
        "was asked for. Leave metrics= out, or use 'leave-one-out' for the others."
    )


def unknown_estimator(value: object, known: Sequence[str]) -> InputError:
    """A bootstrap estimator that does not exist."""
    return InputError(f"bootstrap: {quote(value)} is not known. It can be {quote_all(known)}.")


def whole_samples_only(estimator: str, size: int) -> InputError:
    """A .632 estimate from samples of another size."""
    return InputError(
        f"bootstrap {estimator}: its weights hold for samples as large as the data, but a size of {size:,} was given. "
        "Leave the size out, or use the out-of-bag mean ('oob')."
    )


def nothing_left_out(scheme: str, n: int) -> InputError:
    """Draws that always hold every case, or only one class."""
    return InputError(
        f"{quote(scheme)}: in 1,000 draws from {n:,} cases none left a case out and held both classes. "
        "Use 'leave-one-out', or bring more cases."
    )


def not_nestable(name: str, scheme: object) -> InputError:
    """A nested scheme inside a nested scheme, or no scheme at all."""
    return InputError(
        f"The {name} scheme of a nested one cannot be {quote(scheme)}. Use a plain one, such as '5-fold'."
    )


def bad_given_part(place: int, name: str, n: int) -> InputError:
    """A split of the user's own that points outside the data."""
    return InputError(
        f"Split {place} of the given splits has a {name} part that is empty or names rows outside 0 to {n - 1:,}. "
        "Correct it."
    )


def rows_renumbered(scheme: str, dropped: int) -> InputError:
    """Parts given by row number, and rows that would be dropped before they are cut."""
    cases = "1 case" if dropped == 1 else f"{dropped:,} cases"
    return InputError(
        f"{quote(scheme)} name rows by number, but missing='drop' would leave out {cases} and shift the numbers. "
        "Fill the gaps, or drop those cases before you cut the parts."
    )


def too_many_fits(scheme: str, fits: int, most: int) -> InputError:
    """More fits than anybody meant to ask for."""
    return InputError(
        f"{quote(scheme)} would fit {fits:,} models, more than {most:,}. Choose a cheaper scheme, such as "
        "'10x10-fold', or say allow_many_fits=True if that is what you want."
    )


def one_model(what: str, count: int) -> InputError:
    """A curve of several models at once."""
    return InputError(f"{what} takes one model at a time, but {count} were given. Call it once for each.")


def not_nested_here(what: str) -> InputError:
    """A nested scheme where the settings are the question."""
    return InputError(f"{what} tries every value itself and needs a plain scheme, such as '10-fold', not a nested one.")


def size_out_of_reach(size: int, most: int) -> InputError:
    """A training set larger than the training part, or smaller than anything that can be fitted."""
    return InputError(
        f"sizes: {size:,} cases cannot be drawn from a training part of {most:,}. Use 2 to {most:,}, or shares up to "
        "1.0."
    )


def too_few_sizes(count: int, wanted: int) -> InputError:
    """An extrapolation from next to nothing."""
    return InputError(
        f"A power law needs at least {wanted} sizes and 2 repeats, all of them defined, but there are {count} sizes. "
        "Add some, or leave extrapolate_to= out."
    )


def cannot_stratify(scheme: str) -> InputError:
    """Strata for a scheme that cannot keep them."""
    return InputError(
        f"{quote(scheme)} cannot keep the shares of strata=. Use k-fold, holdout or monte-carlo, or leave strata= out."
    )


def out_of_bag_only(scheme: str) -> InputError:
    """A .632 estimate where only parts are used."""
    return InputError(
        f"{quote(scheme)} weighs in the error on training cases, which is not possible here. Use the out-of-bag mean: "
        f"{quote(scheme.partition(' .')[0])}."
    )


def splitter_failed(scheme: str, problem: str) -> InputError:
    """A scikit-learn splitter that raised."""
    return InputError(f"The splitter {quote(scheme)} failed: {problem}. Correct its settings, or what it is given.")
