"""A saved result as one JSON document: strict, signed with a digest of its content, with the version that wrote it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from assay.checks.documents import json_of
from assay.errors import saving as errors
from assay.saving.encoding import Json

FAMILY, VERSION = "assay.saved/", 1
SCHEMA = f"{FAMILY}{VERSION}"


def write_document(content: Mapping[str, Any]) -> bytes:
    """Return the document as bytes; nan and infinities in it would be a mistake of ours."""
    whole = {"schema": SCHEMA, **content}
    signed = {**whole, "digest": _digest(whole)}
    return (json.dumps(signed, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode("utf-8", "surrogatepass")


def read_document(path: str, content: bytes) -> dict[str, Json]:
    """Return the content of a document, or say why it is none."""
    try:
        text = content.decode("utf-8", "surrogatepass")
        document = json_of(text, _no_constant, _unique)
    except (ValueError, MemoryError) as problem:
        raise errors.not_saved_here(path, f"it is no JSON document ({_short(problem)})") from None
    schema = document.get("schema") if isinstance(document, dict) else None
    if isinstance(schema, str) and schema.startswith("assay.") and not schema.startswith(FAMILY):
        raise errors.shown_not_saved(path, schema)
    if not isinstance(schema, str) or not schema.startswith(FAMILY):
        raise errors.not_saved_here(path, f"its schema is not {SCHEMA}")
    number = schema.removeprefix(FAMILY)
    if number.isdecimal() and len(number) < 10 and int(number) > VERSION:
        raise errors.newer_file(path, schema, SCHEMA)
    if schema != SCHEMA:
        raise errors.not_saved_here(path, f"its schema is not {SCHEMA}")
    digest = document.pop("digest", None)
    if digest != _digest(document):
        raise errors.not_saved_here(path, "its content does not match its digest")
    return cast(dict[str, Json], document)


def _digest(document: Mapping[str, Any]) -> str:
    """Return a digest of the content, however the file is laid out."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice")
    return made


def _short(problem: BaseException) -> str:
    return str(problem)[:80] or type(problem).__name__
