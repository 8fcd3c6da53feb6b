"""Names in scripts that are written from right to left, set apart so that the numbers beside them keep their order."""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The blocks of the scripts that Unicode writes from right to left (Hebrew, Arabic, Syriac, N'Ko, Adlam and others)."""
NAME = re.compile(f"[{RIGHT_TO_LEFT}]+(?:[ _'’-][{RIGHT_TO_LEFT}]+)*")
"""Words of such a script, one after the other."""


def isolated(text: object) -> Any:
    """Write a sentence for a page, with each name in a script written from right to left in an element of its own.

    >>> isolated("\u05d0\u05d1 0.5 < 1")
    Markup('<bdi>\u05d0\u05d1</bdi> 0.5 &lt; 1')
    """
    shown = str(escape(str(text)))
    return Markup(NAME.sub(lambda name: f"<bdi>{name[0]}</bdi>", shown))  # noqa: S704 - escaped before
