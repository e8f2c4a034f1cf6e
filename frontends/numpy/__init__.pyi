# Written by `python -m samebits.numpy.stubs` from the op declarations.

import builtins
from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np

from samebits.backends.protocol import BackendError as BackendError
from samebits.numpy import linalg as linalg, random as random, results, schedules as schedules
from samebits.numpy.contractions import tensordot as tensordot, vecdot as vecdot
from samebits.numpy.creation import arange as arange, eye as eye, full as full, linspace as linspace
from samebits.numpy.devices import Device as Device, device as device
from samebits.numpy.elementwise import (
    bitwise_invert as bitwise_invert,
    bitwise_left_shift as bitwise_left_shift,
    bitwise_right_shift as bitwise_right_shift,
    floor_divide as floor_divide,
    logical_xor as logical_xor,
    nextafter as nextafter,
    positive as positive,
)
from samebits.numpy.helpers import bits as bits, digest as digest
from samebits.numpy.inspection import (
    __array_namespace_info__ as __array_namespace_info__,
    can_cast as can_cast,
    finfo as finfo,
    iinfo as iinfo,
    isdtype as isdtype,
    result_type as result_type,
)
from samebits.numpy.ordering import argsort as argsort, searchsorted as searchsorted, sort as sort
from samebits.numpy.plain import (
    asarray as asarray,
    empty as empty,
    empty_like as empty_like,
    from_dlpack as from_dlpack,
    full_like as full_like,
    ones as ones,
    ones_like as ones_like,
    zeros as zeros,
    zeros_like as zeros_like,
)
from samebits.numpy.repeating import (
    broadcast_arrays as broadcast_arrays,
    diff as diff,
    meshgrid as meshgrid,
    repeat as repeat,
    take as take,
    take_along_axis as take_along_axis,
    tile as tile,
    unstack as unstack,
)
from samebits.numpy.scans import (
    cumulative_prod as cumulative_prod,
    cumulative_sum as cumulative_sum,
)
from samebits.numpy.sets import (
    nonzero as nonzero,
    unique_all as unique_all,
    unique_counts as unique_counts,
    unique_inverse as unique_inverse,
    unique_values as unique_values,
)
from samebits.numpy.values import Array, ArrayLike, DType, Operand
from samebits.numpy.views import (
    broadcast_to as broadcast_to,
    expand_dims as expand_dims,
    matrix_transpose as matrix_transpose,
    moveaxis as moveaxis,
    permute_dims as permute_dims,
    reshape as reshape,
    squeeze as squeeze,
    stack as stack,
)
from samebits.numpy.written import (
    astype as astype,
    clip as clip,
    concat as concat,
    einsum as einsum,
    matmul as matmul,
    roll as roll,
)
from samebits.spec.errors import SpecError as SpecError

float64: np.dtype[Any]
float32: np.dtype[Any]
float16: np.dtype[Any]
bfloat16: np.dtype[Any]
float8_e4m3fn: np.dtype[Any]
float8_e5m2: np.dtype[Any]
int64: np.dtype[Any]
int32: np.dtype[Any]
int16: np.dtype[Any]
int8: np.dtype[Any]
uint32: np.dtype[Any]
uint8: np.dtype[Any]
bool: np.dtype[Any]
uint16: np.dtype[Any]
uint64: np.dtype[Any]
e: float
inf: float
nan: float
newaxis: None
pi: float

def abs(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x with its sign bit cleared."""

def acos(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The angle in [0, pi] whose cosine is x, rounded once."""

def acosh(x: ArrayLike, *, out: Array | None = None) -> Array:
    """log(x + sqrt(x^2 - 1)), rounded once."""

def adagrad(
    params: ArrayLike,
    grads: ArrayLike,
    state_sum: ArrayLike,
    *,
    lr: float = 0.01,
    lr_decay: float = 0.0,
    weight_decay: float = 0.0,
    eps: float = 1e-10,
    step: int = 1,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.AdagradResults:
    """One step of Adagrad."""

@overload
def adam(
    params: ArrayLike,
    grads: ArrayLike,
    exp_avg: ArrayLike,
    exp_avg_sq: ArrayLike,
    max_exp_avg_sq: None = None,
    *,
    lr: float = 0.001,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-08,
    weight_decay: float = 0.0,
    step: int = 1,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.AdamResults3:
    """One step of Adam; with max_exp_avg_sq one step of AMSGrad."""

@overload
def adam(
    params: ArrayLike,
    grads: ArrayLike,
    exp_avg: ArrayLike,
    exp_avg_sq: ArrayLike,
    max_exp_avg_sq: ArrayLike,
    *,
    lr: float = 0.001,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-08,
    weight_decay: float = 0.0,
    step: int = 1,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.AdamResults:
    """One step of Adam; with max_exp_avg_sq one step of AMSGrad."""

@overload
def adamw(
    params: ArrayLike,
    grads: ArrayLike,
    exp_avg: ArrayLike,
    exp_avg_sq: ArrayLike,
    max_exp_avg_sq: None = None,
    *,
    lr: float = 0.001,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-08,
    weight_decay: float = 0.01,
    step: int = 1,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.AdamwResults3:
    """One step of AdamW; with max_exp_avg_sq one step of AMSGrad."""

@overload
def adamw(
    params: ArrayLike,
    grads: ArrayLike,
    exp_avg: ArrayLike,
    exp_avg_sq: ArrayLike,
    max_exp_avg_sq: ArrayLike,
    *,
    lr: float = 0.001,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-08,
    weight_decay: float = 0.01,
    step: int = 1,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.AdamwResults:
    """One step of AdamW; with max_exp_avg_sq one step of AMSGrad."""

def adaptive_avg_pool1d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: Array | None = None,
) -> Array:
    """The mean of each of `output_size` parts of x[N, C, W]."""

def adaptive_avg_pool1d_gradient(
    gradient: ArrayLike,
    input_size: int | Sequence[int],
    *,
    out: Array | None = None,
) -> Array:
    """For each element the sum T1 of its shares of the gradients."""

def adaptive_avg_pool2d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: Array | None = None,
) -> Array:
    """The mean of each of `output_size` parts of x[N, C, H, W]."""

def adaptive_avg_pool2d_gradient(
    gradient: ArrayLike,
    input_size: int | Sequence[int],
    *,
    out: Array | None = None,
) -> Array:
    """For each element the sum T1 of its shares of the gradients."""

def adaptive_max_pool1d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: Sequence[Array] | None = None,
) -> results.AdaptiveMaxPool1dResults:
    """The S3 maximum of each of `output_size` parts of x[N, C, W], and its first index."""

def adaptive_max_pool2d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    out: Sequence[Array] | None = None,
) -> results.AdaptiveMaxPool2dResults:
    """The S3 maximum of each of `output_size` parts of x[N, C, H, W], and its first index."""

def add(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """a + b, rounded once."""

def add_scaled(
    x: Operand,
    other: Operand,
    *,
    alpha: float = 1.0,
    out: Array | None = None,
) -> Array:
    """x + alpha * other, the product rounded before it is added."""

def addcdiv(
    x: Operand,
    tensor1: Operand,
    tensor2: Operand,
    *,
    value: float = 1.0,
    out: Array | None = None,
) -> Array:
    """x + (value * tensor1) / tensor2, the product and the quotient rounded."""

def addcdiv_tensor1_gradient(
    gradient: Operand,
    tensor2: Operand,
    *,
    value: float = 1.0,
    out: Array | None = None,
) -> Array:
    """gradient * (value / tensor2)."""

def addcdiv_tensor2_gradient(
    gradient: Operand,
    tensor1: Operand,
    tensor2: Operand,
    *,
    value: float = 1.0,
    out: Array | None = None,
) -> Array:
    """-gradient * ((value * tensor1) / (tensor2 * tensor2))."""

def addcmul(
    x: Operand,
    tensor1: Operand,
    tensor2: Operand,
    *,
    value: float = 1.0,
    out: Array | None = None,
) -> Array:
    """x + (value * tensor1) * tensor2, every product rounded."""

def addcmul_gradient(
    gradient: Operand,
    other: Operand,
    *,
    value: float = 1.0,
    out: Array | None = None,
) -> Array:
    """gradient * (other * value), `other` being the other factor."""

def all(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """Whether every element over the axes is other than zero; NaN is not a zero."""

def amax(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The S3 maximum over axes; NaN propagates, -0 < +0."""

def amax_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    result: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """gradient / k at the k places that hold the extreme, else +0."""

def amin(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The S3 minimum over axes; NaN propagates, -0 < +0."""

def any(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """Whether any element over the axes is other than zero; NaN is not a zero."""

def argmax(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """First row-major index over the axes that holds the S3 maximum."""

def argmin(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """First row-major index over the axes that holds the S3 minimum."""

def asin(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The angle in [-pi/2, pi/2] whose sine is x, rounded once."""

def asinh(x: ArrayLike, *, out: Array | None = None) -> Array:
    """log(x + sqrt(x^2 + 1)), rounded once."""

def atan(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The angle in [-pi/2, pi/2] whose tangent is x, rounded once."""

def atan2(y: Operand, x: Operand, *, out: Array | None = None) -> Array:
    """The angle in [-pi, pi] of the point with abscissa x and ordinate y, rounded once."""

def atanh(x: ArrayLike, *, out: Array | None = None) -> Array:
    """log((1 + x) / (1 - x)) / 2, rounded once."""

def avg_pool1d(
    x: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    ceil_mode: builtins.bool = False,
    count_include_pad: builtins.bool = True,
    out: Array | None = None,
) -> Array:
    """The sum T1 of each window of x[N, C, W], divided by the divisor of the window."""

def avg_pool1d_gradient(
    gradient: ArrayLike,
    kernel_size: int | Sequence[int],
    input_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    count_include_pad: builtins.bool = True,
    out: Array | None = None,
) -> Array:
    """For each element the sum T1 of its shares of the gradients."""

def avg_pool2d(
    x: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    ceil_mode: builtins.bool = False,
    count_include_pad: builtins.bool = True,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """The sum T1 of each window of x[N, C, H, W], divided by the divisor of the window."""

def avg_pool2d_gradient(
    gradient: ArrayLike,
    kernel_size: int | Sequence[int],
    input_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    count_include_pad: builtins.bool = True,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """For each element the sum T1 of its shares of the gradients."""

@overload
def batch_norm(
    x: ArrayLike,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    running_mean: None = None,
    running_var: None = None,
    num_batches_tracked: None = None,
    *,
    eps: float = 1e-05,
    momentum: float | None = 0.1,
    out: Sequence[Array] | None = None,
) -> results.BatchNormResults3:
    """((x - mean) * rstd) * weight + bias over batch and places, and running statistics."""

@overload
def batch_norm(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike,
    running_mean: ArrayLike,
    running_var: ArrayLike,
    num_batches_tracked: ArrayLike,
    *,
    eps: float = 1e-05,
    momentum: float | None = 0.1,
    out: Sequence[Array] | None = None,
) -> results.BatchNormResults:
    """((x - mean) * rstd) * weight + bias over batch and places, and running statistics."""

@overload
def batch_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    weight: None = None,
    *,
    out: Sequence[Array] | None = None,
) -> results.BatchNormGradientResults1:
    """The gradients of x, weight and bias of `batch_norm`."""

@overload
def batch_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    weight: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.BatchNormGradientResults:
    """The gradients of x, weight and bias of `batch_norm`."""

def batch_norm_inference(
    x: ArrayLike,
    running_mean: ArrayLike,
    running_var: ArrayLike,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    *,
    eps: float = 1e-05,
    out: Array | None = None,
) -> Array:
    """((x - running_mean) * rstd) * weight + bias for each channel, every node rounded."""

@overload
def batch_norm_inference_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    running_mean: ArrayLike,
    running_var: ArrayLike,
    weight: None = None,
    *,
    eps: float = 1e-05,
    out: Sequence[Array] | None = None,
) -> results.BatchNormInferenceGradientResults1:
    """The gradients of x, weight and bias of `batch_norm_inference`."""

@overload
def batch_norm_inference_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    running_mean: ArrayLike,
    running_var: ArrayLike,
    weight: ArrayLike,
    *,
    eps: float = 1e-05,
    out: Sequence[Array] | None = None,
) -> results.BatchNormInferenceGradientResults:
    """The gradients of x, weight and bias of `batch_norm_inference`."""

def bce_with_logits(
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    pos_weight: ArrayLike | None = None,
    *,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """(1 - target) * input - c * logsigmoid(input), weighted and reduced."""

def bce_with_logits_gradient(
    gradient: ArrayLike,
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    pos_weight: ArrayLike | None = None,
    *,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """(sigmoid(input) - target) times weight and gradient, with pos_weight as G7.8 says."""

def bitwise_and(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """The bits that are set in both of a and b."""

def bitwise_or(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """The bits that are set in a, in b, or in both."""

def bitwise_xor(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """The bits that are set in exactly one of a and b."""

def bmm_aligned(
    a: ArrayLike,
    b: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    transpose_a: builtins.bool = False,
    transpose_b: builtins.bool = False,
    bits: int | Sequence[int] = (24, 16),
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Aligned contraction T11 of a[B, M, K] and b[B, K, N], plus bias[N]."""

def cbrt(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The real cube root of x, rounded once."""

def ceil(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The least integer >= x, in the format of x."""

def celu(x: ArrayLike, *, alpha: float = 1.0, out: Array | None = None) -> Array:
    """x if x > 0, else alpha * (e^(x/alpha) - 1), rounded once."""

def celu_derivative(x: ArrayLike, *, alpha: float = 1.0, out: Array | None = None) -> Array:
    """1 if x > 0, else e^(x/alpha), rounded once."""

@overload
def centered_rmsprop(
    params: ArrayLike,
    grads: ArrayLike,
    square_avg: ArrayLike,
    grad_avg: ArrayLike,
    momentum_buffer: None = None,
    *,
    lr: float = 0.01,
    alpha: float = 0.99,
    eps: float = 1e-08,
    weight_decay: float = 0.0,
    momentum: float = 0.0,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.CenteredRmspropResults3:
    """One step of RMSprop with a centered variance; momentum_buffer adds momentum."""

@overload
def centered_rmsprop(
    params: ArrayLike,
    grads: ArrayLike,
    square_avg: ArrayLike,
    grad_avg: ArrayLike,
    momentum_buffer: ArrayLike,
    *,
    lr: float = 0.01,
    alpha: float = 0.99,
    eps: float = 1e-08,
    weight_decay: float = 0.0,
    momentum: float = 0.0,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.CenteredRmspropResults:
    """One step of RMSprop with a centered variance; momentum_buffer adds momentum."""

def clamp_gradient(
    gradient: Operand,
    x: Operand,
    *,
    min: float = float("-inf"),
    max: float = float("inf"),
    out: Array | None = None,
) -> Array:
    """Gradient where min <= x <= max, else +0."""

def clamp_least_gradient(
    gradient: Operand,
    x: Operand,
    least: Operand,
    most: Operand,
    *,
    out: Array | None = None,
) -> Array:
    """Gradient where x < least and least < most, else +0."""

def clamp_most_gradient(
    gradient: Operand,
    x: Operand,
    least: Operand,
    most: Operand,
    *,
    out: Array | None = None,
) -> Array:
    """Gradient where x > most or most < least, else +0."""

def clamp_tensor_gradient(
    gradient: Operand,
    x: Operand,
    least: Operand,
    most: Operand,
    *,
    out: Array | None = None,
) -> Array:
    """Gradient where least <= x <= most, else +0."""

def clip_grad_norm(
    grads: ArrayLike,
    total_norm: ArrayLike,
    *,
    max_norm: float = 1.0,
    out: Array | None = None,
) -> Array:
    """grads * minimum(max_norm / (total_norm + 1e-6), 1)."""

def clip_grad_value(
    grads: ArrayLike,
    *,
    clip_value: float = 1.0,
    out: Array | None = None,
) -> Array:
    """Grads clipped to the range from -clip_value to clip_value."""

def conv1d(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 of weight and unfolded x[N, C, W], plus bias."""

def conv1d_input_gradient(
    gradient: ArrayLike,
    weight: ArrayLike,
    input_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 over the output channels and taps that reached an input element."""

def conv1d_weight_gradient(
    x: ArrayLike,
    gradient: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 over the output of each sample, then T1 over samples."""

def conv2d(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 of weight and unfolded x[N, C, H, W], plus bias."""

def conv2d_input_gradient(
    gradient: ArrayLike,
    weight: ArrayLike,
    input_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 over the output channels and taps that reached an input element."""

def conv2d_weight_gradient(
    x: ArrayLike,
    gradient: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 over the output of each sample, then T1 over samples."""

def conv3d(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 of weight and unfolded x[N, C, D, H, W], plus bias."""

def conv3d_input_gradient(
    gradient: ArrayLike,
    weight: ArrayLike,
    input_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 over the output channels and taps that reached an input element."""

def conv3d_weight_gradient(
    x: ArrayLike,
    gradient: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 over the output of each sample, then T1 over samples."""

def conv_bias_gradient(gradient: ArrayLike, *, out: Array | None = None) -> Array:
    """For each channel the sum T1 over samples of the sums T1 over their places."""

def conv_transpose1d(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    output_padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Input gradient of a convolution whose output is x, plus bias."""

def conv_transpose2d(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    output_padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Input gradient of a convolution whose output is x, plus bias."""

def conv_transpose3d(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    output_padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    groups: int = 1,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Input gradient of a convolution whose output is x, plus bias."""

def copysign(magnitude: Operand, sign: Operand, *, out: Array | None = None) -> Array:
    """Magnitude with its sign bit replaced by the sign bit of sign."""

def cos(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Cos x, x in radians, rounded once."""

def cosh(x: ArrayLike, *, out: Array | None = None) -> Array:
    """(e^x + e^-x) / 2, rounded once."""

def cospi(x: ArrayLike, *, out: Array | None = None) -> Array:
    """cos(pi x), rounded once."""

def count_nonzero(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The number of elements over the axes that are not zero; NaN is not a zero."""

def cross_entropy(
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    *,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """-log_softmax(input) at the class that target names, weighted, smoothed, reduced."""

def cross_entropy_gradient(
    gradient: ArrayLike,
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    *,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """log_softmax_gradient of the gradient of every logarithm; +0 where ignored."""

def cross_entropy_probabilities(
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    *,
    label_smoothing: float = 0.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """-sum over classes of log_softmax(input) * target, weighted, smoothed, reduced."""

def cross_entropy_probabilities_gradient(
    gradient: ArrayLike,
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    *,
    label_smoothing: float = 0.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """log_softmax_gradient of -gradient * weight * target."""

def ctc_loss(
    log_probs: ArrayLike,
    targets: ArrayLike,
    present: ArrayLike,
    *,
    blank: int = 0,
    zero_infinity: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.CtcLossResults:
    """-log of the probability of all ways to emit the targets of a sample, by logsumexp."""

def ctc_loss_gradient(
    gradient: ArrayLike,
    log_alpha: ArrayLike,
    log_probs: ArrayLike,
    targets: ArrayLike,
    present: ArrayLike,
    *,
    blank: int = 0,
    zero_infinity: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """(exp(log_probs) - the probability of a class at a step) * gradient."""

def cumsum_gradient(gradient: ArrayLike, *, axis: int = -1, out: Array | None = None) -> Array:
    """The sum T1 of the gradients at a place and behind it, the last first."""

def divide(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """a / b, rounded once."""

def dot(
    a: ArrayLike,
    b: ArrayLike,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 of a[K] and b[K]."""

def dot_exact(
    a: ArrayLike,
    b: ArrayLike,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The exact sum of the exact products of a[K] and b[K], rounded once."""

def elu(x: ArrayLike, *, alpha: float = 1.0, out: Array | None = None) -> Array:
    """x if x > 0, else alpha * (e^x - 1), rounded once."""

def elu_derivative(x: ArrayLike, *, alpha: float = 1.0, out: Array | None = None) -> Array:
    """1 if x > 0, else alpha * e^x, rounded once."""

def embedding(weight: ArrayLike, index: ArrayLike, *, out: Array | None = None) -> Array:
    """The rows of weight[V, D] at index, of any shape."""

def embedding_bag(
    weight: ArrayLike,
    index: ArrayLike,
    place_weights: ArrayLike | None = None,
    *,
    mode: Literal["sum", "mean", "max"] = "mean",
    padding_index: int = -1,
    out: Array | None = None,
) -> Array:
    """For each row of index the sum, the mean or the maximum of the rows that it names."""

@overload
def embedding_bag_gradient(
    gradient: ArrayLike,
    weight: ArrayLike,
    index: ArrayLike,
    place_weights: None = None,
    *,
    mode: Literal["sum", "mean", "max"] = "mean",
    padding_index: int = -1,
    out: Sequence[Array] | None = None,
) -> results.EmbeddingBagGradientResults1:
    """The gradients of weight and place_weights of `embedding_bag`."""

@overload
def embedding_bag_gradient(
    gradient: ArrayLike,
    weight: ArrayLike,
    index: ArrayLike,
    place_weights: ArrayLike,
    *,
    mode: Literal["sum", "mean", "max"] = "mean",
    padding_index: int = -1,
    out: Sequence[Array] | None = None,
) -> results.EmbeddingBagGradientResults:
    """The gradients of weight and place_weights of `embedding_bag`."""

def embedding_gradient(
    gradient: ArrayLike,
    index: ArrayLike,
    rows: int,
    *,
    padding_index: int | None = None,
    out: Array | None = None,
) -> Array:
    """For each row of the table the sum T1 of the gradients at its index."""

def equal(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a == b; false if either is NaN."""

def erf(x: ArrayLike, *, out: Array | None = None) -> Array:
    """2/sqrt(pi) times the integral of e^(-t^2) from 0 to x, rounded once."""

def erfc(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 - erf x, rounded once."""

def erfinv(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The y with erf y = x, rounded once."""

def exp(x: ArrayLike, *, out: Array | None = None) -> Array:
    """e to the power x, rounded once."""

def exp10(x: ArrayLike, *, out: Array | None = None) -> Array:
    """10 to the power x, rounded once."""

def exp2(x: ArrayLike, *, out: Array | None = None) -> Array:
    """2 to the power x, rounded once."""

def expm1(x: ArrayLike, *, out: Array | None = None) -> Array:
    """e to the power x, minus 1, rounded once."""

def exponential_from_bits(
    bits: ArrayLike,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """-log((2k + 1) / 2^33), rounded once."""

def flip(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """x with the order of its elements reversed along axes."""

def floor(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The greatest integer <= x, in the format of x."""

def fma(a: Operand, b: Operand, c: Operand, *, out: Array | None = None) -> Array:
    """a * b + c, rounded once."""

def fmod(x: Operand, y: Operand, *, out: Array | None = None) -> Array:
    """x - y * trunc(x / y), exact, with the sign of x."""

def gather_gradient(
    gradient: ArrayLike,
    index: ArrayLike,
    shape: int | Sequence[int],
    *,
    axis: int = 0,
    out: Array | None = None,
) -> Array:
    """For each place along one axis the sum T1 of the gradients at its index."""

def gelu(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x * Phi(x), Phi the standard normal distribution function, rounded once."""

def gelu_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Phi(x) + x * phi(x), phi the standard normal density, rounded once."""

def gelu_tanh(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))), rounded once."""

def gelu_tanh_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """(1 + t)/2 + x/2 * (1 - t^2) * u' with u = sqrt(2/pi) * (x + 0.044715 x^3) and t = tanh(u), rounded once."""

def glu(x: ArrayLike, *, axis: int = -1, out: Array | None = None) -> Array:
    """The first half of x along an axis times the sigmoid of the second."""

def glu_gradient(
    x: ArrayLike,
    gradient: ArrayLike,
    *,
    axis: int = -1,
    out: Array | None = None,
) -> Array:
    """The gradients of both halves, one behind the other."""

def greater(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a > b; false if either is NaN."""

def greater_equal(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a >= b; false if either is NaN."""

def grid_sample(
    x: ArrayLike,
    grid: ArrayLike,
    *,
    mode: Literal["bilinear", "nearest", "bicubic"] = "bilinear",
    padding_mode: Literal["zeros", "border", "reflection"] = "zeros",
    align_corners: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """x at the places of grid, whose coordinates go from -1 to 1 over the image."""

def grid_sample_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    grid: ArrayLike,
    *,
    mode: Literal["bilinear", "nearest", "bicubic"] = "bilinear",
    padding_mode: Literal["zeros", "border", "reflection"] = "zeros",
    align_corners: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.GridSampleGradientResults:
    """The gradients of x and grid of `grid_sample`."""

def group_norm(
    x: ArrayLike,
    num_groups: int,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    *,
    eps: float = 1e-05,
    out: Sequence[Array] | None = None,
) -> results.GroupNormResults:
    """((x - mean) * rstd) * weight + bias over groups of channels, every node rounded."""

@overload
def group_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    num_groups: int,
    weight: None = None,
    *,
    out: Sequence[Array] | None = None,
) -> results.GroupNormGradientResults1:
    """The gradients of x, weight and bias of `group_norm`."""

@overload
def group_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    num_groups: int,
    weight: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.GroupNormGradientResults:
    """The gradients of x, weight and bias of `group_norm`."""

def gru(
    x: ArrayLike,
    hidden: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    bias_ih: ArrayLike | None = None,
    bias_hh: ArrayLike | None = None,
    *,
    out: Sequence[Array] | None = None,
) -> results.GruResults:
    """The steps of gru_cell one after another; values between steps are not rounded."""

def gru_cell(
    x: ArrayLike,
    hidden: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    bias_ih: ArrayLike | None = None,
    bias_hh: ArrayLike | None = None,
    *,
    out: Sequence[Array] | None = None,
) -> results.GruCellResults:
    """(hidden - n) * z + n, with gates from two linear layers."""

def gru_cell_gradient(
    new_hidden_gradient: ArrayLike,
    gates: ArrayLike,
    x: ArrayLike,
    hidden: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.GruCellGradientResults:
    """Gradients of x, the state, both weights and the biases of one step."""

def gru_gradient(
    y_gradient: ArrayLike,
    new_hidden_gradient: ArrayLike,
    gates: ArrayLike,
    states: ArrayLike,
    x: ArrayLike,
    hidden: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.GruGradientResults:
    """Gradients of x, the state, both weights and the biases of all steps."""

def hardsigmoid(x: ArrayLike, *, out: Array | None = None) -> Array:
    """min(max(x + 3, 0), 6) / 6, rounded once."""

def hardsigmoid_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1/6 if -3 < x < 3, else +0, rounded once."""

def hardswish(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x * min(max(x + 3, 0), 6) / 6, rounded once."""

def hardswish_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """+0 if x <= -3, 1 if x >= 3, else (2x + 3) / 6, rounded once."""

def hardtanh(
    x: ArrayLike,
    *,
    min: float = -1.0,
    max: float = 1.0,
    out: Array | None = None,
) -> Array:
    """minimum(maximum(x, min), max)."""

def hardtanh_gradient(
    gradient: Operand,
    x: Operand,
    *,
    min: float = -1.0,
    max: float = 1.0,
    out: Array | None = None,
) -> Array:
    """Gradient where min < x < max, else +0."""

def huber_loss(
    input: ArrayLike,
    target: ArrayLike,
    *,
    delta: float = 1.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """z^2 / 2 where z = abs(input - target) < delta, else (z - delta / 2) * delta."""

def huber_loss_gradient(
    gradient: ArrayLike,
    input: ArrayLike,
    target: ArrayLike,
    *,
    delta: float = 1.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """d where abs(d = input - target) < delta, else sign(d) * delta, times the gradient."""

def hypot(x: Operand, y: Operand, *, out: Array | None = None) -> Array:
    """sqrt(x^2 + y^2), rounded once."""

def index_add(
    prior: ArrayLike,
    index: ArrayLike,
    updates: ArrayLike,
    *,
    axis: int = 0,
    out: Array | None = None,
) -> Array:
    """Prior plus, at each slice that index[n] names, the sum T1 of its updates."""

def index_put(
    prior: ArrayLike,
    index: ArrayLike,
    updates: ArrayLike,
    *,
    accumulate: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """prior, with the last update of each row that index names, or with all updates added."""

def index_put_gradient(
    gradient: ArrayLike,
    index: ArrayLike,
    *,
    accumulate: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.IndexPutGradientResults:
    """The gradients of prior and updates of `index_put`."""

def instance_norm(
    x: ArrayLike,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    *,
    eps: float = 1e-05,
    out: Sequence[Array] | None = None,
) -> results.InstanceNormResults:
    """((x - mean) * rstd) * weight + bias over the places of a channel, every node rounded."""

@overload
def instance_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    weight: None = None,
    *,
    out: Sequence[Array] | None = None,
) -> results.InstanceNormGradientResults1:
    """The gradients of x, weight and bias of `instance_norm`."""

@overload
def instance_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    weight: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.InstanceNormGradientResults:
    """The gradients of x, weight and bias of `instance_norm`."""

def isfinite(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Whether x is a finite number."""

def isinf(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Whether x is an infinity."""

def isnan(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Whether x is NaN."""

def kl_div(
    input: ArrayLike,
    target: ArrayLike,
    *,
    log_target: builtins.bool = False,
    reduction: Literal["none", "mean", "sum", "batchmean"] = "mean",
    out: Array | None = None,
) -> Array:
    """target * (log(target) - input), or exp(target) * (target - input), reduced."""

def kl_div_gradient(
    gradient: ArrayLike,
    target: ArrayLike,
    *,
    log_target: builtins.bool = False,
    reduction: Literal["none", "mean", "sum", "batchmean"] = "mean",
    out: Array | None = None,
) -> Array:
    """-target, or -exp(target), times the gradient of each value."""

def l1_loss(
    input: ArrayLike,
    target: ArrayLike,
    *,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """abs(input - target), reduced."""

def l1_loss_gradient(
    gradient: ArrayLike,
    input: ArrayLike,
    target: ArrayLike,
    *,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """sign(input - target) * the gradient of each absolute difference."""

def layer_norm(
    x: ArrayLike,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    *,
    axis: int = -1,
    eps: float = 1e-05,
    out: Sequence[Array] | None = None,
) -> results.LayerNormResults:
    """((x - mean) * rstd) * weight + bias over the last axes, every node rounded."""

@overload
def layer_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    weight: None = None,
    *,
    axis: int = -1,
    out: Sequence[Array] | None = None,
) -> results.LayerNormGradientResults1:
    """The gradients of x, weight and bias of `layer_norm`."""

@overload
def layer_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    weight: ArrayLike,
    *,
    axis: int = -1,
    out: Sequence[Array] | None = None,
) -> results.LayerNormGradientResults:
    """The gradients of x, weight and bias of `layer_norm`."""

def leaky_relu(x: ArrayLike, *, negative_slope: float = 0.01, out: Array | None = None) -> Array:
    """x if x > 0, else negative_slope * x, rounded once."""

def leaky_relu_derivative(
    x: ArrayLike,
    *,
    negative_slope: float = 0.01,
    out: Array | None = None,
) -> Array:
    """1 if x > 0, else negative_slope, rounded once."""

def lerp(x: Operand, end: Operand, weight: Operand, *, out: Array | None = None) -> Array:
    """x + weight * (end - x) where |weight| < 1/2, else end - (end - x) * (1 - weight)."""

def lerp_tensor_gradient(gradient: Operand, weight: Operand, *, out: Array | None = None) -> Array:
    """gradient * (1 - weight)."""

def lerp_weight_gradient(
    gradient: Operand,
    x: Operand,
    end: Operand,
    *,
    out: Array | None = None,
) -> Array:
    """gradient * (end - x)."""

def less(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a < b; false if either is NaN."""

def less_equal(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a <= b; false if either is NaN."""

def lgamma(x: ArrayLike, *, out: Array | None = None) -> Array:
    """log(abs(Gamma(x))), rounded once."""

def linear(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Contraction T4 of x[..., K] and weight[N, K], plus bias[N]."""

def linear_aligned(
    x: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    bits: int | Sequence[int] = (24, 16),
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Aligned contraction T11 of x[..., K] and weight[N, K], plus bias[N]."""

def linear_aligned_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    weight: ArrayLike,
    *,
    bits: int | Sequence[int] = (24, 16),
    out: Sequence[Array] | None = None,
) -> results.LinearAlignedGradientResults:
    """Aligned contractions T11 of gradient and weight, and of gradient and x over all rows."""

def linear_bias_gradient(gradient: ArrayLike, *, out: Array | None = None) -> Array:
    """One sum T1 over the leading axes, flattened in row-major order."""

def linear_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    weight: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.LinearGradientResults:
    """Contractions T4 of gradient and weight, and of gradient and x over all rows."""

def lion(
    params: ArrayLike,
    grads: ArrayLike,
    exp_avg: ArrayLike,
    *,
    lr: float = 0.0001,
    beta1: float = 0.9,
    beta2: float = 0.99,
    weight_decay: float = 0.0,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.LionResults:
    """One step of Lion: by the sign of an average."""

def log(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The natural logarithm of x, rounded once."""

def log10(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The logarithm of x to base 10, rounded once."""

def log1p(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The natural logarithm of 1 + x, rounded once."""

def log2(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The logarithm of x to base 2, rounded once."""

def log_softmax(x: ArrayLike, *, axis: int = -1, out: Array | None = None) -> Array:
    """(x - max) - log(sum(exp(x - max))) along one axis, every node rounded."""

def log_softmax_gradient(
    gradient: ArrayLike,
    y: ArrayLike,
    *,
    axis: int = -1,
    out: Array | None = None,
) -> Array:
    """gradient - exp(result) * sum(gradient) along the axis of a log_softmax."""

def logaddexp(x: Operand, y: Operand, *, out: Array | None = None) -> Array:
    """log(e^x + e^y), rounded once."""

def logical_and(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a and b are true."""

def logical_not(a: ArrayLike, *, out: Array | None = None) -> Array:
    """Whether a is false."""

def logical_or(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a or b is true, or both."""

def logsigmoid(x: ArrayLike, *, out: Array | None = None) -> Array:
    """-log(1 + e^-x), rounded once."""

def logsigmoid_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 / (1 + e^x), rounded once."""

def logsumexp(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """m + log(T1 of exp(x - m)), where m is max(x), or +0 if max(x) is infinite."""

def logsumexp_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    result: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """gradient * exp(x - result)."""

def lstm(
    x: ArrayLike,
    hidden: ArrayLike,
    cell: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    bias_ih: ArrayLike | None = None,
    bias_hh: ArrayLike | None = None,
    *,
    out: Sequence[Array] | None = None,
) -> results.LstmResults:
    """The steps of lstm_cell one after another; values between steps are not rounded."""

def lstm_cell(
    x: ArrayLike,
    hidden: ArrayLike,
    cell: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    bias_ih: ArrayLike | None = None,
    bias_hh: ArrayLike | None = None,
    *,
    out: Sequence[Array] | None = None,
) -> results.LstmCellResults:
    """f * cell + i * g and o times its tanh, with gates from two linear layers."""

def lstm_cell_gradient(
    new_hidden_gradient: ArrayLike,
    new_cell_gradient: ArrayLike,
    gates: ArrayLike,
    x: ArrayLike,
    hidden: ArrayLike,
    cell: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.LstmCellGradientResults:
    """Gradients of x, the state, both weights and the biases of one step."""

def lstm_gradient(
    y_gradient: ArrayLike,
    new_hidden_gradient: ArrayLike,
    new_cell_gradient: ArrayLike,
    gates: ArrayLike,
    cells: ArrayLike,
    x: ArrayLike,
    hidden: ArrayLike,
    cell: ArrayLike,
    weight_ih: ArrayLike,
    weight_hh: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.LstmGradientResults:
    """Gradients of x, the state, both weights and the biases of all steps."""

def masked_bmm(a: ArrayLike, b: ArrayLike, mask: ArrayLike, *, out: Array | None = None) -> Array:
    """Contraction T4 of a[B, M, K] and b[B, K, N] over the k with a true mask; +0 for no k."""

def masked_fill(
    x: Operand,
    mask: Operand,
    *,
    value: float = 0.0,
    out: Array | None = None,
) -> Array:
    """Value where mask is true, else x."""

def masked_sum(
    x: ArrayLike,
    mask: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """Sum T1 over axes of the elements with a true mask, others absent; +0 for no element."""

def matmul_aligned(
    a: ArrayLike,
    b: ArrayLike,
    bias: ArrayLike | None = None,
    *,
    transpose_a: builtins.bool = False,
    transpose_b: builtins.bool = False,
    bits: int | Sequence[int] = (24, 16),
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Aligned contraction T11 of a[M, K] and b[K, N], plus bias[N]."""

def max(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The S3 maximum over axes; NaN propagates, -0 < +0."""

def max_pool1d(
    x: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    ceil_mode: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.MaxPool1dResults:
    """The S3 maximum of each window of x[N, C, W], and the first index that holds it."""

def max_pool1d_gradient(
    gradient: ArrayLike,
    indices: ArrayLike,
    input_size: int | Sequence[int],
    *,
    out: Array | None = None,
) -> Array:
    """For each element the sum T1 of the gradients whose index names it."""

def max_pool2d(
    x: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    ceil_mode: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.MaxPool2dResults:
    """The S3 maximum of each window of x[N, C, H, W], and the first index that holds it."""

def max_pool2d_gradient(
    gradient: ArrayLike,
    indices: ArrayLike,
    input_size: int | Sequence[int],
    *,
    out: Array | None = None,
) -> Array:
    """For each element the sum T1 of the gradients whose index names it."""

def maximum(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """The greater of a and b; NaN propagates, -0 < +0."""

def maximum_gradient(
    gradient: Operand,
    x: Operand,
    other: Operand,
    *,
    out: Array | None = None,
) -> Array:
    """+0 where x < other, gradient / 2 where x = other, else gradient."""

def mean(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Sum T1 divided by n; NaN for no elements."""

def mean_gradient(
    gradient: ArrayLike,
    shape: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """gradient / n, repeated over the axes of a mean."""

def min(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The S3 minimum over axes; NaN propagates, -0 < +0."""

def minimum(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """The lesser of a and b; NaN propagates, -0 < +0."""

def minimum_gradient(
    gradient: Operand,
    x: Operand,
    other: Operand,
    *,
    out: Array | None = None,
) -> Array:
    """+0 where x > other, gradient / 2 where x = other, else gradient."""

def mish(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x * tanh(log(1 + e^x)), rounded once."""

def mish_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """t + x * (1 - t^2) * sigmoid(x) with t = tanh(log(1 + e^x)), rounded once."""

def mse_loss(
    input: ArrayLike,
    target: ArrayLike,
    *,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """(input - target)^2, reduced."""

def mse_loss_gradient(
    gradient: ArrayLike,
    input: ArrayLike,
    target: ArrayLike,
    *,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """(2 * (input - target)) * the gradient of each squared difference."""

def multiply(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """a * b, rounded once."""

def negative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x with its sign bit flipped."""

def nll_loss(
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    *,
    ignore_index: int = -100,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """-input at the class that target names, times its weight, reduced."""

def nll_loss_gradient(
    gradient: ArrayLike,
    target: ArrayLike,
    classes: int,
    weight: ArrayLike | None = None,
    *,
    ignore_index: int = -100,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """Minus gradient times weight at the class that target names, +0 elsewhere."""

def norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    result: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    ord: Literal[1, 2, "inf"] = 2,
    out: Array | None = None,
) -> Array:
    """x * (gradient / result), sign(x) * gradient, or the latter shared among the greatest."""

def normal_from_bits(
    bits: ArrayLike,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The quantile of the standard normal distribution at (2k + 1) / 2^33, rounded once."""

def normal_quantile(p: ArrayLike, *, out: Array | None = None) -> Array:
    """The y with Phi(y) = p, Phi the standard normal distribution function, rounded once."""

def not_equal(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """Whether a != b; true if either is NaN."""

def one_hot(index: ArrayLike, classes: int, *, out: Array | None = None) -> Array:
    """For each index a row of `classes` integers: 1 at the index, 0 elsewhere."""

def pad(
    x: ArrayLike,
    widths: int | Sequence[int],
    *,
    mode: Literal["constant", "reflect", "replicate", "circular"] = "constant",
    value: float = 0.0,
    out: Array | None = None,
) -> Array:
    """x with elements added before and after each axis."""

def pixel_shuffle(x: ArrayLike, upscale_factor: int, *, out: Array | None = None) -> Array:
    """The channels of x[N, C, H, W] in groups of r * r, each spread over squares of pixels."""

def pixel_unshuffle(x: ArrayLike, downscale_factor: int, *, out: Array | None = None) -> Array:
    """The squares of r * r pixels of x[N, C, H, W], each gathered in r * r channels."""

def pow(x: Operand, y: Operand, *, out: Array | None = None) -> Array:
    """x to the power y, rounded once."""

def pow_scalar_gradient(
    gradient: Operand,
    x: Operand,
    *,
    exponent: float = 2.0,
    out: Array | None = None,
) -> Array:
    """gradient * (exponent * pow(x, exponent - 1)); of exponent 0 it is +0."""

def prelu(x: ArrayLike, weight: ArrayLike, *, out: Array | None = None) -> Array:
    """x where x > 0, else weight * x, a weight for each channel."""

def prelu_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    weight: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.PreluGradientResults:
    """The gradients of x and weight of `prelu`."""

def prod(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Product over axes on the tree T1; 1 for no elements."""

def prod_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """((product of the terms before) * (product of those after)) * gradient."""

def quick_gelu(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x / (1 + e^(-1.702 x)), rounded once."""

def quick_gelu_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """s + 1.702 x * s * (1 - s) with s = sigmoid(1.702 x), rounded once."""

def rdiv_scalar_gradient(
    gradient: Operand,
    x: Operand,
    *,
    value: float = 1.0,
    out: Array | None = None,
) -> Array:
    """-gradient * ((value / x) / x)."""

def reciprocal(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 / x, rounded once."""

def relu(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The larger of x and +0, rounded once."""

def relu6(x: ArrayLike, *, out: Array | None = None) -> Array:
    """min(max(x, +0), 6), rounded once."""

def relu6_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 if 0 < x < 6, else +0, rounded once."""

def relu_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 if x > 0, else +0, rounded once."""

def remainder(x: Operand, y: Operand, *, out: Array | None = None) -> Array:
    """x - y * floor(x / y), rounded once, with the sign of y."""

def rms_norm(
    x: ArrayLike,
    weight: ArrayLike | None = None,
    *,
    axis: int = -1,
    eps: float | None = None,
    out: Sequence[Array] | None = None,
) -> results.RmsNormResults:
    """(x * rstd) * weight over the last axes, every node rounded."""

@overload
def rms_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    rstd: ArrayLike,
    weight: None = None,
    *,
    axis: int = -1,
    out: Sequence[Array] | None = None,
) -> results.RmsNormGradientResults1:
    """The gradients of x and weight of `rms_norm`."""

@overload
def rms_norm_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    rstd: ArrayLike,
    weight: ArrayLike,
    *,
    axis: int = -1,
    out: Sequence[Array] | None = None,
) -> results.RmsNormGradientResults:
    """The gradients of x and weight of `rms_norm`."""

@overload
def rmsprop(
    params: ArrayLike,
    grads: ArrayLike,
    square_avg: ArrayLike,
    momentum_buffer: None = None,
    *,
    lr: float = 0.01,
    alpha: float = 0.99,
    eps: float = 1e-08,
    weight_decay: float = 0.0,
    momentum: float = 0.0,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.RmspropResults2:
    """One step of RMSprop; momentum_buffer adds momentum."""

@overload
def rmsprop(
    params: ArrayLike,
    grads: ArrayLike,
    square_avg: ArrayLike,
    momentum_buffer: ArrayLike,
    *,
    lr: float = 0.01,
    alpha: float = 0.99,
    eps: float = 1e-08,
    weight_decay: float = 0.0,
    momentum: float = 0.0,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.RmspropResults:
    """One step of RMSprop; momentum_buffer adds momentum."""

def rotary_embedding(
    x: ArrayLike,
    cos: ArrayLike,
    sin: ArrayLike,
    *,
    interleaved: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """a * cos - b * sin and b * cos + a * sin for each pair a, b of features."""

def rotary_embedding_gradient(
    gradient: ArrayLike,
    cos: ArrayLike,
    sin: ArrayLike,
    *,
    interleaved: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """a * cos + b * sin and b * cos - a * sin for each pair a, b of gradients."""

def round(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The nearest integer, ties to even, in the format of x."""

def rpow_scalar_gradient(
    gradient: Operand,
    x: Operand,
    *,
    base: float = 2.0,
    out: Array | None = None,
) -> Array:
    """gradient * (pow(base, x) * log(base)); of base 0 it is +0 where x >= 0."""

def rsqrt(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 / sqrt(x), rounded once."""

def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    is_causal: builtins.bool = False,
    query_offset: int = 0,
    out: Array | None = None,
) -> Array:
    """softmax(scale * query key^T + mask) value, keys in blocks of 256, those masked absent."""

def scaled_dot_product_attention_gradient(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    result: ArrayLike,
    gradient: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    is_causal: builtins.bool = False,
    query_offset: int = 0,
    out: Sequence[Array] | None = None,
) -> (
    results.ScaledDotProductAttentionGradientResults3
    | results.ScaledDotProductAttentionGradientResults
):
    """The gradients of query, key and value of attention, and of a mask of numbers."""

def scatter(
    prior: ArrayLike,
    index: ArrayLike,
    updates: ArrayLike,
    *,
    axis: int = 0,
    out: Array | None = None,
) -> Array:
    """prior, with the last update at each index along one axis in place of the element."""

def scatter_add(
    prior: ArrayLike,
    index: ArrayLike,
    updates: ArrayLike,
    *,
    axis: int = 0,
    out: Array | None = None,
) -> Array:
    """Prior plus, at each index along one axis, the sum T1 of its updates."""

def scatter_gradient(
    gradient: ArrayLike,
    index: ArrayLike,
    *,
    axis: int = 0,
    out: Sequence[Array] | None = None,
) -> results.ScatterGradientResults:
    """The gradients of prior and updates of `scatter`."""

def selu(x: ArrayLike, *, out: Array | None = None) -> Array:
    """scale * (x if x > 0, else a * (e^x - 1)), rounded once."""

def selu_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """scale * (1 if x > 0, else a * e^x), rounded once."""

def sgd(
    params: ArrayLike,
    grads: ArrayLike,
    momentum_buffer: ArrayLike | None = None,
    *,
    lr: float = 0.001,
    momentum: float = 0.0,
    dampening: float = 0.0,
    weight_decay: float = 0.0,
    nesterov: builtins.bool = False,
    maximize: builtins.bool = False,
    out: Sequence[Array] | None = None,
) -> results.SgdResults:
    """One step of SGD, with or without momentum."""

def sigmoid(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 / (1 + e^-x), rounded once."""

def sigmoid_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """e^-x / (1 + e^-x)^2, rounded once."""

def sign(x: ArrayLike, *, out: Array | None = None) -> Array:
    """-1 or 1 with the sign of x; a zero is itself, NaN is NaN."""

def signbit(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Whether the sign bit of x is set."""

def silu(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x / (1 + e^-x), rounded once."""

def silu_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """s + x * s * (1 - s) with s = sigmoid(x), rounded once."""

def sin(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Sin x, x in radians, rounded once."""

def sinh(x: ArrayLike, *, out: Array | None = None) -> Array:
    """(e^x - e^-x) / 2, rounded once."""

def sinpi(x: ArrayLike, *, out: Array | None = None) -> Array:
    """sin(pi x), rounded once."""

def slice(
    x: ArrayLike,
    starts: int | Sequence[int],
    stops: int | Sequence[int],
    steps: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """The elements of x from starts to before stops, steps apart, along axes."""

def slice_gradient(
    gradient: ArrayLike,
    starts: int | Sequence[int],
    steps: int | Sequence[int],
    shape: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """The elements of gradient from starts on, steps apart, along axes; +0 elsewhere."""

def smooth_l1_loss(
    input: ArrayLike,
    target: ArrayLike,
    *,
    beta: float = 1.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """z^2 / 2 / beta where z = abs(input - target) < beta, else z - beta / 2."""

def smooth_l1_loss_gradient(
    gradient: ArrayLike,
    input: ArrayLike,
    target: ArrayLike,
    *,
    beta: float = 1.0,
    reduction: Literal["none", "mean", "sum"] = "mean",
    out: Array | None = None,
) -> Array:
    """d / beta where abs(d = input - target) < beta, else sign(d), times the gradient."""

def softmax(x: ArrayLike, *, axis: int = -1, out: Array | None = None) -> Array:
    """exp(x - max) / sum(exp(x - max)) along one axis, every node rounded."""

def softmax_gradient(
    gradient: ArrayLike,
    y: ArrayLike,
    *,
    axis: int = -1,
    out: Array | None = None,
) -> Array:
    """(gradient - sum(gradient * result)) * result along the axis of a softmax."""

def softplus(x: ArrayLike, *, out: Array | None = None) -> Array:
    """log(1 + e^x), rounded once."""

def softplus_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 / (1 + e^-x), rounded once."""

def softsign(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x / (1 + abs(x)), rounded once."""

def softsign_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 / (1 + abs(x))^2, rounded once."""

def sort_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    *,
    axis: int = -1,
    descending: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """At each place of x the gradient of the place to which the sort moved the element."""

def sqrt(x: ArrayLike, *, out: Array | None = None) -> Array:
    """The square root of x, rounded once."""

def square(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x * x, rounded once."""

def std(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    correction: float = 0,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Square root of the variance, which stays in the compute format."""

def std_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    result: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    correction: float = 1,
    out: Array | None = None,
) -> Array:
    """((gradient / result) / max(0, n - correction)) * (x - mean); 0 where the result is 0."""

def subtract(a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """a - b, rounded once."""

def sum(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Sum over axes by the canonical tree T1; +0 for no elements."""

def sum_exact(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The exact sum over axes, rounded once; no order of the terms matters."""

def sum_gradient(
    gradient: ArrayLike,
    shape: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The gradient repeated over the axes of a sum."""

def tan(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Tan x, x in radians, rounded once."""

def tanh(x: ArrayLike, *, out: Array | None = None) -> Array:
    """(e^(2x) - 1) / (e^(2x) + 1), rounded once."""

def tanh_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """1 / cosh(x)^2, rounded once."""

def tanhshrink(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x - tanh x, rounded once."""

def tanhshrink_derivative(x: ArrayLike, *, out: Array | None = None) -> Array:
    """tanh(x)^2, rounded once."""

def tgamma(x: ArrayLike, *, out: Array | None = None) -> Array:
    """Gamma(x), rounded once."""

def threshold(
    x: ArrayLike,
    *,
    threshold: float = 0.0,
    value: float = 0.0,
    out: Array | None = None,
) -> Array:
    """Value where x <= threshold, else x."""

def threshold_gradient(
    gradient: Operand,
    x: Operand,
    *,
    threshold: float = 0.0,
    out: Array | None = None,
) -> Array:
    """+0 where x <= threshold, else gradient."""

def topk(
    x: ArrayLike,
    k: int,
    *,
    axis: int = -1,
    largest: builtins.bool = True,
    out: Sequence[Array] | None = None,
) -> results.TopkResults:
    """The k largest or smallest elements along one axis, in order, and their indices."""

def tril(x: ArrayLike, *, k: int = 0, out: Array | None = None) -> Array:
    """x at column <= row + diagonal of each matrix, +0 elsewhere."""

def triu(x: ArrayLike, *, k: int = 0, out: Array | None = None) -> Array:
    """x at column >= row + diagonal of each matrix, +0 elsewhere."""

def trunc(x: ArrayLike, *, out: Array | None = None) -> Array:
    """x without its fraction, in the format of x."""

def unfold(
    x: ArrayLike,
    kernel_size: int | Sequence[int],
    *,
    stride: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] = 1,
    out: Array | None = None,
) -> Array:
    """For x[N, C, H, W] the taps of each window place; taps outside the image are +0."""

def uniform_from_bits(
    bits: ArrayLike,
    *,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The upper p bits of a word divided by 2^p, where p is the precision of the format."""

def unscale(
    grads: ArrayLike,
    scale: ArrayLike,
    *,
    out: Sequence[Array] | None = None,
) -> results.UnscaleResults:
    """grads * (1 / scale), and whether a gradient is not a finite number."""

def update_scale(
    scale: ArrayLike,
    growth_tracker: ArrayLike,
    found_inf: ArrayLike,
    *,
    growth_factor: float = 2.0,
    backoff_factor: float = 0.5,
    growth_interval: int = 2000,
    out: Sequence[Array] | None = None,
) -> results.UpdateScaleResults:
    """The next loss scale, and the number of steps in a row without an overflow."""

def upsample_bicubic2d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    align_corners: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """Weighted sums of four neighbours on two axes."""

def upsample_bicubic2d_gradient(
    gradient: ArrayLike,
    input_size: int | Sequence[int],
    *,
    align_corners: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The gradient of upsample_bicubic2d."""

def upsample_bilinear2d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    align_corners: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """Weighted sums of two neighbours on two axes."""

def upsample_bilinear2d_gradient(
    gradient: ArrayLike,
    input_size: int | Sequence[int],
    *,
    align_corners: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The gradient of upsample_bilinear2d."""

def upsample_linear1d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    align_corners: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """Weighted sums of two neighbours."""

def upsample_linear1d_gradient(
    gradient: ArrayLike,
    input_size: int | Sequence[int],
    *,
    align_corners: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The gradient of upsample_linear1d."""

def upsample_nearest1d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    exact: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The nearest element of one axis."""

def upsample_nearest1d_gradient(
    gradient: ArrayLike,
    input_size: int | Sequence[int],
    *,
    exact: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The gradient of upsample_nearest1d."""

def upsample_nearest2d(
    x: ArrayLike,
    output_size: int | Sequence[int],
    *,
    exact: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The nearest element of two axes."""

def upsample_nearest2d_gradient(
    gradient: ArrayLike,
    input_size: int | Sequence[int],
    *,
    exact: builtins.bool = False,
    out: Array | None = None,
) -> Array:
    """The gradient of upsample_nearest2d."""

def var(
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    correction: float = 0,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """T1 of (x - mean)^2 divided by max(0, n - correction)."""

def var_gradient(
    gradient: ArrayLike,
    x: ArrayLike,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: builtins.bool = False,
    correction: float = 1,
    out: Array | None = None,
) -> Array:
    """((2 * gradient) / max(0, n - correction)) * (x - mean)."""

def where(condition: Operand, a: Operand, b: Operand, *, out: Array | None = None) -> Array:
    """a where condition is true, else b."""
