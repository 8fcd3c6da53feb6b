"""The data of a page's figures, small enough to travel with it: what `plot(...).to_csv()` writes, deflated."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from assay.reports.json_document import finite

if TYPE_CHECKING:
    from assay.reports.pages.pictures import Picture

MOST_FIGURE_DATA = 100_000
"""Characters of all figures' data together; a figure whose data do not fit is saved by `plot(...).save("data.csv")`."""

Rows = list[dict[str, Any]]


def figure_data(drawn: Iterable[Picture]) -> dict[str, str]:
    """Return the packed data of every figure by its key, as far as they fit, the smallest first."""
    packed = {picture.key: pack_rows(picture.rows) for picture in drawn if picture.rows}
    kept, length = {}, 0
    for key in sorted(packed, key=lambda key: len(packed[key])):
        length += len(packed[key])
        if length <= MOST_FIGURE_DATA:
            kept[key] = packed[key]
    return kept


def pack_rows(rows: Iterable[Mapping[str, Any]]) -> str:
    """Write rows as text that `figures.js` reads: names of columns and the values below them, deflated."""
    listed = list(rows)
    names = list(dict.fromkeys(name for row in listed for name in row))
    table = {"columns": names, "rows": [[row.get(name) for name in names] for row in listed]}
    text = json.dumps(finite(table), separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
