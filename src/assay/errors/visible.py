"""How text that somebody else wrote is shown: on one line, and nothing in it acts on a terminal or turns lines."""

from __future__ import annotations

import re

HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control characters, what turns the direction of a line (Unicode UAX 9), what has no width, and halves of letters."""


COMMAND = re.compile(r"^([^\S\n]*):(?=:[a-z-]+(?: [^\n]*)?::)|#(?=#\[)", re.IGNORECASE | re.MULTILINE)
"""What the runner of GitHub Actions obeys in any line of a log: `::name::` at its beginning, `##[name]` anywhere."""


def visible(text: str) -> str:
    r"""Return text with every character that cannot be seen, or that does something, written as its escape code.

    >>> visible("a\x1b[31mb\nc\u202ed"), visible("naïve 日本 😀")
    ('a\\x1b[31mb\\nc\\u202ed', 'naïve 日本 😀')
    """
    return text if text.isascii() and text.isprintable() else HIDDEN.sub(_escaped, text)


def inert(text: str) -> str:
    r"""Return text for a log, where no line of it is a command to the runner of GitHub Actions.

    >>> inert("::error::no\nstd::vector"), inert("##[error]no")
    ('\\x3a:error::no\nstd::vector', '\\x23#[error]no')
    """
    return COMMAND.sub(lambda match: "\\x23" if match[0] == "#" else f"{match[1]}\\x3a", text)


def logged(value: object) -> str:
    """Return what stands for a value, such as a path, in a line of a log."""
    return inert(visible(str(value)))


def _escaped(match: re.Match[str]) -> str:
    return ascii(match[0])[1:-1]
