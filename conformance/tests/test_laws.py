"""Laws: they hold for a right session, and each is broken by a session that is wrong in its way."""

import threading
import time

import numpy as np
import pytest

from samebits.backends.protocol import Supported, Unsupported
from samebits.conformance import fenv
from samebits.conformance.laws.batching import batch_axes
from samebits.conformance.laws.catalog import LawCase, all_law_cases, all_laws
from samebits.conformance.laws.law import Bench, NotPossibleError
from samebits.conformance.laws.layouts import LAYOUTS, at_offset, placed, shifted
from samebits.conformance.laws.scene import all_scenes
from samebits.conformance.laws.specimens import specimens
from samebits.conformance.tests import fakes
from samebits.conformance.tests.saboteurs.base import NumpyRoute
from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops
from samebits.spec.formats import bits_of, is_nan_bits


def findings(session, law, op="add"):
    bench = Bench(session)
    label = next(name for name in all_ops()[op].labels() if name.startswith("f32"))
    found = (all_laws()[law].check(bench, s) for s in LawCase(law, op, label).specimens())
    return [f for f in found if f is not None]


def test_laws_are_found_by_walking_the_folder():
    known = {
        "alignment", "batch", "broadcast", "concurrent", "environment", "grouping", "neighbours",
        "order", "permutation", "prefix", "products", "reordering", "resorting", "run_to_run",
        "split", "strides", "threads", "windows",
    }  # fmt: skip
    assert list(all_laws()) == sorted(all_laws())
    assert known <= set(all_laws())


def test_every_op_and_label_has_specimens_that_its_shape_rule_accepts():
    for op in all_ops().values():
        for label in op.labels():
            for specimen in specimens(op.name, label):
                assert op.output_shapes(specimen.call, specimen.shapes)
                if not specimen.large:
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
        special = (
            "grouping",
            "permutation",
            "prefix",
            "products",
            "reordering",
            "resorting",
            "windows",
        )
        assert law in special or (law, op) in {("split", "add"), ("split", "mul")}
        return
    if law == "threads":
        with pytest.raises(NotPossibleError):
            findings(fakes.RightSession(), law, op)
        return
    assert findings(fakes.RightSession(), law, op) == []


@pytest.mark.parametrize(
    ("law", "op"),
    [
        ("permutation", "dot_exact"),
        ("permutation", "sum_exact"),
        ("prefix", "cumprod"),
        ("prefix", "cumsum"),
    ],
)
def test_the_numpy_route_obeys_the_laws_of_scans_and_exact_sums(law, op):
    assert findings(NumpyRoute(), law, op) == []


class Threaded(fakes.RightSession):
    """The last bit depends on the number of threads."""

    def __init__(self):
        self.threads = 1

    def configure(self, *, threads=None, stream=None):
        self.threads = threads

    def value(self, call, inputs):
        right = super().value(call, inputs)
        return right * np.float32(1 + 2.0**-20) if self.threads == 7 else right


class Sharing(fakes.RightSession):
    """Works in one buffer that all calls share, slowly."""

    def __init__(self):
        self.buffer = np.zeros(1 << 20, dtype=np.float32)

    def value(self, call, inputs):
        result = super().value(call, inputs)
        place = self.buffer[: result.size]
        place[...] = result.reshape(-1)
        time.sleep(0.001)
        return place.reshape(result.shape).copy()


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


class Scanning(fakes.RightSession):
    """cumsum and sum_exact by a function of the line; sums as they should be."""

    line = staticmethod(lambda x: np.add.accumulate(x, axis=0))

    def supports(self, call):
        return Supported() if call.op in ("cumsum", "sum_exact") else super().supports(call)

    def value(self, call, inputs):
        if call.op == "cumsum":
            moved = np.moveaxis(inputs[0], call.attributes["axis"], 0)
            return np.moveaxis(self.line(moved), 0, call.attributes["axis"])
        return super().value(call, inputs)


class Foreseeing(Scanning):
    """The length of the line shows in every element."""

    line = staticmethod(lambda x: x * np.float32(1 + len(x) * 2.0**-20))


class Routed(fakes.RightSession):
    """A right session for every op that the NumPy route knows."""

    def supports(self, call):
        return Supported()

    def run(self, call, inputs, outputs):
        outputs[0][...] = self.value(call, inputs)

    def value(self, call, inputs):
        return numpy_route.evaluate(call, inputs)[0]


class LeftToRight(Routed):
    """Adds scattered updates one after the other."""

    def value(self, call, inputs):
        if call.op != "scatter_add":
            return super().value(call, inputs)
        total, places = inputs[0].copy(), list(np.indices(inputs[1].shape))
        places[call.attributes["axis"]] = inputs[1]
        np.add.at(total, tuple(places), inputs[2])
        return total


class FirstRowOnly(Routed):
    """Reads the index of the first row for every row."""

    def value(self, call, inputs):
        if call.op == "gather" and inputs[1].ndim > 1:
            index = np.broadcast_to(inputs[1][:1], inputs[1].shape)
            return super().value(call, [inputs[0], index])
        return super().value(call, inputs)


class TiesTurned(Routed):
    """Sorts equal elements into the reverse of their order."""

    def value(self, call, inputs):
        if call.op != "sort":
            return super().value(call, inputs)
        return super().value(call, [np.flip(inputs[0], call.attributes["axis"])])


@pytest.mark.parametrize(
    ("law", "session", "op", "said"),
    [
        ("prefix", Scanning, "cumsum", "is not the sum of the elements up to it"),
        ("prefix", Foreseeing, "cumsum", "scanned alone give other bits"),
        ("permutation", Scanning, "sum_exact", "first along axis 0 give other bits"),
        ("run_to_run", fakes.Remembering, "mul", "run 2 differs from run 1"),
        ("order", fakes.Remembering, "mul", "after the same call"),
        ("threads", Threaded, "add", "7 threads give other bits than 1"),
        ("concurrent", Sharing, "add", "gets other bits while others make calls on others"),
        ("strides", LayoutMinded, "sum", "operands negative and result negative give other bits"),
        ("broadcast", LayoutMinded, "sum", "stride 0"),
        ("alignment", AddressMinded, "sum", "byte offsets [1]"),
        ("batch", SizeMinded, "add", "run alone have other bits than in the batch"),
        ("neighbours", Leaking, "sum", "when its neighbours are NaN"),
        ("environment", Naive, "sum", "other bits where the caller has"),
        ("environment", Unrestoring, "add", "came back as default"),
        ("split", Sequential, "sum", "the tree over the parts"),
        ("grouping", LeftToRight, "scatter_add", "the contributions to each destination"),
        ("reordering", FirstRowOnly, "gather", "reversed in the operands"),
        ("resorting", TiesTurned, "sort", "sorts to other bits"),
    ],
)
def test_a_session_that_breaks_the_law_is_found(law, session, op, said):
    found = findings(session(), law, op)
    assert found
    assert said in found[0].text


def test_T1_a_tree_that_is_right_at_the_root_only_breaks_the_split_law():
    class Halving(fakes.RightSession):
        """Cuts at the root, but adds 2^k terms from left to right."""

        def value(self, call, inputs):
            (x,) = inputs
            return super().value(call, inputs) if call.attributes["axes"] else self.total(x)

        def total(self, x):
            cut = 1 << (x.size - 1).bit_length() - 1 if x.size > 1 else 0
            if 2 * cut == x.size or x.size == 1:
                return np.add.accumulate(x)[-1]
            return self.total(x[:cut]) + self.total(x[cut:])

    found = findings(Halving(), "split", "sum")
    assert found
    assert "cut into 3 parts of 512" in found[0].text


def test_a_finding_says_what_the_two_sides_are():
    (found, *_) = findings(Threaded(), "threads")
    assert (found.sides, found.output) == (("1 thread", "7 threads"), 0)


def test_what_a_thread_raises_is_raised():
    class Refusing(fakes.RightSession):
        def run(self, call, inputs, outputs):
            if threading.current_thread() is not threading.main_thread():
                raise RuntimeError("only the main thread may call")
            super().run(call, inputs, outputs)

    with pytest.raises(RuntimeError, match="only the main thread"):
        findings(Refusing(), "concurrent")


@pytest.mark.parametrize(
    "op", [op for op in all_ops().values() if op.shape_rule in all_scenes("LARGE")]
)
def test_laws_about_threads_are_put_to_large_specimens(op):
    """Small ones are computed by one thread: the law would say nothing."""
    label = next(iter(op.labels()))
    for law in ("threads", "concurrent"):
        sizes = [max(map(np.prod, s.shapes)) for s in LawCase(law, op.name, label).specimens()]
        assert max(sizes) > 30_000
    sizes = [s.large for s in LawCase("strides", op.name, label).specimens()]
    assert not any(sizes)


@pytest.mark.parametrize(
    ("law", "op"),
    [("grouping", "scatter_add"), ("reordering", "gather"), ("resorting", "argsort")],
)
def test_a_right_session_obeys_the_laws_of_moves(law, op):
    bench = Bench(Routed())
    cases = [c for c in all_law_cases() if (c.law, c.op) == (law, op) and "f32" in c.label]
    assert cases
    for case in cases:
        assert [all_laws()[law].check(bench, s) for s in case.specimens()] == [None] * len(
            case.specimens()
        )


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
        result = op.output_shapes(specimen.call, specimen.shapes)[0]
        for axis in batch_axes(specimen.call, specimen.shapes):
            assert axis.size(specimen.shapes) == result[axis.result]


def test_an_op_that_no_scene_covers_is_reported_by_this_support_type():
    assert Supported()
    assert not Unsupported("x")


def test_no_law_has_an_item_that_checks_nothing():
    labels = {(c.op, c.label) for c in all_law_cases() if c.law == "split"}
    cut = ("sum", "prod", "dot", "matmul", "bmm", "linear")
    integers = {("sum", "i64"), ("prod", "i64")}
    assert {x for x in labels if "_to_" not in x[1]} == integers | {
        (op, f) for op in cut for f in ("f32", "f64")
    }
    assert {x[1].split("_to_")[1] for x in labels if "_to_" in x[1]} == {"f32", "i32", "i64"}
    for case in all_law_cases():
        assert case.specimens()
