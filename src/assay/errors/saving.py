"""Messages about results that are saved, loaded, merged and added to: what does not fit, and what would."""

from __future__ import annotations

from assay.errors.tree import FileError, InputError, quote


def not_saved_here(path: str, detail: str) -> FileError:
    """A file that assay did not write, or that was changed since."""
    return FileError(
        f"{path} is not a result that assay saved: {detail}. It may be cut short or changed. Save the result again "
        "with result.save(path), and copy the file whole."
    )


def shown_not_saved(path: str, schema: str) -> FileError:
    """The document that a result shows, in the place of the file that keeps it."""
    return FileError(
        f"{path} holds what a result says ({quote(schema)}, as --json and to_json write it), not what it was made "
        "from. Keep results with --save, or result.save(path), and load those files."
    )


def newer_file(path: str, schema: str, known: str) -> FileError:
    """A file of a version that came later."""
    return FileError(
        f"{path} was saved by a newer version of assay: its schema is {quote(schema)}, and this version reads "
        f"{known}. Install that version of assay, or save the result again with this one."
    )


def too_large(path: str, size: int, most: int) -> FileError:
    """A file far larger than a summary can be."""
    return FileError(
        f"{path} has {size:,} bytes, and a saved result has at most {most:,}. Name a file that result.save wrote."
    )


def cannot_save(kind: str) -> InputError:
    """A result of a kind that no file holds."""
    return InputError(
        f"A {kind} cannot be saved as a result that loads again. Write it with assay.report(result, path)."
    )


def small_cell(cell: str, count: int, smallest: int) -> InputError:
    """A cell of the summary that holds fewer cases than may be given away."""
    cases = "1 case" if count == 1 else f"{count} cases"
    return InputError(
        f"The file would hold {cases} by themselves ({cell}), and smallest={smallest} asks for at least {smallest}. "
        "Put rare classes together or round the scores before judging, or save without smallest=."
    )


def bad_smallest(smallest: object) -> InputError:
    """A smallest cell that is no whole number of cases."""
    return InputError(
        f"smallest={quote(smallest)} is no number of cases. Give a whole number of at least 1, such as 5."
    )


def nothing_to_merge() -> InputError:
    """No results to merge."""
    return InputError("There is nothing to merge. Give a list of evaluations: assay.merge([first, second]).")


def not_mergeable(place: int, reason: str) -> InputError:
    """A result that cannot be merged with others."""
    return InputError(
        f"Result {place} cannot be merged: {reason}. Merge evaluations of labels, scores, one column of numbers, "
        "texts or masks. Where groups are in the way, judge every part without group=."
    )


def differ(what: str, first: object, second: object) -> InputError:
    """Parts that were judged in different ways."""
    return InputError(
        f"The results differ in {what}: {quote(first)} and {quote(second)}. Only results that were judged in one way "
        "are merged. Evaluate every part with the same arguments."
    )


def edges_differ(name: object, first: object, second: object) -> InputError:
    """Slices of amounts that were cut at different places."""
    return InputError(
        f"The results cut {quote(name)} at different places: {quote(first)} and {quote(second)}. Quartiles are those "
        f'of each part\'s own cases. Give the same edges to every part: by={{"{name}": [30, 60]}}.'
    )


def repeated_name(name: object) -> InputError:
    """Ready tables of several parts that bear one name."""
    return InputError(
        f"Two of the results hold a table called {quote(name)}. Tables of several data sets are kept apart by name. "
        "Give every table a name of its own."
    )


def other_task(reason: str, judged: str) -> InputError:
    """Parts that each look like one task, and together like another."""
    return InputError(
        f"Each part was judged as {judged}, but together {reason}, which is another task. Say what it is with task= "
        "when every part is evaluated."
    )


def units_differ() -> InputError:
    """Sums of numbers so far apart in size that they were held in different units."""
    return InputError(
        "The numbers of the parts differ in size by more than 70 powers of ten, so that their sums cannot be added up. "
        "Give the truth and the predictions of every part in one unit."
    )


def nothing_added() -> InputError:
    """A running evaluation that was asked before it had a case."""
    return InputError("Nothing was added yet, so there is nothing to judge. Call add(truth, prediction) first.")


def roles_differ(first: object, second: object) -> InputError:
    """Batches that bring other columns than those before."""
    return InputError(
        f"This batch brings {first}, and those before brought {second}. Add the same roles every time, or start anew "
        "with reset()."
    )


def too_many_kept(rows: int, most: int, reason: str) -> InputError:
    """A running evaluation whose cases cannot be summed up."""
    return InputError(
        f"{rows:,} cases were added, and at most {most:,} are kept one by one: {reason}. Judge such cases with "
        "assay.evaluate, or start anew with reset()."
    )


def not_added(reason: str) -> InputError:
    """A batch that cannot be summed up with others."""
    return InputError(
        f"These cases cannot be added batch by batch: {reason}. Pass all of them to assay.evaluate at once."
    )


def whole_only(name: str) -> InputError:
    """An argument of evaluate that needs all cases at once."""
    apart = ", or judge parts with it and put them together by assay.merge" if name in ("by", "group") else ""
    return InputError(
        f"`{name}` has no meaning for assay.Running, which sees the cases batch by batch and keeps none of them. Pass "
        f"all cases to assay.evaluate({name}=...) at once{apart}."
    )


def settings_only(name: str) -> InputError:
    """Cases handed to the constructor of a running evaluation."""
    return InputError(
        f"`{name}` holds cases, which Running takes batch by batch. Call assay.Running() with the settings alone, then "
        f"add({name}=...)."
    )
