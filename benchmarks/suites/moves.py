"""Moves, sorts and scatters in binary32 against PyTorch. Work is counted in elements."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Array, Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op

LONG = 1 << 20
ROWS, WIDTH, READ = 50_000, 512, 8192
"""The number of rows and columns of an embedding table, and the number of rows read."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield copies by index, unfold and pad, sorts of long and short rows, and scatters."""
    torch = torch_module(threads)
    yield from _copies(session, torch)
    yield from _sorts(session, torch)
    yield from _scatters(session, torch)


def _indices(limit: int, *shape: int) -> Array:
    return np.random.default_rng(7).integers(0, limit, shape)


def _copies(session: Session, torch: Any) -> Iterator[Pair]:
    functional, tensor = torch.nn.functional, torch.from_numpy
    table, rows = normal(ROWS, WIDTH), _indices(ROWS, READ)
    yield Pair(
        f"embedding f32 {READ} of {ROWS}x{WIDTH}",
        runner(session, get_op("embedding").call(["f32", "i64"]), [table, rows]),
        partial(functional.embedding, tensor(rows), tensor(table)),
        float(READ * WIDTH),
        "element",
    )
    x, places = normal(LONG), _indices(LONG, LONG)
    yield Pair(
        f"gather f32 {LONG}",
        runner(session, get_op("gather").call(["f32", "i64"]), [x, places]),
        partial(torch.gather, tensor(x), 0, tensor(places)),
        float(LONG),
        "element",
    )
    images = normal(8, 32, 64, 64)
    unfold = get_op("unfold").call(["f32"], kernel_size=(3, 3), padding=(1, 1))
    yield Pair(
        "unfold f32 8x32x64x64, 3x3",
        runner(session, unfold, [images]),
        partial(functional.unfold, tensor(images), 3, padding=1),
        float(images.size * 9),
        "element",
    )
    pad = get_op("pad").call(["f32"], widths=(0, 0, 0, 0, 3, 3, 3, 3), mode="reflect")
    yield Pair(
        "pad f32 8x32x64x64, reflect 3",
        runner(session, pad, [images]),
        partial(functional.pad, tensor(images), (3, 3, 3, 3), mode="reflect"),
        float(images.size),
        "element",
    )


def _sorts(session: Session, torch: Any) -> Iterator[Pair]:
    for shape in ((LONG,), (1024, 1024), (16384, 64)):
        x = normal(*shape)
        for op in ("sort", "argsort"):
            yield Pair(
                f"{op} f32 {'x'.join(map(str, shape))}",
                runner(session, get_op(op).call(["f32"]), [x]),
                partial(torch.sort, torch.from_numpy(x), stable=True),
                float(x.size),
                "element",
            )
    logits = normal(32, 50257)
    yield Pair(
        "topk 50 f32 32x50257",
        runner(session, get_op("topk").call(["f32"], k=50), [logits]),
        partial(torch.topk, torch.from_numpy(logits), 50),
        float(logits.size),
        "element",
    )


def _scatters(session: Session, torch: Any) -> Iterator[Pair]:
    tensor, backward = torch.from_numpy, torch.ops.aten.embedding_dense_backward
    formats = ["f32", "i64", "f32"]
    updates = normal(LONG)
    for size in (1 << 10, 1 << 16):
        prior, index = normal(size), _indices(size, LONG)
        yield Pair(
            f"scatter_add f32 {LONG} into {size}",
            runner(session, get_op("scatter_add").call(formats), [prior, index, updates]),
            partial(tensor(prior).scatter_add, 0, tensor(index), tensor(updates)),
            float(LONG),
            "element",
        )
    gradient = normal(READ, WIDTH)
    for rows in (ROWS, 1000):
        index = _indices(rows, READ)
        call = get_op("embedding_gradient").call(["f32", "i64"], rows=rows)
        yield Pair(
            f"embedding_gradient f32 {READ}x{WIDTH} into {rows}",
            runner(session, call, [gradient, index]),
            partial(backward, tensor(gradient), tensor(index), rows, -1, False),
            float(gradient.size),
            "element",
        )
    prior, index = normal(1000, WIDTH), _indices(1000, READ)
    yield Pair(
        f"index_add f32 {READ}x{WIDTH} into 1000",
        runner(session, get_op("index_add").call(formats), [prior, index, gradient]),
        partial(tensor(prior).index_add, 0, tensor(index), tensor(gradient)),
        float(gradient.size),
        "element",
    )
