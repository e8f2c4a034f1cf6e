"""Settings of PyTorch that a block changes, and restores at its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import wraps
from typing import Any
from unittest import mock

import torch

from samebits.torch.checkpoints import honest_checkpoints
from samebits.torch.initial import later_definitions
from samebits.torch.memory import filled_memory
from samebits.torch.optim.host_scalars import correctly_rounded
from samebits.torch.optim.one_tensor import one_tensor_at_a_time


@contextmanager
def settings(unguarded: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Turn off features of PyTorch that bypass its dispatcher or change which ops it calls.

    oneDNN, cuDNN and the fast path of nn.TransformerEncoderLayer would compute a whole layer in one
    call. Compiled code would bypass the replaced kernels. With deterministic algorithms PyTorch
    composes some ops differently and refuses others, because of properties of its own kernels.
    `unguarded` makes a context in which refused ops run. It is used to print tensors, because the
    widths and exponents that printing computes are not results.
    """
    onednn, cudnn = torch.backends.mkldnn.enabled, torch.backends.cudnn.enabled
    deterministic = torch.are_deterministic_algorithms_enabled()
    only_warns = torch.is_deterministic_algorithms_warn_only_enabled()
    fast = torch.backends.mha.get_fastpath_enabled()
    _set("_set_mkldnn_enabled", False)
    _set("_set_cudnn_enabled", False)
    # the public setter would also change a setting of the compiler
    _set("_set_deterministic_algorithms", False)
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with (
            _eager(),
            filled_memory(),
            later_definitions(),
            correctly_rounded(),
            one_tensor_at_a_time(),
            _printing(unguarded),
            honest_checkpoints(),
        ):
            yield
    finally:
        _set("_set_mkldnn_enabled", onednn)
        _set("_set_cudnn_enabled", cudnn)
        _set("_set_deterministic_algorithms", deterministic, warn_only=only_warns)
        torch.backends.mha.set_fastpath_enabled(fast)


@contextmanager
def _eager() -> Iterator[None]:
    """Run functions that torch.compile has compiled as ordinary Python code.

    This applies to functions that are compiled before the block and inside it. Importing the
    compiler takes seconds, so it is set up only when a program has imported it or calls
    torch.compile.
    """
    with ExitStack() as stack:
        usual = torch.compile

        @wraps(usual)
        def compile_(*args: Any, **kwargs: Any) -> Any:
            take_stance()
            return usual(*args, **kwargs)

        def take_stance() -> None:
            if not taken:
                taken.append(stack.enter_context(torch.compiler.set_stance("force_eager")))

        taken: list[object] = []
        stack.enter_context(mock.patch.object(torch, "compile", compile_))
        if "torch._dynamo" in sys.modules:
            take_stance()
        yield


def _set(name: str, *args: Any, **kwargs: Any) -> None:
    """Call a setter of `torch._C` if this PyTorch has it.

    If the setter is missing, this release may compute a layer by a fused overload. The block
    refuses such an overload, so the result is an error, not wrong bits.
    """
    setter = getattr(torch._C, name, None)
    if setter is not None:
        setter(*args, **kwargs)


@contextmanager
def _printing(unguarded: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    usual: Callable[..., str] | None = getattr(torch._tensor_str, "_str", None)
    if usual is None:  # an unreviewed PyTorch: printing stays refused
        yield
        return

    @wraps(usual)
    def text(*args: Any, **kwargs: Any) -> str:
        with unguarded():
            shown: str = usual(*args, **kwargs)
            return shown

    with mock.patch.object(torch._tensor_str, "_str", text):
        yield
