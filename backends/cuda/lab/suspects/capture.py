"""Checks of CUDA graphs: a call during capture works, or is refused without any effect."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.cuda.lab.suspects import Found
from samebits.backends.cuda.lab.suspects.bench import Bench, require_same
from samebits.backends.cuda.lab.suspects.libraries import Library
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

ADD = get_op("add").call(["f32", "f32"])
SUM = get_op("sum").call(["f32"], axes=(0,))
_COUNT = 1 << 20
_ROWS = 70_000  # a row is so long that its sum needs scratch memory

Launch = Callable[[], None]


def captured(bench: Bench, library: Library) -> str:
    """Check a call that only launches and one that needs memory, on both kinds of streams."""
    bench.require_gpu()
    said = []
    for name, ours in (("default", None), ("captured", library.stream())):
        with bench.stream(library, ours):
            said.append(f"session on the {name} stream: {_captured(bench, library, ours)}")
    return "; ".join(said)


def _captured(bench: Bench, library: Library, ours: Any) -> str:
    stream = library.stream() if ours is None else ours
    x, y = library.full(_COUNT, 1), library.full(_COUNT, 0)
    launch, plain = _try(bench, library, stream, ADD, [x, x], y)
    if launch is not None:
        library.fill(x, 5)
        _wait()
        launch()
        require_same(library.get(y), np.full(_COUNT, 10, np.float32), "the launched graph")
    rows, total = library.full(_ROWS, 1), library.put(np.zeros((), np.float32))
    launch, needy = _try(bench, library, stream, SUM, [rows], total)
    if launch is not None:
        raise Found("a sum with memory of its own was captured, whose launches could overwrite it")
    with library.on(stream):
        library.fill(x, 2)
        bench.session.run(ADD, [x, x], [y])
        got = library.get(y)
    require_same(got, np.full(_COUNT, 4, np.float32), "a call after all captures")
    return f"add {plain}, sum {needy}"


def _try(
    bench: Bench, library: Library, stream: Any, call: Call, inputs: Sequence[Any], output: Any
) -> tuple[Launch | None, str]:
    """Run a call, then capture it. Return the launch of the graph, and the message of a refusal."""
    bench.session.run(call, inputs, [output])
    _wait()
    said = []

    def run() -> None:
        try:
            bench.session.run(call, inputs, [output])
        except BackendError as error:
            said.append(str(error))

    record = {"torch": _by_torch, "cupy": _by_cupy}[library.name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch warns that a graph of a refused call is empty.
        launch = record(run, stream)
    if not said:
        return launch, "works"
    if "\n" in said[0] or "cannot be captured" not in said[0]:
        raise Found(f"{call} within a capture: {said[0]}")
    return None, f"refused ({said[0].partition(': ')[2]})"


def _by_torch(run: Launch, stream: Any) -> Launch:
    cuda: Any = importlib.import_module("torch").cuda
    graph = cuda.CUDAGraph()
    with cuda.graph(graph, stream=stream):
        run()

    def launch() -> None:
        graph.replay()
        _wait()

    return launch


def _by_cupy(run: Launch, stream: Any) -> Launch:
    with stream:
        stream.begin_capture()
        try:
            run()
        finally:
            graph = stream.end_capture()

    def launch() -> None:
        graph.launch(stream)
        _wait()

    return launch


def _wait() -> None:
    importlib.import_module("cupy").cuda.runtime.deviceSynchronize()
