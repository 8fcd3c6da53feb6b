"""Names that are markup, formulas or commands somewhere leave the shape of every output as a plain name leaves it."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import polars as pl
import pytest
from markdown_it import MarkdownIt

import assay
from assay.cli.main import run
from assay.errors.visible import HIDDEN
from assay.reports import gate_files

ACTING = (
    "::error::x", "##[error]x", "]]>", "</script><script>alert(1)</script>", "{{7*7}}", "=cmd|' /C calc'!A0",
    "-1+cmd|' /C calc'!A0", "@SUM(1)", "\\write18{x}", "a|b", "`x`", "# t", "- l", "1. l", "![x](u)", "[x]: u", "@all",
    "<!-- c", "$x$", "&amp;", "%x", "a\x1b[31mb\x07\x9bc\u202ed\ne\x00f\u200b",
)  # fmt: skip
PLAIN = "plain"
TRUTH, ANSWERS = [0, 1] * 15, [1, 1, 0] * 10


def slices(name):
    frame = pl.DataFrame({"t": TRUTH, "p": ANSWERS, name: [name, "x", "y"] * 10})
    return assay.evaluate("t", "p", data=frame, by=name)


def systems(name):
    return assay.compare(["the cat", "b"], prediction={name: ["the cat", "b"], "z": ["a", "b c"]}, task="text")


def ranking(name):
    return assay.rank({name: [0.1, 0.2, 0.3, 0.4], "b": [0.2, 0.1, 0.4, 0.5], "c": [0.3, 0.4, 0.1, 0.2]})


def gated(name):
    return assay.gate(slices(name), ["accuracy >= 0.9 in every slice", "recall >= 0.1"])


RESULTS = {"slices": slices, "systems": systems, "ranking": ranking}


def markdown_shape(text: str) -> list[object]:
    """Return what a reader of Markdown makes of a text, words left out."""
    words = ("text", "softbreak", "text_special")
    parsed = MarkdownIt("commonmark").enable("table").parse(text)
    return [[part.type for part in token.children if part.type not in words] if token.children else token.type
            for token in parsed if token.type != "inline" or token.children]  # fmt: skip


def page_shape(text: str) -> tuple[int, ...]:
    return tuple(text.count(mark) for mark in ("<script", "</script", "<img", "<!--", "<p", "<td", "<tr", "<li"))


def latex_shape(text: str) -> tuple[int, int]:
    """Return how many rows and comments there are once no escaped letter is looked at; no command is written."""
    set_in_type = re.sub(r"(?m)^%.*$", "", text)
    assert "\\write" not in set_in_type
    return set_in_type.count("\\\\\n"), len(re.findall(r"(?<!\\)%", set_in_type))


def acts(text: str) -> bool:
    return HIDDEN.search(re.sub(r"[\n\t]", "", text)) is not None


@pytest.fixture(scope="module")
def plain():
    return {kind: make(PLAIN) for kind, make in {**RESULTS, "gate": gated}.items()}


@pytest.mark.parametrize("name", ACTING)
@pytest.mark.parametrize("kind", RESULTS)
def test_no_name_changes_the_shape_of_what_is_written(kind, name, plain):
    result, usual = RESULTS[kind](name), plain[kind]
    texts = {form: getattr(result, f"to_{form}")() for form in ("markdown", "latex", "json")}
    shown, page = str(result), result._repr_html_()
    assert not any(map(acts, (shown, page, *texts.values())))
    assert not re.search(r"(?m)^\s*::[a-z]+[ :]|##\[", shown + texts["json"])
    assert markdown_shape(texts["markdown"]) == markdown_shape(usual.to_markdown())
    assert page_shape(page) == page_shape(usual._repr_html_())
    assert latex_shape(texts["latex"]) == latex_shape(usual.to_latex())
    json.loads(texts["json"])


@pytest.mark.parametrize("name", ACTING)
def test_what_machines_around_a_gate_read_holds_no_command_of_a_name(name, plain):
    gate, usual = gated(name), plain["gate"]
    suites = [ElementTree.fromstring(gate_files.junit(one)) for one in (gate, usual)]  # noqa: S314 - our own
    assert [part.tag for part in suites[0].iter()] == [part.tag for part in suites[1].iter()]
    assert len(gate_files.workflow_commands(gate)) == len(gate_files.workflow_commands(usual))
    assert all(line.startswith(("::error title=", "::warning title=")) and not acts(line) and "\n" not in line
               for line in gate_files.workflow_commands(gate))  # fmt: skip
    assert page_shape(gate._repr_html_()) == page_shape(usual._repr_html_())
    parted = gate_files.comment(gate).replace("@<!-- -->", "")
    assert markdown_shape(parted) == markdown_shape(gate_files.comment(usual))
    assert not re.search("@[a-zA-Z]", gate_files.comment(gate))


@pytest.mark.parametrize("name", ACTING)
@pytest.mark.parametrize("make", [slices, ranking], ids=["slices", "ranking"])
def test_the_data_of_a_chart_hold_no_formula_and_its_drawing_no_script(make, name):
    chart = make(name).plot()
    for row in csv.reader(io.StringIO(chart.to_csv())):
        for cell in row:
            assert cell == "" or cell[0] not in "=+-@\t\r" or np.isfinite(float(cell))
    drawing = chart._repr_svg_()
    ElementTree.fromstring(drawing)  # noqa: S314 - our own
    assert "<script" not in drawing
    assert not acts(drawing)


@pytest.mark.parametrize("name", ["::error::x.csv", "##[error]x.csv", "# t.csv", "- l.csv", "=1+1.csv", "a\x9bb.csv"])
def test_a_file_s_name_is_no_command_and_no_heading(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pl.DataFrame({"t": TRUTH, "p": ANSWERS}).write_csv(name)
    asked = ["evaluate", f"./{name}", "--truth", "t", "--prediction", "p", "--require", "recall >= 0.99", "--github"]
    assert run([*asked, "--report", f"./{name}.md", "--junit", f"./{name}.xml", "--save", f"./{name}.json"]) == 3
    assert run(["show", f"./{name}.json"]) == 0
    assert run(["evaluate", name, "--truth", "nothing"]) == 2
    printed = "".join(capsys.readouterr())
    assert not acts(printed)
    commands = re.findall(r"(?m)^\s*::\w+.*$|##\[", printed)
    assert all(line.startswith("::error title=assay gate") for line in commands)
    ElementTree.parse(f"{name}.xml")  # noqa: S314 - our own
    written = (tmp_path / f"{name}.md").read_text(encoding="utf-8")
    assert [token.tag for token in MarkdownIt().parse(written) if token.type == "heading_open"].count("h1") == 1
