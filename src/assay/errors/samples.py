"""Messages about samples, tables of scores and what tests ask of them."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, nearest, quote, quote_all


def not_a_sample(name: str, what: str) -> InputError:
    """Values that a test cannot use."""
    return InputError(f"`{name}` {what}. A test needs finite numbers, one per case. Correct or drop them first.")


def unfit(name: str, what: str) -> InputError:
    """A table, a function or a truth that a test cannot use."""
    return InputError(f"`{name}` {what}. Correct it first.")


def not_aligned(name: str, count: int, truth: int) -> InputError:
    """Scores and truth of different lengths."""
    return InputError(f"`{name}` has {count:,} scores but the truth has {truth:,} cases. Align them first.")


def not_an_array(what: str) -> InputError:
    """Something that a test cannot read as a table of data sets and models."""
    return InputError(
        f"The table {what}. Rows are data sets and columns are models, one finite score each. "
        "Pass a 2-D array, or a frame that holds only numbers."
    )


def masked_number(name: str) -> InputError:
    """A number that a masked array hides."""
    return InputError(f"`{name}` is masked, which means missing. A number was expected. Fill it in first.")


def not_counts(name: str, value: object) -> InputError:
    """Shares or weighted sums where cases are counted."""
    return InputError(
        f"`{name}` holds {quote(value)}, which is not a count. How many cases there are was expected, in whole numbers "
        "of at least 0. Pass counts, not shares or weighted sums."
    )


def too_few(name: str, count: int, wanted: int, test: str) -> InputError:
    """Fewer values than a test needs."""
    return InputError(f"{test} needs at least {wanted} {name}, but there {_are(count)}. Add more.")


def not_paired(first: int, second: int) -> InputError:
    """Two samples of different lengths in a paired test."""
    return InputError(
        f"A paired test compares the same cases, but the samples have {first:,} and {second:,} values. "
        "Align them, or use an unpaired test."
    )


def bad_choice(name: str, value: object, known: Sequence[str]) -> InputError:
    """An option that does not exist."""
    return InputError(f"{name}={quote(value)} is not known.{nearest(value, known)} It can be {quote_all(known, 20)}.")


def bad_number(name: str, value: object, expected: str) -> InputError:
    """A number out of its range."""
    return InputError(f"{name}={quote(value)} cannot be used. {expected} was expected.")


def not_a_table(what: str) -> InputError:
    """Something that is no table of data sets and models."""
    return InputError(
        f"The table {what}. Rows are data sets and columns are models, one score each. "
        "Pass a frame, a path, a 2-D array or {model: scores}."
    )


def ragged(name: object, count: int, other: int) -> InputError:
    """Models with different numbers of scores."""
    return InputError(
        f"Model {quote(name)} has {count} scores but the first model has {other}. "
        "Every model needs one score on every data set. Fill the gap, or leave the data set out for all."
    )


def too_few_models(count: int) -> InputError:
    """Fewer than two models."""
    return InputError(f"There {_are(count, 'model')}, and a comparison needs at least two. Add another one.")


def too_many_pairs(models: int, pairs: int, most: int) -> InputError:
    """More pairs of models than anybody would read or wait for."""
    return InputError(
        f"{models:,} models make {pairs:,} pairs, and at most {most:,} are compared at once. "
        "Pass control= to compare every model with that one, or fewer models."
    )


def same_model_twice(name: object) -> InputError:
    """A model's name stands twice."""
    return InputError(f"The model {quote(name)} stands there twice. Each model needs a name of its own. Rename one.")


def missing_cell(data_set: object, model: object, count: int, masked: bool = False) -> InputError:
    """A gap in a table of scores."""
    cells = "1 score is" if count == 1 else f"{count} scores are"
    return InputError(
        f"{cells} missing{' (masked)' if masked else ''}; the first is that of {quote(model)} on {quote(data_set)}. "
        "Ranks need every model on every data set. "
        "Fill it in, or pass missing='drop' to leave such data sets out and have that noted."
    )


def infinite_cell(data_set: object, model: object) -> InputError:
    """An infinite score in a table."""
    return InputError(
        f"The score of {quote(model)} on {quote(data_set)} is infinite. Every score must be finite. Correct it."
    )


def too_few_data_sets(count: int) -> InputError:
    """Too few data sets to say anything."""
    return InputError(
        f"There {_are(count, 'data set')}. With two data sets every order of two models is as likely as not to come up "
        "by chance (the smallest two-sided p is 0.5), so nothing can be told apart. "
        "At least 3 are needed; 10 are better."
    )


def unlike_scores(name: object, least: float, most: float) -> InputError:
    """A column of whole numbers beside shares, which is no model's scores."""
    return InputError(
        f"Column {quote(name)} holds whole numbers from {least:,.0f} to {most:,.0f}, and all others lie between 0 and "
        "1, so it does not look like the scores of a model. Drop it; if it is a model, pass {model: scores}."
    )


def text_column(name: object, value: object) -> InputError:
    """A second column of text in a table of scores."""
    return InputError(
        f"Column {quote(name)} holds {quote(value)}, which is not a number. Besides one column with the names of the "
        "data sets, every column must hold one model's scores. Drop it, or convert it."
    )


def several_scores(model: object, names: Sequence[object]) -> InputError:
    """One score per row was expected, but there are several columns of numbers, or none."""
    numeric = f"the columns {quote_all(names)} hold numbers" if names else "no other column holds numbers"
    return InputError(
        f"Column {quote(model)} names a model in every row, so one column must hold its score, but {numeric}. "
        "Keep the data set, the model, the run if there is one, and one score; or give every model a column of its own."
    )


def no_data_sets(model: object) -> InputError:
    """One score per row, and nothing says on which data set."""
    return InputError(
        f"Column {quote(model)} names a model in every row, but no column names the data set. "
        "Add one, as in: data set, model, score."
    )


def runs_without_data_sets(run: object) -> InputError:
    """Rows that differ by the seed or fold only."""
    return InputError(
        f"Column {quote(run)} numbers runs, but no column names the data sets. Runs on one data set are not "
        "independent of each other, so they cannot stand for data sets. Add a column with the names of the data sets "
        f"(runs on each are then averaged), or drop {quote(run)} if every row is a data set of its own."
    )


def repeated_data_sets(what: str, names: Sequence[object], count: int) -> InputError:
    """A data set that stands in several rows."""
    return InputError(
        f"Every {what} needs one row, but {quote_all(names)} {'stands' if len(names) == 1 else 'stand'} in several "
        f"({quote(names[0])} in {count}). Rows of one data set are not independent of each other. Average them first, "
        "or add a column 'seed' or 'fold' that tells them apart: they are then averaged, and a note says so."
    )


def same_run_twice(what: str, names: Sequence[object], count: int, runs: Sequence[object]) -> InputError:
    """The same run of a data set in several rows."""
    return InputError(
        f"Every {what} needs one row for each run ({quote_all(runs)}), but {quote_all(names)} "
        f"{'has' if len(names) == 1 else 'have'} the same run twice ({quote(names[0])} in {count} rows). "
        "Drop the rows that stand there twice, or name what tells them apart."
    )


def unknown_model(name: object, models: Sequence[object]) -> InputError:
    """A control that is not among the models."""
    return InputError(
        f"There is no model {quote(name)}.{nearest(name, [str(model) for model in models])} "
        f"The models are {quote_all(models, 12)}."
    )


def unknown_pair(name: str, pairs: Sequence[str]) -> InputError:
    """Two models that were not compared with each other."""
    return InputError(f"{name} was not compared.{nearest(name, pairs)} The pairs are {quote_all(pairs, 12)}.")


def control_needed(method: str) -> InputError:
    """A method that compares with a control, and none was named."""
    return InputError(f"method={quote(method)} compares every model with one control. Name it with control=.")


def not_spread(method: str) -> InputError:
    """A test of spread asked for as a comparison of models."""
    return InputError(
        f"method={quote(method)} compares how widely two samples spread, not which model is better. "
        "The test on mean ranks with a similar name is 'siegel-castellan'; assay.stats.siegel_tukey compares spreads."
    )


def _are(count: int, what: str = "") -> str:
    noun = f" {what}" if what else ""
    return f"is 1{noun}" if count == 1 else f"are {count}{noun}{'s' if what else ''}"
