"""A trial: one call as source text, with the files it needs, and the smaller calls that may fail in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

Arguments = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Trial:
    """A call of `function` with arguments that are source text; an argument without a name stands by its position.

    `needed` says how many of the arguments cannot be left out, `plain` holds the usual texts of arguments by place.

    >>> Trial("stats.wilson", (("", "3"), ("", "10"), ("level", "1.5"))).text
    'look(stats.wilson(3, 10, level=1.5))'
    """

    function: str
    arguments: Arguments
    needed: int = 0
    plain: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    around: str = "look({})"

    @property
    def text(self) -> str:
        """The call as source text that can be pasted after `from fuzz.names import *`."""
        given = ", ".join(f"{name}={text}" if name else text for name, text in self.arguments)
        written = "".join(f"write({name!r}, {content!r}); " for name, content in self.files)
        return written + self.around.format(f"{self.function}({given})")

    def smaller(self) -> Iterator[Trial]:
        """Yield calls with one argument less, with one argument as it usually is, or with half of a file."""
        for place in reversed(range(self.needed, len(self.arguments))):
            kept = self.arguments[:place] + self.arguments[place + 1 :]
            yield replace(self, arguments=kept, plain=self.plain[:place] + self.plain[place + 1 :])
        for place, usual in enumerate(self.plain):
            name, text = self.arguments[place]
            if text != usual:
                changed = (*self.arguments[:place], (name, usual), *self.arguments[place + 1 :])
                yield replace(self, arguments=changed)
        for place, (name, content) in enumerate(self.files):
            for half in halves(content):
                yield replace(self, files=(*self.files[:place], (name, half), *self.files[place + 1 :]))


def halves(content: bytes) -> Iterator[bytes]:
    r"""Yield both halves of the lines of a file, and the file less its last line.

    >>> [half for half in halves(b"a\nb\nc\n")]
    [b'a\n', b'b\nc\n', b'a\nb\n']
    """
    lines = content.splitlines(keepends=True)
    if len(lines) > 1:
        middle = len(lines) // 2
        yield b"".join(lines[:middle])
        yield b"".join(lines[middle:])
        yield b"".join(lines[:-1])
