"""What grouping did is said in words that are true where groups do nothing, lie within others, or hold one case."""

from __future__ import annotations

import numpy as np
import polars as pl

import assay

RNG = np.random.default_rng(6)
TRUTH = RNG.integers(0, 2, 240)
ANSWER = np.where(RNG.random(240) < 0.2, 1 - TRUTH, TRUTH)
PATIENT = np.arange(240) // 4
SITE = PATIENT // 5


def note(result: object, code: str) -> str:
    return next(one.message for one in result.notes if one.code == code)


def test_a_grouping_within_another_is_not_called_crossed() -> None:
    for group, coarse in ((["patient", "site"], "site"), (["site", "patient"], "site")):
        data = {"y": TRUTH, "p": ANSWER, "patient": PATIENT, "site": SITE}
        found = assay.evaluate("y", "p", data=pl.DataFrame(data), group=group)
        message = note(found, "crossed-groups")
        assert message.startswith("Every `patient` lies within one `site`: the two do not cross")
        assert f"Pass group={coarse!r} alone." in message


def test_groupings_that_cross_are_told_so() -> None:
    found = assay.evaluate(TRUTH, ANSWER, group=[PATIENT, np.arange(240) % 4])
    assert "cross, so their variances are added" in note(found, "crossed-groups")


def test_a_design_effect_below_1_does_not_make_more_cases_of_them() -> None:
    wrong = np.arange(240) % 4 == 0
    found = assay.evaluate(
        TRUTH, np.where(wrong, 1 - TRUTH, TRUTH), group=(np.arange(240) + 1) // 4, metrics="accuracy"
    )
    assert found.grouping.design_effect < 1
    message = note(found, "grouping")
    assert "are no more alike than those of different groups, so that grouping costs nothing." in message
    assert "worth" not in message


def test_models_compared_with_a_group_for_every_case_are_told_so() -> None:
    models = {"a": ANSWER, "b": 1 - TRUTH}
    found = assay.compare(TRUTH, prediction=models, group=np.arange(240))
    assert "group= changes nothing" in note(found, "groups-of-one")
    assert found["accuracy"].pairs == assay.compare(TRUTH, prediction=models)["accuracy"].pairs
    grouped = assay.compare(TRUTH, prediction=models, group=PATIENT)
    assert all(one.code != "groups-of-one" for one in grouped.notes)


def test_the_paragraph_for_a_paper_counts_the_groups() -> None:
    found = assay.evaluate(TRUTH, ANSWER, group={"patient": PATIENT})
    assert "240 cases in 60 groups (patient), each counted as one unit" in found.to_prose()
    compared = assay.compare(TRUTH, prediction={"a": ANSWER, "b": 1 - TRUTH}, group={"patient": PATIENT})
    assert "the same 240 cases in 60 groups (patient), each counted as one unit" in compared.to_prose()
    assert "group" not in assay.evaluate(TRUTH, ANSWER).to_prose()
