"""Find a call of each entry of the table by running the samples of OpInfo once.

Each lowering records the arguments of its calls. In-place and `out` overloads have the same
function as the functional overload, so they are called with the arguments recorded for it.
"""

from __future__ import annotations

import dataclasses
import functools
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_map

from samebits.torch import block, kernels, reproducible
from samebits.torch.aligned_kernels import AligningKernels
from samebits.torch.errors import NATIVE
from samebits.torch.natives import without_floats
from samebits.torch.table import Lowering, _signature, compositions, overload_of, table
from samebits.torch.tests import opinfo, samples
from samebits.torch.tests.small_calls import small_calls

Arguments = tuple[tuple[Any, ...], dict[str, Any]]

SAMPLES = 4
"""The number of samples per op of OpInfo."""

KEPT = 6
"""The largest number of recorded calls per entry. Not every call suits the in-place overload."""


def arguments(given: Arguments) -> Arguments:
    """Return copies of the arguments, because a call may write to them."""

    def one(x: Any) -> Any:
        return x.detach().clone() if isinstance(x, Tensor) else x

    new: Arguments = tree_map(one, given)
    return new


@contextmanager
def table_of(
    lowerings: Mapping[str, Lowering], composed: Mapping[str, Callable[..., Any]]
) -> Iterator[reproducible]:
    """Open a block with a different table."""
    before = kernels.table, kernels.compositions, block._KERNELS
    kernels.table, kernels.compositions = lambda: lowerings, lambda: composed
    block._KERNELS = AligningKernels()
    try:
        with reproducible("c:baseline", threads=1, count=True) as opened:
            yield opened
    finally:
        kernels.table, kernels.compositions, block._KERNELS = before


def _samples() -> list[tuple[Any, Any, bool]]:
    """Return some samples of each op in binary32, each with a flag: true if it has a gradient."""
    dtype, taken = torch.float32, []
    for op in opinfo.database():
        if dtype in op.supported_dtypes("cpu"):
            backward = dtype in op.supported_backward_dtypes("cpu") and op.supports_autograd
            with suppress(Exception), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                whole = list(op.sample_inputs("cpu", dtype, requires_grad=backward))
                taken += [(op, s, backward) for s in whole[:: max(1, len(whole) // SAMPLES)]]
    return taken


def noted() -> dict[str, list[Arguments]]:
    """Return the arguments with which samples of OpInfo reach each entry, without `out` arguments.

    Calls that an entry refused, or left to PyTorch, are not included.
    """
    found: dict[str, list[Arguments]] = {}
    copying: list[str] = []  # not empty while arguments are copied, because copies are calls too

    def copied(given: Arguments) -> Arguments:
        copying.append("")
        try:
            return arguments(given)
        finally:
            copying.clear()

    def noting(name: str, function: Callable[..., Any], skipped: int) -> Callable[..., Any]:
        @functools.wraps(function)  # the signature is checked against the schema
        def run(*args: Any, **kwargs: Any) -> Any:
            words = {k: v for k, v in kwargs.items() if k != "into"}
            kept = found.setdefault(name, [])
            wanted = len(kept) < KEPT and not copying
            call = copied((args[skipped:], words)) if wanted else None
            result = function(*args, **kwargs)
            if call is not None and result is not NATIVE:
                kept.append(call)
            return result

        return run

    lowerings = {
        n: dataclasses.replace(x, function=noting(n, x.function, 1)) for n, x in table().items()
    }
    composed = {n: noting(n, function, 0) for n, function in compositions().items()}
    # in a thread: setting a seed formats the stack, which is short there
    with ThreadPoolExecutor(1) as shallow:
        taken = shallow.submit(_samples).result()
    with warnings.catch_warnings(), table_of(lowerings, composed):
        warnings.simplefilter("ignore")
        for op, sample, backward in taken:
            with suppress(Exception), opinfo.limited(20):
                whole = samples.copied((sample.input, sample.args, sample.kwargs))
                samples.run(op, whole, backward)
    for name, call in small_calls().items():
        found.setdefault(name, []).append(call)
    return found


def candidates(name: str, found: Mapping[str, list[Arguments]]) -> Iterator[Arguments]:
    """Yield arguments that may suit an entry: its own, or from overloads with the same function."""
    entry = table().get(name)
    if entry is None:
        yield from found.get(name, ())
        yield from found.get(name.rstrip("_"), ())
        return
    for args, kwargs in found.get(name, ()):
        if kwargs.keys() >= {*_by_word(entry)}:
            yield args, kwargs
    signature = _signature(overload_of(name))
    alike = [
        x
        for n, x in table().items()
        if x.function is entry.function and n != name and _signature(overload_of(n)) == signature
    ]
    functional = [x for x in alike if not x.places]
    for other in alike:
        for args, kwargs in found.get(other.overload, ()):
            if not _by_word(entry):
                yield args, kwargs
            for base in functional if _by_word(entry) else ():
                with suppress(Exception):
                    yield args, {**kwargs, **_outs(entry, base, (args, kwargs))}


def _by_word(entry: Lowering) -> list[str]:
    return [p for p in entry.places if isinstance(p, str)]


def _outs(entry: Lowering, base: Lowering, call: Arguments) -> dict[str, Tensor]:
    """Return tensors for the results of a call, by this entry's names for its `out` arguments."""
    args, kwargs = arguments(call)
    results = overload_of(base.overload)(*args, **kwargs)
    results = results if isinstance(results, tuple | list) else (results,)
    return dict(zip(_by_word(entry), (torch.empty_like(r) for r in results), strict=True))


def reaching(
    name: str, found: Mapping[str, list[Arguments]], opened: reproducible
) -> Arguments | None:
    """Return arguments of a call that an entry computes, or None.

    A block with counts must be open.
    """
    counts = opened.counts
    assert counts is not None
    for call in candidates(name, found):
        args, kwargs = arguments(call)
        if without_floats((*args, *kwargs.values())):
            continue
        counts.clear()
        with suppress(Exception):
            overload_of(name)(*args, **kwargs)
            if counts[name] or name in compositions():
                return call
    return None


def reached() -> dict[str, Arguments]:
    """Return, for each entry of the table that some call reaches, the arguments of that call."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # samples are small
    found, calls = noted(), {}
    with torch.no_grad(), reproducible("c:baseline", threads=1, count=True) as opened:
        for name in {*table(), *compositions()}:
            with warnings.catch_warnings():
                # PyTorch warns about `out` tensors of a wrong shape
                warnings.simplefilter("ignore")
                call = reaching(name, found, opened)
            if call is not None:
                calls[name] = call
    torch.set_num_threads(threads)
    return calls
