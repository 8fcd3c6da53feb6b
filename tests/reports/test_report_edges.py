"""Reports that once misled: wrong pictures, merged names, sentences turned round, LaTeX that did not compile."""

from __future__ import annotations

import shutil
import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

import assay
from assay.reports.charts.critical_difference import critical_difference_chart
from assay.reports.pages.pictures import caption_of

RNG = np.random.default_rng(8)
TRUTH = (RNG.random(400) < 0.4).astype(int)


def model(skill):
    return np.where(RNG.random(400) < skill, TRUTH, 1 - TRUTH)


def test_a_test_draws_itself_in_a_fresh_process():
    code = "import assay; assay.stats.t_test([1, 2, 3], [2, 3, 5], paired=True).plot().to_dict()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "test",
    [
        assay.stats.chi_square_independence([[50, 50], [49, 51]]),
        assay.stats.anova([1.0, 2, 3], [1.1, 2, 2.9]),
        assay.stats.kruskal_wallis([1.0, 2, 3, 4], [1.5, 2.5, 3.5, 0.5]),
    ],
)
def test_null_distributions_of_small_statistics_stay_where_they_are_defined(test):
    rows = test.plot().to_dict()["layer"][0]["data"]["values"]
    x, y = np.array([row["x"] for row in rows]), np.array([row["y"] for row in rows])
    assert x.min() > 0
    assert np.trapezoid(y, x) < 1.05


def test_prose_tells_the_clear_differences_first():
    answers = {"a": model(0.8), "b": model(0.8), "c": model(0.8), "d": model(0.8), "e": model(0.99)}
    prose = assay.compare(TRUTH, prediction=answers, metrics="accuracy").to_prose()
    assert "of 10 pairs can be told apart" in prose
    assert "e is better than" in prose


def test_names_that_look_alike_are_told_apart_in_every_chart():
    first, second = "x" * 500 + "a", "x" * 499 + "yb"
    compared = assay.compare(TRUTH, prediction={first: model(0.8), second: model(0.9)}, metrics="accuracy")
    sort = compared.plot("forest").to_dict()["vconcat"][0]["layer"][1]["encoding"]["y"]["sort"]
    assert len(set(sort)) == 2
    table = RNG.normal(size=(8, 3))
    ranked = assay.rank({"a b": table[:, 0], "a  b": table[:, 1], "c": table[:, 2]})
    sort = ranked.plot("ranks").to_dict()["layer"][0]["encoding"]["x"]["sort"]
    assert len(set(sort)) == 3
    assert "…" in str(compared)


def test_sentences_are_not_turned_round_by_names():
    found = assay.compare(TRUTH, prediction={"\u202eabc\x00": model(0.8), "b": model(0.7)}, metrics="accuracy")
    for text in (str(found.verdicts), found.to_prose(), found._repr_html_()):
        assert "\u202e" not in text
        assert "\x00" not in text


LATIN = ["[x]", "*y", "β ≥ 2", "a\u200bb", "\u202e", "a\x00b", "é & _%$#{}~^\\"]
"""Names that every LaTeX sets."""


@pytest.mark.parametrize(
    ("program", "needed", "names"),
    [("pdflatex", "booktabs.sty", LATIN), ("lualatex", "luaotfload-main.lua", [*LATIN, "日本", "😀"])],
    ids=["pdflatex", "lualatex for other scripts"],
)
def test_every_kind_of_result_compiles_as_latex(tmp_path, program, needed, names):
    tex, find = shutil.which(program), shutil.which("kpsewhich")
    known = (
        find
        and subprocess.run([find, f"-progname={program}", needed], capture_output=True, check=False).returncode == 0
    )
    if tex is None or not known:
        pytest.skip(f"no {program} with {needed} here, so that the tables were not compiled")
    table, count = RNG.normal(size=(6, len(names))), len(names)
    near = KNeighborsClassifier(), *load_iris(return_X_y=True)
    results = [
        assay.rank({label: table[:, place] for place, label in enumerate(names)}),
        assay.learning_curve(*near, sizes=[20, 40, 60, 80], repeats=2),
        assay.complexity_curve(*near, parameter="n_neighbors", values=[1, 5], scheme="3-fold"),
        assay.evaluate(np.array(names)[RNG.integers(0, count, 90)], np.array(names)[RNG.integers(0, count, 90)]),
    ]
    bodies = [result.to_latex() for result in results]
    assert any(program in body for body in bodies) == (program == "lualatex")
    bodies.append(assay.compare(TRUTH, prediction={"[x]": model(0.8), "β": model(0.7)}).to_latex("plus-minus"))
    package = ",fontspec" if program == "lualatex" else ""
    head = f"\\documentclass{{article}}\\usepackage{{booktabs,graphicx{package}}}\\begin{{document}}\n"
    (tmp_path / "all.tex").write_text(head + "\n\n".join(bodies) + "\\end{document}\n")
    done = subprocess.run([tex, "-interaction=nonstopmode", "all.tex"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-1500:]


@pytest.mark.parametrize(("models", "sets"), [(200, 300), (10, 20_000)])
def test_large_rankings_make_small_pages(tmp_path, models, sets):
    table = RNG.normal(size=(sets, models))
    found = assay.rank({f"model {place}": table[:, place] for place in range(models)}, method="nemenyi")
    assert assay.report(found, tmp_path / "x.html").stat().st_size < 1_500_000


def test_a_ranking_with_a_control_says_what_its_picture_shows():
    table = RNG.normal(size=(12, 4)) + np.array([0, 0, 0, 3])
    found = assay.rank({f"m{place}": table[:, place] for place in range(4)}, control="m0", better="higher")
    drawn = critical_difference_chart(found).to_dict()
    assert "grey" in drawn["title"]["subtitle"][0]
    assert "control" in caption_of("critical-difference", found)
    assert "control" in caption_of("pairs", found)


def test_what_has_no_interval_is_not_given_one():
    found = assay.evaluate([1.5], [2.5], task="regression")
    assert "∞" not in found.to_prose()
    assert "inf" not in found.to_latex("interval") + found.to_latex("plus-minus")
    lopsided = assay.evaluate([0, 1] * 6, [0, 0] * 6, metrics="recall")
    assert "\\pm" not in lopsided.to_latex("plus-minus")


def test_a_failed_write_leaves_nothing_behind(tmp_path):
    found = assay.evaluate(["\ud800", "b"] * 5, ["\ud800", "b"] * 5, positive="b")
    assay.report(found, tmp_path / "x.json")
    for path in (tmp_path / "a\x00.html", tmp_path / ("x" * 300 + ".html")):
        with pytest.raises(assay.AssayError):
            assay.report(found, path)
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def test_what_is_no_result_is_refused(tmp_path):
    for thing in ({}, [assay.stats.t_test([1, 2, 3], [2, 3, 4])]):
        with pytest.raises(assay.AssayError, match="cannot be written as a report"):
            assay.report(thing, tmp_path / "x.html")


def test_the_worst_case_is_drawn_whatever_their_number():
    truth = RNG.normal(size=30_000)
    said = truth + 0.1
    said[777] = 1000.0
    rows = assay.evaluate(truth, said).plot("predicted").to_dict()["layer"][1]["data"]["values"]
    assert max(row["y"] for row in rows) == 1000.0
    assert len(rows) < 900


def test_headlines_are_whole_sentences(tmp_path):
    labels = np.where(TRUTH == 1, "Dr. Who", "no")
    found = assay.evaluate(labels, np.where(model(0.8) == 1, "Dr. Who", "no"), positive="Dr. Who")
    page = assay.report(found, tmp_path / "x.html").read_text()
    head = page.partition("<h1")[2].partition("</h1>")[0]
    assert "Dr. Who" in head
    assert head.rstrip().endswith(".")


def test_pages_stand_without_their_script(tmp_path):
    score = np.clip(0.3 * TRUTH + 0.7 * RNG.random(400), 0, 1)
    found = assay.evaluate(TRUTH, score=score, costs={"fp": 2, "fn": 9})
    page = assay.report(found, tmp_path / "x.html").read_text()
    assert f'id="tp">{int(found.confusion.counts[1, 1])}<' in page
    assert 'value="2.0"' in page
    assert "least cost (FP 2, FN 9)" in page


def test_every_result_has_prose():
    near = KNeighborsClassifier(), *load_iris(return_X_y=True)
    table = RNG.normal(size=(6, 3))
    for found in (
        assay.rank({f"m{place}": table[:, place] for place in range(3)}),
        assay.learning_curve(*near, sizes=[20, 40], repeats=2),
        assay.complexity_curve(*near, parameter="n_neighbors", values=[1, 5], scheme="3-fold"),
        assay.bias_variance(*near, rounds=3),
    ):
        assert found.to_prose().endswith(".")


def test_every_result_becomes_a_frame_and_refuses_a_style_it_has_not():
    ranked = assay.rank({"a": [1.0, 2, 3, 4], "b": [2.0, 1, 4, 3], "c": [5.0, 6, 7, 8]})
    assert ranked.to_frame().shape == (3, 11)
    with pytest.raises(assay.AssayError, match="style="):
        ranked.to_latex("interval")
