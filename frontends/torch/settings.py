"""Settings of PyTorch that a block changes, all of them brought back when it is left."""

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
    """Take the ways of PyTorch that its dispatcher sees.

    oneDNN and cuDNN would compute whole layers at once, as would the fast path of
    nn.TransformerEncoderLayer, and code that was compiled before would not come by the replaced
    kernels. `unguarded` opens what lets refused ops run, in which tensors are printed: their widths
    and exponents are no results. With deterministic algorithms PyTorch composes some ops otherwise,
    and refuses others, by what its own kernels do.
    """
    onednn, cudnn = torch.backends.mkldnn.enabled, torch.backends.cudnn.enabled
    deterministic = torch.are_deterministic_algorithms_enabled()
    only_warns = torch.is_deterministic_algorithms_warn_only_enabled()
    fast = torch.backends.mha.get_fastpath_enabled()
    _set("_set_mkldnn_enabled", False)
    _set("_set_cudnn_enabled", False)
    _set("_set_deterministic_algorithms", False)  # without what is set for the compiler
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
    """Run what torch.compile has made, before or inside, as the Python program that it is.

    The compiler takes seconds to import: the first call of torch.compile does that.
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

    Without it a layer is computed at once by an overload that the block refuses.
    """
    setter = getattr(torch._C, name, None)
    if setter is not None:
        setter(*args, **kwargs)


@contextmanager
def _printing(unguarded: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    usual: Callable[..., str] | None = getattr(torch._tensor_str, "_str", None)
    if usual is None:  # a PyTorch that nobody has reviewed: what printing computes is refused
        yield
        return

    @wraps(usual)
    def text(*args: Any, **kwargs: Any) -> str:
        with unguarded():
            shown: str = usual(*args, **kwargs)
            return shown

    with mock.patch.object(torch._tensor_str, "_str", text):
        yield
