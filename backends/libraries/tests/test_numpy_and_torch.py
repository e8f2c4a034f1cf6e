"""Test that each library runs every call that it supports, and lists no function that it lacks."""

import importlib.util
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends import discovery, executor
from samebits.backends.libraries.peers import TABLE, Peers, all_peers
from samebits.backends.protocol import BackendError, Unsupported
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.landmarks import FunctionLandmarks


def calls():
    for op in all_ops().values():
        for inputs, outputs in op.signatures:
            yield op.call(inputs, outputs, **op.example(len(inputs))[0])


def lowest(op):
    """Return the lower end of a function's domain, or 0 if it is negative."""
    landmarks = landmarks_of(op)
    return max(0.0, landmarks.domain[0]) if isinstance(landmarks, FunctionLandmarks) else 0.0


CALLS = list(calls())
NEEDS_TORCH = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None,
    reason="PyTorch is not installed",
)
LIBRARIES = ["numpy", pytest.param("torch", marks=NEEDS_TORCH)]


def fault(session, call):
    """Return what is wrong with a library's answer to a call, or an empty string."""
    if isinstance(executor.supports(session, call), Unsupported):
        odd = set(call.inputs + call.outputs) - {"f64", "f32", "f16", "bf16", "i64", "bool"}
        mixed = len({*call.inputs, *call.outputs}) > 1
        lacks = call.op not in session.table
        return "" if odd or mixed or lacks or "f32" not in call.inputs else "is not supported"
    given = get_op(call.op).example(len(call.inputs))[1]
    rng = np.random.default_rng(1)
    inputs = [
        np.asarray(rng.random(s) + lowest(call.op)).astype(get_format(f).dtype)
        for s, f in zip(given, call.inputs, strict=True)
    ]
    try:
        outputs = executor.execute(session, call, inputs)
    except BackendError as error:
        return f"raises {error}"
    return "leaves poison" if any(executor.is_poison(x).any() for x in outputs) else ""


@pytest.mark.parametrize("op", all_ops())
@pytest.mark.parametrize("name", LIBRARIES)
def test_supported_calls_write_every_element(name, op):
    with discovery.load(name).open("cpu") as session:
        found = [(str(call), fault(session, call)) for call in CALLS if call.op == op]
    assert found
    assert not [(call, what) for call, what in found if what]


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_function_that_a_library_has_takes_some_formats(name):
    with discovery.load(name).open("cpu") as session:
        taken = {c.op for c in CALLS if not isinstance(executor.supports(session, c), Unsupported)}
        assert set(session.table) <= taken


@pytest.mark.parametrize("name", LIBRARIES)
def test_odd_strides_alignment_and_rank_zero_reach_the_library_intact(name):
    call = get_op("sub").call(["f32", "f32"])
    with discovery.load(name).open("cpu") as session:
        grid = np.arange(24, dtype=np.float32).reshape(4, 6)
        raw = np.zeros(97, np.uint8)
        unaligned = raw[1:].view(np.float32).reshape(4, 6)
        unaligned[...] = 1
        unaligned.flags.writeable = False
        (result,) = executor.execute(session, call, [grid[::-1, ::2], unaligned[:, 1::2]])
        assert np.array_equal(result, grid[::-1, ::2] - 1)
        one = np.broadcast_to(np.float32(1), (4, 6))
        assert np.array_equal(executor.execute(session, call, [grid.T, one.T])[0], grid.T - 1)
        zero_d = executor.execute(session, call, [np.array(3, np.float32)] * 2)[0]
        assert zero_d.shape == ()


@pytest.mark.parametrize("name", LIBRARIES)
def test_S2_payloads_reach_the_library_and_come_back(name):
    call = get_op("where").call(["bool", "bf16", "bf16"])
    payload = from_bits(np.array([0x7FC5, 0xFFC1]), "bf16")
    with discovery.load(name).open("cpu") as session:
        (result,) = executor.execute(session, call, [np.array([True, False]), payload, payload])
    assert result.tobytes() == payload.tobytes()


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_has_only_the_device_cpu(name):
    with pytest.raises(BackendError, match="the only one is cpu"):
        discovery.load(name).open("gpu")


def test_a_row_that_is_not_complete_is_an_error_that_names_it():
    def half():
        return SimpleNamespace(PEERS={"exp": Peers(numpy=None, torch=None)})

    with pytest.raises(BackendError, match=r"families/functions\.py: .*'torch_into'.*or None"):
        TABLE.load("functions", half)
    with pytest.raises(BackendError, match=r'the row of exp .*: write "exp": Peers\(numpy=\.\.\.'):
        TABLE.load("functions", lambda: SimpleNamespace(PEERS={"exp": None}))


def test_a_row_is_there_because_a_library_has_something():
    nothing = Peers(numpy=None, torch=None, torch_into=None)
    assert not [op for op, peers in all_peers().items() if peers == nothing]


@NEEDS_TORCH
def test_torch_threads_can_be_set():
    import torch

    before = torch.get_num_threads()
    with discovery.load("torch").open("cpu") as session:
        session.configure(threads=1)
        assert torch.get_num_threads() == 1
        session.configure(threads=before)


@NEEDS_TORCH
@pytest.mark.parametrize("mode", ["constant", "reflect", "replicate", "circular"])
@pytest.mark.parametrize(
    ("shape", "widths"),
    [
        ((5,), (2, 1)),
        ((3, 4), (1, 2, 3, 0)),
        ((2, 3, 4), (1, 0, 2, 1, 0, 3)),
        ((2, 2, 3, 4), (0, 0, 1, 0, 2, 1, 0, 3)),
        ((3, 4), (0, 0, 1, 2)),
        ((3, 4), (2, 1, 0, 0)),
        ((3, 4), (0, 0, 0, 0)),
    ],
)
def test_pad_is_put_to_torch_in_a_form_that_it_takes(shape, widths, mode):
    call = get_op("pad").call(["f32"], widths=widths, mode=mode)
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    found = []
    for name in ("numpy", "torch"):
        with discovery.load(name).open("cpu") as session:
            (y,) = executor.execute(session, call, [x])
            found.append(y)
    assert np.array_equal(*found)
