"""Tests of PyTorch tensors: formats, allowed devices, and one-line refusals."""

import ml_dtypes
import numpy as np
import pytest

from samebits.backends.cuda.arrays import torch as tensors
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.doubles import NumberedMachine
from samebits.backends.cuda.tests.tensors import There, bits, tensor, torch
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, from_bits

pytestmark = pytest.mark.usefixtures("streams")
ADD = get_op("add").call(["f32", "f32"])
ONES = np.ones(4, np.float32)


@pytest.fixture
def session():
    with CudaSession("gpu0", NumberedMachine()) as opened:
        yield opened


def refusal(session, operand, result=None, call=ADD):
    there = tensor(session.machine, ONES)
    with pytest.raises(BackendError) as caught:
        session.run(
            call, [there, operand][-len(call.inputs) :], [there if result is None else result]
        )
    text = str(caught.value)
    assert "\n" not in text
    return text.removeprefix(f"{call}: ")


@pytest.mark.parametrize("name", FORMATS)
def test_a_tensor_of_every_format_has_the_bits_of_the_host_path(session, name):
    form = FORMATS[name]
    rng = np.random.default_rng(1)
    patterns = rng.integers(0, 2 if name == "bool" else 1 << form.bits, (5, 7), form.bits_dtype)
    x = from_bits(patterns, name)
    call = get_op("sort").call([name])
    (wanted,) = execute(session, call, [x])
    there = tensor(session.machine, x)
    assert there.element_size() * 8 == form.bits
    result = tensor(session.machine, np.zeros_like(x))
    session.run(call, [there], [result])
    session.machine.synchronize()
    assert bits(result) == wanted.tobytes()


def test_views_of_tensors_are_seen_in_place(session):
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    there = tensor(session.machine, x)
    y = tensor(session.machine, np.zeros((6, 2), np.float32))
    views = (there.t()[:, ::2], there[:, 1:2].expand(4, 6).t()[:, 1:3])
    session.run(ADD, [view.as_subclass(There) for view in views], [y])
    session.machine.synchronize()
    wanted = x.T[:, ::2] + np.broadcast_to(x[:, 1:2], (4, 6)).T[:, 1:3]
    assert bits(y) == wanted.tobytes()


def test_a_tensor_of_another_type_is_refused_though_its_size_is_right(session):
    i32 = tensor(session.machine, np.ones(4, np.int32))
    assert refusal(session, i32) == "operand 1 has dtype torch.int32, f32 is wanted"
    f16 = get_op("neg").call(["bf16"])
    halves = tensor(session.machine, np.ones(4, np.int16))
    assert refusal(session, halves, halves, f16) == (
        "operand 0 has dtype torch.int16, bf16 is wanted; if these are its bits, give "
        "x.view(torch.bfloat16)"
    )
    unsigned = tensor(session.machine, np.ones(4, np.uint16))
    assert "x.view(torch.bfloat16)" in refusal(session, unsigned, unsigned, f16)
    floats = tensor(session.machine, np.ones(4, np.float16))
    assert refusal(session, floats, floats, f16) == (
        "operand 0 has dtype torch.float16, bf16 is wanted"
    )
    complex_ = tensor(session.machine, np.ones(4, np.complex64))
    assert refusal(session, complex_) == "operand 1 has dtype torch.complex64, f32 is wanted"


def test_a_tensor_on_another_gpu_is_refused_unless_it_is_empty(session):
    far = tensor(session.machine, ONES)
    far.number = 1
    said = "lies on GPU 1, this session uses GPU 0; copy it there first"
    assert refusal(session, far) == f"operand 1 {said}"
    assert refusal(session, tensor(session.machine, ONES), far) == f"result 0 {said}"
    empty = tensor(session.machine, ONES[:0])
    empty.number = 1
    session.run(ADD, [empty, empty], [empty])


def test_a_tensor_on_a_gpu_is_refused_by_the_emulated_device():
    with CudaSession("emulated", EmulatedMachine()) as session:
        x = tensor(session.machine, ONES)
        with pytest.raises(BackendError, match="operand 0 lies on GPU 0, this session uses the em"):
            session.run(ADD, [x, x], [x])


def test_a_tensor_on_the_host_is_refused_with_what_to_do(session):
    for x, way in (
        (torch.ones(4), "x.numpy()"),
        (torch.ones(4).bfloat16(), "x.view(torch.int16).numpy().view(ml_dtypes.bfloat16)"),
        (torch.ones(4).to(torch.float8_e5m2), "x.view(torch.uint8).numpy().view(ml_dtypes.float8"),
    ):
        assert refusal(session, x).startswith(f"operand 1 is a tensor on the host; give {way}")
        code = refusal(session, x).split("give ")[1].split(", or x.cuda()")[0]
        values = eval(code, {"x": x, "torch": torch, "ml_dtypes": ml_dtypes})
        assert values.astype(np.float32).tolist() == [1] * 4
    parameter = torch.nn.Parameter(torch.ones(4))
    assert "is a tensor on the host" in refusal(session, parameter)


def test_a_tensor_that_requires_grad_is_an_operand_only_without_grad_mode(session):
    x, y = tensor(session.machine, ONES), tensor(session.machine, ONES)
    x.requires_grad_()
    said = "requires grad; call .detach() on it, samebits computes no gradients through a session"
    assert refusal(session, x) == f"operand 1 {said}"
    assert refusal(session, y, x) == f"result 0 {said}"
    with torch.no_grad():
        assert refusal(session, y, x) == f"result 0 {said}"
        session.run(ADD, [x, x], [y])
    session.run(ADD, [x.detach().as_subclass(There)] * 2, [y])


def test_a_negated_view_is_refused(session):
    negated = torch.zeros(4, dtype=torch.complex64).conj().imag.as_subclass(There)
    assert negated.is_neg()
    assert refusal(session, negated) == (
        "operand 1 is a view whose negative bit is set; give x.resolve_neg()"
    )


@pytest.mark.filterwarnings("ignore:Sparse CSR", "ignore:The PyTorch API of nested")
@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")
def test_tensors_without_plain_memory_are_refused(session):
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode(allow_non_fake_inputs=True):
        fake = torch.zeros(4, device="cuda")
    parts = [torch.zeros(2), torch.zeros(3)]
    cases = {
        "is a meta tensor, which has no elements": torch.zeros(4, device="meta"),
        "has the layout torch.sparse_coo; give x.to_dense()": torch.eye(4).to_sparse(),
        "has the layout torch.sparse_csr; give x.to_dense()": torch.eye(4).to_sparse_csr(),
        "has no memory of its own, as a fake tensor": fake,
        "is a nested tensor": torch.nested.nested_tensor(parts),
        "is a nested tensor; ": torch.nested.nested_tensor(parts, layout=torch.jagged),
        "has dtype torch.qint8 (quantized; x.dequantize() has its values), f32": (
            torch.quantize_per_tensor(torch.zeros(4), 0.5, 0, torch.qint8).as_subclass(There)
        ),
    }
    for text, x in cases.items():
        assert refusal(session, x).startswith(f"operand 1 {text}"), text
    said = []
    torch.vmap(lambda x: said.append(refusal(session, x)) or x)(torch.zeros(2, 4))
    assert said[0].startswith(
        "operand 1 has no memory of its own, as a fake tensor or one within torch.vmap"
    )


def test_a_result_whose_elements_share_memory_is_refused(session):
    x = tensor(session.machine, ONES)
    same = x.as_subclass(torch.Tensor)[:1].expand(4).as_subclass(There)
    assert refusal(session, x, same).startswith("result 0 has elements that share memory")
    session.run(ADD, [same, same], [x])


def test_without_the_quick_way_the_stream_is_asked_for_in_public(monkeypatch):
    monkeypatch.delattr(torch._C, "_cuda_getCurrentRawStream")
    tensors.reader.cache_clear()
    stream = type("Stream", (), {"cuda_stream": 7})
    monkeypatch.setattr(torch.cuda, "current_stream", lambda number: {0: stream}[number])
    machine = NumberedMachine()
    assert tensors.reader().look_at(machine, tensor(machine, ONES))[3] == 7


def test_types_of_torch_are_called_as_formats_are():
    known = {kind.text: kind.format for kind in tensors.reader()._kinds.values() if kind.format}
    assert known["torch.bfloat16"] == "bf16"
    assert known["torch.float8_e4m3fn"] == "f8e4m3fn"
    assert known["torch.bool"] == "bool"
    assert sorted(known.values()) == sorted(FORMATS)
