"""Punctuation taken out of a text, except the marks that make a number the number it is."""

from __future__ import annotations

import re
import string

PUNCTUATION = re.escape(string.punctuation)
DIGIT = r"[\d¼-¾⅐-⅞∞π]"
"""A figure, or a single sign that is a number by itself."""
DASHES = "-‐‑‒–−﹣－"
"""The hyphen and the signs that people and programs write for minus (U+2212 is the one of mathematics)."""
DASH = f"[{DASHES}]"
PERCENTS = "%﹪％٪"
LETTER = r"[^\W_]"

GROUPED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:([,'’\u00a0\u2009\u202f])\d{3}(?:\1\d{3})*)(?!\d|[,'’]\d)")
"""A whole number in groups of three figures: 1,000 or 12'345'678, and 1,000.5 up to its decimal point."""
BETWEEN = rf"(?<={DIGIT})(?:[{DASHES}{PUNCTUATION}]+|\s+[{DASHES}+*/^<>=:]\s+)(?={DIGIT})"
PERCENT = rf"(?<={DIGIT})\.?\s*\\?[{PERCENTS}]|(?<!{LETTER})[{PERCENTS}](?=\s?{DIGIT})"
EXPONENT = rf"(?:(?<=\de)|(?<=\d\.e)){DASH}(?=\d)"
SIGN = rf"(?<!{LETTER}){DASH}(?=[^\w\s]*(?:[a-z]+\{{)?{DIGIT})"
ALONE = rf"\A\s*{DASH}\s+(?=[^\w\s]*{DIGIT}\S*(?:\s*[{PERCENTS}])?\s*\Z)"
"""A sign with a blank behind it, where the number is the whole answer."""
POINT = rf"(?<!{LETTER})(?<!\.)\.(?=\d)"
MARKS = re.compile(
    f"(?P<kept>{BETWEEN}|{PERCENT}|{EXPONENT}|{SIGN}|{ALONE})|(?P<point>{POINT})|[{PUNCTUATION}]", re.IGNORECASE
)
FIGURE = re.compile(DIGIT, re.IGNORECASE)
"""Without one, no mark belongs to a number."""
ANY_MARK = re.compile(f"[{PUNCTUATION}{DASHES}{PERCENTS}’\u00a0\u2009\u202f]")
"""Whatever the patterns above look for: without one, there is nothing to take out."""
WITHOUT_MARKS = str.maketrans("", "", string.punctuation)
ONE_SPELLING = str.maketrans({**dict.fromkeys(DASHES, "-"), **dict.fromkeys(PERCENTS, "%"), "\\": None})


def without_punctuation(text: str) -> str:
    r"""Return a text without punctuation, in which every number is still the same number.

    Sign, decimal point, percent sign and whatever stands between two figures stay; all minus signs become a hyphen;
    separators of thousands go, and a number that begins with its decimal point gets a 0.

    >>> without_punctuation("It's -7.5 (or 50 %)!"), without_punctuation("$1,000,000."), without_punctuation("\u2212.5")
    ('Its -7.5 or 50%', '1000000', '-0.5')
    """
    if not FIGURE.search(text):
        return text.translate(WITHOUT_MARKS)
    return MARKS.sub(_kept, ungrouped(text)) if ANY_MARK.search(text) else text


def ungrouped(text: str) -> str:
    """Return a text whose whole numbers have no separators of thousands.

    >>> ungrouped("1,234,567.8 and 1,5 and 0,125")
    '1234567.8 and 1,5 and 0,125'
    """
    return GROUPED.sub(lambda match: match[0].replace(match[1], ""), text)


def _kept(match: re.Match[str]) -> str:
    """Write what stays of a mark: it in one spelling, a point behind a 0, or nothing."""
    if match["point"]:
        return "0."
    if not match["kept"]:
        return ""
    mark = match["kept"].translate(ONE_SPELLING)
    return "%" if mark.strip(" .\t\n") == "%" else mark.strip()


def changed_number(text: str) -> str | None:
    """Return the first stretch of a text whose number becomes another one without punctuation, None if none does.

    >>> changed_number("about 7.5 %"), changed_number("1,000 of us"), changed_number("Rock 'n' roll")
    ('7.5', None, None)
    """
    if not FIGURE.search(text) or not ANY_MARK.search(text):
        return None
    plain = ungrouped(text)
    for match in MARKS.finditer(plain):
        if (match["kept"] or match["point"]) and any(mark in string.punctuation for mark in match[0]):
            start = plain.rfind(" ", 0, match.start()) + 1
            return plain[start : match.end()] + plain[match.end() :].partition(" ")[0]
    return None
