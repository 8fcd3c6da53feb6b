"""Results come back from their files as they were, and no file does harm."""

from __future__ import annotations

import base64
import json
import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

import assay
from assay.errors import AssayError, FileError
from assay.saving.documents import write_document

RNG = np.random.default_rng(5)
N = 300
TRUTH = RNG.integers(0, 3, N)
ANSWERS = np.where(RNG.random(N) < 0.7, TRUTH, RNG.integers(0, 3, N))
SICK = RNG.integers(0, 2, N)
RISK = np.round(np.clip(RNG.normal(0.3 + 0.4 * SICK, 0.2), 0, 1), 2)
WEIGHT = RNG.random(N) + 0.5
PRICE = RNG.normal(50, 9, N)
GUESS = PRICE + RNG.normal(1, 4, N)
WORDS = np.array(["no", "yes"])
WARD = np.arange(N) // 10
SETS = RNG.integers(0, 2, (N, 3))
BOXES = [{"boxes": [[0, 0, 4, 4]], "labels": ["cat"], "scores": [0.9]}] * 3

EXACT = {
    "labels": lambda: assay.evaluate(TRUTH, ANSWERS),
    "weighted labels": lambda: assay.evaluate(TRUTH, ANSWERS, weight=WEIGHT, metrics=["f_beta_macro(beta=3)"]),
    "strings": lambda: assay.evaluate(WORDS[SICK], WORDS[SICK[::-1]], positive="yes"),
    "scores": lambda: assay.evaluate(SICK, score=RISK, costs={"fp": 1, "fn": 9}),
    "weighted scores": lambda: assay.evaluate(SICK, score=RISK, weight=WEIGHT),
    "scores and labels": lambda: assay.evaluate(SICK, SICK[::-1], score=RISK),
    "ranges": lambda: assay.evaluate(PRICE, lower=GUESS - 5, upper=GUESS + 5, coverage=0.8),
    "sets of labels": lambda: assay.evaluate(SETS, SETS[::-1]),
    "classes": lambda: assay.evaluate(TRUTH, score=np.eye(3)[ANSWERS] * 0.5 + 1 / 6),
    "groups": lambda: assay.evaluate(SICK, score=RISK, group=WARD),
    "groups of labels": lambda: assay.evaluate(TRUTH, ANSWERS, group=WARD),
    "slices": lambda: assay.evaluate(TRUTH, ANSWERS, by=WORDS[SICK]),
    "table": lambda: assay.evaluate(counts={"tp": 5, "fp": 3, "fn": 2}),
    "tables": lambda: assay.evaluate(counts={name: {"tp": 5, "fp": 3, "fn": 2, "tn": 9} for name in "ab"}),
    "comparison": lambda: assay.compare(SICK, score={"a": RISK, "b": RISK**2}),
    "comparison of numbers": lambda: assay.compare(PRICE, prediction={"a": GUESS, "b": GUESS + 1}),
    "comparison with slices": lambda: assay.compare(SICK, score={"a": RISK, "b": RISK**2}, by=WORDS[SICK[::-1]]),
    "ranking": lambda: assay.rank({"a": [0.9, 0.8, 0.85], "b": [0.7, 0.75, 0.8], "c": [0.6, 0.5, 0.55]}),
}  # fmt: skip
AS_NUMBERS = {
    "groups of classes": lambda: assay.evaluate(TRUTH, score=np.eye(3)[ANSWERS] * 0.5 + 1 / 6, group=WARD),
    "boxes": lambda: assay.evaluate(BOXES, BOXES, task="detection"),
    "validation": lambda: assay.validate(LogisticRegression(), np.c_[RISK, WEIGHT], SICK),
}


def saved(result, folder, **options):
    return result.save(folder / "site.json", **options)


@pytest.mark.parametrize("name", EXACT)
def test_a_result_comes_back_as_it_was(name, tmp_path):
    result = EXACT[name]()
    loaded = assay.load(saved(result, tmp_path))
    assert type(loaded) is type(result)
    assert str(loaded) == str(result)
    assert loaded.to_json() == result.to_json()
    assert loaded.to_markdown() == result.to_markdown()
    assert loaded._repr_html_() == result._repr_html_()


@pytest.mark.parametrize("name", AS_NUMBERS)
def test_numbers_come_back_with_a_note_that_says_what_was_left_out(name, tmp_path):
    result = AS_NUMBERS[name]()
    loaded = assay.load(saved(result, tmp_path))
    note = loaded.notes[-1]
    assert note.code == "saved-numbers"
    assert json.loads(loaded.to_json()) == {
        **json.loads(result.to_json()),
        "notes": [*json.loads(result.to_json())["notes"], note.to_dict()],
    }


def test_slices_of_a_comparison_come_back_unless_the_file_may_not_be_about_few(tmp_path):
    result = EXACT["comparison with slices"]()
    loaded = assay.load(saved(result, tmp_path))
    assert loaded.slices.to_frame().equals(result.slices.to_frame())
    assert str(loaded.slices["yes"]) == str(result.slices["yes"])
    assert "Left out: the slices" in str(assay.load(saved(result, tmp_path, smallest=2)))
    text = (tmp_path / "site.json").read_text()
    assert "ComparedSlices" not in text


def test_a_file_whose_slices_do_not_fit_is_refused(tmp_path):
    path = saved(EXACT["comparison with slices"](), tmp_path)
    document = json.loads(path.read_text())
    document["result"]["fields"]["slices"]["fields"]["made"]["map"].pop()
    path.write_bytes(write_document({k: v for k, v in document.items() if k not in ("schema", "digest")}))
    with pytest.raises(FileError, match="ComparedSlices is inconsistent"):
        assay.load(path)


def test_a_regression_comes_back_without_its_cases(tmp_path):
    result = assay.evaluate(PRICE, GUESS)
    path = saved(result, tmp_path)
    loaded = assay.load(path)
    assert dict(loaded) == dict(result)
    assert str(loaded).startswith(str(result)[:200])
    assert set(result.curves) - set(loaded.curves) == {"residuals", "predicted"}
    assert loaded.notes[-1].code == "saved-summary"
    assert loaded.sample.summary.cases is None
    assert list(loaded.baselines) == ["mean", "median"]


def test_medians_of_few_cases_come_back_with_the_limits_of_the_cases(tmp_path):
    """A slice of one case says nothing of its median; a sketch of it knew it for certain."""
    names = ["mad", "median_absolute_error"]
    made = assay.evaluate(PRICE[:9], GUESS[:9], by=[*"aaaaaaabc"], task="regression", metrics=names)
    loaded = assay.load(saved(made, tmp_path))
    for key in "abc":
        for name in names:
            ours, theirs = loaded.slices[key][name], made.slices[key][name]
            np.testing.assert_allclose([ours.value, ours.low, ours.high], [theirs.value, theirs.low, theirs.high])


def test_a_stored_result_saves_its_numbers(tmp_path):
    copy = pickle.loads(pickle.dumps(assay.evaluate(TRUTH, ANSWERS)))  # noqa: S301
    assert dict(assay.load(saved(copy, tmp_path))) == dict(copy)


def test_a_loaded_score_answers_any_threshold(tmp_path):
    result = assay.evaluate(SICK, score=RISK)
    loaded = assay.load(saved(result, tmp_path))
    assert loaded.thresholds.at(0.31).estimates["recall"] == result.thresholds.at(0.31).estimates["recall"]


def test_a_file_is_a_document_that_people_can_read(tmp_path):
    document = json.loads(saved(assay.evaluate(SICK, score=RISK), tmp_path).read_text())
    assert document["schema"] == "assay.saved/1"
    assert document["document"]["schema"] == "assay.evaluation/1"
    assert document["document"]["metrics"]["recall"]["n"] == int(SICK.sum())
    assert "smallest=5" in document["note"]["message"]


def test_a_regression_file_holds_no_pair_of_truth_and_prediction(tmp_path):
    text = saved(assay.evaluate(PRICE, GUESS), tmp_path).read_text()
    assert repr(float(GUESS[7])) not in text
    assert "residuals" not in json.loads(text)["document"]["curves"]


def test_cells_of_few_cases_are_refused_by_name(tmp_path):
    result = assay.evaluate(["a"] * 20 + ["b"] * 20, ["a"] * 18 + ["b"] * 22, positive="b")
    with pytest.raises(AssayError, match=r"2 cases by themselves \(truth 'a', answer 'b'\)"):
        saved(result, tmp_path, smallest=5)
    assert not list(tmp_path.iterdir())
    assert saved(result, tmp_path, smallest=2).exists()


def test_bins_of_numbers_hold_as_many_cases_as_asked(tmp_path):
    loaded = assay.load(saved(assay.evaluate(PRICE, GUESS), tmp_path, smallest=5))
    for sketch in (loaded.sample.summary.sketches.truth, loaded.origin.summary.sketches.error):
        assert sketch.weight.min() >= 5
    assert dict(loaded) == dict(assay.evaluate(PRICE, GUESS))


def test_a_table_of_very_many_scores_is_saved_in_bins_with_bounds(tmp_path, monkeypatch):
    monkeypatch.setattr("assay.tasks.scores.task.MOST_SAVED", 64)
    monkeypatch.setattr("assay.saving.states.MOST_SAVED", 64)
    score = RNG.random(N)
    result = assay.evaluate(SICK, score=score)
    loaded = assay.load(saved(result, tmp_path))
    assert dict(loaded) == dict(result)
    assert len(loaded.thresholds.table.score) <= 64
    merged = assay.merge([loaded])["roc_auc"]
    assert abs(merged.value - result["roc_auc"].value) < 0.02
    assert any(note.code == "compressed" for note in assay.merge([loaded]).notes)


# ---- files that are no good


def resigned(document):
    document.pop("digest", None)
    document.pop("schema", None)
    return write_document(document)


def refused(path, content):
    path.write_bytes(content)
    with pytest.raises(AssayError) as caught:
        assay.load(path)
    return str(caught.value)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return saved(assay.evaluate(SICK, score=RISK), tmp_path_factory.mktemp("whole")).read_bytes()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no JSON document"),
        (b"[" * 200_000, "no JSON document"),
        (b'{"schema": "assay.saved/1", "n": NaN}', "NaN"),
        (b'{"schema": "assay.evaluation/1"}', "holds what a result says"),
        (b'{"schema": "other"}', "schema"),
        (b'{"schema": "assay.saved/17"}', "newer version"),
        (b'{"schema": "assay.saved/1", "schema": "assay.saved/1"}', "twice"),
        (b"\x80\x04\x95", "no JSON document"),
    ],
)
def test_what_is_no_saved_result_is_refused(tmp_path, content, words):
    assert words in refused(tmp_path / "site.json", content)


def test_a_file_that_was_cut_short_or_changed_is_refused(tmp_path, whole):
    assert "site.json" in refused(tmp_path / "site.json", whole[:-200])
    changed = whole.replace(b'"rows": 300', b'"rows": 301', 1)
    assert changed != whole
    assert "digest" in refused(tmp_path / "site.json", changed)


def _array(document):
    return document["kept"]["fields"]["summary"]["fields"]["scores"]["fields"]["positives"]


def _encoded(values):
    return base64.b64encode(np.asarray(values, dtype="<f8").tobytes()).decode()


HOSTILE = {
    "another size": lambda it: _array(it).update(shape=[10**12]),
    "a negative count": lambda it: _array(it).update(array=_encoded(-np.ones(_array(it)["shape"][0]))),
    "an object type": lambda it: _array(it).update(dtype="|O"),
    "an unknown class": lambda it: it["kept"].update({"is": "Popen"}),
    "an unknown field": lambda it: it["kept"]["fields"].update(run="rm"),
    "a wrong type": lambda it: it["kept"]["fields"].update(task=7),
    "an unknown task": lambda it: it["kept"]["fields"].update(task="labels of another"),
    "nothing": lambda it: it.update(kept=None),
    "deep nesting": lambda it: it["kept"]["fields"].update(reason=_nested(60)),
    "a metric that calls": lambda it: it["kept"]["fields"]["request"]["fields"].update(
        metrics=[{"metric": "f_beta(beta=__import__('os').system('true'))"}]),
    "no result": lambda it: it.update(result={"is": "Note", "fields": {"code": "a", "message": "b"}}),
}  # fmt: skip


def _nested(depth):
    return [_nested(depth - 1)] if depth else []


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_even_with_a_digest_of_its_own(tmp_path, whole, name):
    document = json.loads(whole)
    HOSTILE[name](document)
    assert "is not a result that assay saved" in refused(tmp_path / "site.json", resigned(document))


def _first_estimate(document):
    return next(iter(document["result"]["fields"]["pairs"]))["fields"]["difference"]["fields"]


IMPOSSIBLE = {
    "limits that leave the value out": lambda it: _first_estimate(it).update(low=0.9, high=0.99, value=0.1),
    "a level of 3": lambda it: _first_estimate(it).update(level=3.0),
    "a p-value of 7": lambda it: it["result"]["fields"]["pairs"][0]["fields"].update(p_value=7.0),
    "a model nobody ranked": lambda it: it["result"]["fields"]["pairs"][0]["fields"].update(a="nobody"),
    "fewer scores than models": lambda it: it["result"]["fields"].update(models=["a", "b"]),
    "a test's p below 0": lambda it: it["result"]["fields"]["omnibus"]["fields"].update(p_value=-0.1),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_numbers_that_no_result_has_are_refused_even_with_a_digest_of_their_own(tmp_path, name):
    document = json.loads(saved(EXACT["ranking"](), tmp_path).read_text())
    IMPOSSIBLE[name](document)
    assert "inconsistent" in refused(tmp_path / "changed.json", resigned(document))


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 10**20), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5), st.just([]), st.just({}), st.just({"float": "inf"}), st.just({"list": [1]}),
)  # fmt: skip


def _places(value, path=()):
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from _places(item, (*path, key))


def loaded_or_refused(path):
    """Say whether a file gives a result or a refusal that names it; anything else is raised."""
    try:
        return isinstance(assay.load(path), assay.Evaluation | assay.Ranking)
    except AssayError as problem:
        return path.name in str(problem)


@pytest.mark.parametrize("kind", ["labels", "ranking", "ranges", "groups of labels", "slices"])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(data=st.data())
def test_no_change_of_a_file_gets_more_than_a_clear_refusal(kind, data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("mutated")
    document = json.loads(saved(EXACT[kind](), folder).read_text())
    part = "kept" if document["kept"] is not None else "result"
    path = data.draw(st.sampled_from(list(_places(document[part]))))
    *above, last = path
    place = document[part]
    for key in above:
        place = place[key]
    place[last] = data.draw(VALUES)
    (folder / "site.json").write_bytes(resigned(document))
    assert loaded_or_refused(folder / "site.json")


def test_a_result_of_another_version_says_so(tmp_path, whole):
    document = json.loads(whole)
    document["assay"] = "0.0.1"
    (tmp_path / "site.json").write_bytes(resigned(document))
    loaded = assay.load(tmp_path / "site.json")
    assert loaded.notes[-1].code == "other-version"
    assert replace(loaded, notes=loaded.notes[:-1])["roc_auc"] == loaded["roc_auc"]
