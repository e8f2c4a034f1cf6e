"""Run a function on the emulated device and on the CPU, each in a block."""

import torch

from samebits.torch import reproducible
from samebits.torch.tests.samples import bits

BACKEND = "cuda:emulated"


def both(device, function, **options):
    """Call `function` with the CPU and with `device`; return the bits of both results."""
    found = []
    for backend, place in (("auto", torch.device("cpu")), (BACKEND, device)):
        with reproducible(backend, **options):
            torch.manual_seed(4)
            result = function(place)
            result = result if isinstance(result, list | tuple) else [result]
            found.append(bits([x.cpu() if isinstance(x, torch.Tensor) else x for x in result]))
    return found


def same(device, function, **options):
    here, there = both(device, function, **options)
    assert here == there
