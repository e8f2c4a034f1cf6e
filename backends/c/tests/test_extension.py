"""Test that a call has the same bits or error through the extension module and through ctypes."""

from __future__ import annotations

import array
import gc
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.backends.c import backend, session as session_module
from samebits.backends.c.library import widest_device
from samebits.backends.c.session import CSession
from samebits.backends.c.tests.garbage import no_collection
from samebits.backends.c.tests.marks import needs_extension
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import FLOAT_FORMATS, FORMATS, from_bits, get_format
from samebits.spec.language.call import Call

ADD = get_op("add").call(["f32", "f32"])
NEG = get_op("neg").call(["f32"])
EXP = get_op("exp").call(["f32"])


@needs_extension
def test_calls_take_the_extension_module_wherever_it_can_be_built(session: CSession) -> None:
    assert session.environment()["calls"] == "extension"


def without_extension(device: str) -> CSession:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_module, "load_extension", lambda digest: None)
        return backend.open(device)


def no_other_way(*_: object) -> None:
    raise AssertionError("this call went through ctypes")


@pytest.fixture
def quick(session: CSession, monkeypatch: pytest.MonkeyPatch) -> CSession:
    """Return a session that fails if the extension module does not handle a call."""
    monkeypatch.setattr(session, "_call", no_other_way)
    return session


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[CSession, CSession]]:
    device = widest_device()
    with backend.open(device) as one, without_extension(device) as other:
        yield one, other


def made(name: str, shape: tuple[int, ...], seed: int = 0) -> Array:
    """Return an array of random bit patterns, or of random truth values for bool."""
    form = get_format(name)
    size = int(np.prod(shape)) * form.bits // 8
    raw = np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)
    if name == "bool":
        return (raw % 2).astype(np.bool_).reshape(shape)
    return from_bits(raw.view(form.bits_dtype).reshape(shape), name)


def unaligned(x: Array) -> Array:
    view = np.zeros(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
    view[...] = x
    return view


def frozen(x: Array) -> Array:
    x = x.copy()
    x.flags.writeable = False
    return x


LAYOUTS: dict[str, Callable[[str], Array]] = {
    "contiguous": lambda f: made(f, (3, 5)),
    "scalar": lambda f: made(f, (1,)).reshape(()),
    "one element": lambda f: made(f, (1,)),
    "empty": lambda f: made(f, (0,)),
    "empty, of rank 3": lambda f: made(f, (4, 0, 2)),
    "strided": lambda f: made(f, (6, 10))[::2, 1::3],
    "reversed": lambda f: made(f, (7,))[::-1],
    "transposed": lambda f: made(f, (3, 4, 5)).transpose(2, 0, 1),
    "broadcast": lambda f: np.broadcast_to(made(f, (4, 1)), (4, 6)),
    "one element, far stride": lambda f: made(f, (9,))[4::100],
    "unaligned": lambda f: unaligned(made(f, (5, 3))),
    "unaligned, reversed": lambda f: unaligned(made(f, (12,)))[::-2],
    "read-only": lambda f: frozen(made(f, (8,))),
    "of rank 32": lambda f: made(f, (2,) * 3 + (1,) * 29),
    "many elements": lambda f: made(f, (5000,)),
    "broadcast, perhaps written": lambda f: np.broadcast_arrays(made(f, (4,)), made(f, (4,)))[0],
}


@needs_extension
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", FORMATS)
def test_usual_arrays_are_taken_and_have_the_bits_of_the_other_way(
    both: tuple[CSession, CSession], monkeypatch: pytest.MonkeyPatch, name: str, layout: str
) -> None:
    one, other = both
    monkeypatch.setattr(one, "_call", no_other_way)
    x = LAYOUTS[layout](name)
    calls = {"eq": get_op("eq").call([name, name])}
    if name in FLOAT_FORMATS:
        calls["neg"] = get_op("neg").call([name])
    for call in calls.values():
        results = []
        for session in (one, other):
            result = np.full(x.shape, 1, get_format(call.outputs[0]).dtype)
            session.run(call, [x] * len(call.inputs), [result])
            results.append(result.tobytes())
        assert results[0] == results[1]


@st.composite
def views(draw: st.DrawFn, shape: tuple[int, ...], *, repeated: bool) -> Array:
    """Draw an f32 array with random strides, axis order and alignment.

    Strides may be zero if `repeated` is set.
    """
    steps = [
        draw(st.sampled_from((1, 2, -1, -2, 0) if repeated else (1, 2, -1, -2))) for _ in shape
    ]
    room = [n * abs(k) if k else 1 for n, k in zip(shape, steps, strict=True)]
    order = draw(st.permutations(range(len(shape))))
    memory = made("f32", tuple(room[i] for i in order), draw(st.integers(0, 9)))
    if draw(st.booleans()):
        memory = unaligned(memory)
    x = memory.transpose(np.argsort(order))[(..., *(slice(None, None, k or 1) for k in steps))]
    return np.broadcast_to(x, shape) if 0 in steps else x


@st.composite
def operands(draw: st.DrawFn) -> list[Array]:
    """Draw two inputs and an output of the same shape, each in a random layout."""
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    return [draw(views(shape, repeated=repeated)) for repeated in (True, True, False)]


@given(operands())
def test_any_layout_has_the_bits_of_the_other_way(
    both: tuple[CSession, CSession], arrays: list[Array]
) -> None:
    a, b, output = arrays
    results = []
    for session in both:
        output[...] = 7
        session.run(ADD, [a, b], (output,))
        results.append(output.tobytes())
    assert results[0] == results[1]


def test_an_output_over_an_input_works_as_if_that_had_been_copied(
    both: tuple[CSession, CSession],
) -> None:
    results = []
    for session in both:
        memory = made("f32", (100,))
        session.run(NEG, [memory[:-1]], [memory[1:]])
        session.run(NEG, [memory], [memory])
        results.append(memory.tobytes())
    assert results[0] == results[1]


def outcome(session: CSession, call: Call, inputs: Any, outputs: Any) -> tuple[object, ...]:
    """Return the error of a call, or the bytes of its outputs."""
    try:
        session.run(call, inputs, outputs)
    except Exception as error:
        return type(error), str(error)
    return tuple(np.asarray(x).tobytes() for x in outputs)


def masked(x: Array) -> Array:
    return np.ma.masked_array(x, mask=[True] + [False] * (x.size - 1))


X = np.ones(4, np.float32)
INPUTS: dict[str, Callable[[], Any]] = {
    "i32": lambda: np.ones(4, np.int32),
    "u32": lambda: np.ones(4, np.uint32),
    "f64": lambda: np.ones(4, np.float64),
    "of the other byte order": lambda: X.astype(X.dtype.newbyteorder()),
    "of another length": lambda: np.ones(5, np.float32),
    "of another rank": lambda: np.ones((2, 2), np.float32),
    "of rank 33": lambda: np.ones((1,) * 33, np.float32),
    "of a dtype that is equal": lambda: pickle.loads(pickle.dumps(X)),
    "a matrix": lambda: np.ones((2, 2), np.float32).view(np.matrix),
    "masked": lambda: masked(X.copy()),
    "a record": lambda: np.zeros(4, [("a", np.float32)]),
    "objects": lambda: np.ones(4, object),
    "a list": lambda: [1.0] * 4,
    "None": lambda: None,
    "a number": lambda: 1.0,
    "a scalar": lambda: np.float32(1),
    "a memoryview": lambda: memoryview(X),
    "an array.array": lambda: array.array("f", [1.0] * 4),
    "bytes": lambda: bytes(16),
    "a dtype": lambda: X.dtype,
}


def without_rank_33(name: str) -> bool:
    return name == "of rank 33" and np.lib.NumpyVersion(np.__version__) < "2.0.0"


@pytest.mark.parametrize("name", INPUTS)
def test_unusual_operands_end_alike(both: tuple[CSession, CSession], name: str) -> None:
    if without_rank_33(name):
        pytest.skip("this NumPy has no more than 32 axes")
    x = INPUTS[name]()
    for inputs, output in (([x], X), ([X], x)):
        ends = []
        for session in both:
            place = output.copy() if isinstance(output, np.ndarray) else output
            ends.append(outcome(session, NEG, inputs, [place]))
        assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [("bool", np.uint8), ("u8", np.bool_), ("u8", np.int8), ("f16", np.uint16), ("bf16", np.uint16),
     ("bf16", np.float16), ("f8e5m2", ml_dtypes.float8_e4m3fn), ("f8e5m2", np.uint8),
     ("i64", np.uint64), ("i64", np.longlong), ("i64", "M8[s]"), ("i32", np.float32)],
)  # fmt: skip
def test_a_dtype_of_the_same_size_passes_for_no_other(
    both: tuple[CSession, CSession], wanted: str, given: Any
) -> None:
    call = get_op("eq").call([wanted, wanted])
    right, wrong = np.zeros(3, get_format(wanted).dtype), np.zeros(3, given)
    ends = [outcome(s, call, [right, wrong], [np.zeros(3, np.bool_)]) for s in both]
    assert ends[0] == ends[1]
    if given is not np.longlong:  # longlong is another name of int64
        assert f"but must be {wanted}" in str(ends[0][1])


def test_wrong_calls_end_alike(both: tuple[CSession, CSession]) -> None:
    written = X.copy()
    overlapping = np.lib.stride_tricks.as_strided(written, (4,), (2,))
    wrong: list[tuple[Call, Any, Any]] = [
        (ADD, [X], [X.copy()]),
        (ADD, [X, X], []),
        (ADD, [X, X], [X.copy(), X.copy()]),
        (ADD, [X, X], [frozen(X)]),
        (ADD, [X, X], [overlapping]),
        (ADD, [X, X], [np.broadcast_to(X, (3, 4))]),
        (ADD, None, [X.copy()]),
        (ADD, [X, X], None),
        (ADD, iter([X, X]), [X.copy()]),
        (ADD, np.stack([X, X]), [X.copy()]),  # an array; its rows are the inputs
        (ADD, {0: X, 1: X}, [X.copy()]),
        (ADD, "ab", [X.copy()]),
        (Call("nonesuch", 1, ("f32",), ("f32",)), [X], [X.copy()]),
        (Call("neg", 1, ("i32",), ("i32",)), [np.ones(4, np.int32)], [np.ones(4, np.int32)]),
        (Call("neg", 1, ("f32",), ("f32",), {"axis": 1}), [X], [X.copy()]),
        (Call("neg", 1, ("f32",) * 9, ("f32",)), [X] * 9, [X.copy()]),
    ]
    for call, inputs, outputs in wrong:
        ends = [outcome(session, call, inputs, outputs) for session in both]
        assert ends[0] == ends[1], (call, inputs)


@needs_extension
def test_lists_and_tuples_and_many_calls(quick: CSession) -> None:
    result = np.empty(4, np.float32)
    for _ in range(3):
        quick.run(ADD, (X, X), [result])
        quick.run(ADD, [X, X], (result,))
        quick.run(get_op("add").call(["f32", "f32"]), [X, result], [result])
        assert (result == 3).all()
        quick.configure(threads=1)


def test_nothing_holds_an_array_after_a_call(both: tuple[CSession, CSession]) -> None:
    for session in both:
        x, y = np.ones(4, np.float32), np.ones(4, np.float32)
        calls = (([x], [y]), ([x[:3]], [y]), ([x, y], [y]), ([x], [None]), ([y[1:]], [y[:-1]]))
        with no_collection():
            before = sys.getrefcount(x), sys.getrefcount(y), sys.getrefcount(x.dtype)
            for inputs, outputs in calls * 50:
                outcome(session, NEG, inputs, outputs)
            assert (sys.getrefcount(x), sys.getrefcount(y)) == before[:2]
            assert abs(sys.getrefcount(x.dtype) - before[2]) < 50
        del calls, inputs, outputs
        x.resize(8)  # NumPy refuses this if the array has other references
        y.resize(8)


@needs_extension
def test_what_was_prepared_goes_with_its_session() -> None:
    dtype = get_format("f8e5m2").dtype
    call = get_op("neg").call(["f8e5m2"])
    x = np.zeros(2, dtype)
    with no_collection():
        before = sys.getrefcount(dtype)
        for _ in range(50):
            with backend.open(widest_device()) as session:
                session.run(call, [x], [x])
        gc.collect()
        assert abs(sys.getrefcount(dtype) - before) < 50


@needs_extension
def test_other_threads_run_python_during_a_large_call(quick: CSession) -> None:
    x = np.ones(1 << 21, np.float32)
    y = np.empty_like(x)
    quick.configure(threads=1)

    def runs_meanwhile() -> bool:
        events: list[str] = []
        started = threading.Event()

        def compute() -> None:
            started.set()
            quick.run(EXP, [x], [y])
            events.append("computed")

        thread = threading.Thread(target=compute)
        thread.start()
        started.wait()
        events.append("meanwhile")
        thread.join()
        return events[0] == "meanwhile"

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # Python does not force a thread to yield to others
    try:
        assert any(runs_meanwhile() for _ in range(100))
    finally:
        sys.setswitchinterval(interval)


@needs_extension
def test_small_and_large_calls_from_several_threads_at_once(quick: CSession) -> None:
    sizes = (1, 100, 5000, 300_001)
    inputs = [made("f32", (n,), n) for n in sizes]
    wanted = []
    for x in inputs:
        y = np.empty_like(x)
        quick.run(EXP, [x], [y])
        wanted.append(y.tobytes())
    failed: list[int] = []

    def work(index: int) -> None:
        x = inputs[index % len(inputs)]
        y = np.empty_like(x)
        for _ in range(20):
            y[...] = 0
            quick.run(EXP, [x], [y])
            if y.tobytes() != wanted[index % len(inputs)]:
                failed.append(index)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
