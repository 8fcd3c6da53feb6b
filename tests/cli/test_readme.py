"""The README shows what its commands print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```\n\$ assay ([^\n]+)\n\n((?:(?!```).)+)```", README, flags=re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("readme")
    run(["demo", "--save", "assay-demo.csv"], place)
    return place


def run(arguments, folder):
    done = subprocess.run(
        [sys.executable, "-m", "assay", *arguments], capture_output=True, text=True, check=True, cwd=folder,
        env=os.environ | {"COLUMNS": "80"},
    )  # fmt: skip
    return done.stdout


@pytest.mark.parametrize(("command", "expected"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_of_the_readme_prints_what_stands_below_it(command, expected, folder):
    assert run(command.split(), folder).rstrip() == expected.rstrip()


def test_there_is_such_a_command():
    assert SHOWN
