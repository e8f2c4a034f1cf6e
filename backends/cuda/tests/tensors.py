"""Tensors of PyTorch in emulated memory that say that they lie on a GPU."""

import warnings

import pytest

from samebits.backends.cuda.tests.doubles import memory_of

torch = pytest.importorskip("torch")


class There(torch.Tensor):
    """A tensor that says that it lies on a GPU."""

    __torch_function__ = torch._C._disabled_torch_function_impl
    is_cuda, is_cpu = True, False
    number = 0

    @property
    def device(self):
        return torch.device("cuda", self.number)

    def get_device(self):
        return self.number


def tensor(machine, values):
    """A tensor in the machine's memory, with the type and the bits of the values."""
    memory, data = memory_of(machine, values)
    kind = getattr(torch, values.dtype.name)
    made = torch.from_numpy(data).view(kind).reshape(values.shape).as_subclass(There)
    made.memory = memory
    return made


def nested():
    """A nested tensor of the host."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it is a prototype
        return torch.nested.nested_tensor([torch.ones(3), torch.ones(2)])


def bits(made):
    """The bytes of a tensor that lies in emulated memory."""
    return made.as_subclass(torch.Tensor).contiguous().view(torch.uint8).numpy().tobytes()
