"""Run RepDL's ops with the same bits on every instruction set.

    python examples/repdl_ops.py

`samebits.torch.ops` has the ops of RepDL under the same names, and every function of `torch`. This
program runs some of them on all instruction sets of the machine, and they must return the same
bits. It takes a few seconds.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

import samebits.torch as repdl
from samebits.backends import discovery


def main() -> int:
    """Print a line for each op."""
    torch.manual_seed(0)
    with repdl.reproducible():
        x = torch.rand(257, 257)
    ops: dict[str, tuple[Callable[..., torch.Tensor], tuple[object, ...]]] = {
        "mm": (repdl.ops.mm, (x, x)),
        "div": (repdl.ops.div, (x, 10)),
        "sqrt": (repdl.ops.sqrt, (x,)),
        "exp": (repdl.ops.exp, (x,)),
        "sum2d_dim0": (repdl.ops.sum2d_dim0, (x,)),
        "softmax": (repdl.ops.softmax, (x,)),
    }
    devices = [
        f"c:{d.name}" for d in discovery.load("c").devices() if d.available and not d.by_name
    ]
    for name, (op, operands) in ops.items():
        hashes = set()
        for device in devices:
            with repdl.reproducible(device):
                hashes.add(repdl.utils.get_hash(op(*operands)))
        (one,) = hashes
        print(f"{name:10}  {one[:16]}  on {', '.join(devices)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
