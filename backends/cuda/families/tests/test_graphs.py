"""Tests that graphs in one kernel give the same bits as their nodes (G1, G3)."""

import re
from dataclasses import replace

import numpy as np
import pytest

from samebits.backends.cuda.choice import served
from samebits.backends.cuda.families import graphs
from samebits.backends.cuda.families.tests.cases import layouts, numbers, sessions
from samebits.backends.cuda.generators.formulas import Formula, formula
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute, poisoned, run_nodes
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, canonicalize_nan

OPS = [op for op, family in served().items() if family == "graphs"]
SHAPES = [(), (0,), (1,), (7,), (3, 0, 2), (5, 13), (1030,)]


class Counting(EmulatedMachine):
    """A machine that counts launches, and records the kernels that were prepared."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.launches = 0
        self.kernels = set()

    def prepare(self, kernel, shape, sizes):
        self.kernels.add(kernel)
        return super().prepare(kernel, shape, sizes)

    def start(self, prepared, arguments):
        self.launches += 1
        super().start(prepared, arguments)


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


@pytest.fixture
def counting():
    with CudaSession("emulated", Counting(multiprocessors=1)) as session:
        yield session


def settings(op):
    """Return the attributes of calls: the landmarks, at which results change, or the defaults."""
    landmarks = landmarks_of(op)
    found = [dict(each) for each in getattr(landmarks, "sets", None) or ()]
    return found + [dict(each) for each in getattr(landmarks, "alone", None) or ()] or [{}]


def calls(op, formats=("f32", "f16", "bf16", "f64")):
    """Yield calls of every signature with all attributes of `settings` that are valid."""
    declared = get_op(op)
    for inputs, outputs in declared.signatures:
        if inputs[0] in (*formats, "bool"):
            for attributes in settings(op):
                call = declared.call(inputs, outputs, **attributes)
                try:
                    declared.output_shapes(call, shapes(op, call, (2, 3)))
                except Exception:
                    continue
                yield call


def shapes(op, call, shape):
    """Return the shapes of operands: `shape` or () if the rule allows it, else its example."""
    rule = get_op(op).shape_rule
    example = rule.shapes(len(call.inputs), call.attributes)
    patterns = [rule.pattern(i) for i in range(len(call.inputs))]
    if set(patterns) <= {"[*S]", "[]"}:
        return [shape if pattern == "[*S]" else () for pattern in patterns]
    return list(example)


def operands(op, call, shape, seed=0, special=0.1):
    names = get_op(op).operands
    found = []
    for i, (name, each) in enumerate(zip(call.inputs, shapes(op, call, shape), strict=True)):
        x = np.asarray(numbers(name, each, special=special, seed=seed + i))
        found.append(np.asarray(np.abs(x)) if "sq" in names[i] else x)
    return found


def canonical(x, name):
    bits = bits_of(x)
    return canonicalize_nan(bits, name) if name not in ("bool", "i32", "i64") else bits


def assert_same(devices, call, given):
    graph = get_op(call.op).graph
    with np.errstate(all="ignore"):
        wanted = run_nodes(devices[0], graph, call, given)
    for device in devices:
        for x, y, name in zip(execute(device, call, given), wanted, call.outputs, strict=True):
            assert np.array_equal(bits_of(x), canonical(y, name)), (call, x.shape)


@pytest.mark.parametrize("op", OPS)
def test_G1_a_graph_in_one_kernel_has_the_bits_of_its_nodes(devices, op):
    found = list(calls(op))
    assert found
    for number, call in enumerate(found):
        for shape in SHAPES[number % 2 :: 2]:
            assert_same(devices, call, operands(op, call, shape, seed=number))


@pytest.mark.parametrize("op", OPS)
def test_G1_strides_gaps_and_odd_addresses_change_nothing(devices, op):
    call = next(calls(op))
    given = operands(op, call, (4, 6, 5))
    for other in zip(*(layouts(x) if x.ndim == 3 else [x] * 9 for x in given), strict=False):
        assert_same(devices, call, list(other))


@pytest.mark.parametrize("op", ["adamw", "sgd"])
def test_G8_results_may_take_the_place_of_operands(devices, op):
    for call in calls(op, ("f32", "bf16")):
        given = operands(op, call, (31,), special=0)
        wanted = [bits_of(x).copy() for x in execute(devices[0], call, given)]
        own = [x.copy() for x in given]
        kept = [own[0], *own[2:]]
        spare = [poisoned((31,), call.outputs[0]) for _ in call.outputs[len(kept) :]]
        devices[0].run(call, own, [*kept, *spare])
        for x, y in zip([*kept, *spare], wanted, strict=True):
            assert np.array_equal(bits_of(x), y)


def test_a_step_is_one_launch_of_one_kernel_whatever_the_numbers(counting):
    machine, op = counting.machine, get_op("adamw")
    formats = ["f32"] * 4
    given = operands("adamw", op.call(formats, formats[1:]), (70,), special=0)
    for step in range(1, 4):
        call = op.call(formats, formats[1:], step=step, lr=0.1 / step, maximize=step == 2)
        before = machine.launches
        execute(counting, call, given)
        assert machine.launches == before + 1
    assert len({kernel.unit for kernel in machine.kernels}) == 1
    before = machine.launches
    run_nodes(counting, op.graph, call, given)
    assert machine.launches - before > 15


def test_a_scalar_that_is_no_number_is_an_error_before_a_kernel_runs(counting):
    op, formats = get_op("adamw"), ["f32"] * 4
    call = op.call(formats, formats[1:], lr=float("inf"), weight_decay=0.0)
    given = [np.ones(3, np.float32)] * 4
    with pytest.raises(Exception, match="NaN"):
        run_nodes(counting, op.graph, call, given)
    before = counting.machine.launches
    with pytest.raises(SpecError, match=r"lr \* weight_decay.*NaN.*G3\.7"):
        execute(counting, call, given)
    assert counting.machine.launches == before


def test_what_is_no_formula_says_why():
    for op, why in (("softmax", "an unsupported reduction"), ("layer_norm", "moves elements")):
        assert why in formula(op, get_op(op).signatures[0])


def test_the_text_is_the_same_each_time():
    signature = get_op("adamw").signatures[0]
    first = formula("adamw", signature)
    assert formula.__wrapped__("adamw", signature) == first
    assert first.unit.digest() == formula.__wrapped__("adamw", signature).unit.digest()


# The following tests plant faults in a kernel's text. At least one call must detect each fault.

NODE = re.compile(
    r"(?P<name>x_\w+)(\[i\])? = sb_\w+<(?P<rule>\w+::\w+_rule), (?P<to>\w+)>\((?P<of>.*)\);"
)


def faults(found):
    """Yield each fault: its description, and the lines of the kernel's text that contain it."""
    lines = found.unit.made.splitlines()
    nodes = {m["name"]: (i, m) for i, line in enumerate(lines) if (m := NODE.search(line))}
    known = {name: form for form, name in re.findall(r"(sb_\w+) (x_\w+)", found.unit.made)}
    for name, (i, m) in nodes.items():
        of = m["of"].split(", ")
        bare = [x.removesuffix("[i]") for x in of]
        same = [x for x, y in zip(of, bare, strict=True) if known.get(y) == m["to"]]
        if same and not (m["rule"].endswith("cast_rule") and known[bare[0]] == m["to"]):
            left = lines[i].replace(m[0].partition(" = ")[2], f"{same[0]};")
            yield f"{name} left out", [*lines[:i], left, *lines[i + 1 :]]
        is_seen = ("SB_R", "f32") in found.unit.defines  # 16-bit results rarely show this fault
        if is_seen and m["rule"].endswith("add_rule") and of[1] in nodes:
            inner = nodes[of[1]][1]
            if inner["rule"].endswith("mul_rule"):
                one = f"f32_canonical(__fmaf_rn({inner['of']}, {of[0]}));"
                whole = lines[i].replace(m[0].partition(" = ")[2], one)
                yield f"{name} rounded once", [*lines[:i], whole, *lines[i + 1 :]]
        if m["rule"].endswith("cast_rule") and m["to"] == "sb_bf16":
            cut = f"(sb_bf16)(f32_to_bits({of[0]}) >> 16);"
            rest = lines[i].replace(m[0].partition(" = ")[2], cut)
            yield f"{name} cut off", [*lines[:i], rest, *lines[i + 1 :]]


@pytest.mark.parametrize(
    ("op", "name"), [("adamw", "f32"), ("sgd", "bf16"), ("lerp_tensor", "f32")]
)
def test_a_node_or_a_rounding_left_out_is_noticed(devices, monkeypatch, op, name):
    found = [call for call in calls(op, (name,)) if call.inputs[0] == name]
    found = [call for call in found if len(call.inputs) == max(len(c.inputs) for c in found)]
    right = formula(op, (found[0].inputs, found[0].outputs))
    assert isinstance(right, Formula)
    planted = list(faults(right))
    assert len({what.split(" ", 1)[1] for what, _ in planted}) == 2
    for what, lines in planted:
        wrong = replace(right, unit=replace(right.unit, made="\n".join(lines)))
        monkeypatch.setattr(graphs, "formula", lambda *_, wrong=wrong: wrong)
        with CudaSession("emulated", EmulatedMachine(multiprocessors=1)) as session:
            noticed = False
            for number, call in enumerate(found):
                given = operands(op, call, (1030,), seed=number)
                monkeypatch.setattr(graphs, "formula", lambda *_: right)
                wanted = execute(devices[0], call, given)
                monkeypatch.setattr(graphs, "formula", lambda *_, wrong=wrong: wrong)
                got = execute(session, call, given)
                pairs = zip(got, wanted, strict=True)
                noticed |= any(not np.array_equal(bits_of(x), bits_of(y)) for x, y in pairs)
        assert noticed, what
