"""The entries of PyTorch's data bases that are compared: ops, modules and optimizers.

An entry makes samples in a format. Running a sample returns the results, and the gradients of all
tensors that require one. Each sample is run inside and outside of a block.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from random import Random
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves

from samebits.torch.tests import samples
from samebits.torch.tests.opinfo_ops import database, name_of

Result = tuple[list[Any], list[Tensor | None]]

LARGEST = 6000
"""Samples with more elements than this, in all tensors together, are not used."""


@dataclass(frozen=True, eq=False)
class Entry:
    """An op, a module or an optimizer, whose samples are compared."""

    name: str
    samples: Callable[[torch.dtype], list[Any]]
    run: Callable[[Any, torch.dtype, bool], Result]
    """Function that runs a sample in a format, with or without gradients."""
    takes_all: bool = False
    """True if all samples are compared, because there are few and each has different options."""


def spread(found: list[Any], count: int) -> list[Any]:
    """Return up to `count` samples: one drawn at random from each of `count` parts of the list.

    The lists are products of options, so in every n-th sample an option could have the same value.
    """
    fits = [s for s in found if size_of(s) <= LARGEST]
    if len(fits) <= count:
        return fits
    ends = [i * len(fits) // count for i in range(count + 1)]
    chosen = Random(0)
    return [fits[chosen.randrange(a, b)] for a, b in pairwise(ends)]


def size_of(sample: Any) -> int:
    return sum(x.numel() for x in tree_leaves(sample) if isinstance(x, Tensor))


# Ops


def _has_gradient(op: Any, dtype: torch.dtype) -> bool:
    return bool(op.supports_autograd and dtype in op.supported_backward_dtypes("cpu"))


def _samples_of_op(op: Any, dtype: torch.dtype) -> list[Any]:
    if dtype not in op.supported_dtypes("cpu"):
        return []
    torch.manual_seed(0)
    found = op.sample_inputs("cpu", dtype, requires_grad=_has_gradient(op, dtype))
    return [(s.input, s.args, s.kwargs) for s in found]


def _run_op(op: Any, sample: Any, dtype: torch.dtype, backward: bool) -> Result:
    return samples.run(op, sample, backward and _has_gradient(op, dtype))


# Modules: a sample holds the module, its parameters and buffers, and the arguments of a call


def _samples_of_module(info: Any, training: bool, dtype: torch.dtype) -> list[Any]:
    torch.manual_seed(0)
    given = info.module_inputs_func(
        info, device="cpu", dtype=dtype, requires_grad=True, training=training
    )
    return list(_modules(info, given, training, dtype))


def _modules(info: Any, given: Any, training: bool, dtype: torch.dtype) -> Iterator[Any]:
    for one in given:
        if one.forward_input is None:
            continue
        made = info.module_cls(*one.constructor_input.args, **one.constructor_input.kwargs)
        module = made.to(dtype).train(training)
        state = {**dict(module.named_parameters()), **dict(module.named_buffers())}
        yield module, state, one.forward_input.args, one.forward_input.kwargs


def _run_module(sample: Any, dtype: torch.dtype, backward: bool) -> Result:
    module, state, args, kwargs = sample

    def call(state: Any, *args: Any, **kwargs: Any) -> Any:
        return torch.func.functional_call(module, state, args, kwargs)

    results, gradients = samples.run(call, (state, args, kwargs), backward)
    buffers = [x.detach() for n, x in state.items() if not x.requires_grad]
    return [*results, *buffers], gradients


# Optimizers: a sample holds the class, its options, parameters and the gradients of each step

STEPS = 3
SHAPES = ((4, 3), (2, 5))


def _samples_of_optimizer(info: Any, dtype: torch.dtype) -> list[Any]:
    found: list[Any] = []
    generator = torch.Generator().manual_seed(0)

    def numbers(shape: tuple[int, ...]) -> Tensor:
        return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)

    options = [given.kwargs for given in info.optim_inputs_func(device="cpu")]
    ways = ["foreach"] if "foreach" in info.supported_impls else []
    ways += ["fused"] if "cpu" in info.supports_fused_on else []
    options += [{**words, way: True} for way in ways for words in options]
    for words in options:
        if any(isinstance(x, Tensor) for x in tree_leaves(words)) or words.get("capturable"):
            continue
        parameters = [numbers(s).requires_grad_() for s in SHAPES]
        found.append((info.optim_cls, words, parameters, [[numbers(s) for s in SHAPES]] * STEPS))
    return found


def _run_optimizer(sample: Any, dtype: torch.dtype, backward: bool) -> Result:
    kind, words, parameters, gradients = sample
    torch.manual_seed(1)
    optimizer = kind(parameters, **words)
    for step in gradients:

        def closure(step: list[Tensor] = step) -> Tensor:
            for p, g in zip(parameters, step, strict=True):
                p.grad = (p.detach() * 0.5 + g).clone()
            return sum((p.detach().abs().sum() for p in parameters), torch.tensor(0.0))

        if "closure" in inspect.signature(kind.step).parameters and kind.__name__ == "LBFGS":
            optimizer.step(closure)
        else:
            closure()
            optimizer.step()
    state = [x for x in tree_leaves(optimizer.state_dict()["state"]) if isinstance(x, Tensor)]
    return [*(p.detach() for p in parameters), *(x.detach() for x in state)], []


@cache
def entries() -> dict[str, Entry]:
    """Return all entries by name: `add`, `module nn.Linear, training`, `optimizer Adam`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ops = database()
        from torch.testing._internal.common_modules import module_db
        from torch.testing._internal.common_optimizers import optim_db
    found = {}
    for op in ops:
        name = name_of(op)
        found[name] = Entry(name, partial(_samples_of_op, op), partial(_run_op, op))
    for info in module_db:
        for training in (True, False) if info.train_and_eval_differ else (True,):
            name = f"module {info.name}" + ("" if training else ", evaluating")
            if not info.is_lazy:
                taken = partial(_samples_of_module, info, training)
                found[name] = Entry(name, taken, _run_module)
    for info in optim_db:
        name = f"optimizer {info.optim_cls.__name__}"
        found[name] = Entry(name, partial(_samples_of_optimizer, info), _run_optimizer, True)
    return found
