"""What the machines around a gate read: JUnit XML, annotations of GitHub, and a comment for a pull request."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape as xml_escape
from xml.sax.saxutils import quoteattr

from assay.comparisons.verdicts import one_line
from assay.reports.gates import change_rows, headline, sentence, signature
from assay.reports.markdown import escape
from assay.results import numbers
from assay.results.gate import MET, UNCLEAR, Gate, Requirement
from assay.results.written_files import write_whole

SIGNS = {MET: "✅", UNCLEAR: "❔"}
"""States in a comment; broken ones get a cross."""


def junit(gate: Gate) -> str:
    """Return the gate as JUnit XML: a test case for each requirement, and for each slice of one.

    Nothing in it depends on the time or the machine, so that the same gate gives the same bytes.
    """
    cases = [case for requirement in gate.requirements for case in (requirement.parts or (requirement,))]
    failed = [case for case in cases if _fails(case, gate)]
    skipped = [case for case in cases if case.state == UNCLEAR and not _fails(case, gate)]
    counts = f'tests="{len(cases)}" failures="{len(failed)}" errors="0" skipped="{len(skipped)}"'
    name = quoteattr(_plain(f"assay gate {gate.source}" if gate.source else "assay gate"))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {counts}>", f"  <testsuite name={name} {counts}>"]
    for case in cases:
        lines += _case(case, gate, name)
    return "\n".join([*lines, "  </testsuite>", "</testsuites>", ""])


def _case(case: Requirement, gate: Gate, name: str) -> list[str]:
    title = case.text if case.part is None else f"{case.text} [{case.part}]"
    head = f"    <testcase classname={name} name={quoteattr(_plain(title))}"
    told = _plain(case.sentence)
    if case.state == MET:
        return [f"{head}>", f"      <system-out>{xml_escape(told)}</system-out>", "    </testcase>"]
    if not _fails(case, gate):
        return [f"{head}>", f"      <skipped message={quoteattr(told)}/>", "    </testcase>"]
    failure = f'<failure type="{case.state}" message={quoteattr(told)}>{xml_escape(told)}</failure>'
    return [f"{head}>", f"      {failure}", "    </testcase>"]


def _fails(case: Requirement, gate: Gate) -> bool:
    return case.state != MET and not (case.state == UNCLEAR and gate.unclear == "pass")


def _plain(text: str) -> str:
    """Return text that XML can hold, on one line."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def workflow_commands(gate: Gate) -> list[str]:
    """Return the workflow commands that put requirements beside the run: errors, and warnings for what is unclear."""
    lines = []
    for requirement in gate.requirements:
        if requirement.state == MET:
            continue
        kind = "error" if requirement in gate.failed else "warning"
        lines.append(
            f"::{kind} title={_property(f'assay gate: {requirement.state}')}::{_message(sentence(requirement))}"
        )
    if gate.passed:
        lines.append(f"::notice title=assay gate::{_message(headline(gate))}")
    return lines


def _message(text: str) -> str:
    """Escape a message as GitHub's runner reads it."""
    return _plain(text).replace("%", "%25")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


def comment(gate: Gate) -> str:
    """Return the gate as a short Markdown text for a pull request, with what changed since the baseline."""
    lines = [f"### {'✅' if gate.passed else '❌'} {_said(headline(gate))}", ""]
    lines += ["| | requirement | value | interval | |", "|---|---|---:|---|---|"]
    for requirement in gate.requirements:
        estimate = requirement.estimate
        shown = "" if requirement.alone else numbers.metric_interval(estimate.unit, estimate)
        told = "" if requirement.state == MET else _said(requirement.sentence)
        value = numbers.metric_number(estimate.unit, estimate)
        cells = (SIGNS.get(requirement.state, "❌"), _said(one_line(requirement.text)), value, _said(shown), told)
        lines.append(f"| {' | '.join(cells)} |")
    if gate.changes:
        lines += ["", "| since the baseline | change | interval | beyond noise |", "|---|---:|---|---|"]
        lines += [f"| {' | '.join(_said(cell) for cell in row)} |" for row in change_rows(gate)]
        lines += ["", _said(gate.beside or "")]
    return "\n".join([*lines, "", f"<sub>{_said(signature(gate))}</sub>", ""])


def _said(text: str) -> str:
    """Escape text for a comment, where a name after @ would call its owner (an empty HTML comment parts them)."""
    return escape(text).replace("@", "@<!-- -->")


def in_actions(environment: Mapping[str, str] = os.environ) -> bool:
    """Say whether this runs in GitHub Actions."""
    return environment.get("GITHUB_ACTIONS") == "true"


def add_summary(gate: Gate, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Add the comment to the summary of the step, where the runner gave a file for it."""
    path = environment.get("GITHUB_STEP_SUMMARY")
    if not path:
        return None
    place = Path(path)
    before = place.read_bytes() if place.exists() else b""
    return write_whole(place, before + comment(gate).encode())
