"""PyTorch tensors in emulated memory that claim to be on a GPU."""

import warnings

import pytest

from samebits.backends.cuda.tests.doubles import memory_of

torch = pytest.importorskip("torch")


class There(torch.Tensor):
    """A tensor that claims to be on the GPU `number`."""

    __torch_function__ = torch._C._disabled_torch_function_impl
    is_cuda, is_cpu = True, False
    number = 0

    @property
    def device(self):
        return torch.device("cuda", self.number)

    def get_device(self):
        return self.number


def tensor(machine, values):
    """Return a tensor in the machine's memory that has the type and the bits of the values."""
    memory, data = memory_of(machine, values)
    kind = getattr(torch, values.dtype.name)
    made = torch.from_numpy(data).view(kind).reshape(values.shape).as_subclass(There)
    made.memory = memory
    return made


def nested():
    """Return a nested tensor on the CPU."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch warns that nested tensors are a prototype
        return torch.nested.nested_tensor([torch.ones(3), torch.ones(2)])


def bits(made):
    """Return the bytes of a tensor in emulated memory."""
    return made.as_subclass(torch.Tensor).contiguous().view(torch.uint8).numpy().tobytes()
