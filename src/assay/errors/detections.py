"""Messages about boxes, images and COCO files."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, nearest, quote, quote_all


def not_coco(name: str, missing: Sequence[str]) -> InputError:
    """A JSON document that does not hold what COCO files hold."""
    return InputError(
        f"`{name}` is not a COCO file: {quote_all(missing)} {'is' if len(missing) == 1 else 'are'} missing. The truth "
        "holds images, annotations and categories; the detections are a list of objects with image_id, category_id, "
        "bbox and score."
    )


def not_detections(name: str, kind: str) -> InputError:
    """Something that holds no boxes."""
    return InputError(
        f"`{name}` is a {kind}, which holds no boxes. Pass a COCO file (or what json.load gives of it), a table with "
        "image, label and box columns, or a list with one dict of boxes, labels (and scores) per image."
    )


def bad_json(path: str, problem: str) -> InputError:
    """A file that is no JSON."""
    return InputError(f"{quote(path)} cannot be read as JSON: {problem}. COCO files and detections are JSON documents.")


def bad_boxes(name: str, what: str, count: int, total: int, places: Sequence[object]) -> InputError:
    """Boxes without size, or with numbers that are none."""
    return InputError(
        f"`{name}` has {count:,} of {total:,} boxes {what} (first: {quote_all(places, 4)}). Correct or drop them."
    )


def no_box_columns(name: str, columns: Sequence[str]) -> InputError:
    """A table without box columns that are known."""
    return InputError(
        f"`{name}` has no box columns. They are x, y, width, height, or xmin, ymin, xmax, ymax (x1, y1, x2, y2), or "
        f"cx, cy, width, height; its columns are {quote_all(columns, 12)}."
    )


def no_detection_column(name: str, column: str, columns: Sequence[str]) -> InputError:
    """A table, or an object, without something that detections need."""
    return InputError(
        f"`{name}` has no {quote(column)}.{nearest(column, columns)} It has {quote_all(columns, 12)}, and needs image, "
        f"label, a box{' and a score' if name == 'prediction' else ''}."
    )


def missing_scores(count: int, total: int) -> InputError:
    """Detections without a score."""
    return InputError(
        f"{count:,} of {total:,} detections have no score. Every detection needs one: without, none comes before "
        "another. Add the scores, or drop these detections."
    )


def strange_images(count: int, images: Sequence[object]) -> InputError:
    """Detections in images that the truth does not have."""
    return InputError(
        f"The detections name {count:,} images that the truth does not have (such as {quote_all(images, 4)}). Add "
        "these images to the truth, even if they hold nothing, or drop the detections."
    )


def strange_labels(labels: Sequence[object], known: Sequence[object]) -> InputError:
    """Detections of categories that the truth does not have."""
    return InputError(
        f"The detections name {quote_all(labels, 4)}, which the truth does not have as categories. It has "
        f"{quote_all(known, 8)}. Correct the detections, or add what they name to the categories of the truth."
    )


def repeated_ids(what: str, ids: Sequence[object]) -> InputError:
    """Two things with one id."""
    return InputError(f"The truth has {what} with the same id: {quote_all(ids, 4)}. Give each its own.")


def images_differ(truth: int, prediction: int) -> InputError:
    """Lists of different lengths."""
    return InputError(
        f"`truth` lists {truth:,} images and `prediction` {prediction:,}. Both must list the same images in the same "
        "order."
    )


def bad_list_item(name: str, place: int, problem: str) -> InputError:
    """An image of a list that cannot be read."""
    return InputError(
        f"`{name}`, image {place}: {problem}. Every image is a dict with boxes (n x 4: xmin, ymin, xmax, ymax), labels "
        "and, in the prediction, scores."
    )


def bad_matches(problem: str) -> InputError:
    """Ready matches that cannot be used."""
    return InputError(
        f"`counts` as ready matches {problem}. Pass {{'hit': [True, False, ...], 'truths': 12}} in the order of the "
        "scores, or with 'score' (and 'image') beside it."
    )


def unreadable_boxes(problem: str) -> InputError:
    """Boxes that cannot be read, for a reason that no other message covers."""
    return InputError(
        f"The boxes cannot be read ({problem}). Pass COCO files, tables with image, label and box columns, or lists "
        "with one dict of boxes, labels (and scores) per image."
    )


def unknown_form(value: object, known: Sequence[str]) -> InputError:
    """A form of boxes that does not exist."""
    return InputError(
        f"boxes={quote(value)} is no form of boxes. It must be one of {quote_all(known)}, or two of them for truth and "
        f"prediction, such as boxes='{known[0]},{known[1]}'."
    )


def other_form(name: str, read: str, likely: str, count: int, total: int, typed: str) -> InputError:
    """Boxes that cannot be in the form that they were read in."""
    return InputError(
        f"The boxes of `{name}` look like {likely}, not like {read}: read as the latter, {count:,} of {total:,} have a "
        f'negative size. Type boxes="{typed}" (--boxes {typed}).'
    )


def other_scale(relative: str, other: str, largest: float) -> InputError:
    """Parts of images on one side and pixels on the other."""
    return InputError(
        f"The boxes of `{relative}` lie between 0 and 1, as parts of their image, and those of `{other}` are pixels "
        f"(up to {largest:g}), so that none can meet. Width and height of the images are not known: multiply the boxes "
        f"of `{relative}` by them, or add them to the images (columns image_width and image_height of a table)."
    )
