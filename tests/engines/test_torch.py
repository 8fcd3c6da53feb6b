"""Tensors are reduced where they lie. CI has no GPU: there the same engine runs on tensors of the processor."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'assay[torch]'")

from same_on_device import engine_on, nothing_copied, scored, tensors  # noqa: E402
from tensor_checks import CHECKS  # noqa: E402

import assay  # noqa: E402
from assay.engines.torch import TorchEngine  # noqa: E402
from assay.errors import AssayError  # noqa: E402

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


@pytest.fixture
def engine():
    with engine_on(DEVICE):
        yield


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_arrays_and_tensors_give_the_same_numbers(check) -> None:
    check(DEVICE)


def test_tensors_of_the_processor_stay_with_numpy() -> None:
    evaluation = assay.evaluate(torch.tensor([1, 0, 1, 1]), torch.tensor([1, 0, 0, 1]))
    assert evaluation.choices.engine == "in memory"
    assert evaluation["accuracy"].value == 0.75


@pytest.mark.usefixtures("engine")
def test_the_signature_names_the_device() -> None:
    evaluation = assay.evaluate(torch.tensor([1, 0, 1, 1], device=DEVICE), torch.tensor([1, 0, 0, 1], device=DEVICE))
    assert f"torch on {DEVICE}" in str(evaluation)
    assert evaluation.to_dict()["engine"] == f"torch on {DEVICE}"


@pytest.mark.usefixtures("engine")
def test_the_watch_over_what_leaves_the_device_sees_a_copy() -> None:
    with nothing_copied(100), pytest.raises(AssertionError, match="left the device"):
        torch.zeros(101).numpy()
    with nothing_copied(10**9), pytest.raises(AssertionError, match="rows were copied"):
        assay.evaluate(*tensors(DEVICE, np.arange(30) / 7, np.arange(30) / 7 + 1))


@pytest.mark.usefixtures("engine")
def test_two_devices_are_refused_with_the_names_of_both() -> None:
    truth, score = torch.tensor([1, 0, 1, 0]), torch.tensor([0.9, 0.1, 0.8, 0.3])
    with pytest.raises(AssayError, match=r"`truth` lies on meta but `score` lies on cpu.*score\.to\('meta'\)"):
        assay.evaluate(truth.to("meta"), score=score)
    assert TorchEngine().open_columns({"truth": truth.to("meta")}) is None
    assert TorchEngine().open_columns({"truth": [1, 0]}) is None


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float16])
def test_short_floats_are_read_in_every_call(kind) -> None:
    truth, score, _ = scored(400)
    short = torch.from_numpy(score).to(kind)
    single = short.float().numpy()
    other = single**2
    usual = assay.compare(truth, score={"a": single, "b": other})
    there = assay.compare(truth, score={"a": short, "b": torch.from_numpy(other)})
    assert usual.to_dict() == there.to_dict()
    listed = assay.evaluate(truth, score=list(short.requires_grad_()))
    assert listed.to_dict() == assay.evaluate(truth, score=list(single)).to_dict()
    assert assay.evaluate(truth, score=short).to_dict() == assay.evaluate(truth, score=single).to_dict()
    masks = torch.from_numpy((score > 0.5).reshape(4, 10, 10)).to(kind), torch.from_numpy(truth.reshape(4, 10, 10))
    usual = assay.evaluate(truth.reshape(4, 10, 10), score.reshape(4, 10, 10) > 0.5, task="segmentation")
    for prediction in (masks[0], list(masks[0])):
        there = assay.evaluate(masks[1], prediction, task="segmentation")
        assert there["accuracy"].value == usual["accuracy"].value
    table = torch.tensor([[5, 2], [1, 7]]).to(kind)
    assert assay.evaluate(counts=table, rows="truth", labels=[0, 1])["accuracy"].value == 0.8


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float16])
def test_short_floats_are_read_in_lists_of_boxes(kind) -> None:
    def boxes(number):
        return torch.tensor([[0, 0, 5, 5], [2, 2, 8, 9]]).to(number)

    def found(number):
        labels = torch.tensor([1, 1])
        answer = {"boxes": boxes(number), "labels": labels, "scores": torch.tensor([0.75, 0.5]).to(number)}
        return assay.evaluate([{"boxes": boxes(number), "labels": labels}] * 3, [answer] * 3, task="detection")

    assert found(kind)["mean_ap"].value == found(torch.float32)["mean_ap"].value == 1


def test_torch_is_not_imported_for_users_without_it() -> None:
    code = "import sys, assay; assay.evaluate([1, 0, 1], [1, 0, 0]); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
