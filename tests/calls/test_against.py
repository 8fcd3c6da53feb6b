"""A result beside an earlier one: case by case where both hold the same ones by their key, else apart; it says why."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import assay
from assay.errors import AssayError
from assay.saving.documents import write_document

RNG = np.random.default_rng(3)
N = 240
CLASS = RNG.integers(0, 3, N)
SICK = CLASS % 2
TABLE = pl.DataFrame({
    "id": [f"case {place}" for place in range(N)],
    "site": RNG.integers(0, 9, N), "visit": np.arange(N), "sick": SICK, "kind": CLASS, "ward": np.arange(N) // 4,
    "old": np.where(RNG.random(N) < 0.7, SICK, 1 - SICK), "new": np.where(RNG.random(N) < 0.8, SICK, 1 - SICK),
    "risk": RNG.random(N), "risk2": np.clip(0.5 * SICK + 0.5 * RNG.random(N), 0, 1), "price": RNG.normal(size=N),
    "guess": RNG.normal(size=N), "guess2": RNG.normal(size=N), "w": RNG.random(N) + 0.5,
    **{f"{name}{place}": column for name in "ab" for place, column in enumerate(RNG.dirichlet(np.ones(3), N).T)},
})  # fmt: skip


def answers(name):
    return {0: f"{name}0", 1: f"{name}1", 2: f"{name}2"}


JUDGED = {
    "labels": (("sick", "old"), ("sick", "new"), {}, {"prediction": {"new": "new", "baseline": "old"}}),
    "weights": (("sick", "old"), ("sick", "new"), {"weight": "w"}, {"prediction": {"new": "new", "baseline": "old"}}),
    "groups": (("sick", "old"), ("sick", "new"), {"group": "ward"}, {"prediction": {"new": "new", "baseline": "old"}}),
    "numbers": (("price", "guess"), ("price", "guess2"), {}, {"prediction": {"new": "guess2", "baseline": "guess"}}),
    "scores": (("sick", None, "risk"), ("sick", None, "risk2"), {}, {"score": {"new": "risk2", "baseline": "risk"}}),
    "classes": (("kind", None, answers("a")), ("kind", None, answers("b")), {},
                {"score": {"new": answers("b"), "baseline": answers("a")}}),
}  # fmt: skip


def judged(asked, data, **options):
    truth, prediction, score = (*asked, None)[:3]
    return assay.evaluate(truth, prediction, score=score, data=data, **options)


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize("key", ["id", ["site", "visit"]])
def test_the_same_cases_are_compared_as_compare_does(name, key, tmp_path):
    before, now, options, both = JUDGED[name]
    path = judged(before, TABLE, **options).save(tmp_path / "base.json", key=key)
    shuffled = TABLE.sample(fraction=1.0, shuffle=True, seed=1)
    found = assay.against(
        judged(now, shuffled, **options),
        path,
        metrics=["mae", "rmse"] if name == "numbers" else ["accuracy", "f1_macro" if name == "classes" else "f1"],
    )
    wanted = assay.compare(now[0], data=shuffled, metrics=list(found), **options, **both)
    assert found.paired
    for metric in found:
        ours, theirs = found[metric].pairs[0], wanted[metric].pairs[0]
        assert (ours.difference.value, ours.p_value) == pytest.approx(
            (theirs.difference.value, theirs.p_value), nan_ok=True
        )


@pytest.mark.parametrize(
    ("data", "options", "why"),
    [
        (TABLE.head(100), {}, "they share 100 of 100 and 240 cases"),
        (TABLE.drop("id"), {}, "the new data do not name their cases by id"),
        (TABLE.with_columns((1 - pl.col("sick")).alias("sick")), {}, "what is so differs on 240 of the 240 cases"),
        (TABLE.vstack(TABLE.head(1)), {}, "do not name their cases by id"),
        (TABLE, {"threshold": 0.2}, "cut at different thresholds"),
    ],
)
def test_other_cases_are_compared_apart_and_it_is_said_why(data, options, why, tmp_path):
    path = assay.evaluate("sick", score="risk", data=TABLE).save(tmp_path / "base.json", key="id")
    found = assay.against(assay.evaluate("sick", score="risk2", data=data, **options), path, metrics="roc_auc")
    assert not found.paired
    assert why in next(note.message for note in found.notes if note.code == "unpaired")


def test_without_a_key_a_file_holds_no_case(tmp_path):
    made = assay.evaluate("sick", "old", data=TABLE)
    assert "case 17" not in made.save(tmp_path / "a.json").read_text(encoding="utf-8")
    again = assay.load(made.save(tmp_path / "b.json", key="id"))
    assert again.keyed.count == N
    assert again.to_dict() == made.to_dict()
    assert assay.load(again.save(tmp_path / "c.json", key="id")).keyed == again.keyed
    assert assay.load(again.save(tmp_path / "d.json")).keyed is None


def test_a_loaded_result_is_compared_case_by_case_too(tmp_path):
    first, second = (assay.evaluate("sick", name, data=TABLE).save(tmp_path / f"{name}.json", key="id")
                     for name in ("old", "new"))  # fmt: skip
    assert assay.against(assay.load(second), first, metrics="accuracy").paired


def test_files_and_lazy_tables_name_their_cases(tmp_path):
    TABLE.write_parquet(tmp_path / "cases.parquet")
    path = assay.evaluate("sick", "old", data=tmp_path / "cases.parquet").save(tmp_path / "base.json", key="id")
    assert assay.against(assay.evaluate("sick", "new", data=TABLE.lazy()), path).paired


@pytest.mark.parametrize("spoil", ["truth", "keys", "answers"])
def test_cases_that_do_not_go_together_are_refused(spoil, tmp_path):
    path = assay.evaluate("sick", "old", data=TABLE).save(tmp_path / "base.json", key="id")
    document = json.loads(path.read_text(encoding="utf-8"))
    document.pop("digest")
    document["cases"]["fields"][spoil] = document["cases"]["fields"][spoil][:-1]
    path.write_bytes(write_document(document))
    with pytest.raises(AssayError, match="not a result that assay saved"):
        assay.load(path)


@pytest.mark.parametrize("key", [3, [], ["id", 3], "nope", "ward"])
def test_a_key_that_names_no_cases_is_refused(key, tmp_path):
    with pytest.raises(AssayError):
        assay.evaluate("sick", "old", data=TABLE).save(tmp_path / "base.json", key=key)
    assert not (tmp_path / "base.json").exists()
