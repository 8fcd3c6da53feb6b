"""The licences of what assay brings with it, and what is said of holes in it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("packaging", reason="make test installs packaging")

from supply import audit, licences, oldest, requirements

HOME = Path(__file__).parents[2]


def test_every_dependency_has_an_open_licence_and_is_named_in_the_docs():
    page = (HOME / "docs" / "licences.md").read_text(encoding="utf-8")
    for package in requirements.installed():
        assert licences.NAME.search(licences.licence_of(package)), package.name
        assert f"| {package.name} |" in page, package.name


def test_dependencies_of_dependencies_are_found():
    names = {package.name.casefold() for package in requirements.installed()}
    assert {"numpy", "polars", "markupsafe", "threadpoolctl"} <= names
    assert "pytest" not in names


def test_holes_are_named_and_what_was_not_looked_up_is_counted():
    hole = {"id": "CVE-2026-1", "fix_versions": ["3.2"]}
    report = [
        {"name": "jinja2", "version": "3.1", "vulns": [hole]},
        {"name": "rich", "version": "15.0", "vulns": []},
        {"name": "numpy", "skip_reason": "not found"},
    ]
    assert audit.told(report) == (["jinja2 3.1: CVE-2026-1, mended in 3.2"], 2)


def test_a_check_that_could_not_be_made_says_so(monkeypatch, capsys):
    monkeypatch.setattr(audit, "audited", lambda program: [])
    assert audit.main() == 0
    assert "NOT checked" in capsys.readouterr().out
    monkeypatch.setenv("ASSAY_REQUIRE_AUDIT", "1")
    assert audit.main() == 1


def test_the_oldest_release_that_is_allowed_is_chosen(monkeypatch):
    monkeypatch.setattr(oldest, "releases", lambda name: [oldest.Version(text) for text in ("1.9", "2.0", "2.1")])
    assert oldest.oldest(requirements.Requirement("a>=2")) == "a==2.0"
    assert oldest.version_of("0.8.1.macosx-10.5-x86_64") is None
    with pytest.raises(SystemExit, match="no release"):
        oldest.oldest(requirements.Requirement("a>=3"))
