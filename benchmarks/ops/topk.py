"""How topk is measured; CuPy does not have it."""

from typing import Any

from samebits.benchmarks.declared import Measured
from samebits.benchmarks.gpu.makers import Attributes, Run, TorchMaker


def _torch(torch: Any, attributes: Attributes, x: list[Any], out: Any) -> Run:
    into = (out, torch.empty_like(out, dtype=torch.int64))
    return lambda: torch.topk(x[0], attributes["k"], dim=attributes["axis"], out=into)[0]


MEASURED = Measured(
    gpu=(),
    torch=TorchMaker(_torch),
    cupy=None,
    native=None,
)
