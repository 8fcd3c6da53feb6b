"""The layers of a BERT-type encoder in torch, on whatever it computes fastest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.counting.encoder_layers import Affine, Blueprint, Floats, Whole


class TorchLayers:
    """The same formulas as in numpy, so that the vectors agree to the last digits of single precision."""

    def __init__(self, plan: Blueprint) -> None:
        import torch

        self.torch = torch
        self.plan = plan
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.words, self.places, self.sort = (self._on_device(table) for table in (plan.words, plan.places, plan.sort))
        self.norm = self._pair(plan.norm)
        self.layers = [{name: self._pair(part) for name, part in parts.items()} for parts in plan.layers]

    def __call__(self, tokens: Whole, real: NDArray[np.bool_], layer: int) -> Floats:
        """Return the vectors after `layer` layers: (text, token, dimension); padding is never attended to."""
        with self.torch.inference_mode():
            numbers, mask = (self.torch.from_numpy(table).to(self.device) for table in (tokens, real))
            first = self.plan.first_place
            values = self.words[numbers] + self.places[first : first + tokens.shape[1]] + self.sort
            values = self._normed(values, self.norm)
            for parts in self.layers[:layer]:
                values = self._layer(values, parts, mask[:, None, None, :])
            return np.asarray(values.cpu().numpy())

    def _layer(self, values: Any, parts: Mapping[str, tuple[Any, Any]], mask: Any) -> Any:
        run = self.torch.nn.functional
        query, key, value = (self._by_head(run.linear(values, *parts[name])) for name in ("query", "key", "value"))
        mixed = run.scaled_dot_product_attention(query, key, value, attn_mask=mask).transpose(1, 2).flatten(2)
        values = self._normed(values + run.linear(mixed, *parts["mixed"]), parts["first_norm"])
        bent = self._bend(run.linear(values, *parts["wide"]))
        return self._normed(values + run.linear(bent, *parts["narrow"]), parts["second_norm"])

    def _by_head(self, values: Any) -> Any:
        return values.unflatten(-1, (self.plan.heads, -1)).transpose(1, 2)

    def _normed(self, values: Any, norm: tuple[Any, Any]) -> Any:
        return self.torch.nn.functional.layer_norm(values, values.shape[-1:], *norm, eps=self.plan.epsilon)

    def _bend(self, values: Any) -> Any:
        if self.plan.activation == "relu":
            return values.relu()
        kind = "none" if self.plan.activation == "gelu" else "tanh"
        return self.torch.nn.functional.gelu(values, approximate=kind)

    def _on_device(self, table: Floats) -> Any:
        return self.torch.from_numpy(np.ascontiguousarray(table)).to(self.device)

    def _pair(self, part: Affine) -> tuple[Any, Any]:
        return self._on_device(part.weight), self._on_device(part.bias)
