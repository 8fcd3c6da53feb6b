"""Names of columns that name what was drawn: a patient, a user, a question, a document."""

from __future__ import annotations

import re

THING = (
    "patient|subject|user|customer|client|person|participant|speaker|author|question|query|prompt|doc|document|"
    "session|visit|household|family|school|hospital|video|scene|study|case|item|scan|slide|specimen|animal"
)
DRAWN = re.compile(rf"(^|[_\W])({THING})s?([_\W]?(id|no|nr|number|name|key))?$|^(id|ids|uid|uuid|guid)$", re.IGNORECASE)
NUMBERED = re.compile(r"[_\W](id|ids|uid|uuid|guid|key)$", re.IGNORECASE)


def names_what_was_drawn(column: str) -> bool:
    """Say whether a column's name is that of something drawn, or of any identity."""
    return bool(DRAWN.search(column) or NUMBERED.search(column))


def names_a_thing(column: str) -> bool:
    """Say whether a column's name tells of what was drawn, not only that its values are identities."""
    return bool(DRAWN.search(column))
