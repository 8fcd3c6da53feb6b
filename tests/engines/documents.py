"""Documents of two results, compared: what must be the same to the last bit, and what but for the order of sums."""

from __future__ import annotations

import json
import math
import re


def document(result) -> dict[str, object]:
    made = json.loads(any_example(result.to_json()))
    made.pop("engine")
    return made


def any_example(text: str) -> str:
    """Leave out which of many values is named as an example: the first one, and not every engine has a first."""
    return re.sub(r"(such as|holds) -?[\d.]+", r"\1 ...", text)


def near(first, second, path="") -> list[str]:
    """Return where two documents differ by more than sums in another order do."""
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        return [place for key in first for place in near(first[key], second[key], f"{path}/{key}")]
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        return [
            place for at, pair in enumerate(zip(first, second, strict=True)) for place in near(*pair, f"{path}/{at}")
        ]
    if isinstance(first, float) and isinstance(second, float):
        loose = 1e-12 if path.endswith("/value") else 1e-9
        return [] if math.isclose(first, second, rel_tol=loose, abs_tol=loose) else [f"{path}: {first} {second}"]
    return [] if first == second else [f"{path}: {first} {second}"]
