"""What is no number is named with its value and its row, and recognised where it can be."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import assay
from assay.errors import AssayError

LOOKS = {
    "n/a": "missing value", "": "missing value", "-": "missing value", "0,73": "decimal comma: write 0.73",
    "1,234": "thousands: write 1234", "1,234.5": "thousands: write 1234.5", "1.234,5": "thousands: write 1234.5",
    "1'234": "thousands: write 1234", "$12.5": "currency sign does not belong to a number: write 12.5",
    "12,50 €": "currency sign does not belong to a number: write 12.50", "73%": "percent sign does not belong to a "
    "number: write 0.73", "high": "Correct the value",
}  # fmt: skip
ROW = 17


def column(text: str) -> list:
    values: list = [round(0.03 * k, 2) for k in range(20)]
    values[ROW] = text
    return values


ROADS = {
    "score": lambda values, data: assay.evaluate([k % 2 for k in range(20)], score=values, **data),
    "amounts": lambda values, data: assay.evaluate([0.5 + k for k in range(20)], values, **data),
    "weight": lambda values, data: assay.evaluate([k % 2 for k in range(20)], [1] * 20, weight=values, **data),
}


@pytest.mark.parametrize("text", LOOKS)
@pytest.mark.parametrize("road", ROADS)
def test_the_value_and_its_row_are_named_in_memory(road, text):
    with pytest.raises(AssayError) as caught:
        ROADS[road](column(text), {})
    assert f"holds {text!r} in row {ROW}" in str(caught.value)
    assert LOOKS[text] in str(caught.value)


@pytest.mark.parametrize("text", [text for text in LOOKS if text not in ("", "1'234")])
@pytest.mark.parametrize("argument", ["score", "prediction", "weight"])
def test_the_value_and_its_row_are_named_in_a_file(argument, text, tmp_path):
    path = tmp_path / "table.csv"
    truth = [0.5 + k for k in range(20)] if argument == "prediction" else [k % 2 for k in range(20)]
    frame = pl.DataFrame({"y": truth, "x": [str(value) for value in column(text)], "p": [1] * 20})
    frame.write_csv(path, quote_style="non_numeric")
    names = {"prediction": "p"} if argument == "weight" else {}
    with pytest.raises(AssayError) as caught:
        assay.evaluate("y", data=path, **{argument: "x"}, **names)
    assert f"`x` holds {text!r} in row {ROW}" in str(caught.value)
    assert LOOKS[text] in str(caught.value)


def test_text_that_reads_as_numbers_is_refused_by_every_road(tmp_path):
    path = tmp_path / "text.parquet"
    pl.DataFrame({"y": [0, 1, 0, 1], "s": ["0.1", "0.9", "0.4", "0.6"]}).write_parquet(path)
    for call in (
        lambda: assay.evaluate("y", score="s", data=path),
        lambda: assay.evaluate([0, 1, 0, 1], score=["0.1", "0.9", "0.4", "0.6"]),
        lambda: assay.compare([0, 1], score={"a": ["0.1", "0.9"], "b": [0.2, 0.4]}),
    ):
        with pytest.raises(AssayError, match=r"'0.1' in row 0.*Convert the text to a number"):
            call()


def test_complex_numbers_are_refused_whole(tmp_path):
    for options in ({"weight": np.array([1 + 2j, 1, 1])}, {"score": np.array([1j, 0.5, 0.2])}):
        with pytest.raises(AssayError, match="not a number"):
            assay.evaluate([1, 0, 1], None if "score" in options else [1, 0, 1], **options)


def test_half_precision_clips_log_loss_at_its_own_epsilon():
    truth = np.array([1, 0, 1, 0])
    score = np.array([1, 0, 0, 1], dtype=np.float16)
    from sklearn.metrics import log_loss

    for dtype in (np.float16, np.float32, np.float64):
        wanted = log_loss(truth, score.astype(dtype))
        assert assay.evaluate(truth, score=score.astype(dtype))["log_loss"].value == pytest.approx(wanted, rel=1e-3)
        several = np.stack([1 - score, score], axis=1).astype(dtype)
        found = assay.evaluate(truth, score=several)["log_loss"].value
        assert found == pytest.approx(wanted, rel=1e-3)


def test_a_truth_of_numbers_with_one_slip_is_named_and_not_taken_for_labels(tmp_path):
    truth = [str(0.5 + k) for k in range(20)]
    truth[ROW] = "1,5"
    predicted = [0.25 + k for k in range(20)]
    path = tmp_path / "slip.csv"
    pl.DataFrame({"y": truth, "p": predicted}).write_csv(path)
    for call in (lambda: assay.evaluate(truth, predicted), lambda: assay.evaluate("y", "p", data=path)):
        with pytest.raises(AssayError, match=rf"holds '1,5' in row {ROW} .*decimal comma: write 1\.5"):
            call()


def test_blanks_around_a_number_are_said_to_be_there(tmp_path):
    path = tmp_path / "blank.csv"
    path.write_text("y,s\n" + "\n".join(f"{k % 2},0.{k + 10}{' ' if k == ROW else ''}" for k in range(20)) + "\n")
    with pytest.raises(AssayError, match=rf"in row {ROW} .*Remove the blanks around it"):
        assay.evaluate("y", score="s", data=path)
