"""Commands of the command line, with what they print, the reports they write, and their exit codes."""

from __future__ import annotations

import json

import numpy as np
import polars as pl

from recordings.call import Calls
from recordings.calls_of_images import BOXES, FOUND, FOUND_OTHER, coco, coco_boxes, folders
from recordings.calls_of_text import OTHER, REFERENCES, SAID, TABLE, lines
from recordings.data import FEATURES, FRAME, NUMBERS, PATIENTS, RANKED, REGIONS, TARGET, WHOLE
from recordings.public import CommandOutput, command, write

CALLS = Calls("command")
KNN = "sklearn.neighbors:KNeighborsClassifier"
TREE = "tree=sklearn.tree:DecisionTreeClassifier"
PEOPLE = pl.DataFrame(FEATURES, schema=["a", "b", "c"]).with_columns(
    target=pl.Series(np.where(TARGET == 1, "yes", "no")), price=pl.Series(NUMBERS), patient=pl.Series(PATIENTS),
    region=pl.Series(REGIONS))  # fmt: skip
LABELS = ("--truth", "truth", "--prediction", "answer")


def on_cases(verb: str, *arguments: str) -> CommandOutput:
    """Run a command on the file of cases."""
    return command(verb, write("cases.csv", FRAME), *arguments)


def evaluated(*arguments: str) -> CommandOutput:
    """Judge the cases."""
    return on_cases("evaluate", *arguments)


def compared(*arguments: str) -> CommandOutput:
    """Compare two models."""
    return on_cases("compare", "--truth", "truth", *arguments)


def validated(*arguments: str, target: str = "target", drop: tuple[str, ...] = ("price", "patient")) -> CommandOutput:
    """Validate models on a file of people."""
    left_out = [word for column in drop for word in ("--drop", column)]
    return command("validate", write("people.csv", PEOPLE), "--target", target, *left_out, *arguments)


def ranked(*arguments: str) -> CommandOutput:
    """Rank the models of a table."""
    return command(
        "rank", write("ranks.csv", pl.DataFrame({"set": [f"s{at}" for at in range(10)], **RANKED})), *arguments
    )


def detected(verb: str = "evaluate", *arguments: str) -> CommandOutput:
    """Judge or compare detectors."""
    truth, first, second = (write(name, json.dumps(content)) for name, content in (
        ("truth.json", coco(BOXES)), ("a.json", coco_boxes(FOUND)), ("b.json", coco_boxes(FOUND_OTHER))))  # fmt: skip
    rest = [first] if verb == "evaluate" else ["--prediction", f"a={first}", "--prediction", f"b={second}"]
    return command(verb, truth, *rest, "--task", "detection", *arguments)


def said(verb: str = "evaluate", *arguments: str) -> CommandOutput:
    """Judge or compare systems of text."""
    truth, first, second = lines("refs.txt", REFERENCES), lines("a.txt", SAID), lines("b.txt", OTHER)
    rest = [first] if verb == "evaluate" else ["--prediction", f"a={first}", "--prediction", f"b={second}"]
    return command(verb, truth, *rest, "--task", "text", *arguments)


# fmt: off
CALLS.add("evaluate", lambda: evaluated(*LABELS))
CALLS.add("evaluate-json", lambda: evaluated(*LABELS, "--json"))
CALLS.add("evaluate-markdown", lambda: evaluated(*LABELS, "--report", "page.md"))
CALLS.add("evaluate-html", lambda: evaluated(*LABELS, "--report", "page.html"))
CALLS.add("evaluate-latex", lambda: evaluated(*LABELS, "--report", "page.tex"))
CALLS.add("evaluate-strings", lambda: evaluated("--truth", "word", "--prediction", "word_said", "--positive", "ill"))
CALLS.add("evaluate-metrics", lambda: evaluated(*LABELS, "--metric", "recall", "--metric", "f_beta(beta=2)"))
CALLS.add("evaluate-all", lambda: evaluated(*LABELS, "--metric", "all", "--weight", "weight"))
CALLS.add("evaluate-cost", lambda: evaluated(*LABELS, "--cost", "fp=1,fn=20", "--level", "0.9"))
CALLS.add("evaluate-score", lambda: evaluated("--truth", "truth", "--score", "score", "--threshold", "0.4"))
CALLS.add("evaluate-scores", lambda: evaluated(
    "--truth", "animal", "--score", "bird=p_bird", "--score", "cat=p_cat", "--score", "dog=p_dog"))
CALLS.add("evaluate-regression", lambda: evaluated("--truth", "price", "--prediction", "guess", "--method", "bca"))
CALLS.add("evaluate-ranges", lambda: evaluated(
    "--truth", "price", "--prediction", "guess", "--lower", "lower", "--upper", "upper", "--coverage", "0.9", "--json"))
CALLS.add("evaluate-many-integers", lambda: command(
    "evaluate", write("whole.parquet", WHOLE), "--truth", "count", "--prediction", "counted"))
CALLS.add("evaluate-two-files", lambda: command(
    "evaluate", write("truth.csv", FRAME.select("truth")), write("said.csv", FRAME.select("answer")), *LABELS))
CALLS.add("evaluate-gaps", lambda: evaluated("--truth", "truth", "--prediction", "gapped"))
CALLS.add("evaluate-gaps-dropped", lambda: evaluated("--truth", "truth", "--prediction", "gapped", "--missing", "drop"))
CALLS.add("evaluate-detection", lambda: detected("evaluate", "--metric", "ap50", "--metric", "mean_ap"))
CALLS.add("evaluate-segmentation", lambda: command(
    "evaluate", *folders(), "--task", "segmentation", "--ignore", "255"))
CALLS.add("evaluate-text", said)
CALLS.add("evaluate-text-columns", lambda: command(
    "evaluate", write("pairs.tsv", TABLE), "--truth", "reference", "--prediction", "candidate", "--task", "text",
    "--metric", "bleu", "--json"))
CALLS.add("compare", lambda: compared("--prediction", "answer", "--prediction", "other"))
CALLS.add("compare-json", lambda: compared("--score", "ours=score", "--score", "rival", "--metric", "auc", "--json"))
CALLS.add("compare-margin", lambda: compared(
    "--prediction", "answer", "--prediction", "other", "--margin", "0.1", "--metric", "recall", "--report", "x.md"))
CALLS.add("compare-detection", lambda: detected("compare", "--metric", "ap50"))
CALLS.add("compare-text", lambda: said("compare", "--metric", "bleu"))
CALLS.add("rank", ranked)
CALLS.add("rank-json", lambda: ranked("--lower-is-better", "--control", "tree", "--rope", "0.01", "--json"))
CALLS.add("rank-nemenyi", lambda: ranked("--method", "nemenyi", "--report", "ranks.md"))
CALLS.add("validate", lambda: validated("--model", KNN, "--positive", "yes", "--scheme", "3-fold"))
CALLS.add("validate-json", lambda: validated(
    "--model", KNN, "--params", '{"n_neighbors": 3}', "--positive", "yes", "--scheme", "3-fold", "--metric", "f1",
    "--json"))
CALLS.add("validate-two", lambda: validated(
    "--model", KNN, "--model", TREE, "--positive", "yes", "--scheme", "2x3-fold", "--metric", "accuracy",
    "--report", "v.md"))
CALLS.add("validate-group", lambda: validated(
    "--model", KNN, "--positive", "yes", "--group", "patient", "--scheme", "grouped 3-fold", drop=("price",)))
CALLS.add("validate-regression", lambda: validated(
    "--model", "sklearn.linear_model:Ridge", "--scheme", "3-fold", target="price", drop=("target", "patient")))
CALLS.add("validate-nested", lambda: validated(
    "--model", KNN, "--positive", "yes", "--scheme", "nested 3-fold / 2-fold", "--search", '{"n_neighbors": [1, 3]}'))
CALLS.add("metrics", lambda: command("metrics"))
CALLS.add("metrics-mcc", lambda: command("metrics", "mcc"))
CALLS.add("metrics-json", lambda: command("metrics", "--json"))
CALLS.add("help", lambda: command("--help"))
for verb in ("evaluate", "compare", "rank", "validate"):
    CALLS.add(f"help-{verb}", lambda verb=verb: command(verb, "--help"))
CALLS.add("wrong-command", lambda: command("evalute"))
CALLS.add("wrong-option", lambda: evaluated(*LABELS, "--xyzzy", "3"))
CALLS.add("wrong-option-of-others", lambda: evaluated("--y-true", "truth", "--prediction", "answer"))
CALLS.add("wrong-file", lambda: command("evaluate", "nowhere.csv", *LABELS))
CALLS.add("wrong-column", lambda: evaluated("--truth", "trut", "--prediction", "answer"))
CALLS.add("wrong-no-truth", lambda: evaluated("--prediction", "answer"))
CALLS.add("wrong-no-prediction", lambda: evaluated("--truth", "truth"))
CALLS.add("wrong-metric", lambda: evaluated(*LABELS, "--metric", "recal"))
CALLS.add("wrong-level", lambda: evaluated(*LABELS, "--level", "95"))
CALLS.add("wrong-cost", lambda: evaluated(*LABELS, "--cost", "fp:1"))
CALLS.add("wrong-positive", lambda: evaluated("--truth", "word", "--prediction", "word_said"))
CALLS.add("wrong-report", lambda: evaluated(*LABELS, "--report", "x.docx"))
CALLS.add("wrong-ignore", lambda: evaluated(*LABELS, "--ignore", "255"))
CALLS.add("wrong-reference", lambda: evaluated(*LABELS, "--reference", "word"))
CALLS.add("wrong-detection-file", lambda: command("evaluate", "truth.json", "--task", "detection"))
CALLS.add("wrong-compare-one", lambda: compared("--prediction", "answer"))
CALLS.add("wrong-compare-twice", lambda: compared("--score", "score", "--score", "score"))
CALLS.add("wrong-compare-margin", lambda: compared("--prediction", "answer", "--prediction", "other", "--margin", "-1"))
CALLS.add("wrong-rank-control", lambda: ranked("--method", "bonferroni-dunn"))
CALLS.add("wrong-validate-model", lambda: validated("--model", "KNN"))
CALLS.add("wrong-validate-class", lambda: validated("--model", "sklearn.neighbors:KNeighborClassifier"))
CALLS.add("wrong-validate-params", lambda: validated("--model", KNN, "--params", "{k: 3}"))
CALLS.add("wrong-validate-group", lambda: validated("--model", KNN, "--scheme", "5-fold", "--group", "patient"))
CALLS.add("wrong-validate-many-fits", lambda: validated("--model", KNN, "--scheme", "leave-9-out"))
CALLS.add("wrong-validate-report", lambda: validated("--model", KNN, "--report", "x.docx"))
# fmt: on
