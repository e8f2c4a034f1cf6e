"""Change one argument of a call, and check that the result changes as in PyTorch.

The samples of PyTorch's data base OpInfo make these calls of an entry of the table. Each call is
repeated with a different value of each argument: sizes, flags, numbers, words, formats and saved
values.

The result must agree with PyTorch's result, in binary64 or in the call's own format, or the call
must be refused. If PyTorch raises an error, the block must raise an error too.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, BinaryIO

import numpy as np
import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves, tree_map

from samebits.torch import NoCanonicalDefinition, WrongCall, reproducible
from samebits.torch.table import overload_of
from samebits.torch.tests.reaching import Arguments
from samebits.torch.tests.samples import bits, near

SECONDS = 20
"""The time limit of one call of PyTorch, in seconds."""

WORDS = {
    "rounding_mode": ("floor", "trunc", None),
    "reduce": ("sum", "prod", "mean", "amax", "amin", "add", "multiply"),
    "approximate": ("none", "tanh"),
    "mode": ("reduced", "complete", "r"),
    "side": ("left", "right"),
}
"""The texts that an argument accepts, by the name of the argument."""

DTYPES = (torch.float64, torch.float16)


@dataclass
class Verdict:
    """The outcome of changing one argument of an entry.

    `tried` counts the changes, and `followed` the changes that changed the result or raised an
    error. `faults` describes, one per line, the changes for which PyTorch behaves differently.
    """

    tried: int = 0
    followed: int = 0
    faults: list[str] = field(default_factory=list)


Bound = dict[str, Any]


def _arguments(name: str) -> list[Any]:
    return [a for a in overload_of(name)._schema.arguments if not a.is_out]


def bound(name: str, call: Arguments) -> Bound | None:
    """Return the value of each argument by name, or None if the call lacks a required argument."""
    args, kwargs = call
    found: Bound = {}
    for i, argument in enumerate(_arguments(name)):
        if not argument.kwarg_only and i < len(args):
            found[argument.name] = args[i]
        elif argument.name in kwargs:
            found[argument.name] = kwargs[argument.name]
        elif argument.has_default_value():
            found[argument.name] = argument.default_value
        else:
            return None
    return found


def _results(name: str, values: Bound, wide: bool, besides: str) -> list[Any]:
    """Return all results of an overload, and the tensors among its arguments after the call.

    The argument named `besides` is not included. With `wide` the call is computed in binary64.
    """

    def one(x: Any) -> Any:
        if not isinstance(x, Tensor):
            return x
        return x.double() if wide and x.is_floating_point() else x.detach().clone()

    new = {k: tree_map(one, v) for k, v in values.items()}
    args = [new[a.name] for a in _arguments(name) if not a.kwarg_only]
    kwargs = {a.name: new[a.name] for a in _arguments(name) if a.kwarg_only}
    torch.manual_seed(1)
    results: list[Any] = tree_leaves(overload_of(name)(*args, **kwargs))
    held = tree_leaves([x for k, x in new.items() if k != besides])
    return results + [x for x in held if isinstance(x, Tensor)]


def other_values(argument: Any, values: Bound) -> Iterator[Any]:
    """Yield different values for an argument of a call."""
    value, kind = values[argument.name], str(argument.type)
    if isinstance(value, Tensor):
        yield from _other_tensors(value)
        if "Optional" in kind:
            yield None
    elif value is None:
        yield from _given(argument.name, kind, values)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        yield from (w for w in WORDS.get(argument.name, ()) if w != value)
    elif isinstance(value, torch.dtype):
        yield from DTYPES
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 2, 0, *([0.3] if "number" in kind else []))
    elif isinstance(value, float):
        yield from (value * 0.5 + 0.25, value + 1, -value, 0.0)
    elif isinstance(value, list | tuple):
        yield from _other_lists(list(value))


def _other_tensors(value: Tensor) -> Iterator[Tensor]:
    if not value.numel():
        yield torch.ones(3).to(value.dtype)
    elif value.is_floating_point():
        wide = value.double()
        yield (wide * 0.5 + 0.25).to(value.dtype)
        yield (wide + 1).to(value.dtype)
    elif value.dtype is torch.bool:
        yield ~value
    elif not value.is_complex():
        yield value.flip(0) if value.dim() else value + 1


def _other_lists(value: list[Any]) -> Iterator[list[Any]]:
    if value and all(isinstance(x, bool) for x in value):
        yield [not x for x in value]
    elif all(isinstance(x, int) for x in value):
        for step in (1, -1, 2):
            yield [x + step for x in value]
        yield value[:-1]
        yield value[::-1]
        for place in range(len(value)):
            yield [x + (i == place) for i, x in enumerate(value)]
    elif all(isinstance(x, float) for x in value):
        yield [x * 0.5 + 0.25 for x in value]
    elif all(isinstance(x, Tensor) for x in value):
        yield [x * 0.5 + 0.25 if x.is_floating_point() else x for x in value]


def _given(name: str, kind: str, values: Bound) -> Iterator[Any]:
    """Yield values for an argument that the call does not pass."""
    if "Tensor" in kind and "List" not in kind:
        yield from _new_tensors(values)
    elif name == "dtype":
        yield from DTYPES
    elif name == "memory_format":
        yield torch.channels_last
    elif "Generator" in kind:
        yield torch.Generator().manual_seed(77)
    elif "bool" in kind and "List" not in kind:
        yield from (True, False)
    elif "List[int]" in kind:
        yield from ([0], [1], [4, 4], [4, 4, 4])
    elif "List[float]" in kind:
        yield from ([2.0], [2.0, 2.0], [2.0, 2.0, 2.0])
    elif "str" in kind:
        yield from (w for w in WORDS.get(name, ()) if w is not None)
    elif "number" in kind or "float" in kind:
        yield from (0.3, 2.0, -1)
    elif "int" in kind and name not in ("layout", "device"):
        yield from (0, 1, 2)


def _new_tensors(values: Bound) -> Iterator[Tensor]:
    """Yield tensors with shapes that an additional operand may have."""
    first = [x for x in tree_leaves(values) if isinstance(x, Tensor) and x.is_floating_point()][:1]
    for x in first:
        yield x.detach() * 0.5 + 1
        for axis in range(min(x.dim(), 2)):
            for size in {x.shape[axis], x.shape[-1]}:
                yield torch.arange(size, dtype=torch.int32).to(x.dtype) * 0.25 + 0.5


Outcome = tuple[str, Any]


def _run(name: str, values: Bound, besides: str, wide: bool = False) -> Outcome:
    """Return the outcome of a call: its results, or the kind of its error and the message."""
    try:
        return "result", _results(name, values, wide, besides)
    except NoCanonicalDefinition as error:
        return "refused", str(error)
    except Exception as error:
        # the call is valid in PyTorch
        if isinstance(error, WrongCall) and "strict=False" in str(error):
            return "refused", str(error)
        return "raised", f"{type(error).__name__}: {error}".partition("\n")[0]


def _distance(found: Sequence[Any], wanted: Sequence[Any]) -> str:
    if len(found) != len(wanted):
        return f"{len(found)} results, PyTorch has {len(wanted)}"
    formats = {x.dtype for x in (*found, *wanted) if isinstance(x, Tensor)}
    short = {torch.bfloat16: "bf16", torch.float16: "f16", torch.float32: "f32"}
    return near(found, wanted, next((n for d, n in short.items() if d in formats), "f64"))


def _fault(mine: Outcome, narrow: Outcome, wide: Outcome) -> str:
    """Return how the outcome in a block contradicts both outcomes of PyTorch, or "" if not."""
    kind, found = mine
    if kind == "refused":
        return ""
    answers = [x for x in (wide, narrow) if x[0] == "result"]
    if kind == "raised":
        return f"PyTorch returns, we raise {found}" if narrow[0] == "result" else ""
    if not answers:
        return f"PyTorch raises {narrow[1]}"
    far = [_distance(found, wanted) for _, wanted in answers]
    return far[0] if all(far) else ""


@dataclass
class _Change:
    argument: str
    said: str
    before: Bound
    after: Bound


@dataclass(frozen=True, eq=False)
class Entry:
    """An entry of the table, and calls of it.

    If the entry is random (`drawn`), its results are not compared with PyTorch's. Results with an
    index in `own` are not compared either, because only the entry's own gradient reads them. If
    `asked` is false, no result is compared with PyTorch.
    """

    name: str
    calls: Sequence[Arguments]
    drawn: bool = False
    own: tuple[int, ...] = ()
    asked: bool = True

    @cached_property
    def changes(self) -> list[_Change]:
        """Return every call with one argument changed, for each argument and each changed value."""
        return list(_changes(self.name, self.calls))


def _changes(name: str, calls: Sequence[Arguments]) -> Iterator[_Change]:
    for values in filter(None, (bound(name, call) for call in calls)):
        for argument in _arguments(name):
            for other in other_values(argument, values):
                said = f"{argument.name} = {other!r}".partition("\n")[0][:100]
                yield _Change(argument.name, said, values, {**values, argument.name: other})


def verdicts(entries: Sequence[Entry]) -> dict[str, dict[str, Verdict]]:
    """Return the outcomes by entry and argument."""
    answers = _answers([(e.name, c) for e in entries for c in e.changes])
    found = {}
    with warnings.catch_warnings(), torch.no_grad(), reproducible("c:baseline", threads=1):
        warnings.simplefilter("ignore")
        for entry in entries:
            found[entry.name] = _inside(entry, answers)
    return found


Answer = tuple[Outcome, Outcome] | None


def _answers(asked: Sequence[tuple[str, _Change]]) -> Iterator[Answer]:
    """Return PyTorch's outcomes of each change, in the call's own format and in binary64.

    An answer is None if PyTorch does not compute the unchanged call, or if the call ends the
    process. PyTorch therefore runs in a child process.
    """
    found: list[Answer] = []
    while len(found) < len(asked):
        found += _of_a_child(asked[len(found) :])
    return iter(found)


def _of_a_child(asked: Sequence[tuple[str, _Change]]) -> Iterator[Answer]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            with os.fdopen(writing, "wb") as stream:
                _answer(asked, stream)
        finally:
            os._exit(0)
    os.close(writing)
    count = 0
    with os.fdopen(reading, "rb") as stream, suppress(EOFError):
        while True:
            answer = pickle.load(stream)
            count += 1
            yield answer
    os.waitpid(child, 0)
    if count < len(asked):
        yield None


def _answer(asked: Sequence[tuple[str, _Change]], stream: BinaryIO) -> None:
    """Write the answers one by one, so that they are not lost if the next call ends the process."""
    warnings.simplefilter("ignore")
    faulthandler.disable()  # the parent process handles a crash
    torch.set_num_threads(1)
    known: dict[int, bool] = {}
    with torch.no_grad():
        for name, change in asked:
            signal.alarm(SECONDS)
            values = change.before
            if id(values) not in known:
                known[id(values)] = _run(name, values, "")[0] == "result"
            both = (_run(name, change.after, change.argument, wide) for wide in (False, True))
            answer = tuple(map(_packed, both)) if known[id(values)] else None
            pickle.dump(answer, stream)
            stream.flush()


def _packed(outcome: Outcome) -> Outcome:
    """Return an outcome that can be pickled fast, with bytes in place of tensors."""
    kind, results = outcome
    if kind != "result":
        return outcome
    return kind, [
        (x.dtype, tuple(x.shape), bytes(x.contiguous().flatten().view(torch.uint8).numpy()))
        if isinstance(x, Tensor)
        else x
        for x in results
    ]


def _unpacked(outcome: Outcome) -> Outcome:
    kind, results = outcome
    if kind != "result":
        return outcome

    def tensor(dtype: torch.dtype, shape: tuple[int, ...], data: bytes) -> Tensor:
        flat = torch.from_numpy(np.frombuffer(bytearray(data), np.uint8))
        return flat.view(dtype).reshape(shape)

    return kind, [tensor(*x) if isinstance(x, tuple) else x for x in results]


def _inside(entry: Entry, answers: Iterator[Answer]) -> dict[str, Verdict]:
    found = {a.name: Verdict() for a in _arguments(entry.name)}
    before: dict[tuple[int, str], Outcome] = {}

    def held(outcome: Outcome) -> Outcome:
        kind, results = outcome
        if kind != "result":
            return outcome
        return kind, [x for i, x in enumerate(results) if i not in entry.own]

    for change, answer in zip(entry.changes, answers, strict=False):
        values, after = change.before, change.after
        key = id(values), change.argument
        if key not in before:
            before[key] = _run(entry.name, values, change.argument)
        usual, mine = before[key], _run(entry.name, after, change.argument)
        verdict = found[change.argument]
        verdict.tried += 1
        plain = [held(_unpacked(x)) for x in (answer if entry.asked else None) or ()]
        reason = _fault(held(mine), *plain) if plain else ""
        if reason and not (entry.drawn and mine[0] == "result"):
            verdict.faults.append(f"{change.said}: {reason}")
        elif mine[0] != "result" or (usual[0] == "result" and bits(mine[1]) != bits(usual[1])):
            verdict.followed += 1
    return found
