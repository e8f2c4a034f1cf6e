"""A block ignores the floating-point environment of the process, and restores it at its end.

Loading a library that is linked with fast-math makes the thread flush subnormal numbers to zero. So
does `torch.set_flush_denormal`.
"""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch

from samebits.backends.hosting import fenv
from samebits.common.errors import SamebitsError
from samebits.torch import reproducible

pytestmark = pytest.mark.skipif(fenv.unavailable() is not None, reason=f"{fenv.unavailable()}")

USUAL = fenv.Environment()
HOSTILE = [
    fenv.Environment(flush=True, daz=True),
    fenv.Environment(flush=True),
    fenv.Environment(daz=True),
    fenv.Environment(rounding="up"),
    fenv.Environment(flush=True, daz=True, rounding="zero"),
]
TINY = 1e-40  # subnormal in binary32
LEAST = 5e-324  # subnormal in binary64
PAGE = Path(__file__).parents[3] / "docs" / "torch.md"

LIBRARY = """
#if defined(__SSE2__)
#include <xmmintrin.h>
__attribute__((constructor)) static void set(void) { _mm_setcsr(_mm_getcsr() | BITS); }
#elif defined(__aarch64__)
__attribute__((constructor)) static void set(void)
{
    unsigned long word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    __asm__ volatile("msr fpcr, %0" ::"r"(word | BITS));
}
#endif
"""
BITS = {"x86_64": {"flush": 0x8040, "up": 0x4000}, "aarch64": {"flush": 1 << 24, "up": 1 << 22}}


def fast_math(folder, what):
    """Return a library whose start-up code makes the thread flush subnormal numbers or round up."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    bits = BITS.get(fenv.platform.machine(), {}).get(what)
    if compiler is None or bits is None:
        pytest.skip("needs a C compiler for a known processor")
    source, made = folder / f"{what}.c", folder / f"lib{what}.so"
    source.write_text(LIBRARY)
    command = [compiler, "-shared", "-fPIC", f"-DBITS={bits}", source, "-o", made]
    subprocess.run(command, check=True)
    return made


def conversions():
    """Return the bits of Python numbers stored as elements, and of elements read as numbers."""
    some, place = torch.tensor([True]), torch.tensor([0])
    tiny = torch.tensor([71362], dtype=torch.int32).view(torch.float32)
    least = torch.tensor([1], dtype=torch.int64).view(torch.float64)
    made = [
        torch.tensor([TINY]),
        torch.tensor(TINY),
        torch.as_tensor([TINY]),
        torch.tensor([LEAST], dtype=torch.float64),
        torch.tensor([1e-7], dtype=torch.float16),
        torch.tensor([1.0 + 2.0**-24 + 2.0**-40]),
        torch.scalar_tensor(TINY),
        torch.full((1,), TINY),
        torch.full_like(tiny, TINY),
        tiny.new_full((1,), TINY),
        torch.zeros(1).fill_(TINY),
        torch.zeros(1).fill_(tiny[0]),
        torch.zeros(1).masked_fill(some, TINY),
        torch.zeros(1).masked_fill_(some, TINY),
        torch.where(some, TINY, 0.0),
        torch.where(some, tiny, 0.0),
        torch.zeros(1).index_fill_(0, place, TINY),
        torch.zeros(1).index_fill(0, place, TINY),
        torch.zeros(1).scatter(0, place, TINY),
        torch.nn.functional.pad(torch.zeros(1), (0, 1), value=TINY),
        torch.ldexp(torch.ones(1), torch.tensor(-140)),
        torch.clamp(torch.zeros(1), min=TINY),
        tiny.double(),
        tiny * 0.5,
        torch.linspace(0.0, TINY, 3),
        torch.arange(0.0, 3e-40, 1e-40),
        torch.nan_to_num(torch.tensor([float("nan")]), nan=TINY),
        torch.nonzero(tiny),
        torch.isin(tiny, torch.zeros(1)),
        tiny.bool(),
    ]
    bits = [(x.dtype, x.reshape(-1).view(torch.uint8).tolist()) for x in made]
    numbers = [tiny.item(), float(tiny), *tiny.tolist(), least.item(), *least.tolist()]
    numbers += [LEAST * 1.0, 2.0**-1022 * 0.5, 1.0 + 2.0**-54, 1e-310 / 3.0]
    logic = torch.equal(tiny, torch.zeros(1)), bool(tiny), bool(tiny > 0)
    return bits, [x.hex() for x in numbers], logic, repr(tiny), str(least), f"{tiny.item()}"


@pytest.fixture(scope="module")
def wanted():
    with reproducible():
        return conversions()


def test_the_conversions_depend_on_the_environment_outside():
    """Outside of a block PyTorch and Python flush too, so the other tests could fail."""
    with fenv.hostile(HOSTILE[0]):
        flushed = torch.tensor([TINY]).view(torch.int32).item(), LEAST * 1.0
    assert flushed == (0, 0.0)


@pytest.mark.parametrize("found", HOSTILE, ids=str)
def test_numbers_keep_their_bits_in_a_block_and_the_environment_comes_back(found, wanted):
    with fenv.hostile(found):
        with reproducible():
            inside = conversions()
            there = fenv.current()
        after = fenv.current()
    assert inside == wanted
    assert there == USUAL
    assert after == found


def test_an_error_in_a_block_brings_the_environment_back():
    with fenv.hostile(HOSTILE[0]):
        with pytest.raises(ZeroDivisionError), reproducible():
            1 / 0  # noqa: B018
        after = fenv.current()
    assert after == HOSTILE[0]


def test_flush_to_zero_by_pytorch_before_a_block_changes_nothing_in_it(wanted):
    if not torch.set_flush_denormal(True):
        pytest.skip("PyTorch cannot set it on this processor")
    try:
        with reproducible():
            inside = conversions()
        after = fenv.current()
    finally:
        torch.set_flush_denormal(False)
    assert inside == wanted
    assert after.flush
    assert after.daz


def test_flush_to_zero_inside_a_block_is_refused_and_its_end_is_not():
    with reproducible():
        with pytest.raises(SamebitsError, match="set_flush_denormal.*outside of the block"):
            torch.set_flush_denormal(True)
        torch.set_flush_denormal(False)
        assert fenv.current() == USUAL


@pytest.mark.parametrize("found", HOSTILE, ids=str)
def test_a_change_inside_a_block_ends_with_the_next_op(found, wanted):
    one = torch.ones(1)
    with reproducible():
        fenv.put(found)
        one + one
        there = fenv.current()
        inside = conversions()
    assert there == USUAL
    assert inside == wanted


@pytest.mark.parametrize("what", ["flush", "up"])
@pytest.mark.parametrize("when", ["before", "inside"])
def test_a_library_with_fast_math_changes_nothing_in_a_block(tmp_path, what, when, wanted):
    library = fast_math(tmp_path, what)
    saved = fenv.save()
    try:
        if when == "before":
            ctypes.CDLL(str(library))
            assert fenv.current() != USUAL
        with reproducible():
            if when == "inside":
                ctypes.CDLL(str(library))
            inside = conversions()
    finally:
        fenv.restore(saved)
    assert inside == wanted


def test_threads_that_call_ops_have_the_default_environment(wanted):
    """Threads of a pool start with the environment that was set in them before the block."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(fenv.put, HOSTILE[0]).result()
        assert pool.submit(fenv.current).result() == HOSTILE[0]
        with reproducible():

            def computed():
                torch.ones(1) * 2.0
                return conversions()

            inside = pool.submit(computed).result()
    assert inside == wanted


def test_a_thread_that_is_started_inside_has_the_default_environment(wanted):
    found = []
    with fenv.hostile(HOSTILE[0]), reproducible():
        thread = threading.Thread(target=lambda: found.append(conversions()))
        thread.start()
        thread.join()
    assert found == [wanted]


def test_backward_passes_have_the_default_environment():
    found = []

    class Half(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, gradient):
            found.append((fenv.current(), gradient.tolist()))
            return gradient * 0.5

    with fenv.hostile(HOSTILE[0]), reproducible():
        x = torch.ones(1, requires_grad=True)
        Half.apply(x).backward(torch.tensor([TINY]))
        gradient = x.grad.view(torch.int32).item()
    assert [environment for environment, _ in found] == [USUAL]
    assert gradient == 35681


PROGRAM = """
import ctypes, sys
if sys.argv[1]:
    ctypes.CDLL(sys.argv[1])
{example}
import samebits.torch
with samebits.torch.reproducible():
    tiny = torch.linspace(-1e-38, 1e-38, 33, requires_grad=True)
    wide = torch.linspace(-1e-308, 1e-308, 33, dtype=torch.float64)
    y = tiny.softmax(0) * 1e-40 + tiny * 0.3 + tiny.exp() * 1e-39 + 1e-42
    y.sum().backward()
    values = [tiny, y, tiny.grad, wide * 0.1, torch.full((3,), 1e-40), 1e-310, wide.tolist()]
    print(samebits.torch.get_hash(values))
    print(samebits.torch.witness(model, x, loss=lambda y: y.sum() * 1e-40).digest)
print(samebits.torch.get_hash(values), samebits.torch.get_hash({{"a": 1e-310, "b": tiny}}))
"""


def test_the_example_of_the_page_has_its_hash_with_flush_to_zero_set_before_the_import(tmp_path):
    library = fast_math(tmp_path, "flush")
    page = PAGE.read_text()
    example = re.search(r"```python\n(.*?)```\n\nIt prints.*?```text\n(.*?)```", page, re.DOTALL)
    program = PROGRAM.format(example=example[1])

    def run(preloaded):
        command = [sys.executable, "-W", "ignore", "-c", program, preloaded]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    usual = run("")
    assert usual.startswith(example[2])
    assert run(str(library)) == usual
