"""Charts: every result draws itself, in both themes, into every format, whatever its labels are."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

import assay
from assay.reports.charts.catalogue import charts_of
from assay.reports.charts.overlaid_curves import leaders
from assay.reports.charts.theme import clean, name

RNG = np.random.default_rng(5)
TRUTH = (RNG.random(300) < 0.4).astype(int)
SCORE = np.clip(0.3 * TRUTH + 0.7 * RNG.random(300), 0, 1)
OTHER = np.clip(0.2 * TRUTH + 0.8 * RNG.random(300), 0, 1)


def results():
    amounts = RNG.normal(size=200)
    table = RNG.normal(size=(10, 4)) + np.arange(4) / 2
    near = KNeighborsClassifier(), *load_iris(return_X_y=True)
    return {
        "scores": assay.evaluate(TRUTH, score=SCORE),
        "labels": assay.evaluate(TRUTH, (SCORE > 0.5).astype(int)),
        "margins": assay.evaluate(TRUTH, score=10 * SCORE - 3),
        "classes": assay.evaluate(RNG.integers(0, 3, 90), score=RNG.dirichlet([1, 1, 1], 90)),
        "amounts": assay.evaluate(amounts, amounts + RNG.normal(size=200)),
        "comparison": assay.compare(TRUTH, score={"a": SCORE, "b": OTHER}, metrics=["recall", "roc_auc"]),
        "ranking": assay.rank({f"m{place}": table[:, place] for place in range(4)}),
        "validation": assay.validate(*near, scheme="3-fold"),
        "test": assay.stats.two_proportions_z(30, 100, 45, 100),
    }


RESULTS = results()
EVERY = [(kind, chart) for kind, result in RESULTS.items() for chart in charts_of(result)]


def test_the_charts_of_the_specification_are_all_there():
    drawn = {chart for _, chart in EVERY}
    assert drawn >= {
        "roc", "pr", "det", "gain", "calibration", "thresholds", "densities", "confusion", "confusion-columns",
        "error-cdf", "residuals", "error-histogram", "predicted", "forest", "differences", "critical-difference",
        "ranks", "pairs",
        "folds", "null", "metrics",
    }  # fmt: skip


@pytest.mark.parametrize(("kind", "chart"), EVERY)
def test_every_chart_is_drawn_in_both_themes(kind, chart):
    import vl_convert

    for theme in ("light", "dark"):
        drawn = RESULTS[kind].plot(chart, theme)
        assert vl_convert.vegalite_to_svg(drawn.to_json()).startswith("<svg")


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf", "html"])
def test_charts_are_saved_offline_in_every_format(tmp_path, suffix):
    path = tmp_path / f"roc.{suffix}"
    chart = RESULTS["scores"].plot("roc")
    if suffix == "html":
        chart.save(str(path), inline=True)
        assert "https://cdn" not in path.read_text()
    else:
        chart.save(str(path))
    assert path.stat().st_size > 1000


def test_the_usual_chart_comes_without_a_name_and_a_wrong_one_is_refused():
    assert RESULTS["scores"].plot().to_dict() == RESULTS["scores"].plot("ROC").to_dict()
    with pytest.raises(assay.AssayError, match="roc"):
        RESULTS["scores"].plot("rock")
    with pytest.raises(assay.AssayError, match="dark"):
        RESULTS["scores"].plot("roc", "sepia")
    with pytest.raises(assay.AssayError, match="cannot be drawn"):
        assay.stats.sign_test([1, 2, 3, -1]).plot()


def test_the_curve_drawn_is_the_curve_measured():
    rows = RESULTS["scores"].plot("roc").to_dict()["layer"][2]["data"]["values"]
    curve = RESULTS["scores"].curves["roc"].without_collinear()
    assert [row["x"] for row in rows] == curve.x.tolist()
    assert [row["y"] for row in rows] == curve.y.tolist()


def test_who_leads_where():
    better = assay.evaluate([0, 0, 1, 1], score=[0.1, 0.2, 0.8, 0.9])
    worse = assay.evaluate([0, 1, 0, 1], score=[0.1, 0.2, 0.8, 0.9])
    found = leaders({"worse": worse, "better": better}, "roc")
    assert found[0]["series"] == "better"
    assert found[-1]["end"] == 1.0


def test_labels_are_made_fit_to_draw():
    assert name("a\nb") == "a b"
    assert name("  ") == "(blank)"
    assert len(name("x" * 500)) == 120
    assert clean("a\x00b\ud800") == r"a\x00b\ud800"
    labels = [f"class {place} \x01" for place in range(60)]
    truth = np.array(labels)[RNG.integers(0, 60, 400)]
    said = np.where(RNG.random(400) < 0.6, truth, np.roll(truth, 1))
    chart = assay.evaluate(truth, said).plot("confusion")
    assert chart.to_dict()


def test_a_thousand_classes_and_two_hundred_models_stay_small(tmp_path):
    truth = RNG.integers(0, 1000, 5000)
    said = np.where(RNG.random(5000) < 0.5, truth, RNG.integers(0, 1000, 5000))
    wide = assay.evaluate(truth, said, task="multiclass", metrics=["accuracy", "f1_macro"])
    many = assay.rank({f"model {place}": RNG.normal(size=6) for place in range(200)})
    for place, result in enumerate((wide, many)):
        path = assay.report(result, tmp_path / f"{place}.html")
        assert path.stat().st_size < 1_500_000


def test_pages_of_large_scores_stay_small(tmp_path):
    truth = (RNG.random(200_000) < 0.3).astype(int)
    found = assay.evaluate(truth, score=np.clip(0.5 * RNG.random(200_000) + 0.4 * truth, 0, 1))
    assert assay.report(found, tmp_path / "large.html").stat().st_size < 1_500_000


def test_a_page_for_next_to_nothing(tmp_path):
    for place, result in enumerate(
        (
            assay.evaluate([1], [1]),
            assay.evaluate([1, 1], score=[0.5, 0.5]),
            assay.evaluate([0.5], [0.25]),
            assay.evaluate([0, 1], score=[0.5, 0.5]),
            assay.evaluate([0, 1], [1, 0], metrics=["likelihood_ratio_positive"]),
        )
    ):
        text = assay.report(result, tmp_path / f"{place}.html").read_text()
        assert "</html>" in text
        assert result._repr_html_().startswith("<div")


def test_notebooks_get_words_and_tables_escaped():
    labels = np.where(TRUTH == 1, "<b>yes</b>", "no")
    shown = assay.evaluate(labels, score=SCORE, positive="<b>yes</b>")._repr_html_()
    assert "<b>yes" not in shown
    assert "&lt;b&gt;yes" in shown
    assert "<script" not in shown


def test_a_report_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(assay.AssayError, match=r"\.html"):
        assay.report(RESULTS["labels"], tmp_path / "x.docx")
    with pytest.raises(assay.AssayError, match="folder"):
        assay.report(RESULTS["labels"], tmp_path / "nowhere" / "x.html")


def test_prose_and_paper_tables():
    prose = RESULTS["scores"].to_prose()
    assert prose.startswith("We judged the model on 300 cases")
    assert "confidence intervals" in prose
    told = RESULTS["comparison"].to_prose()
    assert "a and b on the same 300 cases" in told
    assert "McNemar" in told
    assert "We validated" in RESULTS["validation"].to_prose()
    interval, plus = (RESULTS["comparison"].to_latex(style) for style in ("interval", "plus-minus"))
    recall = RESULTS["comparison"]["recall"].models["a"]
    assert f"{recall.value:.3f} ({recall.low:.3f}, {recall.high:.3f})" in interval
    assert f"${100 * recall.value:.1f} \\pm {50 * (recall.high - recall.low):.1f}$" in plus
    with pytest.raises(assay.AssayError, match="plus-minus"):
        RESULTS["scores"].to_latex("fancy")


def test_latex_compiles_where_there_is_a_tex(tmp_path):
    import shutil
    import subprocess

    tex, find = shutil.which("pdflatex"), shutil.which("kpsewhich")
    known = find and subprocess.run([find, "booktabs.sty"], capture_output=True, check=False).returncode == 0
    if tex is None or not known:
        pytest.skip("no TeX with booktabs here, so that the tables were not compiled")
    bodies = [result.to_latex() for kind, result in RESULTS.items() if kind != "test"]
    bodies += [RESULTS["comparison"].to_latex(style) for style in ("interval", "plus-minus")]
    text = (
        "\\documentclass{article}\\usepackage{booktabs,graphicx}\\begin{document}\n"
        + "\n\n".join(bodies)
        + "\\end{document}\n"
    )
    (tmp_path / "all.tex").write_text(text)
    done = subprocess.run([tex, "-interaction=nonstopmode", "all.tex"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()[-2000:]
