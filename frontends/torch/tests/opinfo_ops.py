"""The ops of OpInfo, PyTorch's data base of ops, and which are compared otherwise than others."""

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
    """Torch's ops, by name.

    The module that holds them forbids a process to set any flag of `torch.backends` for good, as
    PyTorch's own tests want it. Tests of the same process set such flags, so this is prevented.
    """
    frozen = "disable_global_flags"
    with warnings.catch_warnings(), mock.patch.object(torch.backends, frozen):
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_methods_invocations import op_db
    return sorted(op_db, key=name_of)


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


MOVED = names("angle nextafter randint randint_like")
"""Ops whose numbers are neither computed by the backend nor of the sample: 0 and pi, the next bits
of an integer, and integers of PyTorch's generator."""

AMONG_EQUALS = names("argsort cummax cummin mode msort sort topk")
"""Ops for which PyTorch may take another of several equal elements (S3 takes the first). In 16 bits
samples have such; there the values are compared, and the places by the oracles alone."""

WIDE_STATISTICS = names(
    "_batch_norm_with_update _native_batch_norm_legit native_batch_norm native_group_norm "
    "native_layer_norm"
)
"""Ops whose saved statistics are in the compute format (G6.1), where PyTorch rounds them."""

BY_PLACE = names("nn.functional.linear_cross_entropy tensor_split to")
"""Ops that ask where tensors lie: what is summed in 32 bits, what is to lie on the host, and memory
that a stand-in cannot pin."""

AS_IT_IS = names("empty empty_like empty_permuted empty_strided")
"""Ops whose function the data base holds itself, so that a block cannot fill their memory."""

RANDOM = names(
    "bernoulli cauchy empty empty_like empty_permuted empty_strided exponential geometric "
    "log_normal multinomial new_empty new_empty_strided nn.functional.alpha_dropout "
    "nn.functional.dropout nn.functional.dropout2d nn.functional.dropout3d "
    "nn.functional.feature_alpha_dropout nn.functional.fractional_max_pool2d "
    "nn.functional.fractional_max_pool3d nn.functional.multi_head_attention_forward "
    "nn.functional.rrelu nn.functional.scaled_dot_product_attention normal pca_lowrank "
    "poisson rand_like randint randint_like randn randn_like svd_lowrank uniform"
)
"""Ops of OpInfo that draw, or give memory as it is: the numbers are samebits' own."""
