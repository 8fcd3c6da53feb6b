"""Files of every kind, whole, damaged or hostile, and what reads them: evaluate, rank, load and the command line."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
import polars as pl
import pyarrow

from fuzz.trial import Trial

FRAME = pl.DataFrame({
    "t": [1, 0, 1, 0, 1, 0], "p": [1, 0, 0, 0, 1, 1], "s": [0.9, 0.2, 0.4, 0.3, 0.8, 0.6], "w": [1.0, 2.0, 1.0, 1.0,
    0.5, 1.0], "x": [1.5, 2.5, 3.5, 2.0, 1.0, 0.5], "y": [1.0, 2.0, 4.0, 2.5, 1.0, 1.0], "g": [*"aabbcc"],
})  # fmt: skip

COCO = {
    "images": [{"id": 1, "width": 100, "height": 100}], "categories": [{"id": 1, "name": "cat"}],
    "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 20, 20], "area": 400, "iscrowd": 0}],
}  # fmt: skip
FOUND = [{"image_id": 1, "category_id": 1, "bbox": [11, 10, 20, 20], "score": 0.9}]


GATE = """data = "cases.csv"
truth = "t"
prediction = "p"
by = ["g"]
unclear = "pass"
level = 0.9
require = ["recall >= 0.1", "accuracy >= 0.2 in every g"]
"""

BESIDE: Mapping[str, tuple[str, ...]] = {"gate": ("cases.csv",)}
"""Files that a file of some kind reads in turn."""


def _bytes_of(writer: Callable[[io.BytesIO], object]) -> bytes:
    held = io.BytesIO()
    writer(held)
    return held.getvalue()


@cache
def good_files() -> Mapping[str, bytes]:
    """Return a whole file of every kind by its name."""
    import assay

    checkpointed = assay.evaluate(FRAME["t"], FRAME["p"])
    return {
        "cases.csv": FRAME.write_csv().encode(),
        "cases.tsv": FRAME.write_csv(separator="\t").encode(),
        "cases.parquet": _bytes_of(FRAME.write_parquet),
        "cases.jsonl": FRAME.write_ndjson().encode(),
        "cases.arrow": _bytes_of(FRAME.write_ipc),
        "truth.json": json.dumps(COCO).encode(),
        "found.json": json.dumps(FOUND).encode(),
        "saved.json": json.dumps(_saved(checkpointed)).encode(),
        "texts.txt": b"the cat sat\na dog ran\n",
        "cases.csv.gz": gzip.compress(FRAME.write_csv().encode(), mtime=0),
        "cases.jsonl.zst": pyarrow.compress(FRAME.write_ndjson().encode(), codec="zstd", asbytes=True),
        "gate.toml": GATE.encode(),
        "ranks.csv": b"data,a,b,c\nx,1,2,3\ny,2,3,1\nz,1,3,2\nw,2,1,3\n",
    }


def _saved(result: object) -> object:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        return json.loads(Path(result.save(f"{folder}/saved.json")).read_text())  # type: ignore[attr-defined]


HOSTILE = (
    b"", b"\x00", b"\xff\xfe", b"\x1b[31m", b"\n\n\n", b"[", b"{", b"null", b"[]", b"{}", b"1", b'"a"', b"t\n",
    b"t,p\n", b"t,t\n1,1\n", b"t,p,s\n1,0\n1\n", b't,p\n"1,0\n', b"t,p\n1,0,3,4,5\n", b"PAR1", b"ARROW1",
    b"PAR1" + b"\x00" * 50 + b"PAR1", b"\xef\xbb\xbft,p\n1,0\n", b"t,p\n" + b"9" * 400 + b",1\n", b"t,p\nnan,inf\n",
    b"t,p\n1e999,0\n", b"t;p\n1;0\n", b"t,p\r1,0\r", b"[" * 50_000, b'{"a":' * 3000, b'{"images": []}',
    b'{"images": {}, "annotations": 3, "categories": null}', b'{"schema": "assay.evaluation/1"}',
    b'{"schema": "assay.evaluation/99"}', b'{"schema": 7}', b"t,p\n" + "é,ü\n".encode("latin-1"),
    b"t,p\n" + "é,ü\n".encode("utf-16"), b"\x1f\x8b\x08\x00", b"PK\x03\x04", b"t,p\n\x00,\x00\n",
    b'{"t": 1}\n{"t": [1, 2]}\n', b'{"t": 1}\n{"q": 1}\n', b'{"t": NaN, "p": 1}\n',
)  # fmt: skip
"""Contents that are no file of their kind."""


def damaged(rng: np.random.Generator, content: bytes) -> bytes:
    """Return a file with something cut off, changed, doubled or put in."""
    if not content:
        return content
    at = int(rng.integers(len(content)))
    way = int(rng.integers(8))
    if way == 0:
        return content[:at]
    if way == 1:
        return content[:at] + bytes([int(rng.integers(256))]) + content[at + 1 :]
    if way == 2:
        return content[:at] + content[at + int(rng.integers(1, 9)) :]
    if way == 3:
        return content[at:] + content
    if way == 4:
        return bytes(rng.choice(np.array(HOSTILE, dtype=object)))
    if way == 5:
        return content.replace(
            b"1", [b"", b"NaN", b"1e400", b"-1", b"null", b"[1]", b'"a"', b"\x1b["][int(rng.integers(8))]
        )
    if way == 6:
        return content.replace(b":", b": {}, ", 1) if b":" in content else content * 2
    return content


LEAVES: tuple[object, ...] = (
    None, -1, 0, 1, 7.5, 1e308, 2**70, True, "", "a", "\x1b[31m", [], [1], {}, {"a": 1}, "binary", [[1, 2], [3]],
)  # fmt: skip
"""What a value of a saved result is replaced by."""


def signed_again(rng: np.random.Generator, content: bytes) -> bytes:
    """Return a saved result with one value changed or gone and a digest that fits, as only the loader can refuse."""
    from assay.saving.documents import write_document

    document = json.loads(content)
    whole = {key: value for key, value in document.items() if key not in ("schema", "digest")}
    here: object = whole
    while isinstance(here, dict | list) and here:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = keys[int(rng.integers(len(keys)))]
        below = here[key]
        if not isinstance(below, dict | list) or not below or rng.random() < 0.15:
            if rng.random() < 0.2:
                del here[key]
            else:
                here[key] = LEAVES[int(rng.integers(len(LEAVES)))]
            break
        here = below
    return write_document(whole)


CALLS: Mapping[str, tuple[str, ...]] = {
    "cases": ("assay.evaluate('t', 'p', data={})", "assay.evaluate('t', score='s', data={})",
    "assay.evaluate('x', 'y', data={})",
              "assay.evaluate('t', 'p', data={}, group='g', by='g')",
              "assay.evaluate('t', 'p', data={}, weight='w', missing='drop')",
              "assay.compare('t', score={{'a': 's', 'b': 'w'}}, data={})"),
    "truth": ("assay.evaluate({}, FOUND, task='detection')",),
    "found": ("assay.evaluate(COCO, {}, task='detection')",),
    "saved": ("assay.load({})", "assay.merge([assay.load({}), assay.load({})])"),
    "texts": ("assay.evaluate({}, {}, task='text')",),
    "ranks": ("assay.rank({})",), "gate": ("command('gate', {})", "command('gate', {}, '--json')"),
}  # fmt: skip
"""What reads a file, by the first word of its name; {} is the name."""

COMMANDS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "cases": (("evaluate", "{}", "--truth", "t", "--prediction", "p"), ("evaluate", "{}", "--truth", "t", "--score",
    "s", "--json"),
              ("evaluate", "{}", "--truth", "x", "--prediction", "y"), ("compare", "{}", "--truth", "t", "--score",
              "s", "--score", "w"), ("validate", "{}", "--target", "t", "--model", "fuzz.names:Constant", "--scheme",
              "2-fold"), ("evaluate", "{}", "--truth", "t", "--prediction", "p", "--by", "g", "--group", "g",
              "--report", "r.html")),
    "truth": (("evaluate", "{}", "found.json", "--task", "detection"),),
    "found": (("evaluate", "truth.json", "{}", "--task", "detection"),),
    "saved": (("show", "{}"), ("show", "{}", "--json"), ("merge", "{}", "{}")),
    "texts": (("evaluate", "{}", "{}", "--task", "text"),),
    "gate": (("gate", "{}"), ("gate", "{}", "--json"), ("gate", "{}", "--report", "r.html")),
    "ranks": (("rank", "{}"), ("rank", "{}", "--json"), ("rank", "{}", "--report", "r.md")),
}  # fmt: skip
"""Command lines by the first word of the file's name."""

STRANGE_WORDS = (
    "", "-", "--", "nan", "-1", "1e400", "\x1b[31m", "a=b", "=", "😀", "--json", "--level", "0.5", "--by", "--metric",
    "f_beta(beta=3)", "all", "--positive", "1", "--threshold", "--report", "r.html", "/dev/full", "r.docx",
    "no/where.md", "--seed", "99999999999999999999", "--weight", "w", "--missing", "drop", "--cost", "fp=1,fn=x",
    "--method", "none", "x" * 5000, "*", "[a-", "~", "--help", "\udc80", "--group", "g", "--task", "binary", "--save",
    "s.json", "/dev/null", ".", "cases.csv",
)  # fmt: skip


def any_file(rng: np.random.Generator) -> tuple[str, bytes, str]:
    """Return the name, the content and the first word of some file, most often damaged."""
    names = list(good_files())
    name = str(rng.choice(names))
    content = good_files()[name]
    if name == "saved.json" and rng.random() < 0.7:
        return name, signed_again(rng, content), "saved"
    for _ in range(int(rng.integers(0, 3))):
        content = damaged(rng, content)
    if rng.random() < 0.05:
        other = str(rng.choice(names))
        content = good_files()[other]
    return name, content, name.split(".")[0]


def file_trial(rng: np.random.Generator) -> Trial:
    """Return a call that reads a file."""
    name, content, kind = any_file(rng)
    call = str(rng.choice(CALLS[kind])).replace("{}", repr(name)).replace("{{", "{").replace("}}", "}")
    call = call.replace("COCO", repr(COCO)).replace("FOUND", repr(FOUND))
    beside = tuple((other, good_files()[other]) for other in BESIDE.get(kind, ()))
    return Trial(f"(lambda: {call})", (), files=((name, content), *beside))


def command_trial(rng: np.random.Generator) -> Trial:
    """Return a command line, over a file that may be damaged, with words that may be strange."""
    name, content, kind = any_file(rng)
    lines = COMMANDS[kind]
    words = [word.replace("{}", name) for word in lines[int(rng.integers(len(lines)))]]
    plain = list(words)
    for _ in range(int(rng.integers(0, 4))):
        at = int(rng.integers(1, len(words) + 1))
        word = str(rng.choice(np.array(STRANGE_WORDS, dtype=object)))
        if rng.random() < 0.6 or at == len(words):
            words.insert(at, word)
            plain.insert(at, word)
        else:
            words[at] = word
    beside = [
        other
        for other in ("truth.json", "found.json", "cases.csv")
        if other in (*words, *BESIDE.get(kind, ())) and other != name
    ]
    files = ((name, content), *((other, good_files()[other]) for other in beside))
    texts = tuple(("", repr(word)) for word in words)
    return Trial("command", texts, needed=1, plain=tuple(repr(word) for word in plain), files=files, around="{}")
