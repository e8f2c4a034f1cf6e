"""The page docs/results/accuracy-aligned.md: errors of products, and results of two networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from samebits.benchmarks.accuracy.aligned.data import ROWS, TERMS

Rows = Sequence[Mapping[str, Any]]

PAGE = Path(__file__).resolve().parents[3] / "docs" / "results" / "accuracy-aligned.md"

RESULTS = Path(__file__).resolve().parents[2] / "results" / "accuracy-aligned.json"

_HEAD = f"""# How exact are aligned products?

Made by `python -m samebits.benchmarks.accuracy.aligned`.

An aligned product ([T11](../../spec/SPEC.md#t11-aligned-contraction)) converts the terms of each
block of 256 to integers of 8, 16 or 24 bits, which share one exponent. It adds the products of a
block exactly and rounds once for each block. Its errors are therefore relative to the largest
magnitude in a block of a row. The tables compare them with the errors of T4 (a chain of fma in
binary32), of PyTorch in binary32, and of PyTorch with operands and results in bfloat16.

- The product A B has A of {ROWS} x {TERMS} and B of {TERMS} x {ROWS} elements of binary32. The op
  `normal` draws them from a seed, and the column *data* says how they are changed. `T11 (24, 16)`
  has 24 bits for A and 16 bits for B.
- The error of an element c of A B is |c - exact| / (|A| |B|), for the matrices of magnitudes |A|
  and |B|. The exact value and the sum of magnitudes are computed in integers
  ([how](../../benchmarks/accuracy/aligned/exact.py)), without floating-point rounding.
- T4 and T11 have the same bits on every machine. The columns of PyTorch are for this machine:
"""


_DIGITS = """\
## Digits

The network is [`train_digits_torch.py`](../../examples/train_digits_torch.py). Its linear layer
uses aligned products, and its convolutions do not. *right* is the number of held-out images that
are classified correctly. *1 - cosine* compares the logits of an image with the logits by T4; the
table has the mean and the largest value.

"""

_SENTENCES = """\
## Sentences

The network is [`sentence_model.py`](../../examples/sentence_model.py), all-MiniLM-L6-v2 with its
published weights. All its 36 linear layers use aligned products, and attention is T8. *1 - cosine*
compares embeddings with the embeddings by T4. *same neighbour* is the number of sentences whose
nearest neighbour among the other sentences is the same as by T4.

"""


def page(found: Mapping[str, Any]) -> str:
    """Return the whole page from the contents of RESULTS."""
    rows, facts = found["products"], found["facts"]
    lines = [_HEAD, *(f"- {name}: {value}" for name, value in facts.items()), ""]
    lines += ["## Root mean square of the errors", "", *_table(rows, "rms"), ""]
    lines += [*_beside(rows), "", "## Largest error", "", *_table(rows, "largest"), ""]
    lines += [*_digits(found["digits"]), "", *_sentences(found["sentences"])]
    return "\n".join(lines) + "\n"


def _beside(rows: Rows) -> Iterator[str]:
    """Yield the range of error ratios of each aligned method to the other methods."""
    for way in [w for w in rows[0]["errors"] if w.startswith("T11")]:
        told = []
        for other in ("T4", "PyTorch bf16"):
            ratios = {r["told"]: r["errors"][way]["rms"] / r["errors"][other]["rms"] for r in rows}
            least, most = (pick(ratios, key=lambda t: ratios[t]) for pick in (min, max))
            span = f"{ratios[least]:.2g} ({least}) to {ratios[most]:.2g} ({most})"
            told.append(f"{span} times the error of {other}")
        yield f"- {way}: {'; '.join(told)}."


def _table(rows: Rows, field: str) -> Iterator[str]:
    ways = list(rows[0]["errors"])
    yield "| data | " + " | ".join(ways) + " |"
    yield "|---|" + "---:|" * len(ways)
    for r in rows:
        yield (
            f"| {r['told']} | " + " | ".join(f"{e[field]:.1e}" for e in r["errors"].values()) + " |"
        )


def _digits(rows: Rows) -> Iterator[str]:
    yield from _DIGITS.splitlines()
    yield "| products | right | 1 - cosine, mean | largest |"
    yield "|---|---:|---:|---:|"
    for r in rows:
        yield f"| {r['told']} | {r['right']} of {r['of']} | {r['mean']:.1e} | {r['largest']:.1e} |"


def _sentences(rows: Rows) -> Iterator[str]:
    yield from _SENTENCES.splitlines()
    yield "| contraction | 1 - cosine, mean | largest | same neighbour |"
    yield "|---|---:|---:|---:|"
    for r in rows:
        yield f"| {r['told']} | {r['mean']:.1e} | {r['largest']:.1e} | {r['same']} of {r['of']} |"
