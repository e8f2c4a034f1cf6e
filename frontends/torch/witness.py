"""`witness`: one digest of all results of a model, and a file to compare machines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten_with_path, tree_leaves

from samebits.common.witnesses import Seen, Step, Witness
from samebits.torch.diagnosis import place
from samebits.torch.hashing import tensor_bytes
from samebits.torch.standing import standing
from samebits.torch.state import state
from samebits.torch.untouched import own_gradients, untouched

KEEP = 1 << 28
"""The default size limit of the tensors in a witness: 256 MiB."""


def witness(
    model: torch.nn.Module,
    inputs: Any,
    file: str | Path | None = None,
    *,
    loss: Callable[[Any], Tensor] | None = None,
    keep: int = KEEP,
) -> Witness:
    """Run a model inside a block, print one digest of all its results, and return the witness.

    `inputs` is a tensor, a tuple of positional arguments or a dict of named arguments. With `loss`,
    a function of the outputs, the backward pass runs too, and the gradients of parameters are
    recorded. With `file` the witness is saved, for `samebits diff`. `keep` is the number of bytes
    of tensors that the witness stores. Tensors that no longer fit are stored as digests only.

    Afterwards everything is restored: the tensors of the model (which are copied first), its
    gradients and mode, the inputs, and the generators of Python, NumPy and PyTorch. So a second
    witness has the same digest.
    """
    recorder = _Recorder(keep)
    recorder.note("inputs", _named(inputs))
    recorder.note("parameters", model.state_dict())
    with standing(), untouched(model, inputs):
        now = state()
        with recorder:
            if isinstance(inputs, Mapping):
                outputs = model(**inputs)
            else:
                outputs = model(*inputs) if isinstance(inputs, tuple | list) else model(inputs)
            value = None if loss is None else loss(outputs)
        if value is None:
            recorder.note("outputs", _named(outputs))
        else:
            with own_gradients(value):
                with recorder:
                    value.backward()
                recorder.note("outputs", _named(outputs))
                named = model.named_parameters()
                gradients = {n: p.grad for n, p in named if p.grad is not None}
                recorder.note("gradients", gradients)
    made = Witness(now, tuple(recorder.steps))
    if file is not None:
        made.save(file)
    print(made.digest)
    return made


def _named(values: Any) -> dict[str, Tensor]:
    leaves, _ = tree_flatten_with_path(values)
    found = {"".join(str(key) for key in path) or "0": x for path, x in leaves}
    return {name: x for name, x in found.items() if isinstance(x, Tensor)}


class _Recorder(TorchDispatchMode):  # type: ignore[misc]
    """A recorder of the results of every op that is not a view, in the order of the calls."""

    def __init__(self, keep: int) -> None:
        super().__init__()
        self.steps: list[Step] = []
        self._left = keep

    def note(self, op: str, tensors: Mapping[str, Any], where: str = "") -> None:
        """Add a step with these tensors."""
        seen = [self._seen(n, x) for n, x in tensors.items() if isinstance(x, Tensor)]
        self.steps.append(Step(op, where, tuple(seen)))

    def _seen(self, name: str, x: Tensor) -> Seen:
        data = tensor_bytes(x)
        kept = data if len(data) <= self._left else None
        self._left -= len(data) if kept is not None else 0
        digest = hashlib.sha256(data).hexdigest()
        return Seen(name, str(x.dtype), tuple(x.shape), digest, kept)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        schema = func._schema
        if _is_view(schema):
            return result
        found = result
        if not schema.returns:  # an in-place op on lists
            written = [a for a in schema.arguments if a.alias_info is not None]
            found = [dict(zip((a.name for a in schema.arguments), args, strict=False)).get(a.name)
                     for a in written]  # fmt: skip
        tensors = {f"result {i}": x for i, x in enumerate(tree_leaves(found))}
        self.note(str(func), tensors, place())
        return result


def _is_view(schema: Any) -> bool:
    return bool(schema.returns) and all(
        r.alias_info is not None and not r.alias_info.is_write for r in schema.returns
    )
