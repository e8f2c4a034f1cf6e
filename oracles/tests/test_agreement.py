"""Tests of `evaluate`: it supports every op, compares all opinions, and has helpful errors."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from types import MappingProxyType

import gmpy2
import mpmath
import numpy as np
import pytest

from samebits.oracles import (
    OracleDisagreement,
    OracleError,
    agreement,
    evaluate,
    numpy_route,
    provenance,
    supports,
)
from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Arithmetic, Elementary
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.windows import kind_of
from samebits.spec.formats import bits_of, from_bits, get_format, is_nan_bits
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import tokens
from samebits.spec.language.shapes import elementwise

TERMS = 270
"""Number of terms (axis K) of the tested products: more than one block of T4."""
USUAL = (2, 3, 37)
"""The operand shape in calls of tree and graph ops that accept any shape."""


def takes_it(op):
    """Return whether an op of one operand accepts the shape USUAL with its default attributes."""
    try:
        op.output_shapes(op.call(*op.signatures[0]), [USUAL])
    except SpecError:
        return False
    return True


EXAMPLES = {
    op.name: op.example(len(op.operands))
    for op in all_ops().values()
    if op.shape_rule is not elementwise and (len(op.operands) > 1 or not takes_it(op))
}
"""Attributes and shapes of one valid call of each op that does not accept every shape."""
EQUATIONS = ("ij->i", "ij,jk->ik", "ij,jk,kl->il")


def call_of(op, signature):
    """Return a call of the op with a signature and with values for attributes without default."""
    required = EXAMPLES.get(op.name, ({}, ()))[0]
    if op.name == "einsum":
        required = {"equation": EQUATIONS[len(signature[0]) - 1]}
    elif kind_of(op.shape_rule) is not None:
        required = windows_of(op)[0]
    return op.call(*signature, **required)


def windows_of(op):
    """Return attributes and shapes of a small convolution or gradient.

    Each spatial axis has 5 inputs and 4 outputs.
    """
    kind, rank = kind_of(op.shape_rule), int(op.name.partition("d")[0][-1])
    x, weight, y = (2, 3) + (5,) * rank, (4, 3) + (2,) * rank, (2, 4) + (4,) * rank
    return {
        "forward": ({}, (x, weight, (4,))),
        "transposed": ({}, (y, weight, (3,))),
        "input_gradient": ({"input_size": x[2:]}, (y, weight)),
        "weight_gradient": ({"kernel_size": weight[2:]}, (x, y)),
    }[kind]


def special_patterns(name, shape, seed):
    """Return random patterns; about 1 % are special values or at the borders of the format."""
    form, rng = get_format(name), np.random.default_rng(seed)
    patterns = rng.integers(0, 1 << min(form.bits, 62), shape, dtype=np.uint64)
    if form.kind == "bool":
        return from_bits((patterns & 1).astype(np.uint8), name)
    if form.is_float:
        borders = [0, 1, form.max_finite, form.max_finite + 1, form.canonical_nan | 1]
        borders += [b | form.sign_mask for b in borders]
        chosen = rng.choice(np.array(borders, np.uint64), shape)
        patterns = np.where(rng.random(shape) < 0.01, chosen, patterns)
        # Most numbers are around 1, because sums of random patterns would nearly always overflow.
        normal = bits_of(rng.normal(size=shape).astype(form.dtype)).astype(np.uint64)
        patterns = np.where(rng.random(shape) < 0.9, normal, patterns)
    return from_bits(patterns.astype(form.bits_dtype), name)


def with_terms(names, shape):
    """Return the shape with TERMS elements on each axis called K; other axes keep their sizes."""
    sizes = list(shape)
    for place, name in enumerate(reversed(names), 1):
        if name == "K":
            sizes[-place] = TERMS
    return tuple(sizes)


def inputs_for(op, signature, seed=0):
    shapes = EXAMPLES.get(op.name, ({}, None))[1]
    if op.name == "einsum":
        shapes = ((3, 5), (5, TERMS), (TERMS, 2))
    elif shapes is not None:
        rule = op.shape_rule
        names = [tokens(rule.pattern(i)) for i in range(len(shapes))]
        shapes = [with_terms(*pair) for pair in zip(names, shapes, strict=True)]
    if kind_of(op.shape_rule) is not None:
        shapes = windows_of(op)[1]
    if shapes is None:
        rank3 = op.op_class in ("tree", "graph")
        shapes = (USUAL if rank3 else (64,),) * len(signature[0])
    indices = op.shape_rule.indices[0] if op.shape_rule.indices else None
    return [
        np.ones(s, get_format(f).dtype) if i == indices else special_patterns(f, s, seed + i)
        for i, (f, s) in enumerate(zip(signature[0], shapes, strict=False))
    ]


def complaint(op, signature):
    """Return a description of what is wrong with the results of a declared call, or None."""
    call = call_of(op, signature)
    if not supports(call):
        return "is not supported"
    inputs = inputs_for(op, signature, seed=50)
    results = evaluate(call, inputs)
    if [r.shape for r in results] != list(op.output_shapes(call, [x.shape for x in inputs])):
        return f"has the shapes {[r.shape for r in results]}"
    if [r.dtype for r in results] != [get_format(f).dtype for f in call.outputs]:
        return f"has the formats {[r.dtype for r in results]}"
    copies = (
        "S2" in op.clauses
        or op.op_class == "move"
        or (op.name == "cast" and signature[0] == signature[1])
    )
    name = signature[1][0]
    if copies or not get_format(name).is_float:
        return ""
    patterns = bits_of(results[0])
    nan = set(patterns[is_nan_bits(patterns, name)].tolist())
    return "" if nan <= {get_format(name).canonical_nan} else f"has the NaN {nan}"


@pytest.mark.parametrize("op", all_ops().values(), ids=lambda op: op.name)
def test_S1_every_declared_call_has_an_answer_of_its_shape_and_format_with_canonical_nan(op):
    found = [(signature, complaint(op, signature)) for signature in op.signatures]
    assert not [(signature, what) for signature, what in found if what]


def test_every_op_but_the_graphs_has_an_exact_function_found_by_folder():
    assert set(all_oracles()) == {name for name, op in all_ops().items() if op.graph is None}


def test_every_op_has_a_second_opinion():
    """A second opinion is a NumPy route, balls around exact values, or the three libraries.

    Graph ops are not tested, because the opinions on their nodes suffice.
    """
    without = {n for n, op in all_ops().items() if not op.graph and not _has_a_route(n)}
    for name in without:
        oracle = all_oracles()[name]
        assert isinstance(oracle, Elementary) or (isinstance(oracle, Arithmetic) and oracle.arb)


def _has_a_route(name):
    return numpy_route.supports(_any_call(name))


def _any_call(name):
    op = get_op(name)
    return call_of(op, op.signatures[0])


def test_strides_and_broadcasts_do_not_change_a_bit():
    call = get_op("sum").call(["f32"], axes=(0, 2))
    x = np.random.default_rng(1).normal(size=(4, 6, 10)).astype(np.float32)
    wanted = bits_of(evaluate(call, [x])[0]).tolist()
    padded = np.zeros((4, 12, 20), np.float32)
    padded[:, ::2, ::2] = x
    reverse = np.ascontiguousarray(x[::-1, :, ::-1])[::-1, :, ::-1]
    for view in (padded[:, ::2, ::2], reverse, np.asfortranarray(x)):
        assert bits_of(evaluate(call, [view])[0]).tolist() == wanted
    constant = np.broadcast_to(np.float32(2.5), (5,))
    (doubled,) = evaluate(get_op("add").call(["f32"] * 2), [constant, constant])
    assert doubled.tolist() == [5.0] * 5


@pytest.mark.parametrize(
    "op", [op.name for op in all_ops().values() if op.shape_rule is elementwise]
)
@pytest.mark.parametrize("shape", [(0,), (), (2, 0, 3)])
def test_empty_arrays_and_scalars_keep_their_shape(op, shape):
    declared = get_op(op)
    usual = next((s for s in declared.signatures if "f32" in s[0]), declared.signatures[0])
    call = declared.call(*usual)
    inputs = [np.ones(shape, get_format(f).dtype) for f in call.inputs]
    assert evaluate(call, inputs)[0].shape == shape


def test_softmax_is_evaluated_from_its_declaration_alone():
    x = np.array([[1.0, 2.0, np.inf], [0.0, 0.0, 0.0]], np.float32)
    (y,) = evaluate(get_op("softmax").call(["f32"]), [x])
    third = 0x3EAAAAAB
    assert bits_of(y).tolist() == [[0x7FC00000] * 3, [third] * 3]
    assert "softmax" not in all_oracles()


def _wrong_by_an_ulp(oracle, library):
    right = getattr(oracle, library)
    return replace(oracle, **{library: lambda x: right(x) * (1 + 2.0**-20)})


@pytest.mark.parametrize("library", ["mpmath", "arb", "mpfr"])
def test_a_library_that_is_wrong_is_caught_and_everyone_is_quoted(monkeypatch, library):
    broken = dict(all_oracles())
    broken["exp"] = _wrong_by_an_ulp(broken["exp"], library)
    monkeypatch.setattr(agreement, "all_oracles", lambda: MappingProxyType(broken))
    x = from_bits(np.array([0, 0x3F800000], np.uint32), "f32")
    with pytest.raises(OracleDisagreement) as caught:
        evaluate(get_op("exp").call(["f32"]), [x])
    message = str(caught.value)
    assert "exp[f32] at 3f800000" in message
    assert "402df854" in message  # e, the result of the two correct libraries
    assert all(name in message for name in ("mpmath", "Arb", "MPFR"))
    assert "\n" not in message


@pytest.mark.parametrize(("op", "operands"), [("pow", 2), ("logaddexp", 2), ("elu", 1)])
@pytest.mark.parametrize("library", ["mpmath", "arb", "mpfr"])
def test_a_wrong_library_is_caught_with_two_operands_and_with_attributes(
    monkeypatch, library, op, operands
):
    broken, oracle = dict(all_oracles()), all_oracles()[op]
    right = getattr(oracle, library)
    broken[op] = replace(oracle, **{library: lambda *xs: right(*xs) * (1 + 2.0**-20)})
    monkeypatch.setattr(agreement, "all_oracles", lambda: MappingProxyType(broken))
    columns = [from_bits(np.array([p], np.uint32), "f32") for p in (0xBF000000, 0x40133333)]
    columns[0] = columns[0] if op == "elu" else -columns[0]
    with pytest.raises(OracleDisagreement, match="mpmath .*, Arb .*, MPFR"):
        evaluate(get_op(op).call(["f32"] * operands, **_attributes(op)), columns[:operands])


def _attributes(op):
    return {"alpha": 0.7} if op == "elu" else {}


def test_exact_arithmetic_that_is_wrong_is_caught_by_a_ball(monkeypatch):
    broken, oracle = dict(all_oracles()), all_oracles()["softsign"]
    broken["softsign"] = replace(oracle, exact=all_oracles()["square"].exact)
    monkeypatch.setattr(agreement, "all_oracles", lambda: MappingProxyType(broken))
    with pytest.raises(OracleDisagreement, match=r"40000000: exact 40800000, Arb 3f2aaaab"):
        evaluate(get_op("softsign").call(["f32"]), [np.array([0, 2], np.float32)])


def compared(op):
    """Yield the binary32 signatures that the NumPy route supports, except the identity cast."""
    if op.graph is None and _has_a_route(op.name):
        yield from (
            s for s in op.signatures if {*s[0]} == {"f32"} and (op.name != "cast" or s[0] != s[1])
        )


@pytest.mark.parametrize("op", [op.name for op in all_ops().values() if any(compared(op))])
def test_a_numpy_route_that_is_wrong_is_caught_with_both_opinions(monkeypatch, op):
    honest = numpy_route.evaluate

    def lying(call, inputs):
        results = honest(call, inputs)
        patterns = bits_of(results[0]).copy()
        patterns.reshape(-1)[-1] ^= 1
        return [from_bits(patterns, call.outputs[0])]

    monkeypatch.setattr(numpy_route, "evaluate", lying)
    signature = next(compared(get_op(op)))
    with pytest.raises(OracleDisagreement, match=r"exact [0-9a-f]+, NumPy [0-9a-f]+"):
        evaluate(call_of(get_op(op), signature), inputs_for(get_op(op), signature))


def test_calls_and_inputs_outside_the_spec_are_refused():
    add = get_op("add").call(["f32", "f32"])
    x = np.ones(3, np.float32)
    with pytest.raises(OracleError, match=r"wants inputs of formats"):
        evaluate(add, [x, x.astype(np.float64)])
    with pytest.raises(SpecError):
        evaluate(add, [x, x[:2]])
    with pytest.raises(SpecError):
        evaluate(get_op("max").call(["f32"]), [x[:0]])
    unknown = Call("nonesuch", 1, ("f32",), ("f32",))
    assert not supports(unknown)
    assert not supports(Call("add", 1, ("f32", "f64"), ("f32",)))
    with pytest.raises(SpecError):
        evaluate(unknown, [x])


def test_an_op_without_an_exact_function_is_named(monkeypatch):
    monkeypatch.setattr(agreement, "all_oracles", dict)
    call = get_op("add").call(["f32", "f32"])
    assert not supports(call)
    with pytest.raises(OracleError, match=r"oracles/ops/add\.py"):
        evaluate(call, [np.ones(1, np.float32)] * 2)


def test_the_numpy_route_names_what_it_covers():
    with pytest.raises(OracleError, match=r"no exp; it covers .*matmul"):
        numpy_route.evaluate(get_op("exp").call(["f32"]), [np.ones(1, np.float32)])


def test_provenance_names_every_library_with_its_version():
    found = provenance()
    assert found["mpmath"] == mpmath.__version__
    assert found["mpfr"] in gmpy2.mpfr_version()
    assert set(found) == {"mpmath", "python-flint", "flint", "gmpy2", "mpfr", "numpy"}


WITHOUT_EXTRAS = """
import sys
for name in ("mpmath", "flint", "gmpy2"):
    sys.modules[name] = None
import numpy as np
from samebits.spec.catalog import get_op
from samebits.oracles import OracleUnavailable, evaluate, numpy_route
call = get_op("sum").call(["f32"])
assert numpy_route.evaluate(call, [np.ones(3, np.float32)])[0] == 3
try:
    evaluate(call, [np.ones(3, np.float32)])
except OracleUnavailable as error:
    print(error)
"""


def test_without_the_extra_packages_the_numpy_route_works_and_evaluate_says_what_to_install():
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS], capture_output=True, text=True, check=True
    )
    assert "pip install mpmath python-flint gmpy2" in run.stdout


def test_errors_travel_between_processes():
    error = OracleDisagreement("exp[f32] at 3f800000: ...")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_graph_is_compared_as_a_whole_with_the_numpy_route(monkeypatch):
    call = get_op("softmax").call(["f32"])
    right = numpy_route.evaluate

    def wrong(asked, inputs):
        found = right(asked, inputs)
        return [-x for x in found] if asked.op == "softmax" else found

    monkeypatch.setattr(agreement.numpy_route, "evaluate", wrong)
    with pytest.raises(OracleDisagreement, match="softmax"):
        evaluate(call, [np.ones(4, np.float32)])
