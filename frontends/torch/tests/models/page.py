"""The page docs/results/torch-models.md, written from models.json."""

from __future__ import annotations

from typing import Any

_HEAD = """# Whole models

Written by `nox -s record -- torch_models`. Each model is at a tiny size, with weights that are
drawn in the block, and was trained in every way of the table. All devices, {places}
and a stand-in for a GPU, had one hash of losses, gradients, parameters and buffers. So had a
process in which every kernel of PyTorch that rounds flips the last bit of its results (AdamW). With
checkpointing the hash is that of AdamW. *Distance* is from PyTorch's own loss and gradients in
binary64, without dropout: the largest difference over the largest element of a tensor.

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
    writes = "What models of transformers write (`generate`, eight words after two beginnings):"
    lines = [f"| {name} | `{text[:8]}` |" for name, text in record["writings"].items()]
    table = ["| model, attention, manner, weights | hash |", "|---|---|", *lines]
    return head + "\n".join([*rows, "", writes, "", *table]) + "\n"
