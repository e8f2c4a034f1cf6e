"""docs/results/accuracy-aligned.md: errors of products, and results of two networks."""

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

[T11](../../spec/SPEC.md#t11-aligned-contraction) makes whole numbers of 8, 16 or 24 bits of the
terms of each block of 256, and loses nothing else but one rounding a block. So its errors are
relative to the greatest magnitude in a row's block. Here they are beside those of T4 (a chain of
fma in binary32), of PyTorch in binary32, and of PyTorch with operands and results in bfloat16.

- The error of an element c of A B is |c - exact| / (|A| |B|), with the exact sums of products and
  of magnitudes as whole numbers ([how](../../benchmarks/accuracy/aligned/exact.py)): no reference
  is a floating-point number.
- A is {ROWS} x {TERMS}, B {TERMS} x {ROWS}, numbers of binary32, drawn by the op `normal` from a
  seed. `T11 (24, 16)` has 24 bits for A and 16 for B.
- T4 and T11 have the same bits on every machine; PyTorch's columns are those of the machine below.
"""


def page(found: Mapping[str, Any]) -> str:
    """Return the whole page from the contents of RESULTS."""
    rows, facts = found["products"], found["facts"]
    lines = [_HEAD, *(f"- {name}: {value}" for name, value in facts.items()), ""]
    lines += ["## Root of the mean square of the errors", "", *_table(rows, "rms"), ""]
    lines += [*_beside(rows), "", "## Largest error", "", *_table(rows, "largest"), ""]
    lines += [*_digits(found["digits"]), "", *_sentences(found["sentences"])]
    return "\n".join(lines) + "\n"


def _beside(rows: Rows) -> Iterator[str]:
    """Yield the smallest and largest ratio of each aligned method's errors to other methods'."""
    for way in [w for w in rows[0]["errors"] if w.startswith("T11")]:
        told = []
        for other in ("T4", "PyTorch bf16"):
            ratios = {r["told"]: r["errors"][way]["rms"] / r["errors"][other]["rms"] for r in rows}
            least, most = (pick(ratios, key=lambda t: ratios[t]) for pick in (min, max))
            span = f"{ratios[least]:.2g} ({least}) to {ratios[most]:.2g} ({most})"
            told.append(f"{span} times that of {other}")
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
    yield "## Digits"
    yield ""
    yield "[`train_digits_torch.py`](../../examples/train_digits_torch.py), whose linear layer is"
    yield "aligned where its convolutions have no aligned form: how many held-out images it gets"
    yield "right, and 1 - cosine of the logits of an image with those of T4, the mean and the"
    yield "largest."
    yield ""
    yield "| how | right | 1 - cosine, mean | largest |"
    yield "|---|---:|---:|---:|"
    for r in rows:
        yield f"| {r['told']} | {r['right']} of {r['of']} | {r['mean']:.1e} | {r['largest']:.1e} |"


def _sentences(rows: Rows) -> Iterator[str]:
    yield "## Sentences"
    yield ""
    yield "[`sentence_model.py`](../../examples/sentence_model.py), all-MiniLM-L6-v2 with its own"
    yield "weights and all its 36 linear layers aligned (attention is T8): 1 - cosine of the"
    yield "embeddings with those of T4, and how many sentences have the same nearest neighbour"
    yield "among the others."
    yield ""
    yield "| contraction | 1 - cosine, mean | largest | same neighbour |"
    yield "|---|---:|---:|---:|"
    for r in rows:
        yield f"| {r['told']} | {r['mean']:.1e} | {r['largest']:.1e} | {r['same']} of {r['of']} |"
