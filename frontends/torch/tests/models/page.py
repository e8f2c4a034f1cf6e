"""The page docs/results/torch-models.md, written from models.json."""

from __future__ import annotations

from typing import Any

_HEAD = """# Whole models

Written by `nox -s record -- torch_models`. Each model has a tiny size and weights that are drawn in
the block. It was trained in each way that has a column, on {places}, and on a replacement for a
GPU. Losses, gradients, parameters and buffers had one hash on all of them, which the table shows.

A process in which every kernel of PyTorch that rounds flips the last bit of its results had the
same hash (for AdamW). So no such kernel contributes to the results. With checkpointing the hash
equals the hash of AdamW.

*distance* compares loss and gradients with PyTorch's own in binary64, without dropout. It is the
largest difference divided by the largest element of a tensor.

PyTorch {torch}, transformers {transformers}.

| model | distance | {ways} |
|---|---:|{lines}|
"""


def page(record: dict[str, Any]) -> str:
    """Return the text of the page."""
    ways = list(dict.fromkeys(w for one in record["models"].values() for w in one["hashes"]))
    devices = dict.fromkeys(place.partition(",")[0] for place in record["places"])
    head = _HEAD.format(
        places=f"{', '.join(devices)} with 1 and 2 threads",
        torch=record["torch"],
        transformers=record["transformers"],
        ways=" | ".join(ways),
        lines="---|" * (len(ways) - 1) + "---",
    )
    rows = []
    for name, one in record["models"].items():
        cells = (f"`{one['hashes'][w][:8]}`" if w in one["hashes"] else "" for w in ways)
        rows.append(f"| {name} | {one['distance']:.0e} | {' | '.join(cells)} |")
    writes = (
        "Hashes of texts that models of transformers generate (`generate`, eight words after each "
        "of two beginnings):"
    )
    lines = [f"| {name} | `{text[:8]}` |" for name, text in record["writings"].items()]
    table = ["| model, attention, method, weights | hash |", "|---|---|", *lines]
    return head + "\n".join([*rows, "", writes, "", *table]) + "\n"
