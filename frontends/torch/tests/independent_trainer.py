"""The first steps of examples/train_digits_torch.py, computed by oracles without autograd.

The forward pass, the backward pass and AdamW are written out below as calls of the specification,
which the exact oracles evaluate. The learning rates come from mpmath. Only the random keys of
dropout come from PyTorch's generator.
"""

import math

import mpmath
import numpy as np

from samebits.oracles import agreement
from samebits.spec.catalog import get_op
from samebits.torch.keys import next_key

_FORMATS = {np.dtype("f4"): "f32", np.dtype("i8"): "i64", np.dtype("?"): "bool"}
SAME = {"stride": (1, 1), "padding": (1, 1)}
POOL = {"kernel_size": (2, 2), "stride": (2, 2)}


def ask(op, *inputs, outputs=("f32",), **attributes):
    """Return the results of an op; a single result is returned without a list."""
    arrays = [np.asarray(x) for x in inputs]
    call = get_op(op).call([_FORMATS[x.dtype] for x in arrays], outputs, **attributes)
    found = agreement.evaluate(call, arrays)
    return found[0] if len(outputs) == 1 else found


def layer(state, name, x):
    """Compute convolution, batch norm, relu and pooling.

    Return the result, and the values that the backward pass needs.
    """
    weight, bias = state[f"{name}.0.weight"], state[f"{name}.0.bias"]
    y = ask("conv2d", x, weight, bias, **SAME)
    running = [f"{name}.1.{e}" for e in ("running_mean", "running_var", "num_batches_tracked")]
    affine = [state[f"{name}.1.weight"], state[f"{name}.1.bias"]]
    normed, mean, rstd, *moved = ask(
        "batch_norm", y, *affine, *(state[n] for n in running), outputs=(*("f32",) * 5, "i64")
    )
    state.update(zip(running, moved, strict=True))
    kept = ask("relu", normed)
    pooled, places = ask("max_pool2d", kept, outputs=("f32", "i64"), **POOL)
    return pooled, (x, y, mean, rstd, kept, places)


def layer_gradients(state, name, slope, seen, found):
    """Add the gradients of a layer's parameters to `found`; return the gradient of its operand."""
    x, y, mean, rstd, kept, places = seen
    weight = state[f"{name}.0.weight"]
    slope = ask("max_pool2d_gradient", slope, places, input_size=kept.shape[2:])
    slope = ask("threshold_gradient", slope, kept, threshold=0.0)
    slope, found[f"{name}.1.weight"], found[f"{name}.1.bias"] = ask(
        "batch_norm_gradient", slope, y, mean, rstd, state[f"{name}.1.weight"], outputs=("f32",) * 3
    )
    found[f"{name}.0.bias"] = ask("conv_bias_gradient", slope)
    kernel = {"kernel_size": weight.shape[2:], **SAME}
    found[f"{name}.0.weight"] = ask("conv2d_weight_gradient", x, slope, **kernel)
    return ask("conv2d_input_gradient", slope, weight, input_size=x.shape[2:], **SAME)


def gradients(state, images, classes, seed):
    """Return the gradients of all parameters by name, and update running statistics in `state`."""
    first, seen_first = layer(state, "first", images)
    second, seen_second = layer(state, "second", first)
    flat = second.reshape(len(images), -1)
    dropped = ask("dropout", flat, seed=seed, p=0.1)
    weight = state["last.weight"]
    logits = ask("linear", dropped, weight, state["last.bias"])
    found = {}
    slope = ask("cross_entropy_gradient", np.float32(1.0), logits, classes)
    found["last.bias"] = ask("linear_bias_gradient", slope)
    slope, found["last.weight"] = ask(
        "linear_gradient", slope, dropped, weight, outputs=("f32", "f32")
    )
    slope = ask("dropout", slope, seed=seed, p=0.1).reshape(second.shape)
    slope = layer_gradients(state, "second", slope, seen_second, found)
    layer_gradients(state, "first", slope, seen_first, found)
    return found


def rates(start, steps, period):
    """Return the learning rates of CosineAnnealingLR; each is computed from the previous one."""

    def one_more(number):
        with mpmath.workprec(200):
            return 1.0 + float(mpmath.cos(mpmath.mpf(math.pi * number / period)))

    found = [start]
    for t in range(1, steps):
        found.append(one_more(t) / one_more(t - 1) * (found[-1] - 0.0) + 0.0)
    return found


def train(state, batches, generator, start, period):
    """Take one step of AdamW for each batch, and update `state`, which has the tensors by name."""
    moments = {}
    for step, ((images, classes), lr) in enumerate(
        zip(batches, rates(start, len(batches), period), strict=True), 1
    ):
        found = gradients(state, images, classes, next_key(generator))
        for name, slope in found.items():
            zeros = np.zeros_like(slope)
            mean, square = moments.get(name, (zeros, zeros))
            state[name], *moments[name] = ask(
                "adamw", state[name], slope, mean, square, outputs=("f32",) * 3, lr=lr, step=step
            )
