"""Messages about label masks."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, MissingPackageError, quote, quote_all


def shapes_differ(image: object, truth: tuple[int, ...], prediction: tuple[int, ...]) -> InputError:
    """Masks of one image that do not have the same size."""
    return InputError(
        f"Image {quote(image)}: the truth is {_size(truth)} and the prediction {_size(prediction)}. Both masks of an "
        "image must have the same size."
    )


def not_a_mask(image: object, name: str, shape: tuple[int, ...], kind: str) -> InputError:
    """Something that is no label mask: colours, probabilities or text."""
    colours = len(shape) == 3 and shape[-1] in (3, 4)
    what = f"has {shape[-1]} channels, as pictures have" if colours else f"has shape {shape} and holds {kind}"
    return InputError(
        f"Image {quote(image)}: `{name}` {what}. A mask holds one whole number per pixel, the number of its class; "
        "turn colours into class numbers first."
    )


def masked_pixels(image: object, name: str, count: int) -> InputError:
    """A masked array where class numbers were expected."""
    return InputError(
        f"{count:,} pixels of image {quote(image)} in `{name}` are masked, so they have no class. Every pixel needs a "
        "class number. Fill them with one of their own, with .filled(255), and pass ignore=255 to leave them out."
    )


def image_counts_differ(truth: int, prediction: int) -> InputError:
    """Different numbers of masks."""
    return InputError(f"`truth` has {truth:,} masks and `prediction` {prediction:,}. Each image needs one of both.")


def files_do_not_match(missing: Sequence[str], where: str) -> InputError:
    """Masks without a partner of the same name."""
    return InputError(
        f"{len(missing):,} masks have no file of the same name in {quote(where)}: {quote_all(missing, 4)}. Truth and "
        "prediction are matched by their names without suffix."
    )


def same_name(name: str, folder: str, files: Sequence[str], count: int) -> InputError:
    """Files of one folder that are masks of the same image."""
    more = f" ({count - 1:,} more such images)" if count > 1 else ""
    return InputError(
        f"`{name}`: the folder {quote(folder)} holds {' and '.join(map(quote, files))}, which have one name before the "
        f"suffix and so are masks of one image{more}. Keep one file per image, or pass a list of files."
    )


def another_order(place: int, truth: str, prediction: str) -> InputError:
    """Lists of files whose names say that they are not in the same order."""
    return InputError(
        f"At place {place} `truth` has the file {quote(truth)} and `prediction` {quote(prediction)}. Both list the "
        "same names in another order, and lists are paired by place. Sort both, or pass the two folders."
    )


def no_masks(name: str, skipped: Sequence[str] = ()) -> InputError:
    """An empty folder or list."""
    there = f" (it holds {quote_all(skipped, 4)})" if skipped else ""
    return InputError(
        f"`{name}` holds no masks{there}. Pass arrays, a list of files, or a folder with png or npy files."
    )


def unknown_classes(image: object, name: str, values: Sequence[object], known: Sequence[object]) -> InputError:
    """Pixels of classes that were not declared."""
    return InputError(
        f"Image {quote(image)}: `{name}` holds the class numbers {quote_all(values, 6)}, which are not among labels= "
        f"({quote_all(known, 8)}). Add them, or {_instead(name)}."
    )


def _instead(name: str) -> str:
    """Say what else can be done about strange class numbers; only the truth marks pixels that do not count."""
    return "name the class of pixels that do not count as ignore=" if name == "truth" else "map them to known ones"


def bad_class_numbers(image: object, name: str, lowest: int, highest: int) -> InputError:
    """Class numbers below 0, or beyond what a table can hold."""
    return InputError(
        f"Image {quote(image)}: `{name}` holds class numbers from {lowest} to {highest}. They must be from 0 to 4,095. "
        f"Correct them, or {_instead(name)}."
    )


def no_pixels() -> InputError:
    """Nothing left to judge."""
    return InputError("No pixel counts: the masks are empty, or every pixel is of the class named as ignore=.")


def bad_labels(labels: object) -> InputError:
    """Classes that cannot be class numbers."""
    return InputError(
        f"labels={quote(labels)} cannot be classes of masks. Whole numbers from 0 to 4,095 were expected."
    )


def unreadable_mask(path: str, problem: str) -> InputError:
    """A file that is no mask."""
    return InputError(f"{quote(path)} cannot be read as a mask: {problem}. Masks are png or npy files.")


def pillow_missing() -> MissingPackageError:
    """Pictures without the package that reads them."""
    return MissingPackageError("Reading png masks needs pillow. Install it with: pip install 'assay[vision]'.")


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(str(side) for side in shape)


def ignored_class(value: object) -> InputError:
    """A class of pixels that do not count which is no class number."""
    return InputError(
        f"ignore={quote(value)} is not a class number. The whole number that marks pixels without a truth was "
        "expected, such as ignore=255."
    )
