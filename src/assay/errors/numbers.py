"""Messages about a value that should be a number: which one, in which row, and what it looks like instead."""

from __future__ import annotations

import re

from assay.errors.tree import InputError, quote

GAPS = {"", "-", "--", "?", ".", "na", "n/a", "n.a.", "nan", "null", "none", "nil", "missing", "#n/a"}
SIGNS = "$€£¥₹₽₩"
THOUSANDS = re.compile(r"[+-]?\d{1,3}(([,'’ \u00a0\u202f])\d{3})(\2?\d{3})*(\.\d+)?|[+-]?\d{1,3}(\.\d{3})+,\d+")
DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")


def not_a_number(name: str, value: object, row: int | None, wanted: str) -> InputError:
    """A column of numbers holds something else; `wanted` says what a number is for here."""
    where = "" if row is None else f" in row {row:,} (counting from 0)"
    return InputError(f"`{name}` holds {quote(value)}{where}, which is not a number. {wanted} {_advice(value)}")


def looks_like_number(text: str) -> bool:
    """Say whether a text is a number, or one with a decimal comma, separators, a currency or a percent sign.

    >>> [looks_like_number(text) for text in ("7.5", "1,234", "0,73", "$12", "50%", "iris", "")]
    [True, True, True, True, True, False, False]
    """
    bare = text.strip().strip(SIGNS + " ").removesuffix("%").strip()
    return bool(bare) and (is_number(bare) or bool(THOUSANDS.fullmatch(bare) or DECIMAL_COMMA.fullmatch(bare)))


def _advice(value: object) -> str:
    """Say what a value looks like, and what to do about it."""
    if isinstance(value, complex):
        return "Take the real part, or the absolute value, first."
    if not isinstance(value, str):
        return "Convert the column first."
    text = value.strip()
    if text.casefold() in GAPS:
        return (
            "It looks like a mark for a missing value. Leave such cells empty (None, NaN) and pass missing='drop', "
            "or fill them in."
        )
    bare = re.sub(rf"\s*[{SIGNS}]\s*", "", text)
    if bare != text and is_number(_plain(bare)):
        return f"The currency sign does not belong to a number: write {_plain(bare)}."
    if text.endswith("%"):
        return f"The percent sign does not belong to a number: write {_share(text)}."
    if THOUSANDS.fullmatch(text):
        return f"It looks like a number with separators between thousands: write {_plain(text)}."
    if DECIMAL_COMMA.fullmatch(text):
        return f"It looks like a number with a decimal comma: write {_plain(text)}."
    if not is_number(text):
        return "Correct the value, or name another column."
    return f"Remove the blanks around it: write {text}." if text != value else "Convert the text to a number first."


def _plain(text: str) -> str:
    """Return a number as Python writes it: without separators, with a point.

    >>> _plain("1,234.5"), _plain("1.234,5"), _plain("0,73")
    ('1234.5', '1234.5', '0.73')
    """
    if THOUSANDS.fullmatch(text) and not re.fullmatch(r"[+-]?\d{1,3}(\.\d{3})+,\d+", text):
        return re.sub(r"[,'’\s]", "", text)
    if "," in text and "." in text:
        return text.replace(".", "").replace(",", ".")
    return text.replace(",", ".").replace(" ", "")


def _share(text: str) -> str:
    number = _plain(text.rstrip("% "))
    return f"{float(number) / 100:.12g}" if is_number(number) else "the share alone"


def is_number(text: str) -> bool:
    """Say whether Python reads a text as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
