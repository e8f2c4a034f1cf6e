"""Rows of reads and writes at indices, and of sorts. CuPy has no topk."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu import with_cupy, with_torch
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker


def _embedding_in_torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.nn.functional.embedding, x[1], x[0])


def _gather_in_torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    return partial(torch.gather, x[0], attributes["axis"], x[1], out=out)


def _topk_in_torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    into = (out, torch.empty_like(out, dtype=torch.int64))
    return lambda: torch.topk(x[0], attributes["k"], dim=attributes["axis"], out=into)[0]


MEASURED: Mapping[str, Measured] = {
    "embedding": Measured(
        gpu=(), torch=TorchMaker(_embedding_in_torch), cupy=with_cupy.TAKE, native=None
    ),
    "gather": Measured(
        gpu=(), torch=TorchMaker(_gather_in_torch), cupy=with_cupy.TAKE, native=None
    ),
    "index_add": Measured(
        gpu=(), torch=with_torch.added("index_add"), cupy=with_cupy.ADDED, native=None
    ),
    "scatter_add": Measured(
        gpu=(), torch=with_torch.added("scatter_add"), cupy=with_cupy.ADDED, native=None
    ),
    "sort": Measured(gpu=(), torch=with_torch.sort(0), cupy=with_cupy.sort("sort"), native=None),
    "argsort": Measured(
        gpu=(), torch=with_torch.sort(1), cupy=with_cupy.sort("argsort"), native=None
    ),
    "topk": Measured(gpu=(), torch=TorchMaker(_topk_in_torch), cupy=None, native=None),
}
