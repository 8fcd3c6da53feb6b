"""Every message assay can give, read in one file. After a change on purpose: UPDATE_MESSAGES=1 pytest."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
from pathlib import Path

import assay.errors
from assay.errors import AssayError

SNAPSHOT = Path(__file__).with_name("messages.txt")

EXAMPLES = {
    "path": "churn.csv", "kind": "parquet", "detail": "bad magic bytes", "folder": "reports", "where": "churn.csv",
    "first": "truth",
    "second": "score", "first_rows": 120, "second_rows": 118, "name": "churned", "count": 3,
    "rows": [4, 7, 19], "value": "maybe", "kinds": [("string", "1"), ("integer", 1)], "shape": (3, 2), "example": 0.73,
    "columns": ["churn", "score"],
    "argument": "truth", "labels": ["no", "yes"], "positive": "yess", "strange": ["dunno"],
    "declared": ["no", "yes"], "most": 4096, "task": "regression", "known": ["recall", "precision"], "truth": 3,
    "prediction": 4, "given": "truth", "wanted": "prediction", "size": 3,
    "names": ["tp", "fm"], "siblings": ["churns.csv"],
    "dropped": 12, "method": "wilsn", "metrics": ["mcc"], "reason": "it is not a proportion", "level": 95, "seed": -1,
    "text": "f_beta(3)", "expected": "f_beta(beta=...)", "parameter": "beta", "successes": 11, "n": 10,
    "what": "mean_t",
    "instead": ["recall_macro"], "lower": "p05", "upper": "p95", "end": "lower", "other": "upper",
    "test": "t_test", "data_set": "iris", "model": "knn", "models": ["knn", "tree"],
    "scheme": "stratified 10-fold", "forms": ["10-fold", "holdout 1/3"], "folds": 10, "label": "rare", "classes": 3,
    "train": 50, "groups": 12, "crossed": 7, "least": 2, "place": 3, "fits": 2_118_760, "estimator": ".632+",
    "total": 110.0,
    "problem": "ValueError: X holds NaN", "module": "sklearn.neighbours", "suggestion": " Did you mean?",
    "option": "--params", "setting": "k", "parameters": {"k": 3}, "column": "town", "distinct": 500, "targets": 118,
    "got": (3, 2), "wanted_methods": "fit",
}  # fmt: skip
SPECIAL = {
    "rows_differ": {"first": "truth.csv", "second": "answers.csv"},
    "column_in_both": {"names": ["churned"], "first": "a.csv", "second": "b.csv"},
    "names_differ": {"rows": ["a", "b"], "columns": ["b", "a"]},
    "orientation_unknown": {"rows": "columns"},
    "parameter_range": {"name": "f_beta", "value": 0, "expected": "A number above 0"},
    "label_count": {"given": 2, "wanted": 3},
    "label_columns": {"given": 2, "wanted": 3},
    "label_pair": {"given": 3},
    "too_few_values": {"wanted": 2, "count": 1},
    "unknown": {"name": "recal"},
    "not_here": {"name": "recal"},
    "wrong_task": {"name": "recall", "what": "a multiclass task"},
    "unknown_task": {"task": "binry", "known": ["binary", "multiclass"]},
    "unknown_method": {"known": ["wilson", "wald"]},
    "method_fits_nothing": {"method": "wilson"},
    "unknown_suffix": {"known": [".csv", ".parquet"]},
    "unknown_report": {"path": "x.docx", "known": [".json", ".md"]},
    "large_data_set_table": {"name": "first"},
    "mixed_kinds": {"name": "`churned` mixes", "advice": "Convert every label with float(...) first."},
    "in_data_set": {"name": "first", "problem": "`counts` adds up to 0."},
    "task_mismatch": {"task": "binary", "what": "the labels have several columns"},
    "positive_without_classes": {"positive": "yes", "what": "every label is judged"},
    "not_a_list": {"name": "labels", "value": 5},
    "wrong_width": {"columns": 3},
    "unknown_chart": {"name": "cd", "known": ["critical-difference"]},
    "too_few": {"name": "values", "count": 1, "wanted": 2},
    "not_a_sample": {"name": "first", "what": "holds 2 values that are missing or infinite"},
    "unfit": {"name": "table", "what": "must be a 2 x 2 table of counts"},
    "not_aligned": {"name": "first", "count": 10, "truth": 12},
    "not_an_array": {"what": "has 1 dimension"},
    "not_paired": {"first": 12, "second": 10},
    "bad_choice": {"name": "method", "value": "holmm", "known": ["holm", "bh"]},
    "bad_number": {"name": "rope", "value": -1, "expected": "A number of at least 0"},
    "not_a_table": {"what": "has 1 dimension"},
    "ragged": {"name": "knn", "count": 9, "other": 10},
    "too_few_models": {"count": 1},
    "too_few_data_sets": {"count": 2},
    "same_model_twice": {"name": "knn"},
    "unknown_model": {"name": "kn", "models": ["knn", "tree"]},
    "control_needed": {"method": "bonferroni-dunn"},
    "not_spread": {"method": "siegel-tukey"},
    "missing_cell": {"masked": False},
    "stopped_from_inside": {"code": 0},
    "several_scores": {"model": "algorithm", "names": ["accuracy", "f1"]},
    "no_data_sets": {"model": "algorithm"},
    "runs_without_data_sets": {"run": "seed"},
    "repeated_data_sets": {"what": "data set", "names": ["iris", "wine"], "count": 3},
    "same_run_twice": {"what": "data set", "names": ["iris"], "count": 2, "runs": ["seed"]},
    "not_named": {"name": "prediction", "value": [1, 0]},
    "not_the_same_cases": {"model": "knn", "rows": 118, "wanted": 120},
    "truth_per_model": {"missing": "knn"},
    "unknown_pair": {"name": "knn against tre", "pairs": ["knn against tree"]},
    "labels_reordered": {"labels": ["a", "b"], "columns": ["b", "a"]},
    "costs_unknown_cells": {"names": ["fm"]},
    "bad_margin": {"margin": -1},
    "unknown_test": {"method": "wald"},
    "output_names": {"given": 2, "wanted": 3},
    "bad_loss": {"name": "my_loss", "problem": "it gives 3 numbers for 4 cases"},
    "unknown_class": {"label": "maybe"},
    "features_and_target_differ": {"rows": 120},
    "class_not_object": {"name": "KNeighborsClassifier", "model": dict},
    "method_missing": {"name": "net", "model": object(), "method": "predict"},
    "wrong_prediction": {"wanted": 20},
    "missing_prediction": {"missing": 3, "wanted": 20},
    "search_without_nesting": {"name": "search", "nested": "nested stratified 10-fold / 5-fold"},
    "cannot_stop_early": {"model": object()},
    "class_without_pairs": {"count": 1},
    "cannot_stratify": {"scheme": "time 5-fold"},
    "out_of_bag_only": {"scheme": "bootstrap 200 .632+"},
    "splitter_failed": {"scheme": "KFold(n_splits=90)", "problem": "ValueError: too many splits"},
    "not_coco": {"name": "truth", "missing": ["categories"]},
    "not_detections": {"name": "truth", "kind": "int"},
    "bad_json": {"path": "truth.json", "problem": "Expecting value: line 1 column 1"},
    "bad_boxes": {"name": "prediction", "what": "of negative size", "count": 3, "total": 900, "places": ["image 7"]},
    "no_box_columns": {"name": "truth"},
    "no_detection_column": {"name": "prediction", "column": "score", "columns": ["image", "label", "scores"]},
    "missing_scores": {"total": 900},
    "strange_images": {"images": [999]},
    "strange_labels": {"labels": [77], "known": [1, 2, 3]},
    "repeated_ids": {"what": "annotations", "ids": [4]},
    "images_differ": {"truth": 12, "prediction": 11},
    "bad_list_item": {"name": "truth", "problem": "boxes or labels are missing"},
    "bad_matches": {"problem": "need 'hit' and 'truths'"},
    "unknown_form": {"value": "xxyy", "known": ["xywh", "xyxy", "cxcywh"]},
    "other_form": {
        "name": "prediction",
        "read": "corners",
        "likely": "(x, y, width, height)",
        "count": 31,
        "total": 40,
        "typed": "xywh",
    },
    "other_scale": {"relative": "prediction", "other": "truth", "largest": 640.0},
    "not_a_result": {"kind": "dict"},
    "shapes_differ": {"image": "cat.png", "truth": (480, 640), "prediction": (240, 320)},
    "not_a_mask": {"image": "cat.png", "name": "truth", "shape": (480, 640, 3), "kind": "uint8"},
    "image_counts_differ": {"truth": 12, "prediction": 11},
    "files_do_not_match": {"missing": ["cat", "dog"], "where": "predictions"},
    "no_masks": {"name": "truth", "skipped": ["cat.jpg"]},
    "same_name": {"name": "truth", "folder": "masks", "files": ["cat.npy", "cat.png"], "count": 3},
    "another_order": {"place": 0, "truth": "cat.png", "prediction": "dog.png"},
    "unknown_classes": {"image": "cat.png", "name": "truth", "values": [7], "known": [0, 1, 2]},
    "bad_class_numbers": {"image": "cat.png", "name": "truth", "lowest": -1, "highest": 3},
    "unreadable_mask": {"path": "cat.png", "problem": "cannot identify image file"},
    "bad_labels": {"labels": [-1, 0]},
    "unreadable_boxes": {"problem": "could not convert string to float: 'a'"},
    "cells_differ": {"path": "pairs.tsv", "line": 3, "cells": 1, "heading": 2},
    "references_by_stream": {"streams": 2, "segments": 3003},
    "not_unicode": {"name": "truth", "segment": 3},
    "no_choice": {"segment": 3, "text": "Paris"},
    "test_not_for_texts": {"method": "mcnemar", "known": ["randomisation", "bootstrap"]},
    "unknown_tokeniser": {"name": "14a", "known": ["none", "13a", "rouge"]},
    "embedded_already": {"metric": "bert_f1", "parameters": ["layer"]},
    "unknown_parameter": {"text": "bleu(ordr=2)", "name": "ordr", "known": ["order", "tokenize"]},
    "text_extra": {"what": "BLEU", "package": "sacrebleu"},
    "segment_counts_differ": {"first": "refs.txt", "here": 3003, "second": "out.txt", "there": 3002},
    "no_references": {"segments": [4, 9], "count": 2},
    "not_text": {"name": "truth", "segment": 3, "value": 42},
    "text_missing": {"name": "candidate", "count": 2, "segments": [4, 9]},
    "no_segments": {"name": "truth"},
    "one_text": {"name": "truth", "value": "the cat sat"},
    "table_without_columns": {"name": "truth", "path": "pairs.tsv"},
    "not_utf8": {"path": "refs.txt", "line": 17, "byte": 0xE9},
    "spans_need_both": {"name": "truth"},
    "bad_span": {"name": "truth", "segment": 3, "value": (4, 2, "PER")},
    "tag_counts_differ": {"segment": 3, "truth": 9, "prediction": 8},
    "bad_tag": {"name": "truth", "segment": 3, "tag": "PER"},
    "unknown_word": {"metric": "bleu", "parameter": "smooth", "value": "more", "known": ["none", "exp"]},
    "tokeniser_missing": {"tokenise": "ja-mecab", "problem": "please install mecab-python3"},
    "bad_text_number": {"metric": "bleu", "parameter": "order", "value": 0, "expected": "a whole number from 1 to 64"},
    "model_unnamed": {"metric": "bert_f1"},
    "no_such_model": {"model": "bert-base"},
    "model_files_missing": {"folder": "minilm", "missing": ["tokenizer.json"], "there": ["config.json", "vocab.txt"]},
    "unknown_model_kind": {"folder": "gpt2", "kind": "gpt2", "known": ["bert", "roberta"]},
    "model_broken": {"folder": "minilm", "problem": "model.safetensors: header too large"},
    "no_such_layer": {"layer": 9, "layers": 6},
    "unknown_special": {"value": "some"},
    "bad_baseline": {"value": 1.5},
    "models_differ": {"truth": "bert-base", "prediction": None},
    "dimensions_differ": {"sizes": [384, 768]},
    "not_embeddings": {"name": "truth", "segment": 3},
    "embeddings_not_finite": {"name": "truth", "segment": 3},
    "no_embeddings": {"name": "truth", "segment": 3},
    "embeddings_unnamed": {"keys": ["vectors"]},
    "only_for_embeddings": {"metric": "bleu"},
    "no_paper_table": {"kind": "Ranking"},
    "unknown_theme": {"name": "sepia", "known": ["light", "dark"]},
    "no_null_drawing": {"method": "sign test", "reason": "its null distribution is not normal"},
    "fit_failed": {"where": "'knn', fold 3 of 10 (n_neighbors=500)", "skippable": True},
    "every_fit_failed": {"name": "knn", "count": 10},
    "unknown_setting": {"name": "knn", "setting": "neighbours", "known": ["n_neighbors", "weights"]},
    "no_settings": {"name": "net"},
    "no_class": {"module": "sklearn.neighbors", "name": "KNeighborClassifier"},
    "not_module_and_class": {"text": "KNN"},
    "bad_settings": {"text": "{k: 3}", "problem": "Expecting property name at character 2"},
    "cannot_make": {"name": "KNN", "problem": "TypeError: unexpected keyword"},
    "checkpoint_of_another_run": {"path": "run.checkpoint", "what": ["scheme", "seed"]},
    "not_a_checkpoint": {"path": "notes.txt"},
    "gaps_in_features": {"columns": {"age": (12, 3), "income": (40, 7)}, "rows": 569, "name": "knn"},
    "identifier_column": {"rows": 569},
    "rows_renumbered": {"scheme": "2 given splits"},
    "not_features": {"kind": "str"},
    "neither_number_nor_text": {"column": "day", "kind": "Date"},
    "mixed_models": {"kinds": {"knn": "classifier", "ridge": "regressor"}},
    "constant_target": {"value": 1},
    "unknown_scheme": {"text": "tenfold"},
    "not_a_scheme": {"value": 7},
    "bad_count": {"scheme": "k-fold", "name": "folds", "value": 1},
    "bad_test_share": {"scheme": "holdout", "value": 1.3},
    "parts_do_not_add_up": {"text": "60/20/30"},
    "more_folds_than_cases": {"n": 7},
    "class_too_small": {"count": 4},
    "part_too_small": {"test": 0, "least": 1},
    "groups_crossed": {"example": "ward 3"},
    "pairs_need_two_classes": {"classes": 3},
    "unknown_estimator": {"value": ".5", "known": ["oob", ".632"]},
    "whole_samples_only": {"size": 30},
    "not_nestable": {"name": "inner", "scheme": "nested 5-fold / 5-fold"},
    "bad_given_part": {"name": "test"},
    "too_many_fits": {"scheme": "leave-5-out", "most": 100_000},
    "one_model": {"what": "learning_curve"},
    "not_nested_here": {"what": "complexity_curve"},
    "size_out_of_reach": {"size": 500, "most": 294},
    "too_few_sizes": {"count": 2, "wanted": 4},
    "nothing_to_choose": {"name": "knn"},
    "empty_search": {"name": "knn"},
    "no_candidates": {"count": 0},
    "text_in_features": {"columns": ["town"], "name": "knn"},
    "infinite_features": {"columns": ["age"]},
    "missing_class": {"label": "yes"},
    "bad_threshold": {"threshold": "high"},
    "no_threshold": {"rule": "recall >= 1.1"},
    "one_class_only": {"rule": "Youden"},
    "bad_share": {"name": "recall", "value": 1.2},
    "not_a_number": {"name": "p_a", "value": "n/a", "row": 17, "wanted": "A weight says how much a case counts."},
    "score_for_regression": {"reason": "`price` holds 1,514 different whole numbers"},
    "rows_of_others": {"first": "truth", "second": "score", "labels": (17, 3), "row": 0},
    "rows_reordered": {"first": "truth", "second": "score", "labels": (17, 3), "row": 0, "unique": True},
    "unlike_scores": {"name": "n_samples", "least": 100.0, "most": 5000.0},
    "masked_pixels": {"image": "cat.png", "name": "truth", "count": 4},
    "without_effect": {"argument": "df", "belongs": "Nemenyi's critical difference", "instead": "method='nemenyi'"},
    "no_curve": {"name": "pr", "known": ["roc"], "why": "there are no negative cases, and a curve needs both"},
    "meaningless": {"argument": "positive", "judged": "regression"},
    "always_paired": {"judged": "detection", "unit": "image"},
    "ignored_class": {"value": "none"},
    "coverage_range": {"value": 90},
    "repeated_columns": {"counts": {"p": 2}},
    "rows_elsewhere": {"package": "dask"},
    "repeated_column": {"name": "p", "count": 2},
}


def constructors():
    for module_info in pkgutil.iter_modules(assay.errors.__path__):
        module = importlib.import_module(f"assay.errors.{module_info.name}")
        if module_info.name == "tree":
            continue
        for name, function in inspect.getmembers(module, inspect.isfunction):
            makes_error = str(inspect.signature(function).return_annotation).endswith("Error")
            if function.__module__ == module.__name__ and not name.startswith("_") and makes_error:
                yield f"{module_info.name}.{name}", name, function


def written():
    lines = []
    for title, name, function in constructors():
        examples = EXAMPLES | SPECIAL.get(name, {})
        error = function(**{parameter: examples[parameter] for parameter in inspect.signature(function).parameters})
        assert isinstance(error, AssayError)
        lines.append(f"{title}\n    {error}\n")
    return "\n".join(lines)


def test_every_message_reads_as_it_did():
    if os.environ.get("UPDATE_MESSAGES"):
        SNAPSHOT.write_text(written(), encoding="utf-8")
    assert written() == SNAPSHOT.read_text(encoding="utf-8")


def test_hostile_values_are_quoted_on_one_short_line():
    from assay.errors.tree import quote, quote_all

    assert "\x1b" not in quote("\x1b[2Jgone")
    assert "\n" not in quote("a\nb")
    assert len(quote("x" * 10_000)) <= 60
    assert quote_all(range(100), most=3) == "0, 1, 2 and 97 more"
