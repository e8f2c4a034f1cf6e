"""Calls that show the influence of arguments for which no sample of OpInfo shows it."""

from __future__ import annotations

from typing import Any

import torch


def more_calls() -> dict[str, list[tuple[tuple[Any, ...], dict[str, Any]]]]:
    """Return the arguments of the calls, by overload."""
    x = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    volume, places = torch.arange(64.0).view(1, 1, 4, 4, 4), torch.ones(1, 1, 3, 3, 3)
    window: tuple[Any, ...] = ([2] * 3, [2] * 3, [1] * 3, False, True, None)
    inf = float("inf")
    odd = torch.tensor([float("nan"), inf, -inf, 1.0])
    edges = torch.tensor([1.0, 2.0, 3.0])
    bounds, ones = torch.tensor([0, 1, 3]), torch.ones(2)
    bags = (torch.tensor([0, 1, 1, 2]), torch.tensor([0, 1, 1, 1]), torch.tensor([1, 3]))
    greatest = torch.tensor([[0, 1, 1], [1, 2, 1]])
    state = [x], [x + 1], [x / 2], [x + 2]
    adam = {"lr": 0.1, "beta1": 0.5, "beta2": 0.5, "weight_decay": 0.1, "eps": 1e-8}
    adam |= {"amsgrad": True, "maximize": False}
    decaying = {"lr": 0.1, "lr_decay": 0.1, "weight_decay": 0.0, "eps": 1e-8, "maximize": False}
    rate = {"lr": torch.tensor(0.1)}
    two, one = torch.tensor(2.0), torch.ones(())
    images = torch.arange(32.0).view(1, 2, 4, 4)
    kernel = torch.arange(16.0).cos().view(2, 2, 2, 2)
    statistics = torch.tensor([7.0, 23.0]), torch.tensor([0.5, 2.0])
    plain = images.sin(), images, torch.ones(2), *statistics
    heads = torch.arange(48.0).sin().view(1, 4, 3, 4)
    signs = torch.tensor([[-1.0, 2.0, 0.5]])
    singular = torch.tensor([[1.0, 2.0], [2.0, 4.0]])
    several = torch.tensor([[3.0, 1.5, 0.0, 0.0]]), torch.tensor([[0, -1, 1, 2]])
    goals = torch.tensor([[1.0, 0.0, 0.0, 0.0]])
    far = torch.tensor([[[-1.0, -2.0, -0.5]]]), torch.tensor([[1, 2]]), [1], [2]
    infinite = torch.tensor([inf]), torch.tensor([[[-1.0, -2.0, -inf, -inf, -inf]]])
    lengths = torch.tensor([1]), torch.tensor([2])
    scores, classes = torch.tensor([[-1.0, 0.5, 2.0]] * 2), torch.tensor([0, 2])
    found: dict[str, list[tuple[tuple[Any, ...], dict[str, Any]]]] = {
        "_convolution": [
            ((images, kernel, bias, *geometry, 1, False, False, True, True), {})
            for bias, geometry in (
                (ones, ([1, 2], [1, 0], [1, 1], False, [0, 0])),
                (None, ([2, 3], [1, 0], [1, 1], True, [1, 0])),
            )
        ],
        "_embedding_bag_backward": [
            ((x, bags[0], torch.tensor([0, 1]), *bags[1:], greatest, 4, False, 2, False, None), {})
        ],
        "_embedding_bag_dense_backward": [
            ((x, *bags, greatest, 4, False, mode, None), {}) for mode in (0, 1, 2)
        ],
        "_fused_adagrad_": [(([x], [x + 1], [x + 2], [two]), decaying)],
        "_fused_adagrad_.tensor_lr": [(([x], [x + 1], [x + 2], [two]), decaying | rate)],
        "_ctc_loss_backward": [((one[None], *far, *infinite, 0, False), {})],
        "_ctc_loss_backward.Tensor": [((one[None], *far[:2], *lengths, *infinite, 0, False), {})],
        "_cholesky_solve_helper": [((x, torch.tensor([[2.0, 3.0], [5.0, 7.0]]), False), {})],
        "_segment_reduce_backward": [
            (
                (one[None], torch.tensor([12.0]), edges, "prod"),
                {"lengths": torch.tensor([3]), "initial": 2.0},
            ),
            ((ones, ones, edges, "sum"), {"offsets": bounds}),
        ],
        "avg_pool3d": [((volume, *window), {})],
        "avg_pool3d_backward": [((places, volume, *window), {})],
        "batch_norm_backward": [
            ((*plain, None, None, False, 1e-5, [True] * 3, torch.empty(0)), {}),
        ],
        "bincount": [((torch.tensor([1, 3, 1]), torch.tensor([0.5, 2.0, 4.0])), {})],
        "bucketize.Scalar": [((2.0, edges), {})],
        "bucketize.Tensor": [((edges, edges), {})],
        "embedding_renorm_": [
            ((rows.clone(), torch.tensor([[0, 2], [2, 0]]), 2.0, order), {})
            for rows in (x.view(3, 2) / 2, x.view(3, 2) * 3)
            for order in (1.0, 2.0)
        ],
        "clamp_": [((x.clone(), 1.5, 4.5), {})],
        "clamp_min": [((x, 2.5), {})],
        "clamp_min_.Tensor": [((x.clone(), torch.full((2, 3), 2.5)), {})],
        "eq.Scalar": [((x, 2.0), {})],
        "leaky_relu_backward": [((signs, signs, -0.5, False), {})],
        **{f"linalg_{n}_ex": [((singular,), {})] for n in ("cholesky", "inv", "lu_factor")},
        "linalg_solve_ex": [((singular, singular), {})],
        "max_pool1d": [((torch.arange(9.0).sin()[None, None], [2], [2]), {})],
        "multilabel_margin_loss_backward": [((one, *several, 1, goals), {})],
        "nan_to_num": [((odd,), {})],
        "nll_loss_backward": [((one, scores, classes, edges, 2, -100, one), {})],
        "nll_loss2d_backward": [
            ((one, scores[..., None, None], classes[:, None, None], edges, 2, -100, one), {})
        ],
        "segment_reduce": [((edges, "sum"), {"offsets": bounds})],
        "scaled_dot_product_attention": [
            ((heads, heads[:, :2], heads[:, :2]), {"enable_gqa": True}),
        ],
        "searchsorted.Scalar": [((edges, 2.0), {})],
        "smooth_l1_loss_backward": [((one, scores, scores + 0.25, 2, 1.0), {})],
        "softplus": [((signs, 1.0, 1.0), {})],
        "softplus_backward": [((signs, signs, 1.0, 1.0), {})],
    }
    for name in ("alpha_dropout_", "dropout_", "feature_alpha_dropout_", "feature_dropout_"):
        found[name] = [((images.clone(), 0.5, True), {})]
    found["rrelu_"] = [((images.clone() - 9, 0.125, 0.5, True), {})]
    for name in ("_fused_adam_", "_fused_adamw_"):
        found[name] = [((*state, [x + 3], [two]), adam)]
        found[f"{name}.tensor_lr"] = [((*state, [x + 3], [two]), adam | rate)]
    return found
