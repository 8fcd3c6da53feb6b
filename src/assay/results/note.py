"""What a statistician at your shoulder would say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """A remark on a result: a code for machines and a sentence for people.

    What is `leading` is said before anything else, because the numbers may mean nothing if it is so.
    """

    code: str
    message: str
    leading: bool = False

    def __str__(self) -> str:
        return self.message

    def to_dict(self) -> dict[str, object]:
        """Return the note as JSON documents carry it."""
        return {"code": self.code, "message": self.message}
