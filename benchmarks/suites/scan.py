"""Scans against PyTorch, and exact sums against canonical sums of the same session."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from samebits.backends.protocol import Array, Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format

SHAPES = ((4096, 16384), (64, 1024))
"""A shape out of cache (256 MiB) and a shape in cache (256 KiB)."""

EXACT = 0.25
"""The target: an exact sum takes at most four times as long as a canonical sum."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield scans along the last and the first axis, exact sums and products.

    Work is in elements.
    """
    torch = torch_module(threads)
    for shape in SHAPES:
        x = normal(*shape)
        for axis in (1, 0):
            for name in ("cumsum", "cumprod"):
                yield Pair(
                    f"{name} f32 {shape[0]}x{shape[1]} axis {axis}",
                    runner(session, get_op(name).call(["f32"], axis=axis), [x]),
                    partial(
                        getattr(torch, name), torch.from_numpy(x), dim=axis, out=torch.empty(shape)
                    ),
                    float(x.size),
                    "element",
                )
        yield from exact_sums(session, x)


def exact_sums(session: Session, x: Array) -> Iterator[Pair]:
    """Yield the exact sum and dot product. The peer is the canonical op of this session."""
    for label in ("f32", "f64"):
        typed = x.astype(get_format(label).dtype)
        size = f"{x.shape[0]}x{x.shape[1]}"
        for axis in (1, 0):
            yield Pair(
                f"sum_exact over sum {label} {size} axis {axis}",
                runner(session, get_op("sum_exact").call([label], axes=(axis,)), [typed]),
                runner(session, get_op("sum").call([label], axes=(axis,)), [typed]),
                float(x.size),
                "element",
                EXACT,
            )
        flat = typed.reshape(-1)
        yield Pair(
            f"dot_exact over dot {label} {flat.size}",
            runner(session, get_op("dot_exact").call([label] * 2), [flat, flat]),
            runner(session, get_op("dot").call([label] * 2), [flat, flat]),
            float(x.size),
            "element",
            EXACT,
        )
