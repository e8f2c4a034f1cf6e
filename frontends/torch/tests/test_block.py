"""The block: which calls it covers, what it restores at its end, and what it refuses."""

import threading

import pytest
import torch

from samebits.common.errors import SamebitsError
from samebits.torch import NoCanonicalDefinition, current, reproducible


def test_ops_run_on_their_lowerings_inside_and_on_pytorch_outside():
    a = torch.ones(3)
    with reproducible("c:baseline", count=True) as block:
        a + a
    a + a
    assert block.counts == {"add.Tensor": 1}
    assert current() is None


def test_backward_of_what_was_computed_outside_is_inside():
    x = torch.ones(3, 4, requires_grad=True)
    y = x @ torch.ones(4, 2)
    with reproducible("c:baseline", count=True) as block:
        y.backward(torch.ones(3, 2))
    assert block.counts["mm"] == 1


def test_another_thread_is_inside():
    with reproducible("c:baseline", count=True) as block:
        thread = threading.Thread(target=lambda: torch.ones(2) * 2.0)
        thread.start()
        thread.join()
    assert block.counts["mul.Tensor"] == 1


def test_the_inner_block_counts_until_it_is_left():
    with reproducible("c:baseline", count=True) as outer:
        with reproducible("c:baseline", threads=1, count=True) as inner:
            torch.ones(2) + 1.0
        torch.ones(2) - 1.0
    assert inner.counts == {"add.Tensor": 1}
    assert outer.counts == {"sub.Tensor": 1}


def test_everything_is_brought_back_after_an_error():
    before = torch.backends.mkldnn.enabled, torch.backends.mha.get_fastpath_enabled()
    with pytest.raises(ZeroDivisionError), reproducible("c:baseline"):
        1 / 0  # noqa: B018
    assert (torch.backends.mkldnn.enabled, torch.backends.mha.get_fastpath_enabled()) == before
    assert torch.fft.fft(torch.ones(2)).shape == (2,)
    assert current() is None


def test_a_decorated_function_may_call_itself():
    block = reproducible("c:baseline", count=True)

    @block
    def sums(times):
        x = torch.ones(2) + 1.0
        return x if times == 1 else x + sums(times - 1)

    assert sums(3).tolist() == [6.0, 6.0]
    assert block.counts == {"add.Tensor": 5}
    assert current() is None


def test_what_runs_after_its_call_is_not_decorated():
    def numbers():
        yield torch.ones(2) + 1.0

    async def number():
        return torch.ones(2) + 1.0

    for function in (numbers, number):
        with pytest.raises(SamebitsError, match="open the block inside the function"):
            reproducible("c:baseline")(function)


@pytest.mark.parametrize(("backend", "threads"), [(None, 0), ("c:baseline", "2")])
def test_a_block_takes_a_name_and_a_number(backend, threads):
    with pytest.raises(SamebitsError, match="must be .* or a "):
        reproducible(backend, threads).__enter__()
    assert current() is None


@pytest.mark.parametrize("name", ["numpy", "numpy:cpu", "torch"])
def test_a_subject_which_promises_no_bits_is_refused(name):
    with pytest.raises(SamebitsError, match="does not promise the bits") as error:
        reproducible(name).__enter__()
    assert "\n" not in str(error.value)
    assert current() is None


def test_a_program_is_refused():
    with pytest.raises(SamebitsError, match="a front end needs a backend in Python"):
        reproducible("exec:./program").__enter__()


def test_an_unknown_device_leaves_pytorch_as_it_is():
    with pytest.raises(SamebitsError, match="nosuch"):
        reproducible("c:nosuch").__enter__()
    assert current() is None
    torch.fft.fft(torch.ones(2))


def test_what_has_no_definition_is_refused_with_op_module_and_line():
    model = torch.nn.Sequential(torch.nn.Flatten(), _Fourier())
    with reproducible("c:baseline"), pytest.raises(NoCanonicalDefinition) as error:
        model(torch.ones(2, 2))
    text = str(error.value)
    assert "aten::_fft_r2c" in text
    assert "in 1 (_Fourier)" in text
    assert f"{__file__}:" in text
    assert "\n" not in text


class _Fourier(torch.nn.Module):
    def forward(self, x):
        return torch.fft.fft(x)


def test_what_is_not_strict_lets_through_and_counts():
    with reproducible("c:baseline", strict=False) as block:
        torch.fft.fft(torch.ones(2))
    assert block.let_through == {"_fft_r2c": 1}


def test_a_block_of_another_thread_is_refused():
    found = []

    def enter():
        try:
            with reproducible("c:baseline"):
                pass
        except SamebitsError as error:
            found.append(str(error))

    with reproducible("c:baseline"):
        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
    assert "another thread has opened" in found[0]


def test_a_product_of_complex_numbers_is_refused():
    x = torch.ones(2, 2, dtype=torch.complex64)
    with reproducible("c:baseline"), pytest.raises(NoCanonicalDefinition, match="complex"):
        x @ x
