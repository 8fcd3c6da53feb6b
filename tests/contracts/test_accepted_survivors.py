"""Mutants that are accepted as survivors are changes of the source as it is now, each with its reason."""

from __future__ import annotations

import pytest

from mutants.accepted import read_accepted
from mutants.reading import mutants_of

ACCEPTED = read_accepted()


@pytest.mark.parametrize("file", sorted({file for file, *_ in ACCEPTED}))
def test_accepted_survivors_are_changes_of_the_present_source(file):
    listed = {identity for identity in ACCEPTED if identity[0] == file}
    assert listed <= {mutant.identity for mutant in mutants_of(file)}


def test_every_survivor_has_a_reason():
    assert all(len(reason.split()) > 3 for reason in ACCEPTED.values())
