"""Messages about figures: their size and the files that they are saved as."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, quote, quote_all


def bad_pixels(name: str, value: object, smallest: int, largest: int) -> InputError:
    """A width or height that no figure has."""
    return InputError(
        f"{name}={quote(value)} is no size of a figure. It is the {name} of the whole figure in pixels, from "
        f"{smallest} to {largest:,}. Pass {name}=600, or leave it out."
    )


def bad_scale(scale: object) -> InputError:
    """A factor that nothing can be enlarged by."""
    return InputError(f"scale={quote(scale)} is no factor. Pass scale=2 to draw everything twice as large.")


def unknown_size(size: object, known: Sequence[str]) -> InputError:
    """A named size that there is not."""
    return InputError(f"size={quote(size)} is not known. It can be {quote_all(known)}; any other is width= in pixels.")


def size_and_width(size: object) -> InputError:
    """Two widths."""
    return InputError(f"size={quote(size)} is a width already, and so is width=. Leave one of them out.")


def unknown_figure(path: str, known: Sequence[str]) -> InputError:
    """A file that no figure is saved as."""
    return InputError(f"A figure cannot be saved as {quote(path)}. Give a path that ends in {quote_all(known)}.")


def plot_without_path(text: str) -> InputError:
    """A plot on the command line without a file."""
    return InputError(f"--plot {text} names no file. Write NAME=PATH, as in --plot roc=roc.svg.")
