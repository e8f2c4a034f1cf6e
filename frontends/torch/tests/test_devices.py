"""Run the tests on tensors of a replacement for a GPU.

They are in stand_in/*_there.py and run in separate processes, because PyTorch cannot unregister a
device, and must know it before the first backward pass.
"""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from samebits.torch import places as module_of_places, reproducible
from samebits.torch.errors import Refused
from samebits.torch.keys import require_host
from samebits.torch.places import lend_memory, places
from samebits.torch.tests.samples import bits

THERE = Path(__file__).parent / "stand_in"
NOTHING = 5
"""The exit status of pytest if no test ran, because this PyTorch accepts no device in Python."""


RUNS = [
    ("networks_there.py", "whole"),
    ("networks_there.py", "recurrent"),
    ("networks_there.py", "not whole and not recurrent"),
    ("tensors_there.py", ""),
]


def test_every_file_of_the_stand_in_is_run():
    assert {name for name, _ in RUNS} == {path.name for path in THERE.glob("*_there.py")}


@pytest.mark.parametrize(("name", "chosen"), RUNS)
def test_tensors_of_the_stand_in(name, chosen):
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "0"]
    done = subprocess.run(
        [*command, str(THERE / name), "-k", chosen], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, NOTHING), done.stdout[-5000:] + done.stderr[-2000:]
    assert done.returncode or " passed" in done.stdout


def test_a_generator_of_a_device_is_refused():
    class Generator:
        device = torch.device("cuda", 0)

    with pytest.raises(Refused, match=r"its generator is on cuda:0.*torch\.Generator\(\)"):
        require_host(Generator())
    require_host(torch.Generator())


@pytest.mark.parametrize("dtype", [torch.float32, torch.int64])
def test_updates_of_places_by_several_indices_are_as_if_made_one_after_the_other(dtype):
    rng = torch.Generator().manual_seed(5)
    shape = (4, 3, 5)
    for axes in ((0,), (1,), (0, 1), (1, 2), (0, 2), (0, 1, 2)):
        for sizes in ((1,), (7,), (3, 4), (2, 1)):
            indices = [None] * 3
            for axis in axes:
                n = shape[axis]
                indices[axis] = torch.randint(-n, n, sizes, generator=rng)
            if len(axes) > 1:
                indices[axes[0]] = indices[axes[0]][..., :1]
            x = torch.zeros(shape, dtype=dtype)
            whole = torch.ops.aten.index.Tensor(x, indices).shape
            values = torch.arange(1, whole.numel() + 1).view(whole).to(dtype)
            numbers = torch.arange(x.numel()).view(shape)
            places = torch.ops.aten.index.Tensor(numbers, indices)
            wanted = x.clone().reshape(-1)
            for place, value in zip(places.reshape(-1), values.reshape(-1), strict=True):
                wanted[place] = value
            with reproducible():
                torch.ops.aten.index_put_(x, indices, values)
            assert torch.equal(x, wanted.view(shape)), (axes, sizes)


def test_deterministic_algorithms_change_nothing_and_are_brought_back():
    x = torch.randn(1, 2, 5)
    found = []
    try:
        for flag in (False, True):
            torch.use_deterministic_algorithms(flag, warn_only=flag)
            with reproducible():
                assert not torch.are_deterministic_algorithms_enabled()
                y = x.clone().requires_grad_()
                torch.nn.functional.pad(y, (2, 2), "replicate").sum().backward()
                found.append(bits([y.grad]))
            assert torch.are_deterministic_algorithms_enabled() == flag
            assert torch.is_deterministic_algorithms_warn_only_enabled() == flag
    finally:
        torch.use_deterministic_algorithms(False)
    assert found[0] == found[1]


def test_a_session_on_a_gpu_takes_memory_of_pytorch_for_the_stream(monkeypatch):
    asked, lent = [], []
    monkeypatch.setattr(torch.cuda, "caching_allocator_alloc", lambda *a: asked.append(a) or 4096)
    session = SimpleNamespace(borrow=lambda *a: lent.extend(a))
    lend_memory(session, torch.device("cpu"))
    assert lent == []
    lend_memory(session, torch.device("cuda", 1))
    assert lent[0](100, 7) == 4096
    assert asked == [(100, torch.device("cuda", 1), 7)]
    assert lent[1:] == [torch.cuda.caching_allocator_delete, torch.cuda.empty_cache]


@pytest.mark.parametrize("key", ["CUDA", "XPU", "MPS"])
def test_kernels_stand_at_the_keys_of_gpus_and_go(monkeypatch, key):
    usual = module_of_places._makes_tensors
    monkeypatch.setattr(module_of_places, "_makes_tensors", lambda k: k == key or usual(k))
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    wanted = [("add.Tensor", key), ("scatter.src", key), ("lstm.input", f"Autograd{key}")]
    before = [has(f"aten::{name}", k) for name, k in wanted]
    for contraction in ("T4", "aligned:8x8"):
        with reproducible(contraction=contraction) as block:
            assert key.lower() in [place.type for place in places()]
            assert key.lower() not in block.computes
            assert all(has(f"aten::{name}", k) for name, k in wanted)
        assert [has(f"aten::{name}", k) for name, k in wanted] == before
    assert not any(before)
