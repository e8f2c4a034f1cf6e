# Written by `python -m samebits.numpy.stubs` from the op declarations.

from collections.abc import Sequence
from typing import Literal

from samebits.numpy import results
from samebits.numpy.values import Array, ArrayLike, DType

def bernoulli(
    shape: int | Sequence[int],
    p: float,
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Whether the 32-bit draw is below p * 2^32, compared exactly."""

def draw_bits(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The 32-bit draws, or the 64-bit draws as two's complement."""

def dropout(
    x: ArrayLike,
    p: float,
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """+0 with the probability p, else x * (1 / (1 - p))."""

def dropping_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    dropout_p: float,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    is_causal: bool = False,
    query_offset: int = 0,
    seed: int,
    stream: int = 0,
    out: Array | None = None,
) -> Array:
    """scaled_dot_product_attention with dropout of keys, each drawn for each query."""

def dropping_attention_gradient(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    result: ArrayLike,
    gradient: ArrayLike,
    dropout_p: float,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    is_causal: bool = False,
    query_offset: int = 0,
    seed: int,
    stream: int = 0,
    out: Sequence[Array] | None = None,
) -> results.DroppingAttentionGradientResults3 | results.DroppingAttentionGradientResults:
    """The gradients of query, key, value and a mask of numbers of `dropping_attention`."""

def exponential(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """-log at the middle of a draw, rounded once."""

def kaiming_normal(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    a: float = 0.0,
    mode: Literal["fan_in", "fan_out"] = "fan_in",
    nonlinearity: Literal["leaky_relu", "relu", "tanh", "selu", "sigmoid", "linear"] = "leaky_relu",
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Normal numbers whose deviation follows from the gain and a fan."""

def kaiming_uniform(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    a: float = 0.0,
    mode: Literal["fan_in", "fan_out"] = "fan_in",
    nonlinearity: Literal["leaky_relu", "relu", "tanh", "selu", "sigmoid", "linear"] = "leaky_relu",
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Uniform numbers whose bounds follow from the gain and a fan."""

def multinomial(
    weights: ArrayLike,
    num_samples: int,
    *,
    replacement: bool = False,
    seed: int,
    stream: int = 0,
    out: Array | None = None,
) -> Array:
    """Class numbers, drawn with probabilities that follow from the weights."""

def normal(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The standard normal quantile at the middle of a draw, rounded once."""

def orthogonal(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    gain: float = 1.0,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Gain times a random matrix of orthogonal rows or columns."""

def permutation(n: int, *, seed: int, stream: int = 0, out: Array | None = None) -> Array:
    """The order that sorts 64-bit draws, read as two's complement."""

def randint(
    shape: int | Sequence[int],
    high: int,
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    low: int = 0,
    out: Array | None = None,
) -> Array:
    """low + floor(u * (high - low) / 2^64), u the 64-bit draw."""

def trunc_normal(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Normal numbers between two bounds."""

def uniform(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """The upper p bits of a draw divided by 2^p, where p is the precision of the format."""

def xavier_normal(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    gain: float = 1.0,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Normal numbers whose deviation follows from both fans."""

def xavier_uniform(
    shape: int | Sequence[int],
    *,
    seed: int,
    stream: int = 0,
    whole: int | Sequence[int] | None = None,
    at: int | Sequence[int] | None = None,
    gain: float = 1.0,
    dtype: DType | None = None,
    out: Array | None = None,
) -> Array:
    """Uniform numbers whose bounds follow from both fans."""

class Generator:
    def __init__(self, seed: int, stream: int = 0) -> None: ...
    @property
    def seed(self) -> int: ...
    @property
    def stream(self) -> int: ...
    @property
    def state(self) -> dict[str, int]: ...
    @state.setter
    def state(self, value: dict[str, int]) -> None: ...
    def bernoulli(
        self,
        shape: int | Sequence[int],
        p: float,
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        out: Array | None = None,
    ) -> Array:
        """Whether the 32-bit draw is below p * 2^32, compared exactly."""

    def draw_bits(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """The 32-bit draws, or the 64-bit draws as two's complement."""

    def dropout(
        self,
        x: ArrayLike,
        p: float,
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        out: Array | None = None,
    ) -> Array:
        """+0 with the probability p, else x * (1 / (1 - p))."""

    def dropping_attention(
        self,
        query: ArrayLike,
        key: ArrayLike,
        value: ArrayLike,
        dropout_p: float,
        mask: ArrayLike | None = None,
        *,
        scale: float | None = None,
        is_causal: bool = False,
        query_offset: int = 0,
        out: Array | None = None,
    ) -> Array:
        """scaled_dot_product_attention with dropout of keys, each drawn for each query."""

    def dropping_attention_gradient(
        self,
        query: ArrayLike,
        key: ArrayLike,
        value: ArrayLike,
        result: ArrayLike,
        gradient: ArrayLike,
        dropout_p: float,
        mask: ArrayLike | None = None,
        *,
        scale: float | None = None,
        is_causal: bool = False,
        query_offset: int = 0,
        out: Sequence[Array] | None = None,
    ) -> results.DroppingAttentionGradientResults3 | results.DroppingAttentionGradientResults:
        """The gradients of query, key, value and a mask of numbers of `dropping_attention`."""

    def exponential(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """-log at the middle of a draw, rounded once."""

    def kaiming_normal(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        a: float = 0.0,
        mode: Literal["fan_in", "fan_out"] = "fan_in",
        nonlinearity: Literal[
            "leaky_relu", "relu", "tanh", "selu", "sigmoid", "linear"
        ] = "leaky_relu",
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """Normal numbers whose deviation follows from the gain and a fan."""

    def kaiming_uniform(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        a: float = 0.0,
        mode: Literal["fan_in", "fan_out"] = "fan_in",
        nonlinearity: Literal[
            "leaky_relu", "relu", "tanh", "selu", "sigmoid", "linear"
        ] = "leaky_relu",
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """Uniform numbers whose bounds follow from the gain and a fan."""

    def multinomial(
        self,
        weights: ArrayLike,
        num_samples: int,
        *,
        replacement: bool = False,
        out: Array | None = None,
    ) -> Array:
        """Class numbers, drawn with probabilities that follow from the weights."""

    def normal(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """The standard normal quantile at the middle of a draw, rounded once."""

    def orthogonal(
        self,
        shape: int | Sequence[int],
        *,
        gain: float = 1.0,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """Gain times a random matrix of orthogonal rows or columns."""

    def permutation(self, n: int, *, out: Array | None = None) -> Array:
        """The order that sorts 64-bit draws, read as two's complement."""

    def randint(
        self,
        shape: int | Sequence[int],
        high: int,
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        low: int = 0,
        out: Array | None = None,
    ) -> Array:
        """low + floor(u * (high - low) / 2^64), u the 64-bit draw."""

    def trunc_normal(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        mean: float = 0.0,
        std: float = 1.0,
        a: float = -2.0,
        b: float = 2.0,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """Normal numbers between two bounds."""

    def uniform(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """The upper p bits of a draw divided by 2^p, where p is the precision of the format."""

    def xavier_normal(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        gain: float = 1.0,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """Normal numbers whose deviation follows from both fans."""

    def xavier_uniform(
        self,
        shape: int | Sequence[int],
        *,
        whole: int | Sequence[int] | None = None,
        at: int | Sequence[int] | None = None,
        gain: float = 1.0,
        dtype: DType | None = None,
        out: Array | None = None,
    ) -> Array:
        """Uniform numbers whose bounds follow from both fans."""
