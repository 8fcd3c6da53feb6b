"""A notebook is run and exported as its reader would do it: results and charts stand in it, and need no network."""

from __future__ import annotations

import json
import re
import sys

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor

CELLS = (
    "import numpy as np, assay\n"
    "rng = np.random.default_rng(0)\n"
    "truth = rng.integers(0, 2, 200)\n"
    "result = assay.evaluate(truth, score=rng.random(200) + 0.6 * truth, threshold=0.8)\n"
    "result",
    "result.plot('roc')",
    "result.plot('confusion')",
    "assay.stats.mcnemar(10, 3)",
)


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    folder = tmp_path_factory.mktemp("notebook")
    kernel = folder / "kernels" / "here"
    kernel.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "here"}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder))
        ExecutePreprocessor(timeout=120, kernel_name="here").preprocess(made, {"metadata": {"path": str(folder)}})
    return made


def outputs(notebook) -> list[dict]:
    return [output["data"] for cell in notebook.cells for output in cell.outputs if "data" in output]


def test_every_cell_shows_something_and_none_an_error(notebook):
    assert [cell.outputs[-1].output_type for cell in notebook.cells] == ["execute_result"] * len(CELLS)
    assert len(outputs(notebook)) == len(CELLS)


def test_charts_are_pictures_with_tooltips_and_no_script(notebook):
    for chart in outputs(notebook)[1:3]:
        assert chart["image/svg+xml"].startswith("<svg")
        assert "<title>" in chart["image/svg+xml"]
        assert not any("vega" in kind for kind in chart)


def test_the_exported_page_draws_them_without_a_network(notebook):
    page, _ = HTMLExporter(template_name="classic").from_notebook_node(notebook)
    shown = "".join(re.findall(r'(?s)<div class="output.*?(?=<div class="cell |</body>)', page))
    assert shown.count("<svg") >= 2
    assert "Javascript Error" not in page
    assert not re.search(r'(?i)<script|src="https?:|href="https?:', shown)
