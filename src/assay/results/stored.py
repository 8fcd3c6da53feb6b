"""Values that are stored by their fields alone: whatever was computed from them is computed again."""

from __future__ import annotations

from dataclasses import Field, fields
from typing import ClassVar


class StoredByFields:
    """A dataclass that pickles without what its cached properties hold."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    def __getstate__(self) -> dict[str, object]:
        return {own.name: getattr(self, own.name) for own in fields(self)}
