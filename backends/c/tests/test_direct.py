"""Test prepared calls of the C backend on operands that the extension module handles itself."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from samebits.backends.c import backend
from samebits.backends.c.extension import exchange_of, load_extension
from samebits.backends.c.library import widest_device
from samebits.backends.c.session import CSession
from samebits.backends.c.tests.garbage import no_collection
from samebits.backends.c.tests.marks import needs_extension
from samebits.backends.prepared import prepare
from samebits.backends.protocol import PreparedCall
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, get_format

pytestmark = needs_extension

ADD = get_op("add").call(["f32", "f32"])
EXP = get_op("exp").call(["f32"])


def no_other_way(*operands: object) -> None:
    raise AssertionError("this call went through NumPy")


def quick(session: CSession, call: Any, *, broadcast: bool = False) -> PreparedCall:
    """Return a prepared call that fails if the extension module does not handle its operands."""
    return session.prepare(call, no_other_way, broadcast=broadcast)


def imported() -> Any:
    """Return PyTorch, or skip the test if C code cannot read its tensors."""
    torch = pytest.importorskip("torch", reason="no PyTorch: its tensors are not tried")
    if exchange_of(torch.Tensor) is None:
        pytest.skip("this PyTorch, older than 2.10, does not lend its tensors to C")
    return torch


def test_usual_arrays_and_broadcast_ones_are_taken(session: CSession) -> None:
    add = quick(session, ADD, broadcast=True)
    a, b = np.ones((6, 8), np.float32)[::2, ::-1], np.ones((3, 1), np.float32)
    result = np.zeros((3, 8), np.float32)
    for operands in ((a, b), (b, a), (b[0], a), (a, np.ones((), np.float32))):
        add(*operands, result)
        assert (result == 2).all()
        add(result, *operands[:1], result)
        assert (result == 3).all()


@pytest.mark.parametrize("name", FORMATS)
def test_tensors_of_every_format_are_taken(session: CSession, name: str) -> None:
    torch = imported()
    form = get_format(name)
    zeros = torch.zeros(2, 3, dtype=getattr(torch, form.dtype.name))
    result = torch.zeros(2, 3, dtype=torch.bool)
    quick(session, get_op("eq").call([name, name]), broadcast=True)(zeros, zeros[:, 1:2], result)
    assert result.all()


def test_tensors_arrays_and_parameters_meet_in_one_call(session: CSession) -> None:
    torch = imported()
    add = quick(session, ADD, broadcast=True)
    for x in (torch.ones(3), torch.nn.Parameter(torch.ones(3)), torch.ones(3, 2).t()[0]):
        for y in (np.ones(3, np.float32), torch.ones(()), x):
            result = torch.zeros(3)
            add(x, y, result)
            add(result, y, result)
            assert result.tolist() == [3, 3, 3]


def test_more_types_than_are_remembered_go_the_other_way(session: CSession) -> None:
    taken: list[type] = []
    call = session.prepare(EXP, lambda *x: taken.append(type(x[0])))
    kinds = [type(f"Kind{i}", (), {}) for i in range(9)]
    for kind in (*kinds, *kinds):
        call(kind(), np.zeros(1, np.float32))
    assert taken == [*kinds, *kinds]


def test_a_class_derived_from_tensor_goes_the_other_way(session: CSession) -> None:
    torch = imported()
    kind = type("Mine", (torch.Tensor,), {})
    with pytest.raises(AssertionError, match="through NumPy"):
        quick(session, EXP)(torch.ones(2).as_subclass(kind), torch.ones(2))


RUN = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t),
)


def spied(session: CSession, see: Callable[[int], None]) -> tuple[PreparedCall, object]:
    """Return a call of exp that only reports its number of threads, and an object to keep alive."""

    @RUN
    def run(call: int, *others: object) -> int:
        see(int.from_bytes(ctypes.string_at(call + 28, 4), sys.byteorder))
        return 0

    address = ctypes.cast(run, ctypes.c_void_p).value
    assert address is not None
    session._run_address = address
    return quick(session, EXP), run


def test_a_prepared_call_reads_the_number_of_threads_when_it_is_called() -> None:
    session, seen = backend.open(widest_device()), list[int]()
    call, kept = spied(session, seen.append)
    x = np.zeros(3, np.float32)
    for threads in (0, 2, 1, 7):
        session.configure(threads=threads)
        call(x, x)
    del session
    call(x, x)
    assert seen == [0, 2, 1, 7, 7]
    del call, kept


def test_the_number_of_threads_applies_to_both_ways_at_once(session: CSession) -> None:
    x = np.ones(3, np.float32)
    session.shares_all = False
    session.run(EXP, [x], [x.copy()])
    session.configure(threads=3)
    entry = session._prepared[id(EXP)]
    session._call(entry, [x], [x.copy()])
    assert entry.struct.threads == 3


def test_nothing_holds_an_operand_after_a_call(session: CSession) -> None:
    torch = imported()
    add = prepare(session, ADD, broadcast=True)
    x, y = np.ones(4, np.float32), torch.ones(4)
    calls = ((x, x, x), (y, y, y), (x, y, y), (x[:3], y, y), (x[1:], x[1:], x[:-1]), (x, None, x))
    with no_collection():
        before = sys.getrefcount(x), sys.getrefcount(y), sys.getrefcount(None)
        for operands in calls * 50:
            try:
                add(*operands)
            except Exception as error:
                error.__traceback__ = None
        del operands
        assert (sys.getrefcount(x), sys.getrefcount(y)) == before[:2]
        assert abs(sys.getrefcount(None) - before[2]) < 50


def test_what_was_prepared_goes_when_nobody_has_it(session: CSession) -> None:
    otherwise = [no_other_way]

    def other(*operands: object) -> None:
        otherwise[0](*operands)

    before = sys.getrefcount(other), sys.getrefcount(session._threads)
    for _ in range(20):
        session.prepare(ADD, other)(*[np.ones(2, np.float32)] * 3)
    assert (sys.getrefcount(other), sys.getrefcount(session._threads)) == before


def test_a_call_of_more_operands_than_the_module_takes_goes_the_other_way() -> None:
    extension = load_extension(backend.open(widest_device()).environment()["source_digest"])
    assert extension is not None
    many = (0, 0, 0, 1, (0,) * 17, (np.dtype("f8"),) * 17, np.ndarray)
    assert extension.prepare(*many) is None
    assert extension.direct(*many, False, exchange_of, no_other_way, None) is None


def test_one_prepared_call_serves_threads_at_once(session: CSession) -> None:
    torch = imported()
    call = quick(session, EXP)
    inputs = [torch.randn(n) for n in (1, 100, 5000, 300_001)] * 2
    wanted = [torch.zeros_like(x) for x in inputs]
    for x, y in zip(inputs, wanted, strict=True):
        call(x, y)

    def same(index: int) -> bool:
        results = [torch.zeros_like(inputs[index]) for _ in range(20)]
        for result in results:
            call(inputs[index], result)
        return all(torch.equal(result, wanted[index]) for result in results)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(same, range(len(inputs))))
