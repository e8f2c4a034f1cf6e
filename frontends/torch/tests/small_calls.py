"""Small calls of entries of the table that no sample of OpInfo reaches.

If an entry leaves calls with a single format to PyTorch's own kernel, its call has two formats.
"""

from __future__ import annotations

from typing import Any

import torch


def small_calls() -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    """Return arguments by overload. In-place and `out` calls are derived from other calls."""
    x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    half, one, index = x.half(), torch.ones(()), torch.tensor([0, 1])
    short = torch.zeros(2, 3, dtype=torch.float8_e4m3fn)
    mask, images = x > 2, torch.ones(1, 2, 4, 4)
    adam = {"weight_decay": 0.0, "eps": 1e-8, "amsgrad": False, "maximize": False}
    adam |= {"lr": 0.1, "beta1": 0.5, "beta2": 0.5}
    adagrad = {"lr": 0.1, "lr_decay": 0.0, "weight_decay": 0.0, "eps": 1e-8, "maximize": False}
    sgd = {"weight_decay": 0.0, "momentum": 0.5, "lr": 0.1, "dampening": 0.0, "nesterov": False}
    sgd |= {"maximize": False, "is_first_step": False}
    rate = {"lr": torch.tensor(0.1)}
    places = torch.tensor([[0, 1, 2]])
    heads, bias = torch.ones(1, 2, 3, 4) / 4, torch.arange(9.0).view(3, 3).expand(1, 2, 3, 3)
    none = torch.empty(0, dtype=torch.int64)
    chances, labels = torch.tensor([[[-1.0, -2.0, -0.5]]] * 3), torch.tensor([[1, 2]])
    ends = torch.tensor([3]), torch.tensor([2])
    never = -torch.inf
    begun = torch.tensor([[[-1.0, -2.0, never]], [[0.0, never, never]]])
    first, losses = torch.tensor([1, 0]), torch.tensor([2.0, 0.0])
    apart = chances[:1].expand(1, 2, 3), labels.T, first, first, losses, begun
    found: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
        "_ctc_loss_backward.Tensor": ((torch.ones(2), *apart, 0, False), {}),
        "_ctc_loss.Tensor": ((chances, labels, *ends), {}),
        "_amp_foreach_non_finite_check_and_unscale_": (([x], torch.zeros(1), one), {}),
        "_amp_update_scale_": (
            (torch.ones(1), torch.zeros(1, dtype=torch.int32), torch.zeros(1), 2.0, 0.5, 10),
            {},
        ),
        "_convolution": (
            (images, images, None, *([1, 1], [0, 0], [1, 1], False, [0, 0], 1, *(False,) * 4)),
            {},
        ),
        "_embedding_bag_dense_backward": (
            (x[:1], index, index * 0, index[:1] + 2, index[:0], 2, False, 0, None),
            {},
        ),
        "_fused_adagrad_": (([x], [x], [x], [one]), adagrad),
        "_fused_adagrad_.tensor_lr": (([x], [x], [x], [one]), adagrad | rate),
        "_fused_sgd_": (([x], [x], [x]), sgd),
        "_fused_sgd_.tensor_lr": (([x], [x], [x]), sgd | rate),
        "_histogramdd_from_bin_tensors": ((x, [x[0], x[1], x[1]]), {}),
        "_native_batch_norm_legit.no_stats": ((images, None, None, True, 0.1, 1e-5), {}),
        "_native_batch_norm_legit_no_training": (
            (images, None, None, torch.zeros(2), torch.ones(2), 0.1, 1e-5),
            {},
        ),
        "_scaled_dot_product_efficient_attention": ((heads, heads, heads, bias, False), {}),
        "_scaled_dot_product_efficient_attention_backward": (
            (*(heads,) * 4, bias, heads, torch.empty(0), none, none, 0.0, [True] * 4),
            {},
        ),
        "_weight_norm_interface": ((x, x[:, :1]), {}),
        "_weight_norm_interface_backward": ((x, x, x[:, :1], x[:, :1] + 1, 0), {}),
        "all.dims": ((x, [0, 1]), {}),
        "any.dims": ((x, [0, 1]), {}),
        "arange.start_out": ((0, 3), {"out": torch.empty(3)}),
        "bernoulli_.float": ((x.clone(), 0.5), {}),
        "bernoulli_.Tensor": ((x.clone(), torch.full((2, 3), 0.5)), {}),
        "bincount": ((index, one.expand(2)), {}),
        "embedding_renorm_": ((x.clone(), index, 1.0, 2.0), {}),
        "bucketize.Scalar": ((1.5, x[0]), {}),
        "cat": (([x, half],), {}),
        "clamp_max": ((x, 2.5), {}),
        "count_nonzero.dim_IntList": ((x, [0]), {}),
        "fill_.Scalar": ((short.clone(), 0.3), {}),
        "fill_.Tensor": ((half.clone(), torch.tensor(0.3)), {}),
        "histogram.bins_tensor": ((x, x[1]), {}),
        "index_copy_": ((x.clone(), 0, index * 0, x), {}),
        "index_fill_.int_Scalar": ((x.clone(), 0, index, 0.3), {}),
        "index_fill_.int_Tensor": ((half.clone(), 0, index, torch.tensor(0.3)), {}),
        "linspace.out": ((0.0, 1.0, 3), {"out": torch.empty(3)}),
        "logspace.out": ((0.0, 1.0, 3), {"out": torch.empty(3)}),
        "masked_fill_.Scalar": ((x.clone(), mask, 0.3), {}),
        "masked_fill_.Tensor": ((half.clone(), mask, torch.tensor(0.3)), {}),
        "max_pool1d": ((x[None], [2]), {}),
        "native_dropout": ((x, 0.5, True), {}),
        "norm.ScalarOpt_dim_dtype": ((x, 2, [0], False), {"dtype": torch.float64}),
        "normal.float_Tensor": ((0.0, x + 1), {}),
        "remainder.Scalar_Tensor": ((2.5, x + 1), {}),
        "scatter.reduce": ((x, 1, places, x), {"reduce": "add"}),
        "scatter.value_reduce": ((x, 1, places, 2.0), {"reduce": "add"}),
        "searchsorted.Scalar": ((x[0], 1.5), {}),
        "stack": (([x, half],), {}),
        "where.self": ((mask, x, half), {}),
    }
    for name in ("_fused_adam_", "_fused_adamw_"):
        found[name] = ([x], [x], [x], [x], [], [one]), adam
        found[f"{name}.tensor_lr"] = ([x], [x], [x], [x], [], [one]), adam | rate
    for name in ("upsample_nearest2d", "_upsample_nearest_exact2d"):
        found[name] = (images, [8, 8]), {}
        found[f"{name}_backward"] = (torch.ones(1, 2, 8, 8), [8, 8], [1, 2, 4, 4]), {}
    aa, sizes = "_upsample_bicubic2d_aa", [8, 8]
    found[aa] = (images, sizes, False), {}
    found[f"{aa}_backward"] = (torch.ones(1, 2, 8, 8), sizes, [1, 2, 4, 4], False), {}
    return found
