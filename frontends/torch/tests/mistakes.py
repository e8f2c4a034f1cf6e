"""Compare what invalid calls raise in a block with what they raise in plain PyTorch.

    python -m samebits.torch.tests.mistakes [NAME ...] [--record]

The calls are the error inputs of PyTorch's data base of ops, and its samples with one mistake: a
missing or additional axis, a wrong size, a wrong dtype, an integer or an index out of range. A call
is right if both raise, and the block's error is of PyTorch's class, or if both compute. In a block
a valid call may raise NoCanonicalDefinition instead. A call that raises must not change its
arguments. Calls that are not right are counted in mistakes.txt, with one line for each op and
difference.
"""

from __future__ import annotations

import argparse
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.utils._pytree import tree_flatten, tree_leaves, tree_unflatten

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.opinfo_ops import database, name_of

RECORD = Path(__file__).with_suffix(".txt")
SAMPLES = 2
"""The number of samples of each op that are used with mistakes."""

SKIPPED = {"lu_unpack"}
"""Ops for which plain PyTorch crashes in an invalid call."""


class Call(NamedTuple):
    """A call of an op with one mistake."""

    mistake: str
    sample: Any

    def copied(self) -> Any:
        """Return the arguments with copied tensors. Copies share memory if their originals do."""
        memory: dict[tuple[int, torch.dtype], Tensor] = {}

        def copy(x: Any) -> Any:
            if not isinstance(x, Tensor) or x.layout is not torch.strided or x.is_meta:
                return x
            storage = x.untyped_storage()
            key = storage._cdata, x.dtype
            if key not in memory:
                size = storage.nbytes() // x.element_size()
                memory[key] = torch.empty(0, dtype=x.dtype).set_(storage.clone(), 0, (size,))
            return memory[key].as_strided(x.shape, x.stride(), x.storage_offset())

        leaves, spec = tree_flatten(self.sample)
        return tree_unflatten([copy(x) for x in leaves], spec)


class Outcome(NamedTuple):
    """The outcome of a call: the class of its error, or None, and whether its arguments changed."""

    error: type[Exception] | None
    text: str
    wrote: bool


def calls_of(op: Any) -> Iterator[Call]:
    """Yield the error inputs of an op, and then samples with one mistake each."""
    for number, given in enumerate(_error_inputs(op)):
        sample = given.sample_input
        yield Call(f"error input {number}", (sample.input, list(sample.args), sample.kwargs))
    if not op.dtypes:  # an op without kernels for the CPU
        return
    dtype = torch.float32 if torch.float32 in op.dtypes else next(iter(op.dtypes))
    for number, sample in zip(range(SAMPLES), op.sample_inputs("cpu", dtype), strict=False):
        plain = sample.input, list(sample.args), sample.kwargs
        leaves, spec = tree_flatten(plain)
        for place, leaf in enumerate(leaves):
            for mistake, wrong in mistakes_in(leaf):
                changed = [*leaves[:place], wrong, *leaves[place + 1 :]]
                name = f"sample {number}, argument {place}: {mistake}"
                yield Call(name, tree_unflatten(changed, spec))


def _error_inputs(op: Any) -> list[Any]:
    if op.error_inputs_func is None:
        return []
    return list(op.error_inputs("cpu"))


def mistakes_in(x: Any) -> Iterator[tuple[str, Any]]:
    """Yield invalid values for an argument, each with the name of the mistake."""
    if isinstance(x, bool):
        return
    if isinstance(x, int):
        yield "the integer 99", 99
        yield "the integer -99", -99
    if not isinstance(x, Tensor) or x.layout is not torch.strided:
        return
    x = x.detach()
    yield "an axis more", x.unsqueeze(0)
    if x.dim():
        yield "an axis less", x.select(-1, 0) if x.shape[-1] else x.sum(-1)
        yield "no elements", x[:0]
        yield "twice the size", torch.cat([x, x], -1)
    if x.is_floating_point():
        yield "float16", x.half()
        yield "float64", x.double()
        yield "int64", x.double().nan_to_num(0, 0, 0).long()
    elif x.dtype is torch.int64:
        yield "indices of 1000", torch.full_like(x, 1000)
        yield "indices of -1000", torch.full_like(x, -1000)


def outcome(function: Callable[..., Any], call: Call) -> Outcome:
    """Run a call on copies of its arguments, and return the outcome."""
    given, args, kwargs = copied = call.copied()
    before = _numbers(copied)
    torch.manual_seed(0)
    try:
        with torch.no_grad():
            function(given, *args, **kwargs)
    except Exception as error:
        return Outcome(type(error), str(error), _numbers(copied) != before)
    return Outcome(None, "", False)


def _numbers(values: Any) -> list[bytes]:
    """Return the bytes of the memory of all dense tensors in `values`."""
    found = []
    for x in tree_leaves(values):
        if isinstance(x, Tensor) and x.layout is torch.strided and not x.is_meta:
            memory = x.untyped_storage()
            all_of_it = torch.empty(0, dtype=torch.uint8).set_(memory, 0, (memory.nbytes(),))
            found.append(all_of_it.numpy().tobytes())
    return found


def difference(plain: Outcome, inside: Outcome) -> str:
    """Return how a block differs from plain PyTorch for an invalid call, or "" if it is right."""
    if inside.wrote and not plain.wrote:
        return "writes to its arguments before it raises"
    if inside.error is None:
        return f"computes, {plain.error.__name__} in PyTorch" if plain.error else ""
    if plain.error is None:
        refused = issubclass(inside.error, NoCanonicalDefinition)
        return "" if refused else f"{inside.error.__name__}, computes in PyTorch"
    if issubclass(inside.error, NoCanonicalDefinition):
        return f"NoCanonicalDefinition, {plain.error.__name__} in PyTorch"
    if not issubclass(inside.error, plain.error):
        return f"{inside.error.__name__}, {plain.error.__name__} in PyTorch"
    return ""


def compare(op: Any, show: Callable[[str], None] | None = None) -> Counter[str]:
    """Count the calls of an op by difference, with "" for right calls."""
    function, found = op.get_op(), Counter[str]()
    calls = list(calls_of(op))
    plain = [outcome(function, call) for call in calls]
    with reproducible():
        inside = [outcome(function, call) for call in calls]
    for call, there, here in zip(calls, plain, inside, strict=True):
        kind = difference(there, here)
        found[kind] += 1
        if kind and show is not None:
            show(f"{name_of(op)}: {call.mistake}: {kind}\n    {there.text!r}\n    {here.text!r}")
    return found


def lines(ops: list[Any], show: Callable[[str], None] | None = None) -> tuple[list[str], int]:
    """Return the lines of mistakes.txt for these ops, and the number of compared calls."""
    made, number = [], 0
    for op in ops:
        if op.name in SKIPPED:
            continue
        found = compare(op, show)
        number += sum(found.values())
        made += [f"{name_of(op)}: {n} x {kind}" for kind, n in sorted(found.items()) if kind]
    return made, number


def main() -> int:
    """Print the differences; with --record, write mistakes.txt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    names = options.names
    ops = [op for op in database() if not names or op.name in names]
    made, number = lines(ops, lambda text: print(text, flush=True))
    print(f"{number} calls, {len(made)} differences")
    if options.record:
        RECORD.write_text("".join(f"{line}\n" for line in made), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
