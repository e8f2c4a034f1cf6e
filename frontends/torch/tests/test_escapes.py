"""Every way to run an op in a block uses the block's kernels and is counted, or is refused."""

import copy
import io
import pickle
import threading

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, from_torch_module, reproducible
from samebits.torch.tests.seeing import Seen


@pytest.fixture
def block():
    with reproducible("c:baseline", threads=1, count=True) as opened:
        yield opened


def _work(x):
    return (x @ x + x * 2.0).sum(dim=0)


ONE_WORK = {"mm": 1, "add.Tensor": 1, "mul.Tensor": 1, "sum.dim_IntList": 1}


def test_every_float_op_in_scope_is_counted(block):
    with Seen() as seen:
        _work(torch.ones(4, 4))
    assert seen.counts == block.counts


def test_a_new_thread_is_inside(block):
    thread = threading.Thread(target=lambda: _work(torch.ones(4, 4)))
    thread.start()
    thread.join()
    assert block.counts == ONE_WORK


def test_four_threads_have_the_bits_of_one(block):
    x = torch.arange(64 * 64, dtype=torch.int32).view(64, 64).remainder(37) * 0.1
    want = _work(x)
    found = [None] * 4

    def run(i):
        for _ in range(20):
            found[i] = _work(x)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(torch.equal(y, want) for y in found)


def test_a_backward_pass_on_autograds_threads_is_inside(block):
    x = torch.ones(4, 4, requires_grad=True)
    _work(x).sum(dim=0).backward()
    assert block.counts["mm"] == 3


def test_a_backward_pass_after_the_block_is_outside_and_uses_pytorch():
    x = torch.ones(4, 4, requires_grad=True)
    with reproducible("c:baseline", count=True) as block:
        y = _work(x).sum(dim=0)
    before = block.counts.copy()
    y.backward()
    assert block.counts == before


def test_inference_mode_is_inside(block):
    with torch.inference_mode():
        _work(torch.ones(4, 4))
    assert block.counts == ONE_WORK


def test_vmap_is_inside_or_refused(block):
    x = torch.ones(3, 4, 4)
    try:
        torch.func.vmap(lambda a: a + a * 2.0)(x)
    except NoCanonicalDefinition:
        return
    assert block.counts == {"add.Tensor": 1, "mul.Tensor": 1}


def test_functional_grad_is_inside(block):
    torch.func.grad(lambda a: (a @ a).sum(dim=(0, 1)))(torch.ones(4, 4))
    assert block.counts["mm"] == 3


def test_a_function_of_autograd_is_inside(block):
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2.0

        @staticmethod
        def backward(ctx, grad):
            return grad * 2.0

    x = torch.ones(3, requires_grad=True)
    Twice.apply(x).backward(torch.ones(3))
    assert block.counts == {"mul.Tensor": 2}


def test_autocast_is_inside_forward_backward_and_where_it_is_off(block):
    model = torch.nn.Sequential(
        *(torch.nn.Linear(4, 6), torch.nn.GELU(), torch.nn.LayerNorm(6), torch.nn.Linear(6, 3))
    )
    convolution = torch.nn.Conv2d(2, 3, 3)
    rows, images = torch.randn(5, 4), torch.randn(2, 2, 5, 5)
    block.counts.clear()
    with Seen() as seen:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y, w = model(rows), convolution(images)
            with torch.autocast("cpu", enabled=False):
                plain = rows @ rows.t()
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    inner = plain @ plain
            loss = torch.nn.functional.cross_entropy(y, torch.arange(5) % 3)
        (loss + w.sum() + inner.sum()).backward()
    assert {y.dtype, w.dtype, inner.dtype} == {torch.bfloat16}
    assert {plain.dtype, loss.dtype} == {torch.float32}
    assert all(p.grad.dtype is torch.float32 for p in model.parameters())
    assert seen.counts == block.counts
    assert {"addmm", "gelu_backward", "convolution_backward", "copy_"} <= block.counts.keys()


def test_autocast_has_the_bits_of_casts_that_are_written_out(block):
    x, weight = torch.randn(5, 4), torch.randn(4, 4, requires_grad=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ weight
    slope = torch.ones_like(y)
    (found,) = torch.autograd.grad(y, weight, slope)
    short = x.bfloat16()
    assert torch.equal(y, short @ weight.bfloat16())
    assert torch.equal(found, (short.t() @ slope).float())


def test_autocast_to_another_format_refuses_what_has_no_definition(block):
    x = torch.ones(3, 3)
    with torch.autocast("cpu", dtype=torch.bfloat16), pytest.raises(NoCanonicalDefinition):
        torch.linalg.svdvals(x)


def test_hooks_are_inside(block):
    x = torch.ones(3, requires_grad=True)
    x.register_hook(lambda grad: grad * 3.0)
    module = torch.nn.Identity()
    module.register_forward_hook(lambda m, args, out: out + 1.0)
    module(x).backward(torch.ones(3))
    assert block.counts == {"add.Tensor": 1, "mul.Tensor": 1}


def test_a_compiled_function_runs_as_it_is_written():
    ran = []

    def backend(graph, inputs):
        ran.append(graph)
        return graph.forward

    compiled = torch.compile(lambda a: a + a, backend=backend)
    x = torch.ones(3)
    compiled(x)
    with reproducible("c:baseline", count=True) as block:
        compiled(x)
        torch.compile(lambda a: a * a, backend=backend)(x)
    assert len(ran) == 1
    assert block.counts == {"add.Tensor": 1, "mul.Tensor": 1}


def test_what_opens_a_block_can_be_compiled():
    x = torch.ones(3)

    @reproducible("c:baseline")
    def twice(a):
        return a + a

    assert torch.compile(twice, backend="eager")(x).tolist() == [2.0] * 3
    inside = from_torch_module(torch.nn.Linear(3, 2))
    assert torch.equal(torch.compile(inside, backend="eager")(x), inside(x))


def test_a_block_within_a_compiled_function_runs_as_it_is_written():
    ran = []

    def backend(graph, inputs):
        ran.append(graph)
        return graph.forward

    def partly(a):
        with reproducible("c:baseline", count=True) as block, reproducible("c:baseline"):
            b = torch.softmax(a + a, 0)
        counts.append(block.counts)
        return b

    def fails(a):
        with reproducible("c:baseline"):
            raise KeyError(len(a))

    counts, x = [], torch.ones(3)
    wanted = partly(x)
    assert torch.equal(torch.compile(partly, backend=backend)(x), wanted)
    with pytest.raises(KeyError, match="3"):
        torch.compile(fails, backend=backend)(x)
    assert counts[0] == counts[1]
    assert not ran
    torch.compile(lambda a: a * a, backend=backend)(x)
    assert len(ran) == 1  # the function is traced again outside of a block


def test_a_scripted_function_is_inside():
    with pytest.warns(DeprecationWarning, match="torch.jit"):
        scripted = torch.jit.script(_scripted)
    with reproducible("c:baseline", count=True) as block:
        for _ in range(4):  # TorchScript's executor fuses code after a few calls
            scripted(torch.ones(4, 4))
    assert block.counts == {"add.Tensor": 4, "mul.Tensor": 4}


def _scripted(a: torch.Tensor) -> torch.Tensor:
    return a + a * 2.0


def test_a_scripted_function_that_was_fused_before_is_inside():
    with pytest.warns(DeprecationWarning, match="torch.jit"):
        scripted = torch.jit.script(_scripted)
    x = torch.ones(4, 4)
    for _ in range(4):
        scripted(x)
    with reproducible("c:baseline", count=True) as block:
        scripted(x)
    assert block.counts == {"add.Tensor": 1, "mul.Tensor": 1}


def test_workers_of_a_loader_give_the_same_numbers(block):
    data = torch.utils.data.TensorDataset(torch.arange(12, dtype=torch.int32) * 0.1)
    plain = [b[0] for b in torch.utils.data.DataLoader(data, batch_size=5)]
    worked = [b[0] for b in torch.utils.data.DataLoader(data, batch_size=5, num_workers=2)]
    assert all(torch.equal(a, b) for a, b in zip(plain, worked, strict=True))


def test_what_shows_and_keeps_tensors_works(block):
    x = torch.ones(3) * 0.3
    assert repr(x) == "tensor([0.3000, 0.3000, 0.3000])"
    assert repr(torch.ones(2, dtype=torch.bfloat16)) == "tensor([1., 1.], dtype=torch.bfloat16)"
    assert f"{torch.ones(()).double()}" == "1.0"
    assert x.tolist()[0] == x[0].item() == x.numpy()[0]
    assert torch.equal(copy.deepcopy(x), x)
    assert torch.equal(pickle.loads(pickle.dumps(x)), x)
    kept = io.BytesIO()
    torch.save({"x": x}, kept)
    kept.seek(0)
    assert torch.equal(torch.load(kept)["x"], x)


def test_new_memory_is_the_same_in_every_run(block):
    for x in (
        torch.empty(5),
        torch.empty(5, dtype=torch.bfloat16),
        torch.empty_like(torch.ones(5)),
        torch.empty_strided((5,), (1,)),
        torch.empty_strided((2, 3), (0, 1)),  # several elements share memory
        torch.ones(2).new_empty(5),
    ):
        assert torch.isnan(x).all()
    grown = torch.ones(3).resize_(5)
    assert grown[:3].tolist() == [1.0] * 3
    assert torch.isnan(grown[3:]).all()
    assert torch.empty(2, dtype=torch.int8).tolist() == [127, 127]


@pytest.mark.filterwarnings("ignore:.*quantize_per_tensor")
def test_other_kinds_of_tensors_are_refused(block):
    x = torch.ones(3, 3)
    for make in (
        x.to_sparse,
        x.to_sparse_csr,
        lambda: torch.sparse_coo_tensor([[0], [1]], [1.0], (2, 2)),
        lambda: torch.nested.nested_tensor([x, x]),
        lambda: torch.quantize_per_tensor(x, 0.1, 0, torch.qint8),
        lambda: torch.ones(3, dtype=torch.complex64) * 2,
        x.to_mkldnn,
    ):
        with pytest.raises(NoCanonicalDefinition):
            make()


@pytest.mark.filterwarnings("ignore:.*quantize_per_tensor")
def test_other_kinds_of_tensors_from_outside_are_refused():
    x = torch.ones(3, 3)
    coo, quantised, onednn = (
        x.to_sparse(),
        torch.quantize_per_tensor(x, 0.1, 0, torch.qint8),
        x.to_mkldnn(),
    )
    with reproducible("c:baseline"):
        for work in (
            lambda: torch.sparse.mm(coo, x),
            lambda: coo + coo,
            lambda: quantised.dequantize(),
            lambda: torch.nn.functional.relu(quantised),
            lambda: onednn.to_dense(),
        ):
            with pytest.raises(NoCanonicalDefinition):
                work()


def test_collectives_are_refused(tmp_path):
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{tmp_path / 'store'}", rank=0, world_size=1
    )
    try:
        with reproducible("c:baseline"), pytest.raises(NoCanonicalDefinition, match="collectives"):
            torch.distributed.all_reduce(torch.ones(3))
    finally:
        torch.distributed.destroy_process_group()


def test_compiled_kernels_of_others_are_refused_and_python_ones_are_inside():
    library = torch.library.Library("samebits_test", "DEF")
    library.define("twice(Tensor x) -> Tensor")
    library.impl("twice", lambda x: x * 2.0, "CPU")
    try:
        with reproducible("c:baseline", count=True) as block:
            torch.ops.samebits_test.twice(torch.ones(2))
        assert block.counts == {"mul.Tensor": 1}
    finally:
        library._destroy()
