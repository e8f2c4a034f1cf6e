"""Compare second derivatives in a block with PyTorch's own, for each op of OpInfo.

    python -m samebits.torch.tests.second [NAME ...]

A sample is right if the block's second derivatives are near to PyTorch's in binary64 or binary32
(which may itself be far from binary64), or if NoCanonicalDefinition refuses them. Any other error
and any other value is a fault. The exit status is 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.meaning.entries import spread
from samebits.torch.tests.opinfo import limited
from samebits.torch.tests.opinfo_ops import RANDOM, database, name_of
from samebits.torch.tests.samples import copied, floats, near, seed_of

SAMPLES = 4
SECONDS = 20


def second(op: Any, sample: Any) -> list[Tensor | None]:
    """Return the derivatives, for each leaf, of a weighted sum of the first derivatives."""
    torch.manual_seed(1)
    given, args, kwargs = sample
    results = floats(tree_leaves(op(given, *args, **kwargs)))
    ends = [x for x in results if x.requires_grad and x.grad_fn is not None]
    leaves = [x for x in tree_leaves(sample) if isinstance(x, Tensor) and x.requires_grad]
    if not ends or not leaves:
        return []
    seeds = [seed_of(x).requires_grad_() for x in ends]
    first = torch.autograd.grad(ends, leaves, seeds, create_graph=True, allow_unused=True)
    kept = [x for x in first if x is not None and x.requires_grad and x.grad_fn is not None]
    if not kept:
        return []
    wanted = [*leaves, *seeds]
    found = torch.autograd.grad(kept, wanted, [seed_of(x) for x in kept], allow_unused=True)
    return list(found)


def faults(op: Any, counts: Counter[str], samples: int = SAMPLES) -> list[str]:
    """Return the faults in the second derivatives of an op in binary32, and update `counts`."""
    name, out = name_of(op), []
    if not op.supports_gradgrad or torch.float32 not in op.supported_backward_dtypes("cpu"):
        return out
    try:
        torch.manual_seed(0)
        given = list(op.sample_inputs("cpu", torch.float32, requires_grad=True))
    except Exception:  # PyTorch cannot make samples
        return out
    for sample in spread([(s.input, s.args, s.kwargs) for s in given], samples):
        try:
            with limited(SECONDS):
                plain = [second(op, copied(sample, d)) for d in (torch.float64, None)]
        except Exception:  # PyTorch has no second derivative
            continue
        try:
            with reproducible("c:baseline", threads=1), limited(SECONDS):
                found = second(op, copied(sample))
        except NoCanonicalDefinition:
            counts["refused"] += 1
            continue
        except Exception as error:
            out.append(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:160]}")
            continue
        counts["computed"] += 1
        far = [] if op.name in RANDOM else [_far(found, one) for one in plain]
        if all(far) and far:
            out.append(f"{name}: {far[0]}")
    return out


def _far(found: Sequence[Tensor | None], plain: Sequence[Tensor | None]) -> str:
    """Describe the first derivative that is far from PyTorch's, or return "".

    A missing derivative counts as zeros.
    """
    if len(found) != len(plain):
        return f"{len(found)} derivatives, PyTorch has {len(plain)}"
    pairs = []
    for one, other in zip(found, plain, strict=True):
        shape = one if one is not None else other
        if shape is None:
            continue
        zeros = torch.zeros_like(shape)
        pairs.append((zeros if one is None else one, zeros.double() if other is None else other))
    return near([a for a, _ in pairs], [b for _, b in pairs], "f32")


def main() -> int:
    """Compare all ops, print the faults, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    wrong = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for op in database():
            if options.names and name_of(op) not in options.names:
                continue
            for line in faults(op, counts):
                wrong += 1
                print(line, flush=True)
    print(f"{counts['computed']} computed, {counts['refused']} refused, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
