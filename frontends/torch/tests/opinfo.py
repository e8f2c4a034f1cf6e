"""Run PyTorch's OpInfo in a block: every op, sample and dtype, forward and backward.

    python -m samebits.torch.tests.opinfo [f32 bf16 ...] [--part 3/20] [--only NAME] [--record]

A sample is right if the oracles, the C backend's baseline, and its best instruction set with two
threads give the same bits. The result must also be near to PyTorch's result in binary64, and must
change if every result of the backend is tainted. If it does not change, samebits did not compute
it: then each number must be a moved number of the sample, unless `MOVED` lists the op. A few
samples of each op must give the same bits on a replacement for a GPU. A sample may also be refused
by NoCanonicalDefinition. Different bits, a result that is not near, or any other exception are
wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_map

from samebits.common.files import write_atomically
from samebits.torch import NoCanonicalDefinition, block, reproducible
from samebits.torch.compute import Compute
from samebits.torch.dtypes import SHORT
from samebits.torch.opening import open_session
from samebits.torch.places import HOST, places
from samebits.torch.table import table_digest
from samebits.torch.tests.opinfo_ops import (
    AMONG_EQUALS,
    AS_IT_IS,
    BY_PLACE,
    MOVED,
    RANDOM,
    WIDE_STATISTICS,
    database,
    name_of,
)
from samebits.torch.tests.samples import bits, copied, floats, near, only_moved, run

RECORD = Path(__file__).with_name("opinfo.json")
SECONDS = 60
"""The time limit of one sample on one backend, in seconds."""
FEW = 4
"""The approximate number of samples of an op that run on the replacement for a GPU."""

DTYPES = {
    "f64": torch.float64,
    "f32": torch.float32,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "c64": torch.complex64,
}

PLACES = (
    ("c:baseline", 1),
    ("auto", 2),
    ("py:samebits.torch.tests.sessions:oracle", 0),
)
TAINTED = "py:samebits.torch.tests.sessions:tainted"


@dataclass
class Found:
    """The outcomes of the samples of one op: counts, and the first reason for each outcome."""

    name: str
    counts: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def add(self, verdict: str, reason: str = "") -> None:
        self.counts[verdict] = self.counts.get(verdict, 0) + 1
        if reason:
            self.reasons.setdefault(verdict, reason)

    @property
    def verdict(self) -> str:
        """Return the worst outcome of the samples, or `partly` if only some are refused."""
        for worst in ("error", "wrong"):
            if worst in self.counts:
                return worst
        if "untainted" in self.counts and "ok" not in self.counts:
            return "untainted"
        right = sum(self.counts.get(v, 0) for v in ("ok", "moved"))
        if "refused" in self.counts:
            return "partly" if right else "refused"
        if not right:
            return "empty"
        if "ok" in self.counts:
            return "ok"
        return "moved"


class Timeout(Exception):  # noqa: N818
    pass


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    def late(number: int, frame: FrameType | None) -> None:
        raise Timeout(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Places:
    """The sessions of all devices, opened once. `at` makes a block compute on one of them."""

    def __init__(self) -> None:
        self.computes = [Compute(open_session(b, n)) for b, n in (*PLACES, (TAINTED, 0))]

    @contextmanager
    def at(self, compute: Compute) -> Iterator[None]:
        site = block._KERNELS.site(HOST)
        before = site.compute
        site.take(compute)
        try:
            yield
        finally:
            site.take(before)


class There:
    """The replacement for a GPU. A block computes on its tensors while `standing` is open."""

    def __init__(self) -> None:
        from samebits.backends.cuda.session import CudaSession
        from samebits.torch.tests.stand_in import device, memory

        self.device = device.device()
        self._compute = Compute(CudaSession("emulated", memory.machine()), self.device)

    @classmethod
    def opened(cls) -> There | None:
        """Return the replacement, or None if there is no compiler or PyTorch lacks such devices."""
        from samebits.torch.tests.stand_in.device import missing

        return None if missing() else cls()

    @contextmanager
    def standing(self) -> Iterator[None]:
        """Let the open block compute on the tensors of this device while the context is open."""
        (place,) = (place for place in places() if place.type == self.device.type)
        site = block._KERNELS.site(place)
        before = site.compute
        site.take(self._compute)
        try:
            yield
        finally:
            site.take(before)

    def moved(self, sample: Any) -> Any:
        """Return a sample on this device. Arguments that name a device are replaced by it."""

        def there(x: Any) -> Any:
            if isinstance(x, Tensor):
                return x.detach().to(self.device).requires_grad_(x.requires_grad)
            return self.device if isinstance(x, torch.device) else x

        given, args, kwargs = tree_map(there, sample)
        named = {"device": self.device} if "device" in kwargs else {}
        return given, args, {**kwargs, **named}


Result = tuple[list[Any], list[Tensor | None]]


class Sweep:
    """The runner of all samples in one dtype."""

    def __init__(self, dtype: str, samples: int = 0, *, there: bool = False) -> None:
        self.dtype, self.torch_dtype, self.samples = dtype, DTYPES[dtype], samples
        self.there = There.opened() if there and not self.torch_dtype.is_complex else None
        self.places = Places()

    def op(self, op: Any) -> Found:
        """Run all samples of an op, and return their outcomes."""
        found = Found(name_of(op))
        torch.manual_seed(0)  # so that an op has the same samples in any part and process
        backward = self.torch_dtype in op.supported_backward_dtypes("cpu") and op.supports_autograd
        try:
            samples = list(op.sample_inputs("cpu", self.torch_dtype, requires_grad=backward))
        except Exception as error:
            found.add("empty", f"no samples: {error!r:.100}")
            return found
        step = max(1, len(samples) // self.samples) if self.samples else 1
        wholes = [(s.input, s.args, s.kwargs) for s in samples[::step]]
        wanted = [self._plain(op, whole, backward) for whole in wholes]
        inside = []
        with reproducible("c:baseline"):
            for whole, plain in zip(wholes, wanted, strict=True):
                if plain is not None:
                    inside.append(self._inside(op, whole, backward))
        taken = [(s, w) for s, w in zip(wholes, wanted, strict=True) if w is not None]
        for (sample, plain), found_inside in zip(taken, inside, strict=True):
            self._judge(found, op, sample, plain, found_inside)
        if self.there is not None and op.name not in (*AS_IT_IS, *BY_PLACE):
            with reproducible("c:baseline"), self.there.standing():
                few = max(1, len(taken) // FEW)
                for (sample, _), found_inside in list(zip(taken, inside, strict=True))[::few]:
                    if not isinstance(found_inside, tuple):
                        self._there(found, op, sample, found_inside[0], backward)
        return found

    def _there(self, found: Found, op: Any, sample: Any, here: Result, backward: bool) -> None:
        """Add an outcome if a sample gives different bits on the replacement for a GPU."""
        assert self.there is not None
        try:
            with limited(SECONDS):
                forward, gradients = run(op, self.there.moved(copied(sample)), backward)
            results = [x.cpu() if isinstance(x, Tensor) else x for x in (*forward, *gradients)]
        except Exception as error:
            found.add("error", f"on a device alone: {type(error).__name__}: {error}"[:300])
            return
        if bits(results) != bits([*here[0], *here[1]]):
            found.add("wrong", "other bits on a device")

    def _plain(self, op: Any, sample: Any, backward: bool) -> tuple[Result, Result] | None:
        """Return PyTorch's results, and its results in binary64, or None if PyTorch fails."""
        try:
            with limited(SECONDS):
                plain = run(op, copied(sample), backward)
        except Exception:
            return None
        wide = plain
        with suppress(Exception), limited(SECONDS):
            wide = run(op, copied(sample, torch.float64), backward)
        return plain, wide

    def _inside(self, op: Any, sample: Any, backward: bool) -> list[Result] | tuple[str, str]:
        """Return the results on each device, or the outcome and its reason."""
        results = []
        for compute in self.places.computes:
            try:
                with self.places.at(compute), limited(SECONDS):
                    results.append(run(op, copied(sample), backward))
            except NoCanonicalDefinition as refused:
                if results:
                    return "error", f"refused at one place only: {refused}"
                return "refused", str(refused).partition(" (at")[0].partition(" (in")[0]
            except Exception as error:
                # the tainted run failed because of its wrong numbers
                if len(results) == len(PLACES):
                    return [*results, ([], [])]
                return "error", f"{type(error).__name__}: {error}"[:300]
        return results

    def _judge(
        self, found: Found, op: Any, sample: Any, plain: tuple[Result, Result], inside: Any
    ) -> None:
        if isinstance(inside, tuple):
            found.add(*inside)
            return
        judged = [bits([*forward, *gradients]) for forward, gradients in inside]
        if op.name in AS_IT_IS:
            found.add("moved")
            return
        moved = "moved" if found.name in MOVED or only_moved(sample, *inside[0]) else "untainted"
        results = [*inside[0][0], *inside[0][1]]
        has_complex = any(isinstance(x, torch.Tensor) and x.is_complex() for x in results)
        if self.torch_dtype.is_complex and (has_complex or op.name not in RANDOM):
            same = op.name in RANDOM or judged[0] == bits([*plain[0][0], *plain[0][1]])
            found.add(moved if same else "wrong", "" if same else "complex numbers computed with")
            return
        for other, (backend, _) in zip(judged[1:-1], PLACES[1:], strict=True):
            if other != judged[0]:
                found.add("wrong", f"other bits on {backend} than on {PLACES[0][0]}")
                return
        if op.name not in RANDOM:
            reason = self._meaning(op, inside[0], *plain)
            if reason:
                found.add("wrong", reason)
                return
        computed = any(x.numel() for x in floats([*inside[0][0], *inside[0][1]]))
        found.add(moved if judged[-1] == judged[0] and computed else "ok")

    def _meaning(self, op: Any, found: Result, plain: Result, wide: Result) -> str:
        if op.name in AMONG_EQUALS and self.torch_dtype in SHORT:
            found, plain, wide = ((floats(x[0]), []) for x in (found, plain, wide))
        a, b, narrow = [*found[0], *found[1]], [*wide[0], *wide[1]], [*plain[0], *plain[1]]
        if len(a) != len(narrow):
            return f"{len(a)} results and gradients, PyTorch has {len(narrow)}"
        types = [x.dtype for x in a if isinstance(x, Tensor)]
        wanted = [x.dtype for x in narrow if isinstance(x, Tensor)]
        if types != wanted and op.name not in WIDE_STATISTICS:
            return f"dtypes {types} are not PyTorch's"
        if len(b) != len(a):
            b = narrow
        reason = near(a, b, self.dtype)
        return reason if reason and near(a, narrow, self.dtype) else ""


@cache
def sweeps(dtype: str, samples: int) -> Sweep:
    """Return the runner of this process, which opens its backends only once."""
    return Sweep(dtype, samples, there=True)


def alone() -> None:
    """Set up a process of the run: no warnings, and one thread."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)


def put(task: tuple[str, str, int]) -> tuple[Found, float]:
    """Return the outcomes of one op in one dtype, and the seconds it took, in a worker process."""
    dtype, name, samples = task
    [op] = [op for op in database() if name_of(op) == name]
    begun = time.monotonic()
    found = sweeps(dtype, samples).op(op)
    return found, time.monotonic() - begun


def main() -> None:
    """Run all ops, print the outcomes, and write the record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dtypes", nargs="*", default=[])
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--samples", type=int, default=0, help="about this number for each op")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    digest = table_digest()
    record: dict[str, dict[str, Found]] = {d: {} for d in options.dtypes or DTYPES}
    tasks = [
        (dtype, name_of(op), options.samples)
        for op in database()[part::parts]
        if not options.only or any(n in name_of(op) for n in options.only)
        for dtype in record
        if DTYPES[dtype] in op.supported_dtypes("cpu")
    ]
    with ProcessPoolExecutor(options.jobs, get_context("spawn"), initializer=alone) as pool:
        for (dtype, name, _), (found, seconds) in zip(tasks, pool.map(put, tasks), strict=True):
            record[dtype][name] = found
            shown = f"{seconds:.1f} s {found.verdict} {found.counts} {found.reasons}"
            print(dtype, name, shown, flush=True)
    for dtype, ops in record.items():
        verdicts = [f.verdict for f in ops.values()]
        counts = {v: verdicts.count(v) for v in sorted(set(verdicts))}
        print(dtype, counts, file=sys.stderr)
    if options.record:
        write_atomically(RECORD, as_json(digest, record).encode())


def verdicts(dtype: str, part: int, parts: int, *, there: bool = False) -> dict[str, Found]:
    """Return the outcomes in one dtype for each op with an index that is `part` modulo `parts`.

    With `there`, samples also run on the replacement for a GPU, which stays until the process ends.
    """
    sweep, dtype_ = Sweep(dtype, 4, there=there), DTYPES[dtype]
    chosen = [op for op in database()[part::parts] if dtype_ in op.supported_dtypes("cpu")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name_of(op): sweep.op(op) for op in chosen}


def as_json(digest: str, record: dict[str, dict[str, Found]]) -> str:
    """Return the record as JSON: counts of ops by outcome, and the names of ops that are not ok."""
    kept: dict[str, Any] = {"torch": torch.__version__.partition("+")[0], "sources": digest}
    before = json.loads(RECORD.read_text(encoding="utf-8"))
    if {**before, **kept} == before:  # same sources: keep the dtypes that were not run this time
        kept = before
    for dtype, ops in record.items():
        names: dict[str, list[str]] = {}
        for name, found in ops.items():
            names.setdefault(found.verdict, []).append(name)
        kept[dtype] = {
            "counts": {v: len(n) for v, n in sorted(names.items())},
            **{v: n for v, n in sorted(names.items()) if v != "ok"},
        }
    return json.dumps(kept, indent=1) + "\n"


if __name__ == "__main__":
    main()
