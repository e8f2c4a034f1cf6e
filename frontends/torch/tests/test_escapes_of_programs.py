"""Ways in which programs reach ops inside a block: modules, and Python around tensors.

The context `inside` observes every op that computes floating-point numbers, and compares these ops
with the ops that the block counted.
"""

import asyncio
import contextvars
import threading
from collections import Counter
from typing import ClassVar

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn.utils import parametrizations, parametrize

from samebits.torch import NoCanonicalDefinition, current, reproducible
from samebits.torch.tests.by_spec import same
from samebits.torch.tests.independent import values
from samebits.torch.tests.seeing import assert_same, bits_of, inside, layers

F32 = torch.float32


# Modules


class Skew(nn.Module):
    """A parametrization: a weight that is computed at each access."""

    def forward(self, x):
        return x.triu(1) * 2.0 - x.tril(-1)


def test_parametrizations_are_inside():
    layer = nn.Linear(4, 4, bias=False)
    parametrize.register_parametrization(layer, "weight", Skew())
    other = parametrizations.weight_norm(nn.Linear(4, 3))
    x = values(F32, (5, 4), 1)
    with inside() as block:
        (layer(x).sum() + other(x).sum()).backward()
        with parametrize.cached():
            assert same(layer.weight, layer.weight)
    assert {"sub.Tensor", "_weight_norm_interface_backward"} <= block.counts.keys()


def test_models_over_several_devices_are_refused_and_without_devices_are_the_model(tmp_path):
    model, x = layers(), values(F32, (5, 4), 1)
    with inside():
        assert_same([nn.DataParallel(model)(x)], [model(x)])
    store = f"file://{tmp_path / 'store'}"
    torch.distributed.init_process_group("gloo", init_method=store, rank=0, world_size=1)
    try:
        with reproducible("c:baseline"), pytest.raises(NoCanonicalDefinition, match="collectives"):
            nn.parallel.DistributedDataParallel(model)
    finally:
        torch.distributed.destroy_process_group()


# Python around tensors


class Marked(torch.Tensor):
    """A tensor class with a `__torch_function__`, which sees each call first."""

    seen: ClassVar[Counter[str]] = Counter()

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.seen[func.__name__] += 1
        return super().__torch_function__(func, types, args, kwargs or {})


class Duck:
    """An operand that functions of torch accept although it is not a tensor."""

    def __init__(self, value):
        self.value = value

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        args = [x.value if isinstance(x, Duck) else x for x in args]
        return Duck(func(*args, **(kwargs or {})))


def test_objects_with_functions_of_their_own_are_inside():
    x = values(F32, (4, 4), 1)
    with inside() as block:
        wanted = torch.exp(x @ x) * x
        counts = block.counts.copy()
        marked = x.as_subclass(Marked)
        assert_same([(torch.exp(marked @ marked) * marked).as_subclass(torch.Tensor)], [wanted])
        duck = torch.mul(torch.exp(torch.matmul(Duck(x), Duck(x))), Duck(x))
        assert_same([duck.value], [wanted])
        assert block.counts == Counter({k: 3 * n for k, n in counts.items()})
    assert Marked.seen["exp"] == 1


def test_tasks_and_contexts_are_inside():
    x = values(F32, (4, 4), 1)
    variable = contextvars.ContextVar("variable", default=1.0)

    def work(scale):
        variable.set(scale)
        return (x @ x) * variable.get()

    async def task(scale):
        await asyncio.sleep(0)
        found = work(scale)
        await asyncio.sleep(0)
        return found, await asyncio.to_thread(work, scale)

    async def tasks():
        return await asyncio.gather(*(task(s) for s in (2.0, 3.0)))

    with reproducible("c:baseline", threads=1, count=True) as block:
        wanted = [contextvars.copy_context().run(work, s) for s in (2.0, 3.0)]
        found = asyncio.run(tasks())
        # asyncio prints results, which runs ops that are counted too
        assert block.counts["mm"] == 6
    assert variable.get() == 1.0
    for pair, one in zip(found, wanted, strict=True):
        assert_same(pair, [one, one])


def test_a_block_of_one_task_holds_for_the_others_and_closes_with_it():
    x = values(F32, (4, 4), 1)

    async def opening(opened, done):
        with reproducible("c:baseline", threads=1, count=True) as block:
            opened.set()
            await done.wait()
        return block.counts

    async def working(opened, done):
        await opened.wait()
        inner = x @ x
        done.set()
        return inner

    async def both():
        events = asyncio.Event(), asyncio.Event()
        return await asyncio.gather(opening(*events), working(*events))

    counts, found = asyncio.run(both())
    assert counts == {"mm": 1}
    assert current() is None
    with reproducible("c:baseline"):
        assert_same([found], [x @ x])


def test_default_device_and_dtype_are_inside():
    with inside() as block:
        torch.set_default_dtype(torch.float64)
        torch.set_default_device("cpu")
        try:
            x = torch.arange(4.0) * 0.1
            with torch.device("cpu"):
                y = torch.ones(4) + x
        finally:
            torch.set_default_device(None)
            torch.set_default_dtype(torch.float32)
        assert x.dtype is y.dtype is torch.float64
        assert {"mul.Tensor", "add.Tensor"} <= block.counts.keys()
    assert same(
        x, torch.arange(4, dtype=torch.float64) * 0.1
    )  # one product for each element, which PyTorch itself rounds in the same way


def test_numpys_memory_and_data_are_inside():
    x = values(F32, (4, 4), 1)
    with inside() as block:
        wanted = (x @ x) * 2.0
        shared = torch.from_numpy(x.numpy())
        found = shared @ shared
        found.numpy()[...] *= 2  # exact, and not an op of PyTorch
        scaled = np.float32(2) * (x @ x)
        leaf = nn.Parameter(x.clone())
        leaf.data.mul_(2.0)
        leaf.data = leaf.data @ (x * 0.5) * 2.0
        assert block.counts["mm"] == 4
    assert_same([found, torch.as_tensor(scaled)], [wanted, wanted])
    assert leaf.grad is None


def test_writing_to_views_is_inside():
    x = values(F32, (4, 6), 1)
    with inside() as block:
        whole = x.clone()
        whole[1:3, ::2].mul_(0.3)
        whole.t()[1].add_(whole[0, :4])
        whole.view(-1)[5:].exp_()
        whole.diagonal().zero_()
        assert block.counts == {"mul_.Tensor": 1, "add_.Tensor": 1, "exp_": 1}
        wanted = x.clone()
        wanted[1:3, ::2] = x[1:3, ::2] * 0.3
        wanted[:, 1] = wanted[:, 1] + wanted[0, :4]
        flat = wanted.view(-1)
        flat[5:] = flat[5:].exp()
        for i in range(4):
            wanted[i, i] = 0.0
        leaf = x.clone().requires_grad_()
        copy = leaf * 1.0
        copy[0].mul_(3.0)
        copy.sum().backward()
    assert_same([whole, leaf.grad[0], leaf.grad[1]], [wanted, torch.full((6,), 3.0), torch.ones(6)])


def test_channels_last_is_inside_and_has_the_bits_of_other_layouts():
    def run(layout):
        torch.manual_seed(1)
        model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.AvgPool2d(2))
        model = model.to(memory_format=layout)
        x = values(F32, (2, 3, 8, 8), 1).to(memory_format=layout).requires_grad_()
        y = model(x)
        y.backward(values(F32, y.shape, 2))
        return bits_of(y, x.grad, *(p.grad for p in model.parameters()), *model.buffers())

    with inside():
        plain = run(torch.contiguous_format)
        last = run(torch.channels_last)
    assert_same(last, plain)


def test_pinned_memory_has_the_same_bits_or_pytorchs_error():
    x = values(F32, (4, 4), 1)
    with inside():
        wanted = x @ x
        if torch.cuda.is_available():
            assert_same([x.pin_memory() @ x.pin_memory()], [wanted])
        else:
            with pytest.raises(RuntimeError, match="accelerator|NVIDIA driver"):
                x.pin_memory()
            with pytest.raises(RuntimeError, match=r"accelerator|pin|NVIDIA driver"):
                torch.empty(3, pin_memory=True)
        assert not x.is_pinned()


def test_a_timer_thread_is_inside():
    x, found = values(F32, (4, 4), 1), []
    with reproducible("c:baseline", threads=1, count=True) as block:
        timer = threading.Timer(0.0, lambda: found.append(x @ x))
        timer.start()
        timer.join()
        assert block.counts == {"mm": 1}
        assert_same(found, [x @ x])


@pytest.mark.parametrize(
    "write",
    [
        lambda x, more: x.add_(more),
        lambda x, more: x.lerp_(more, 0.5),
        lambda x, more: torch._foreach_mul_([x], [more]),
        lambda x, more: x[:, None].addmm_(more.view(2, 3), more.view(3, 2)),
    ],
)
def test_nothing_in_place_changes_a_shape_or_writes_beside_a_view(write):
    whole, more = torch.zeros(12), torch.full((2, 3), 0.5)
    view = whole[:1]
    said = "output with shape|output tensor size"
    with reproducible("c:baseline"), pytest.raises(RuntimeError, match=said):
        write(view, more)
    assert view.shape == (1,)
    assert not whole.any()


ROWS, FIRST = torch.ones(2, 3), torch.tensor([0])


@pytest.mark.parametrize(
    "call",
    [
        lambda: nn.functional.cross_entropy(ROWS, torch.zeros(2)),
        lambda: torch.ones(2, 3, 4).trace(),
        lambda: torch.ones(2).cumsum(1),
        lambda: torch.ones(()).logcumsumexp(3),
        lambda: torch.ones(()).median(1),
        lambda: torch.ones(()).mode(1),
        lambda: ROWS.to(torch.int64).var(1, correction=1.5),
        lambda: torch.ones(()).renorm(2, 0, 1.0),
        lambda: ROWS.index_add(0, FIRST, ROWS),
        lambda: ROWS.index_add(0, FIRST[None], ROWS[:1]),
        lambda: ROWS.index_reduce(1, FIRST, torch.ones(3, 1), "amax"),
        lambda: torch.mm(ROWS, torch.ones(3)),
        lambda: torch.bmm(ROWS, ROWS),
        lambda: torch.addmm(ROWS, ROWS, torch.ones(())),
        lambda: torch.linalg.cross(torch.ones(3), torch.ones(4, 3)),
        lambda: nn.functional.max_pool1d(ROWS, 2, stride=0),
        lambda: nn.functional.avg_pool2d(ROWS[None], (1, 2), stride=(1, 0)),
        lambda: nn.functional.rrelu(ROWS, 0.3, 0.1, training=True),
        lambda: torch.arange(0.0, 1.0, -0.1),
        lambda: torch.mul(one := torch.ones(1), ROWS, out=one),
        lambda: torch.ones(1).ldexp_(ROWS),
    ],
)
def test_what_does_not_fit_raises_what_pytorch_raises(call):
    with pytest.raises((RuntimeError, IndexError)) as usual:
        call()
    with reproducible("c:baseline"), pytest.raises(usual.type) as found:
        call()
    assert not isinstance(found.value, NoCanonicalDefinition)


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
@pytest.mark.parametrize("trains", [False, True])
def test_a_traced_program_has_the_bits_of_the_program_wherever_it_was_traced(trains):
    model = torch.nn.Sequential(torch.nn.Conv2d(2, 4, 3), torch.nn.ReLU(), torch.nn.Conv2d(4, 1, 2))
    x = torch.randn(2, 2, 6, 6)
    before = torch.jit.trace(model, x)
    with reproducible("c:baseline"), torch.inference_mode(not trains):
        inside = torch.jit.trace(model, x)
        programs = [model, *[before] * 3, *[inside] * 3]
        found = [[program(x)] for program in programs]
        if trains:
            found += [torch.autograd.grad(y.sum(), model.parameters()) for (y,) in found]
    for i, one in enumerate(found):
        assert_same(one, found[i - i % len(programs)])
