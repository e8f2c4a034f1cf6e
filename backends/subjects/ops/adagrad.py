"""adagrad in PyTorch."""

from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_steps import Tensors, count_before, step
from samebits.spec.language.call import Call


def _change(optimizer: Any, call: Call, x: Tensors) -> None:
    given = {k: v for k, v in call.attributes.items() if k != "step"}
    counts = count_before(optimizer.torch, call)
    optimizer.adagrad([x[0]], [x[1]], [x[2]], counts, foreach=False, **given)


PEERS = Peers(numpy=None, torch=step("adagrad", _change), torch_into=None)
