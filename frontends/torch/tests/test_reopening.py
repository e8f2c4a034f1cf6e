"""Blocks opened again and again: outside PyTorch is as it was, inside nothing is missed."""

import threading
import time

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, block, reproducible
from samebits.torch.loading import loads


@pytest.fixture
def places():
    """The places of the kernels, of which none is taken."""
    found = block._KERNELS._places
    found.take_all()
    yield found
    found.take_all()


@pytest.fixture
def left(places):
    """Those that kernels have kept behind a block."""
    with reproducible("c:baseline"):
        pass
    assert len(places._standing) > 1500
    return places


def _called(overload):
    """What PyTorch calls for an overload on dense CPU tensors."""
    lines = torch._C._dispatch_dump_table(overload).splitlines()
    return [line for line in lines if line.startswith(("CPU:", "AutogradCPU:"))]


def test_a_kernel_that_was_left_gives_its_place_back_when_it_is_called(left):
    assert "samebits" in _called("aten::mul.Tensor")[0]
    assert (torch.ones(2) * 3.0).tolist() == [3.0, 3.0]
    found = _called("aten::mul.Tensor")
    left.take_all()
    assert found == _called("aten::mul.Tensor")
    assert "samebits" not in found[0]


NUMBERS = [
    lambda x: x * 2.1,
    lambda x: torch.add(x, 1, alpha=2),
    lambda x: torch.remainder(2.1, x),
    lambda x: torch.remainder(x, 2),
    lambda x: torch.fmod(x, 2.1),
    lambda x: torch.pow(2.1, x),
    lambda x: torch.xlogy(2.1, x),
    lambda x: torch.copysign(x, -2),
    lambda x: torch.where(x > 1, 0.1, x),
    lambda x: x >= 1.5,
    lambda x: x // 2.1,
    lambda x: 1 - x,
    lambda x: torch.clone(x).remainder_(2),
]


@pytest.mark.parametrize("dtype", [torch.int32, torch.float32, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("shape", [(4,), ()])
def test_numbers_of_a_program_are_what_they_were(dtype, shape, places):
    x = torch.arange(1, 5, dtype=torch.int32).to(dtype)
    x = x.sum().to(dtype) if not shape else x
    usual = [work(x) for work in NUMBERS]
    with reproducible("c:baseline"):
        pass
    for work, y in zip(NUMBERS, usual, strict=True):
        found = work(x)
        assert found.dtype is y.dtype
        assert found.equal(y)


@pytest.mark.parametrize(
    "work",
    [
        lambda x: torch.where(x > 0, x, 0.0),
        lambda x: torch.nn.functional.instance_norm(x[None]),
        lambda x: torch.nn.functional.max_pool1d(x, 2),
        lambda x: torch.func.vmap(torch.nn.functional.silu)(x),
        lambda x: x.clone().mul_(2.0),
        lambda x: torch.repeat_interleave(x, 2),
    ],
)
def test_autograd_outside_follows_what_it_followed(work, places):
    def gradient():
        x = torch.arange(24.0).view(4, 6).requires_grad_()
        (found,) = torch.autograd.grad((work(x) ** 2).sum(), x)
        return found

    usual = gradient()
    with reproducible("c:baseline"):
        pass
    assert gradient().equal(usual)


def test_what_ran_outside_is_inside_again(left):
    x = torch.ones(3)
    for _ in range(3):
        assert torch.fft.fft(x).shape == (3,)
        x.to_sparse()
        _ = x * 2.0 + x
        with reproducible("c:baseline", count=True) as opened:
            _ = x * 2.0 + x
            for work in (torch.fft.fft, torch.Tensor.to_sparse):
                with pytest.raises(NoCanonicalDefinition):
                    work(x)
        assert opened.counts == {"mul.Tensor": 1, "add.Tensor": 1}


def test_a_thread_that_begins_finds_pytorchs_own_kernels(left):
    found = []
    thread = threading.Thread(target=lambda: found.append(len(left._standing)))
    thread.start()
    thread.join()
    assert found == [0]
    assert not hasattr(threading.Thread.start, "__wrapped__")


def test_beside_another_thread_nothing_is_left(places):
    ends = threading.Event()
    thread = threading.Thread(target=ends.wait)
    thread.start()
    with reproducible("c:baseline"):
        pass
    assert not places._standing
    ends.set()
    thread.join()


def test_threads_that_ran_before_are_inside_and_outside_again(places):
    turns = [threading.Event() for _ in range(4)]
    opened = reproducible("c:baseline", count=True)

    def run():
        for begin, end in (turns[:2], turns[2:]):
            begin.wait()
            _ = torch.ones(2) - 1.0
            end.set()

    thread = threading.Thread(target=run)
    thread.start()
    with opened:
        turns[0].set()
        turns[1].wait()
    turns[2].set()
    turns[3].wait()
    thread.join()
    assert opened.counts == {"sub.Tensor": 1}


@pytest.mark.filterwarnings("ignore:.*[Oo]verrid")
@pytest.mark.parametrize("inside", [False, True])
def test_a_kernel_that_a_program_enters_is_outside_of_the_next_block_only(left, inside):
    library = torch.library.Library("aten", "IMPL")

    def enter():
        library.impl("sub.Tensor", lambda *a, **k: torch.full((), 7.0), "CPU", allow_override=True)

    x = torch.ones(2)
    try:
        with reproducible("c:baseline"):
            if inside:
                enter()
        if not inside:
            enter()
        with reproducible("c:baseline", count=True) as opened:
            assert (x - 1.0).tolist() == [0.0, 0.0]
        assert opened.counts == {"sub.Tensor": 1}
    finally:
        library._destroy()


def test_tracing_and_modes_see_one_op_for_one_call(left):
    class Functions(torch.overrides.TorchFunctionMode):
        seen = 0

        def __torch_function__(self, func, types, args=(), kwargs=None):
            self.seen += 1
            return func(*args, **(kwargs or {}))

    x, functions = torch.ones(2), Functions()
    with functions:
        torch.add(x, x)
    assert functions.seen == 1


def test_opening_again_takes_a_small_part_of_opening_first():
    def seconds():
        start = time.process_time()
        with reproducible("c:baseline"):
            pass
        return time.process_time() - start

    block._KERNELS._places.take_all()
    first = seconds()
    if loads() is None:
        pytest.skip("without a count of loaded libraries all kernels are put each time: glibc")
    assert min(seconds() for _ in range(5)) < first / 4
