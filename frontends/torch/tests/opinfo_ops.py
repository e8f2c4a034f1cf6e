"""The ops of OpInfo, PyTorch's data base of ops, and lists of ops with special comparisons."""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any
from unittest import mock

import torch


def name_of(op: Any) -> str:
    variant = op.variant_test_name
    return f"{op.name}.{variant}" if variant else str(op.name)


@cache
def database() -> list[Any]:
    """Return the ops of OpInfo, sorted by name.

    The module that defines them forbids all later changes of flags of `torch.backends` in the
    process, as PyTorch's own tests require. Other tests in this process set these flags, so the
    call that forbids it is suppressed.
    """
    frozen = "disable_global_flags"
    with warnings.catch_warnings(), mock.patch.object(torch.backends, frozen):
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_methods_invocations import op_db
    return sorted(op_db, key=name_of)


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


MOVED = names("angle nextafter randint randint_like")
"""Ops with results that are neither computed by the backend nor numbers of the sample.

The results are 0 and pi (`angle`), neighbours that are computed from bits (`nextafter`), and
integers of PyTorch's generator.
"""

AMONG_EQUALS = names("argsort cummax cummin mode msort sort topk")
"""Ops for which PyTorch may choose any of several equal elements (S3 takes the first).

16-bit samples have equal elements. For these only values are compared with PyTorch; the indices are
compared with the oracles.
"""

WIDE_STATISTICS = names(
    "_batch_norm_with_update _native_batch_norm_legit native_batch_norm native_group_norm "
    "native_layer_norm"
)
"""Ops whose saved statistics are in the compute format (G6.1), while PyTorch rounds them."""

BY_PLACE = names("nn.functional.linear_cross_entropy tensor_split to")
"""Ops that depend on the device of tensors: to sum in 32 bits, require the CPU, or pin memory."""

AS_IT_IS = names("empty empty_like empty_permuted empty_strided")
"""Ops to which OpInfo holds references, so a block cannot replace them to fill their memory."""

RANDOM = names(
    "bernoulli cauchy empty empty_like empty_permuted empty_strided exponential geometric "
    "log_normal multinomial new_empty new_empty_strided nn.functional.alpha_dropout "
    "nn.functional.dropout nn.functional.dropout2d nn.functional.dropout3d "
    "nn.functional.feature_alpha_dropout nn.functional.fractional_max_pool2d "
    "nn.functional.fractional_max_pool3d nn.functional.multi_head_attention_forward "
    "nn.functional.rrelu nn.functional.scaled_dot_product_attention normal pca_lowrank "
    "poisson rand_like randint randint_like randn randn_like svd_lowrank uniform"
)
"""Ops of OpInfo that draw or return uninitialized memory, so that numbers differ from PyTorch's."""
