"""Tests that attention in one launch gives the same bits as the nodes of its graph (clause T8)."""

import numpy as np
import pytest

from samebits.backends.cuda.families.tests.cases import numbers, sessions
from samebits.backends.cuda.families.tests.test_graphs import Counting
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute, run_nodes
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

OP = get_op("scaled_dot_product_attention")
GRADIENT = get_op("scaled_dot_product_attention_gradient")
FORMATS = ("f32", "f16", "bf16")
SIZES = [  # n, heads, heads of keys, queries, keys, terms, width
    (2, 4, 2, 9, 257, 8, 5),
    (1, 2, 1, 3, 700, 5, 40),
    (1, 1, 1, 2, 1030, 300, 3),
    (1, 2, 2, 17, 40, 16, 300),
    (2, 1, 1, 1, 1, 1, 1),
]


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


def operands(form, mask, sizes, seed=0, special=0.0):
    n, heads, shared, queries, keys, terms, width = sizes
    shapes = [(n, heads, queries, terms), (n, shared, keys, terms), (n, shared, keys, width)]
    found = [numbers(form, s, seed=seed + i, special=special) for i, s in enumerate(shapes)]
    if mask:
        found.append(numbers(mask, (n, heads, queries, keys), seed=seed + 9, special=0.1))
    return [np.asarray(x) for x in found]


def call_of(form, mask, **attributes):
    return OP.call([form] * 3 + [mask] * bool(mask), [form], **attributes)


def gradient_of(devices, call, given):
    """Return the call of the gradient, and its operands.

    The operands are query, key, value, the result, a gradient of the result, and the mask if there
    is one.
    """
    (result,) = execute(devices[0], call, given)
    form = call.inputs[0]
    gradient = np.asarray(numbers(form, result.shape, seed=77))
    inputs = [*call.inputs[:3], form, form, *call.inputs[3:]]
    outputs = [form] * (4 if call.inputs[3:] == (form,) else 3)
    made = GRADIENT.call(inputs, outputs, **call.attributes)
    return made, [*given[:3], result, gradient, *given[3:]]


def same(devices, call, given):
    """Assert that devices return the same bits as the nodes, for the op and for its gradient."""
    for each, operands in ((call, given), gradient_of(devices, call, given)):
        graph = get_op(each.op).graph_of(each, [x.shape for x in operands])
        with np.errstate(all="ignore"):
            wanted = run_nodes(devices[0], graph, each, operands)
        for device in devices:
            for got, right in zip(execute(device, each, operands), wanted, strict=True):
                equal = np.array_equal(bits_of(got), bits_of(right))
                assert equal, (each, [x.shape for x in operands])


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("mask", [None, "bool", "same"])
@pytest.mark.parametrize("causal", [False, True])
def test_T8_blocks_of_keys_of_every_size_have_the_bits_of_the_nodes(devices, form, mask, causal):
    number = FORMATS.index(form) + 2 * causal + 3 * (mask is not None)
    sizes = SIZES[number % len(SIZES)]
    mask = form if mask == "same" else mask
    call = call_of(form, mask, is_causal=causal, query_offset=sizes[4] // 3)
    same(devices, call, operands(form, mask, sizes, seed=number))


@pytest.mark.parametrize("form", FORMATS)
def test_S1_special_values_and_scales_have_the_bits_of_the_nodes(devices, form):
    for i, scale in enumerate((None, 0.0, -3.5, float("inf"))):
        call = call_of(form, form, scale=scale)
        same(devices, call, operands(form, form, (2, 2, 1, 5, 9, 4, 3), seed=i, special=0.03))


def test_T8_without_queries_numbers_or_terms(devices):
    for sizes in ((1, 2, 1, 0, 3, 4, 5), (1, 2, 1, 3, 3, 0, 5), (1, 2, 1, 3, 3, 4, 0)):
        same(devices, call_of("f32", None), operands("f32", None, sizes))


def test_T8_strides_gaps_and_odd_addresses_change_nothing(devices):
    sizes = (1, 2, 1, 3, 5, 4, 6)
    given = operands("bf16", "bool", sizes)
    turned = [np.asarray(x[::-1, :, ::-1].copy())[::-1, :, ::-1] for x in given]
    same(devices, call_of("bf16", "bool"), turned)
    raw = np.zeros(given[0].nbytes + 1, np.uint8)
    odd = np.ndarray(given[0].shape, given[0].dtype, raw.data, 1)
    odd[...] = given[0]
    same(devices, call_of("bf16", "bool"), [odd, *given[1:]])


def test_T8_it_is_one_launch_and_three_of_gradients_whatever_the_number_of_keys():
    with CudaSession("emulated", Counting(multiprocessors=1)) as session:
        for keys in (3, 600):
            call, given = call_of("f32", None), operands("f32", None, (1, 2, 1, 3, keys, 4, 6))
            backward, read = gradient_of([session], call, given)
            before = session.machine.launches
            execute(session, call, given)
            assert session.machine.launches == before + 1
            execute(session, backward, read)
            assert session.machine.launches == before + 4


def test_no_race_and_nothing_uninitialised():
    sizes = (1, 2, 1, 9, 520, 5, 33)
    with CudaSession("checked", EmulatedMachine(checked=True)) as session:
        call, given = call_of("f32", "f32"), operands("f32", "f32", sizes)
        execute(session, *gradient_of([session], call, given))
