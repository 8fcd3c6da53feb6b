"""The layers of a BERT-type encoder in numpy: attention over the tokens of a text, then a small network, each time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from assay.errors import encoders as errors
from assay.inputs.encoder_files import LIKE_ROBERTA, EncoderFiles

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]
FAR = np.float32(-1e9)
"""Added to the attention of padding: exp of it is 0 in single precision."""

ACTIVATIONS = ("gelu", "gelu_new", "gelu_pytorch_tanh", "relu")
BERT_NAMES = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "mixed": "attention.output.dense", "first_norm": "attention.output.LayerNorm", "wide": "intermediate.dense",
    "narrow": "output.dense", "second_norm": "output.LayerNorm",
}  # fmt: skip
DISTILBERT_NAMES = {
    "query": "attention.q_lin", "key": "attention.k_lin", "value": "attention.v_lin", "mixed": "attention.out_lin",
    "first_norm": "sa_layer_norm", "wide": "ffn.lin1", "narrow": "ffn.lin2", "second_norm": "output_layer_norm",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Affine:
    """A weight table and a shift: a linear map, or the two parts of a layer norm."""

    weight: Floats
    bias: Floats

    def __call__(self, values: Floats) -> Floats:
        """Map vectors."""
        return values @ self.weight.T + self.bias


@dataclass(frozen=True, eq=False)
class Blueprint:
    """A model's numbers by what they do, whatever its files call them."""

    words: Floats
    places: Floats
    sort: Floats
    norm: Affine
    layers: tuple[Mapping[str, Affine], ...]
    heads: int
    epsilon: float
    activation: str
    first_place: int

    @property
    def longest(self) -> int:
        """How many tokens fit."""
        return len(self.places) - self.first_place


def blueprint(files: EncoderFiles) -> Blueprint:
    """Find a model's numbers in its files."""
    distil = files.kind == "distilbert"
    prefix = _prefix(files)
    try:
        layers = int(files.setting("num_hidden_layers", "n_layers"))
        heads = int(files.setting("num_attention_heads", "n_heads"))
        names, stem = (DISTILBERT_NAMES, "transformer.layer") if distil else (BERT_NAMES, "encoder.layer")
        words = files.weights[f"{prefix}embeddings.word_embeddings.weight"]
        sort = np.zeros(words.shape[1], np.float32)
        if not distil:
            sort = files.weights[f"{prefix}embeddings.token_type_embeddings.weight"][0]
        activation = str(files.setting("hidden_act", "activation"))
        if activation not in ACTIVATIONS or words.shape[1] % heads:
            raise errors.model_broken(str(files.folder), f"its activation {activation!r} or its heads are not known")
        return Blueprint(
            words=words,
            places=files.weights[f"{prefix}embeddings.position_embeddings.weight"],
            sort=sort,
            norm=_affine(files, f"{prefix}embeddings.LayerNorm"),
            layers=tuple(
                {part: _affine(files, f"{prefix}{stem}.{place}.{name}") for part, name in names.items()}
                for place in range(layers)
            ),
            heads=heads,
            epsilon=float(files.settings.get("layer_norm_eps", 1e-12)),  # the default of BERT
            activation=activation,
            first_place=int(files.settings.get("pad_token_id", 1)) + 1 if files.kind in LIKE_ROBERTA else 0,
        )
    except KeyError as problem:
        raise errors.model_broken(str(files.folder), f"the weights hold no {problem}") from problem


def _prefix(files: EncoderFiles) -> str:
    """Return what stands in front of every name: models with a head on top keep the encoder under a name."""
    ends = "embeddings.word_embeddings.weight"
    names = [name for name in files.weights if name.endswith(ends)]
    return names[0].removesuffix(ends) if names else ""


def _affine(files: EncoderFiles, name: str) -> Affine:
    return Affine(files.weights[f"{name}.weight"], files.weights[f"{name}.bias"])


@dataclass(frozen=True, eq=False)
class NumpyLayers:
    """The encoder itself."""

    plan: Blueprint

    def __call__(self, tokens: Whole, real: NDArray[np.bool_], layer: int) -> Floats:
        """Return the vectors after `layer` layers: (text, token, dimension); padding is never attended to."""
        plan = self.plan
        places = plan.places[plan.first_place : plan.first_place + tokens.shape[1]]
        values = self._normed(plan.words[tokens] + places + plan.sort, plan.norm)
        mask = np.where(real, np.float32(0), FAR)[:, None, None, :]
        for parts in plan.layers[:layer]:
            values = self._normed(values + parts["mixed"](self._attend(values, parts, mask)), parts["first_norm"])
            values = self._normed(values + parts["narrow"](self._bend(parts["wide"](values))), parts["second_norm"])
        return values

    def _attend(self, values: Floats, parts: Mapping[str, Affine], mask: Floats) -> Floats:
        query, key, value = (self._by_head(parts[name](values)) for name in ("query", "key", "value"))
        scores = query @ key.swapaxes(-1, -2) / np.float32(np.sqrt(query.shape[-1])) + mask
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = scores / scores.sum(axis=-1, keepdims=True) @ value
        texts, _, length, _ = mixed.shape
        return np.asarray(mixed.transpose(0, 2, 1, 3).reshape(texts, length, -1))

    def _by_head(self, values: Floats) -> Floats:
        texts, length, size = values.shape
        return values.reshape(texts, length, self.plan.heads, size // self.plan.heads).transpose(0, 2, 1, 3)

    def _normed(self, values: Floats, norm: Affine) -> Floats:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(self.plan.epsilon))
        return np.asarray(centred / spread * norm.weight + norm.bias)

    def _bend(self, values: Floats) -> Floats:
        if self.plan.activation == "relu":
            return np.maximum(values, 0)
        if self.plan.activation == "gelu":
            return np.asarray(values * special.ndtr(values))
        # GELU by tanh, with the constant of Hendrycks & Gimpel (2016).
        return np.asarray(values * (1 + np.tanh(np.sqrt(2 / np.pi) * (values + 0.044715 * values**3))) / 2)
