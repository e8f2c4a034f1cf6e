"""Laws: they hold for a right session, and each is broken by a session that is wrong in its way."""

import numpy as np
import pytest

from samebits.backends.protocol import Supported, Unsupported
from samebits.conformance import fenv
from samebits.conformance.laws.batching import batch_axes
from samebits.conformance.laws.catalog import LawCase, all_law_cases, all_laws
from samebits.conformance.laws.law import Bench, NotPossibleError
from samebits.conformance.laws.layouts import LAYOUTS, at_offset, placed, shifted
from samebits.conformance.laws.specimens import specimens
from samebits.conformance.tests import fakes
from samebits.spec.catalog import all_ops
from samebits.spec.formats import bits_of, is_nan_bits


def findings(session, law, op="add"):
    bench = Bench(session)
    found = (all_laws()[law].check(bench, s) for s in LawCase(law, op, "f32").specimens())
    return [f for f in found if f is not None]


def test_laws_are_found_by_walking_the_folder():
    assert list(all_laws()) == sorted(
        ["alignment", "batch", "broadcast", "environment", "neighbours", "order", "run_to_run",
         "split", "strides", "threads", "windows"]
    )  # fmt: skip


def test_every_op_and_label_has_specimens_that_its_shape_rule_accepts():
    for op in all_ops().values():
        for label in op.labels():
            for specimen in specimens(op.name, label):
                assert op.output_shapes(specimen.call, specimen.shapes)
                assert [x.shape for x in specimen.operands()] == list(specimen.shapes)


def test_specimens_are_the_same_every_time_and_read_only():
    for specimen in specimens("fma", "bf16"):
        for a, b in zip(specimen.operands(), specimen.operands(), strict=True):
            assert np.array_equal(bits_of(a), bits_of(b))
            assert not a.flags.writeable


def test_wild_operands_hold_nan_infinities_zeros_and_subnormals():
    (operand, _) = specimens("add", "f32")[0].operands()
    bits = bits_of(operand)
    exponents = (bits >> 23) & 0xFF
    assert is_nan_bits(bits, "f32").any()
    assert np.isinf(operand).any()
    assert ((exponents == 0) & (bits & 0x7FFFFF != 0)).sum() > 50
    assert (bits == 0x80000000).any()


def test_law_ids_are_unique_and_smoke_is_a_small_part():
    cases = all_law_cases()
    assert len({case.id for case in cases}) == len(cases)
    smoke = [case for case in cases if case.level == "smoke"]
    assert 0 < len(smoke) < len(cases) / 5
    assert LawCase("threads", "sum", "f32").profile == "reduce"


@pytest.mark.parametrize("op", ["add", "mul", "sum"])
@pytest.mark.parametrize("law", sorted(all_laws()))
def test_a_right_session_obeys(law, op):
    if not LawCase(law, op, "f32").specimens():
        assert law == "windows" or (law, op) in {("split", "add"), ("split", "mul")}
        return
    if law == "threads":
        with pytest.raises(NotPossibleError):
            findings(fakes.RightSession(), law, op)
        return
    assert findings(fakes.RightSession(), law, op) == []


class Threaded(fakes.RightSession):
    """The last bit depends on the number of threads."""

    def __init__(self):
        self.threads = 1

    def configure(self, *, threads=None, stream=None):
        self.threads = threads

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right * np.float32(1 + 2.0**-20) if self.threads == 7 else right


class LayoutMinded(fakes.RightSession):
    """Adds in another order where the operand is not contiguous."""

    def value(self, call, inputs):
        if call.op == "sum" and not inputs[0].flags.c_contiguous:
            return super().value(call, [inputs[0][..., ::-1]])
        return super().value(call, inputs)


class AddressMinded(fakes.RightSession):
    """Adds in another order where the operand does not start at a multiple of 4."""

    def value(self, call, inputs):
        if inputs[0].ctypes.data % 4:
            return super().value(call, [inputs[0][..., ::-1]])
        return super().value(call, inputs)


class SizeMinded(fakes.RightSession):
    """Small batches take another path."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right if inputs[0].size > 300 else right + np.float32(0.25)


class Leaking(fakes.RightSession):
    """The largest element of the batch shifts all others."""

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right + np.float32(2.0**-140) if np.isnan(inputs[0]).all(axis=-1).any() else right


class Naive(fakes.RightSession):
    """Computes in whatever environment it is called."""

    def run(self, call, inputs, outputs):
        with np.errstate(all="ignore"):
            outputs[0][...] = fakes.canonical(self.value(call, inputs))


class Unrestoring(fakes.RightSession):
    """Leaves the default environment behind."""

    def run(self, call, inputs, outputs):
        super().run(call, inputs, outputs)
        layout = fenv._layout()
        saved = bytearray(fenv._read().raw)
        saved[layout.offset : layout.offset + 4] = (0x1F80).to_bytes(4, "little")
        fenv._write(fenv.ctypes.create_string_buffer(bytes(saved), 256))


class Sequential(fakes.RightSession):
    """Sums from left to right."""

    def value(self, call, inputs):
        axes = call.attributes["axes"]
        keep = call.attributes["keepdims"]
        x = inputs[0]
        axes = tuple(range(x.ndim)) if axes is None else axes
        moved = np.moveaxis(x, axes, range(x.ndim - len(axes), x.ndim))
        flat = moved.reshape(*moved.shape[: x.ndim - len(axes)], -1)
        total = np.add.accumulate(flat, axis=-1, dtype=np.float32)[..., -1]
        return np.expand_dims(total, axes) if keep else total


@pytest.mark.parametrize(
    ("law", "session", "op", "said"),
    [
        ("run_to_run", fakes.Remembering, "mul", "run 2 differs from run 1"),
        ("order", fakes.Remembering, "mul", "after the same call"),
        ("threads", Threaded, "add", "7 threads give other bits than 1"),
        ("strides", LayoutMinded, "sum", "operands negative and result negative give other bits"),
        ("broadcast", LayoutMinded, "sum", "stride 0"),
        ("alignment", AddressMinded, "sum", "byte offsets [1]"),
        ("batch", SizeMinded, "add", "run alone have other bits than in the batch"),
        ("neighbours", Leaking, "sum", "when its neighbours are NaN"),
        ("environment", Naive, "sum", "other bits where the caller has"),
        ("environment", Unrestoring, "add", "came back as default"),
        ("split", Sequential, "sum", "the two halves added"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, session, op, said):
    found = findings(session(), law, op)
    assert found
    assert said in found[0].text


def test_the_threads_are_put_back_to_the_usual_setting():
    session = Threaded()
    all_laws()["threads"].check(Bench(session, 3), specimens("add", "f32")[0])
    assert session.threads == 3


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@pytest.mark.parametrize("shape", [(), (1,), (7,), (3, 5), (2, 3, 4)])
def test_a_layout_moves_no_bit(layout, shape):
    array = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape)
    copy = placed(array, layout)
    assert copy.shape == shape
    assert isinstance(copy, np.ndarray)
    assert np.array_equal(copy, array)


@pytest.mark.parametrize("offset", [0, 1, 3, 63])
def test_an_offset_is_a_byte_offset(offset):
    array = np.arange(6, dtype=np.float64).reshape(2, 3)
    assert at_offset((2, 3), "f64", offset).ctypes.data % 64 == offset
    assert np.array_equal(shifted(array, offset), array)


@pytest.mark.parametrize("name", [n for n, op in all_ops().items() if op.name != "dot"])
def test_T2_batch_axes_have_the_size_of_the_results_axis(name):
    op = all_ops()[name]
    label = next(iter(op.labels()))
    for specimen in specimens(name, label):
        (result,) = op.output_shapes(specimen.call, specimen.shapes)
        for axis in batch_axes(specimen.call, specimen.shapes):
            assert axis.size(specimen.shapes) == result[axis.result]


def test_an_op_that_no_scene_covers_is_reported_by_this_support_type():
    assert Supported()
    assert not Unsupported("x")


def test_no_law_has_an_item_that_checks_nothing():
    labels = {(c.op, c.label) for c in all_law_cases() if c.law == "split"}
    assert labels == {(op, f) for op in ("sum", "dot", "matmul", "bmm") for f in ("f32", "f64")}
    for case in all_law_cases():
        assert case.specimens()
