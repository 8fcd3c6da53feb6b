"""All that a call says, as texts that are the same whenever and wherever it is run."""

from __future__ import annotations

import json
import os
import re
import tempfile
import warnings
from html.parser import HTMLParser
from pathlib import Path

import polars as pl

import assay
from recordings.call import Call
from recordings.public import CommandOutput

UNSEEN = ("script", "style", "path")
TIMED = ("seconds",)
"""Keys of documents that hold how long something took."""


def record(call: Call, place: Path) -> bool:
    """Run a call in an empty folder and write all that it says; say whether it was refused."""
    texts = texts_of(call)
    place.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (place / name).write_text(text.rstrip("\n") + "\n", encoding="utf-8", errors="backslashreplace")
    return "refused.txt" in texts


def texts_of(call: Call) -> dict[str, str]:
    """Return what a call says, by the name of the file that keeps it."""
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        os.chdir(folder)
        try:
            said = _said(call)
        except Exception as problem:
            said = {"refused.txt": f"{type(problem).__name__}: {problem}"}
        finally:
            os.chdir(home)
        real = os.path.realpath(folder)
    return {name: _settled(text, folder, real) for name, text in said.items()}


def _said(call: Call) -> dict[str, str]:
    result = call.run()
    if isinstance(result, CommandOutput):
        return _of_command(result)
    if isinstance(result, pl.DataFrame):
        return {"frame.csv": _csv(result)}
    texts = {"terminal.txt": str(result)}
    if hasattr(result, "to_json"):
        texts["result.json"] = _document(result.to_json())
    elif hasattr(result, "to_dict"):
        texts["result.json"] = _document(json.dumps(result.to_dict(), default=str))
    if hasattr(result, "to_markdown"):
        texts["report.md"] = result.to_markdown()
    if hasattr(result, "to_frame"):
        texts["frame.csv"] = _csv(result.to_frame())
    if call.page:
        texts["page.txt"] = page_text(assay.report(result, "page.html").read_text(encoding="utf-8"))
    return texts


def _of_command(output: CommandOutput) -> dict[str, str]:
    stdout = _document(output.stdout) if output.stdout.startswith("{") else output.stdout
    texts = {"code.txt": str(output.code), "stdout.txt": stdout, "stderr.txt": output.stderr}
    for path in output.reports:
        text = path.read_text(encoding="utf-8")
        texts[f"{path.name}.txt"] = page_text(text) if path.suffix == ".html" else text
    return texts


def _document(text: str) -> str:
    """Lay a JSON document out one value per line, without what was timed."""
    return json.dumps(_untimed(json.loads(text)), indent=1, ensure_ascii=False)


def _untimed(value: object) -> object:
    if isinstance(value, dict):
        return {name: _untimed(part) for name, part in value.items() if name not in TIMED}
    if isinstance(value, list):
        return [_untimed(part) for part in value]
    return value


def _csv(frame: pl.DataFrame) -> str:
    """Write a frame as csv; columns of lists become their text."""
    nested = [name for name, kind in frame.schema.items() if kind.is_nested() or kind == pl.Object]
    plain = frame.with_columns(pl.Series(name, [str(value) for value in frame[name].to_list()]) for name in nested)
    return plain.write_csv()


def _settled(text: str, *folders: str) -> str:
    """Take out what differs from place to place: temporary folders and versions of packages."""
    for folder in folders:
        text = text.replace(folder, "FOLDER")
    text = re.sub(rf"\b{re.escape(assay.__version__)}\b", "VERSION", text)
    return re.sub(r"version:\d[\w.]*", "version:VERSION", text)


class _Visible(HTMLParser):
    """Collects the text of a page that a reader sees, one piece per line."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where something begins that has no text for readers."""
        self.unseen += tag in UNSEEN

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass by an element without content."""

    def handle_endtag(self, tag: str) -> None:
        """Note where it ends."""
        self.unseen -= tag in UNSEEN and self.unseen > 0

    def handle_data(self, data: str) -> None:
        """Keep a piece of text."""
        text = " ".join(data.split())
        if text and not self.unseen:
            self.pieces.append(text)


def page_text(html: str) -> str:
    """Return the visible text of a page, in its order."""
    parser = _Visible()
    parser.feed(html)
    return "\n".join(parser.pieces)
