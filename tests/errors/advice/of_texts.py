"""Advice about texts, spans, and the models that turn words into vectors."""

from __future__ import annotations

import json
import runpy
from functools import cache
from pathlib import Path

import numpy as np

from advice.entries import Advice, after, command, without, write
from assay import compare, evaluate

SO, SAID = ["the cat sat", "a dog ran off"], ["the cat sat", "a dog ran"]
SPANS = [[(0, 2, "PER")], [(1, 3, "LOC")]]
TAGS = [["B-PER", "O"], ["O", "B-LOC", "O"]]
LONG = "a b " * 4000
VECTORS = [np.eye(4)[:3], np.eye(4)[1:]]
TSV = "reference\tcandidate\nthe cat sat\tthe cat sat\na dog ran\ta dog ran\n"


@cache
def _maker():
    """The maker of tiny models that the tests of meanings use."""
    return runpy.run_path(str(Path(__file__).parents[2] / "counting" / "test_bertscore.py"))["tiny_model"]


def tiny(folder: str = "tiny", **settings) -> str:
    """Make a tiny model in a folder, and return the folder."""
    Path(folder).mkdir()
    _maker()(Path(folder), **settings)
    return folder


def judged(truth=SO, prediction=SAID, **options):
    """Judge two segments."""
    return evaluate(truth, prediction, task="text", **options)


def read(truth=SO, prediction=SAID, **options) -> bool:
    """Both segments are read."""
    return judged(truth, prediction, **options).n == 2


def exact(truth, prediction, **options) -> bool:
    """Both segments are read, and both are right."""
    return judged(truth, prediction, metrics="exact_match", **options)["exact_match"].value == 1


def found(truth, prediction) -> bool:
    """Every span is found."""
    return judged(truth, prediction)["f1"].value == 1


def meant(metric="bert_f1(model=tiny)", **options) -> bool:
    """Judge by meaning, with a tiny model."""
    return judged(metrics=metric, **options).n == 2


def near(truth=VECTORS, prediction=VECTORS, **options) -> bool:
    """Vectors meet themselves."""
    return round(evaluate(truth, prediction, task="text", **options)["bert_f1"].value, 9) == 1


def changed(change, **settings) -> str:
    """Make a tiny model, and change something in its folder."""
    folder = tiny(**settings)
    change(Path(folder))
    return folder


def _settings(**new):
    """Change the settings of a model."""
    return lambda folder: (folder / "config.json").write_text(
        json.dumps(json.loads((folder / "config.json").read_text()) | new)
    )


# fmt: off
ADVICE = [
    Advice("texts.segment_counts_differ", lambda: read(SO, SAID[:1]), {
        "Both must hold the same segments in the same order": read,
        "an empty line counts as an (empty) segment": lambda: read(
            Path(write("a.txt", "the cat sat\n\n")), Path(write("b.txt", "the cat sat\na dog\n"))),
    }),
    Advice("texts.no_references", lambda: read([["the cat sat"], []]), {
        "Each needs at least one": lambda: read([["the cat sat"], ["a dog ran"]]),
        "which may be an empty text": lambda: read([["the cat sat"], [""]]),
    }),
    Advice("texts.references_by_stream", lambda: judged([["a b", "c", "d e"], ["a", "c d", "e"]], ["a", "c", "d e"]), {
        "list(zip(*truth))":
            lambda: exact(list(zip(["a b", "c", "d e"], ["a", "c d", "e"], strict=True)), ["a", "c", "d e"]),
    }),
    Advice("texts.not_unicode", lambda: read(SO, ["\ud83d", "a dog"]), {
        "Decode the text anew, for example with errors='replace'":
            lambda: read(SO, ["\ud83d".encode("utf-8", "surrogatepass").decode("utf-8", errors="replace"), "a dog"]),
    }),
    Advice("texts.no_choice", lambda: judged(["Paris", "Rome"], ["A", "B"], metrics="choice_accuracy"), {
        "letters and numbers such as 'B', '(b)' or '2.'": lambda: judged(
            ["B", "(b)", "2."], ["B", "b", "2"], metrics="choice_accuracy")["choice_accuracy"].value == 1,
        "use exact_match for other answers": lambda: exact(["Paris", "Rome"], ["Paris", "Rome"]),
    }),
    Advice("texts.test_not_for_texts",
           lambda: compare(SO, prediction={"a": SO, "b": SAID}, task="text", method="mcnemar"), {
        "Leave it out": lambda: compare(SO, prediction={"a": SO, "b": SAID}, task="text").n == 2,
        **{f"'{name}'": lambda name=name: compare(SO, prediction={"a": SO, "b": SAID}, task="text", method=name).n == 2
           for name in ("randomisation", "bootstrap")},
    }),
    Advice("texts.not_text", lambda: read(SO, ["the cat sat", 42]), {
        "Pass one text per segment": read,
        "for several references, a list of texts": lambda: read([["the cat sat", "a cat sat"], ["a dog ran"]]),
        "or spans": lambda: found(SPANS, SPANS),
        "or embeddings for all of them": near,
        "write numbers as text": lambda: exact(["the cat", "42"], ["the cat", str(42)]),
    }),
    Advice("texts.text_missing", lambda: read(SO, ["the cat sat", None]), {
        "Fill them (an empty text is a text)": lambda: read(SO, ["the cat sat", ""]),
        "pass missing='drop'": lambda: judged(SO, ["the cat sat", None], missing="drop").n == 1,
    }),
    Advice("texts.no_segments", lambda: read([], []), {
        "Pass a list of texts": read,
        "a file with one segment per line": lambda: read(Path(write("a.txt", "\n".join(SO))), SAID),
    }),
    Advice("texts.one_text", lambda: read("the cat sat on the mat", SAID), {
        "Pass a path": lambda: read(write("a.txt", "\n".join(SO)), SAID),
        "a list of texts": read,
        "for a single segment a list of one": lambda: exact(["the cat sat on the mat"], ["the cat sat on the mat"]),
    }),
    Advice("texts.table_without_columns", lambda: read(write("pairs.tsv", TSV), SAID), {
        "Name its columns with truth= and prediction= (in Python beside data='pairs.tsv')": lambda: after(
            write("pairs.tsv", TSV),
            evaluate(truth="reference", prediction="candidate", data="pairs.tsv", task="text").n == 2),
    }),
    Advice("texts.table_without_columns",
           lambda: command("evaluate", write("pairs.tsv", TSV), write("a.txt", "x\n"), "--task", "text"), {
        "Name its columns with truth= and prediction=": lambda: command(
            "evaluate", write("pairs.tsv", TSV), "--truth", "reference", "--prediction", "candidate", "--task", "text"),
    }),
    Advice("texts.not_utf8", lambda: read(Path(write("a.txt", "caf\xe9\nno\n".encode("latin-1"))), SAID), {
        "Save the file as UTF-8": lambda: read(Path(write("a.txt", "caf\xe9\nno\n")), SAID),
    }),
    Advice("texts.cells_differ", lambda: read("reference", "candidate", data=write("x.tsv", TSV + "one cell\n")), {
        "write texts that hold either as jsonl":
            lambda: exact("reference", "candidate", data=write("x.jsonl", "\n".join(
            json.dumps({"reference": text, "candidate": text}) for text in ("a\tb", "c\nd")))),
    }),
    Advice("texts.spans_need_both", lambda: read(SO, SPANS), {
        "Both sides must be of one kind.": lambda: found(SPANS, SPANS) and found(TAGS, TAGS) and near() and read(),
    }),
    Advice("texts.bad_span", lambda: found(SPANS, [[(4, 2, "PER")], []]), {
        "(start, end, label)": lambda: found([[(2, 4, "PER")]], [[(2, 4, "PER")]]),
        "(start, end)": lambda: found([[(2, 4)]], [[(2, 4)]]),
        "a mapping with start, end and label": lambda: found(*[[[{"start": 2, "end": 4, "label": "PER"}]]] * 2),
    }),
    Advice("texts.tag_counts_differ", lambda: found(TAGS, [["B-PER"], TAGS[1]]), {
        "Both must tag the same tokens.": lambda: found(TAGS, TAGS),
    }),
    Advice("texts.bad_tag", lambda: found(TAGS, [["PER", "O"], TAGS[1]]), {
        "Tags are O, or B-, I-, E-, S-, L- or U- and a label.":
            lambda: found(*[[["O", "B-X", "I-X", "E-X", "S-X", "B-X", "L-X", "U-X"]]] * 2),
        "join tokens with blanks, and give one candidate per segment": lambda: exact(
            [" ".join(one) for one in (["the", "cat"], ["a", "dog"])], ["the cat", "a dog"]),
    }),
    Advice("texts.unknown_word", lambda: judged(metrics="bleu(smooth=more)"), {
        f"'{name}'": lambda name=name: judged(metrics=f"bleu(smooth={name})").n == 2
        for name in ("none", "floor", "add-k", "exp")
    }),
    Advice("texts.unknown_tokeniser", lambda: judged(metrics="bleu(tokenize=14a)"), {
        f"'{name}'": lambda name=name: judged(metrics=f"bleu(tokenize={name})").n == 2
        for name in ("none", "13a", "intl", "char", "zh", "rouge")
    }),
    Advice("texts.tokeniser_missing", lambda: without("MeCab", lambda: judged(metrics="bleu(tokenize=ja-mecab)")), {
        "choose 13a, intl, char, zh or none": lambda: [
            judged(metrics=f"bleu(tokenize={name})") for name in ("13a", "intl", "char", "zh", "none")],
    }),
    Advice("texts.bad_text_number", lambda: judged(metrics="bleu(order=0)"), {
        "a whole number from 1 to 64": lambda: judged(metrics="bleu(order=1)").n == 2,
    }),
    Advice("encoders.model_unnamed", lambda: meant("bert_f1"), {
        "bert_f1(model='FOLDER')": lambda: after(tiny("FOLDER"), meant("bert_f1(model='FOLDER')")),
        "hand in token embeddings in the place of texts": near,
    }),
    Advice("encoders.no_such_model", lambda: meant("bert_f1(model=nowhere)"), {
        "pass a folder with config.json, tokenizer.json and model.safetensors": lambda: after(tiny(), meant()),
    }),
    Advice("encoders.model_files_missing",
           lambda: after(changed(lambda one: (one / "tokenizer.json").unlink()), meant()), {
        "config.json, tokenizer.json and model.safetensors are needed": lambda: after(tiny(), meant()),
    }),
    Advice("encoders.unknown_model_kind", lambda: after(changed(_settings(model_type="gpt2")), meant()), {
        "Make the embeddings with the model's own library and hand them in.":
            lambda: near({"model": "gpt2", "embeddings": VECTORS}, {"model": "gpt2", "embeddings": VECTORS}),
        "'bert'": lambda: after(tiny(), meant()),
    }),
    Advice("encoders.model_broken",
           lambda: after(changed(lambda one: (one / "model.safetensors").write_bytes(b"nonsense")), meant()), {
        "Copy it again from where it came from.": lambda: after(tiny(), meant()),
    }),
    Advice("encoders.no_such_layer", lambda: after(tiny(), meant("bert_f1(model=tiny, layer=9)")), {
        "a whole number from 0 (the embeddings) to 2 (the last)": lambda: after(tiny(), all(
            meant(f"bert_f1(model=tiny, layer={layer})") for layer in (0, 1, 2))),
    }),
    Advice("encoders.unknown_special", lambda: after(tiny(), meant("bert_f1(model=tiny, special='some')")), {
        f"'{name}'": lambda name=name: after(tiny(), meant(f"bert_f1(model=tiny, special='{name}')"))
        for name in ("out", "matched", "counted")
    }),
    Advice("encoders.bad_baseline", lambda: after(tiny(), meant("bert_f1(model=tiny, baseline=1.5)")), {
        "a number below 1": lambda: after(tiny(), meant("bert_f1(model=tiny, baseline=0.3)")),
        "a file with the columns LAYER, P, R, F that has a row for the layer": lambda: after(
            tiny(), write("base.tsv", "LAYER,P,R,F\n2,0.1,0.2,0.3\n"), meant("bert_f1(model=tiny, baseline=base.tsv)")),
    }),
    Advice("encoders.models_differ", lambda: near({"model": "a", "embeddings": VECTORS}, VECTORS), {
        "embed both with one": lambda: near(*[{"model": "a", "embeddings": VECTORS}] * 2) and near(VECTORS, VECTORS),
    }),
    Advice("encoders.dimensions_differ", lambda: near(VECTORS, [np.eye(3), np.eye(3)]), {
        "All must come from one model.": near,
    }),
    Advice("encoders.not_embeddings", lambda: near(VECTORS, [VECTORS[0], np.ones(3)]), {
        "Each text needs an array of floats with one row per token.": near,
    }),
    Advice("encoders.embeddings_not_finite", lambda: near(VECTORS, [VECTORS[0], VECTORS[1] * np.nan]), {
        "All must be finite.": near,
    }),
    Advice("encoders.no_embeddings", lambda: near([VECTORS[0], []]), {
        "Each segment needs at least one reference.": lambda: near([[VECTORS[0]], [VECTORS[1], VECTORS[0]]]),
    }),
    Advice("texts.too_long_for", lambda: judged([LONG], [LONG], metrics="ter"), {
        "Cut them into segments, such as sentences or paragraphs":
            lambda: judged(["a b"] * 4000, ["a b"] * 4000, metrics="ter", method="none"),
        "leave the metric out": lambda: judged([LONG], [LONG], metrics="bleu"),
    }),
    Advice("encoders.embeddings_unnamed", lambda: near({"vectors": VECTORS}), {
        "a list of arrays": near,
        "{'model': name, 'embeddings': list of arrays}": lambda: near(*[{"model": "a", "embeddings": VECTORS}] * 2),
    }),
    Advice("encoders.embedded_already", lambda: near(metrics="bert_f1(model=tiny, layer=1)"), {
        "Leave them out": lambda: near(metrics="bert_f1"),
        "pass the texts": lambda: after(tiny(), meant("bert_f1(model=tiny, layer=1)")),
    }),
    Advice("encoders.only_for_embeddings", lambda: near(metrics="bleu"), {
        "bert_precision, bert_recall and bert_f1":
            lambda: near(metrics=["bert_precision", "bert_recall", "bert_f1"]),
        "pass the texts for everything else": lambda: judged(metrics="bleu").n == 2,
    }),
]
# fmt: on
ADVICE += [Advice("texts.text_extra", lambda: without("sacrebleu", lambda: judged(metrics="ter")), {})]
NO_ADVICE = {"texts.text_extra": "it says what to install: test_extras_that_messages_name_hold_the_package"}
