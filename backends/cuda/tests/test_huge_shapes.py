"""Tests that calls on huge arrays are planned or refused, without truncated integers."""

import ast
import ctypes
import importlib
from pathlib import Path

import pytest

from samebits.backends import cuda
from samebits.backends.cuda.arrays.layout import Layout
from samebits.backends.cuda.choice import served
from samebits.backends.cuda.compiling.arguments import Arguments
from samebits.backends.cuda.planning.plans import Region
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.tests.huge import TOTALS, cases, strides
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.families.ordering import sort
from samebits.spec.families.scans import scan
from samebits.spec.formats import FORMATS
from samebits.spec.language.shapes import elementwise, reduction

ROOM = Path(cuda.__file__).parent
HOST = ("families", "launching", "launching/convolution", "launching/placing")
WAYS = 5


class Planner:
    """A driver with the properties of a GPU but without memory, for planning calls.

    Memory that outlives calls is never filled.
    """

    multiprocessors, shared_memory, capability = 132, 227 * 1024, 90

    def prepare(self, kernel, shape, sizes):
        assert 1 <= shape.grid[0] < 2**31
        assert all(1 <= n < 65536 for n in shape.grid[1:])
        threads = shape.block[0] * shape.block[1] * shape.block[2]
        assert 1 <= threads <= 1024
        assert 0 <= shape.shared <= self.shared_memory
        assert all(0 < size <= 4096 for size in sizes)

    def allocate(self, size):
        return Region(1 << 20, size)

    def upload(self, memory, offset, data):
        pass

    def start(self, prepared, arguments):
        pass

    def synchronize(self):
        pass


def layouts(call, shapes, way):
    """Return layouts in which operands have the strides `way` of huge.py.

    Results are contiguous. Operands with gaps are at odd addresses.
    """
    formats = (*call.inputs, *call.outputs)
    made = []
    for i, (name, shape) in enumerate(zip(formats, shapes, strict=True)):
        mine = way if i < len(call.inputs) else 0
        form = FORMATS[name]
        steps = strides(shape, form.bits // 8, mine)
        made.append(Layout(form.dtype, shape, steps, int(mine == 2)))
    return made


@pytest.mark.parametrize("op", served())
def test_every_op_is_planned_for_huge_arrays_as_they_lie_in_any_way(op):
    session = CudaSession("planner", Planner())
    seen = set()
    for number, (call, shapes) in enumerate(cases(op)):
        results = get_op(op).output_shapes(call, shapes)
        for way in {0, 1 + number % (WAYS - 1)}:
            planned = session._plan(call, layouts(call, (*shapes, *results), way), ())
            seen.add(way)
            for step in planned.plan.steps:
                assert all(0 <= size < 2**43 for _, size in step.new), call
    assert seen == set(range(WAYS))


ALONG = [
    name
    for name in served()
    if get_op(name).shape_rule in (elementwise, reduction, scan, sort)
    and any({*i, *o} == {"f32"} for i, o in get_op(name).signatures)
]
"""Ops in binary32 on arrays of any length. Their work is proportional to the length."""


def test_numbers_of_elements_stand_in_the_arguments_as_they_are():
    session = CudaSession("planner", Planner())
    for total in TOTALS:
        for op in ALONG:
            call = get_op(op).call(("f32",) * len(get_op(op).operands), ("f32",))
            results = get_op(op).output_shapes(call, [(total,)] * len(call.inputs))
            shapes = (*[(total,)] * len(call.inputs), *results)
            plan = session._plan(call, layouts(call, shapes, 0), ()).plan
            assert total in plan.words, (op, total)


@pytest.mark.parametrize(
    ("op", "shapes", "why"),
    [
        (
            "add",
            [(2**44,)] * 2,
            r"reaches over 70368744177664 bytes by its strides \(4,\); at most 8796093022144",
        ),
        ("sum", [(2**50, 2**50)], "reaches over"),
        ("dot", [(2**40 + 1,)] * 2, "1099511627777 terms, but the limit is 1099511627776"),
        ("sum_exact", [(2**38, 1)], "a block must have less than 8796093022144"),
    ],
)
def test_what_is_too_large_is_refused_in_one_line(op, shapes, why):
    session = CudaSession("planner", Planner())
    axes = {"axes": (1,)} if op == "sum_exact" else {}
    call = get_op(op).call(("f32",) * len(shapes), **axes)
    results = get_op(op).output_shapes(call, shapes)
    with pytest.raises(BackendError, match=why) as caught:
        session._plan(call, layouts(call, (*shapes, *results), 0), ())
    assert "\n" not in str(caught.value)


def modules():
    """Yield the file and the name of each module that requests launches."""
    for name in HOST:
        path = ROOM / name
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            yield file, ".".join((cuda.__name__, *file.relative_to(ROOM).with_suffix("").parts))


def test_every_structure_that_a_kernel_takes_refuses_what_it_cannot_hold():
    found = 0
    for _, name in modules():
        for thing in vars(importlib.import_module(name)).values():
            if isinstance(thing, type) and issubclass(thing, ctypes.Structure):
                assert issubclass(thing, Arguments), thing
                found += 1
    assert found > 10


def test_no_module_that_launches_makes_an_integer_of_ctypes_by_itself():
    for file, _ in modules():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert not node.func.attr.startswith(("c_int", "c_uint")), f"{file}:{node.lineno}"
            if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Attribute):
                assert not node.left.attr.startswith(("c_int", "c_uint")), f"{file}:{node.lineno}"
