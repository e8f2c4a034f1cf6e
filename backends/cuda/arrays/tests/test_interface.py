"""Tests of arrays with the CUDA array interface: exact type strings, and one-line errors."""

import ml_dtypes
import numpy as np
import pytest

from samebits.backends.cuda.arrays import interface
from samebits.backends.cuda.arrays.layout import Kind, Layout
from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.tests.doubles import NumberedMachine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS

ADD = get_op("add").call(["f32", "f32"])
ONES = np.ones(4, np.float32)


class Shown:
    """An array with its own memory. `changes` replace entries of its interface."""

    def __init__(self, machine, **changes):
        self.there = resident(machine, ONES)
        self.shown = {**self.there.__cuda_array_interface__, **changes}
        self.shown = {k: v for k, v in self.shown.items() if v is not KeyError}

    @property
    def __cuda_array_interface__(self):
        if isinstance(self.shown.get("shape"), Exception):
            raise self.shown["shape"]
        return self.shown


@pytest.fixture
def session():
    with CudaSession("gpu0", NumberedMachine()) as opened:
        yield opened


@pytest.mark.parametrize("name", FORMATS)
def test_a_dtype_tells_every_format_exactly(session, name):
    there = resident(session.machine, np.zeros(3, FORMATS[name].dtype))
    layout = Layout(*interface.look_at(session.machine, there)[2])
    assert layout.strides_of(name) == (FORMATS[name].bits // 8,)
    for other in FORMATS:
        if other != name:
            with pytest.raises(BackendError, match=f"{other} is wanted"):
                layout.strides_of(other)


@pytest.mark.parametrize(
    ("typestr", "name"),
    [("<f4", "f32"), ("|u1", "u8"), ("<i8", "i64"), ("<V2", "bf16"), ("<f1", "f8e5m2")],
)
def test_a_type_string_alone_tells_a_format_where_only_one_has_it(session, typestr, name):
    shown = Shown(session.machine, typestr=typestr)
    layout = Layout(*interface.look_at(session.machine, shown)[2])
    assert layout.strides_of(name)


@pytest.mark.parametrize(
    ("typestr", "name", "text"),
    [
        ("<i4", "f32", "has dtype int32, f32 is wanted"),
        (">f4", "f32", "has dtype >f4, f32 is wanted in this machine's byte order"),
        ("|V2", "bf16", r"has dtype \|V2, bf16 is wanted; if these are its bits, give x.view\(ml"),
        ("<V1", "f8e4m3fn", "has dtype <V1, f8e4m3fn is wanted; if these are its bits"),
        ("|u1", "f8e5m2", "has dtype uint8, f8e5m2 is wanted; if these are its bits"),
        ("<q9", "f32", "has dtype <q9, f32 is wanted"),
        ("<c8", "f64", "has dtype complex64, f64 is wanted"),
    ],
)
def test_other_type_strings_are_refused(session, typestr, name, text):
    shown = Shown(session.machine, typestr=typestr)
    with pytest.raises(BackendError, match=f"operand 0 {text}"):
        session.run(get_op("neg").call([name]), [shown], [shown])


def test_a_type_that_is_no_format_is_called_by_its_name(session):
    there = resident(session.machine, np.zeros(3, ml_dtypes.float8_e4m3fnuz))
    with pytest.raises(BackendError, match="operand 0 has dtype float8_e4m3fnuz, f8e4m3fn is want"):
        session.run(get_op("neg").call(["f8e4m3fn"]), [there], [there])


def test_one_byte_types_of_ml_dtypes_share_a_type_string():
    """Check why `<V1` is refused and the other type strings are accepted."""
    types = [
        np.dtype(getattr(ml_dtypes, x))
        for x in dir(ml_dtypes)
        if x.startswith(("b", "f")) and isinstance(getattr(ml_dtypes, x), type) and x != "finfo"
    ]
    having = {s: [t.name for t in types if t.str == s] for s in ("<V1", "<V2", "<f1")}
    assert having["<V2"] == ["bfloat16"]
    assert having["<f1"] == ["float8_e5m2"]
    assert len(having["<V1"]) > 1


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"shape": (-4,)}, r"has a negative length in its shape \(-4,\)"),
        ({"strides": (4, 4)}, "has 2 strides for 1 axes"),
        ({"strides": (1 << 43,)}, r"reaches over \d+ bytes by its strides \(8796093022208,\)"),
        ({"mask": object()}, "has a mask, which kernels would ignore"),
        ({"data": KeyError}, "has an invalid CUDA array interface: KeyError"),
        ({"data": None}, "has an invalid CUDA array interface: TypeError"),
        (
            {"shape": ValueError("not now\nnor later")},
            "raises an error for its CUDA array interface: not now",
        ),
    ],
)
def test_an_interface_that_is_wrong_is_one_line(session, changes, text):
    x, y = Shown(session.machine), Shown(session.machine, **changes)
    with pytest.raises(BackendError, match=f"operand 1 {text}") as caught:
        session.run(ADD, [x, y], [x])
    assert "\n" not in str(caught.value)


def test_a_result_whose_elements_share_memory_is_refused_and_an_operand_is_not(session):
    x = resident(session.machine, np.arange(8, dtype=np.float32))
    y = resident(session.machine, ONES)
    for strides in ((0,), (2,)):
        with pytest.raises(BackendError, match="result 0 has elements that share memory"):
            session.run(ADD, [y, y], [x.view((4,), strides, 0)])
    session.run(ADD, [x.view((4,), (0,), 4)] * 2, [y])
    assert y.values().tolist() == [2] * 4


def test_where_an_array_lies_is_asked_unless_it_is_empty(session, monkeypatch):
    asked = []

    def misplaced(address):
        asked.append(address)
        return "lies on GPU 7" if len(asked) == 3 else ""

    monkeypatch.setattr(session.machine, "misplaced", misplaced)
    x, empty = resident(session.machine, ONES), resident(session.machine, ONES[:0])
    session.run(ADD, [empty, empty], [empty])
    assert asked == []
    with pytest.raises(BackendError, match="result 0 lies on GPU 7"):
        session.run(ADD, [x, x], [x])
    assert asked == [x.memory.address] * 3


def test_a_kind_is_one_object_for_each_type_string(session):
    looks = [
        interface.look_at(session.machine, Shown(session.machine, typestr="<V1")) for _ in range(2)
    ]
    kinds = [look[2][0] for look in looks]
    assert isinstance(kinds[0], Kind)
    assert kinds[0] is kinds[1]
