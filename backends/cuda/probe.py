"""Check in a few seconds whether a device works.

python -m samebits.backends.cuda.probe

It runs a few ops on NumPy arrays. On a GPU it also runs them on arrays in GPU memory, in a new
thread, and on a separate stream. All runs of an op must return the same bytes. Failures are
reported with the driver's message. `samebits certify` checks whether the bytes are correct.
"""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click
import numpy as np

from samebits.backends.cuda import backend
from samebits.backends.cuda.session import CudaSession
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.ordering import sort
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import ShapeRule

Shapes = tuple[tuple[int, ...], ...]

SHAPES: tuple[tuple[ShapeRule, Shapes], ...] = (
    (rules.elementwise, ((1000,),)),
    (rules.elementwise, ((1000,), (1000,))),
    (rules.reduction, ((3, 70_000),)),
    (rules.same_as_input, ((5, 3000),)),
    (rules.matmul, ((130, 700), (700, 140))),
    (get_op("conv2d").shape_rule, ((2, 5, 17, 19), (7, 5, 3, 3))),
    (sort, ((4, 5000),)),
)
"""Shape rules with operand shapes that need several blocks, tails, or several launches."""


def tried(names: Sequence[str] = ()) -> dict[str, Shapes]:
    """Return the shapes of operands for each op that is tried.

    Candidates have operands and results in binary32, and a shape rule in SHAPES. All candidates in
    `names` are tried; without names, the first op of each rule.
    """
    found: dict[str, Shapes] = {}
    for rule, shapes in SHAPES:
        fits = [op.name for op in all_ops().values() if _fits(op, rule, len(shapes))]
        chosen = [name for name in fits if name in names] if names else fits[:1]
        found |= dict.fromkeys(chosen, shapes)
    return found


def _fits(op: Op, rule: ShapeRule, operands: int) -> bool:
    signature = (("f32",) * operands, ("f32",))
    return op.shape_rule is rule and signature in op.signatures


@click.command(epilog="Example: python -m samebits.backends.cuda.probe --device gpu0")
@click.option("--device", default="gpu0", show_default=True, help="A device of the backend cuda.")
@click.option("--op", "ops", multiple=True, help="Only this op; repeatable.")
def main(device: str, ops: tuple[str, ...]) -> None:
    """Try a device in a few seconds. Exit status 1 if anything fails or differs."""
    failed = False
    try:
        with backend.open(device) as session:
            for name, text in session.environment().items():
                print(f"{name}: {text}")
            for op, shapes in tried(ops).items():
                failed |= not _try(session, op, shapes)
    except BackendError as error:
        sys.exit(f"error: {error}")
    sys.exit(1 if failed else 0)


def _try(session: CudaSession, op: str, shapes: Sequence[tuple[int, ...]]) -> bool:
    """Run one op in all ways and print one line. Return whether all results have equal bytes."""
    rng = np.random.default_rng(1)
    call = get_op(op).call(["f32"] * len(shapes), ["f32"])
    operands = [rng.standard_normal(shape).astype(np.float32) for shape in shapes]
    results: dict[str, bytes] = {}
    times = []
    for way, run in _ways(session):
        started = time.perf_counter()
        try:
            results[way] = run(call, operands)
        except Exception as error:
            print(f"{op}: {way}: {error}")
            return False
        times.append(f"{way} {1e3 * (time.perf_counter() - started):.2f} ms")
    apart = [way for way, data in results.items() if data != results["host"]]
    if op == "add" and results["host"] != (operands[0] + operands[1]).tobytes():
        apart.append("NumPy")
    print(f"{op}: {', '.join(times)}" + (f"; OTHER BYTES: {', '.join(apart)}" if apart else ""))
    return not apart


Way = Callable[[Call, Sequence[Array]], bytes]


def _ways(session: CudaSession) -> Iterator[tuple[str, Way]]:
    """Yield each way to run a call on the device: its name, and a function."""

    def host(call: Call, operands: Sequence[Array]) -> bytes:
        outputs = _outputs(call, operands, np.empty)
        session.run(call, operands, outputs)
        return b"".join(x.tobytes() for x in outputs)

    def thread(call: Call, operands: Sequence[Array]) -> bytes:
        return _in_a_thread(lambda: way(call, operands))

    way: Way = host
    yield "host", host
    yield "host again", host
    if session.device.startswith("gpu"):
        cupy = importlib.import_module("cupy")

        def there(call: Call, operands: Sequence[Array]) -> bytes:
            outputs = _outputs(call, operands, cupy.empty)
            session.run(call, [cupy.asarray(x) for x in operands], outputs)
            with session.machine.selected():
                session.machine.synchronize()
            return b"".join(cupy.asnumpy(x).tobytes() for x in outputs)

        def stream(call: Call, operands: Sequence[Array]) -> bytes:
            own = cupy.cuda.Stream(non_blocking=True)
            cupy.cuda.runtime.deviceSynchronize()
            session.configure(stream=own.ptr)
            try:
                with own:
                    return there(call, operands)
            finally:
                session.configure(stream=0)

        way = there
        yield "on the device", there
        yield "stream", stream
    yield "thread", thread


def _outputs(call: Call, operands: Sequence[Array], empty: Callable[..., Any]) -> list[Any]:
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])
    formats = {"f32": np.float32, "i64": np.int64}
    return [empty(s, formats[f]) for s, f in zip(shapes, call.outputs, strict=True)]


def _in_a_thread(run: Callable[[], bytes]) -> bytes:
    kept: list[bytes | BaseException] = []

    def body() -> None:
        try:
            kept.append(run())
        except BaseException as error:
            kept.append(error)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    (result,) = kept
    if isinstance(result, BaseException):
        raise result
    return result


if __name__ == "__main__":
    main()
