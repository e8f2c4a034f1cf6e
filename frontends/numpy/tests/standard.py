"""The signatures of the functions of the array API standard 2024.12.

The names, kinds and defaults of parameters are copied from
https://data-apis.org/array-api/2024.12/, and functions with the same signature are grouped.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping

_BY_SIGNATURE = {
    "start, /, stop=None, step=1, *, dtype=None, device=None": "arange",
    "obj, /, *, dtype=None, device=None, copy=None": "asarray",
    "shape, *, dtype=None, device=None": "empty ones zeros",
    "x, /, *, dtype=None, device=None": "empty_like ones_like zeros_like",
    "n_rows, n_cols=None, /, *, k=0, dtype=None, device=None": "eye",
    "x, /, *, device=None, copy=None": "from_dlpack",
    "shape, fill_value, *, dtype=None, device=None": "full",
    "x, /, fill_value, *, dtype=None, device=None": "full_like",
    "start, stop, /, num, *, dtype=None, device=None, endpoint=True": "linspace",
    "*arrays, indexing='xy'": "meshgrid",
    "x, /, *, k=0": "tril triu",
    "x, dtype, /, *, copy=True, device=None": "astype",
    "from_, to, /": "can_cast",
    "type, /": "finfo iinfo",
    "dtype, kind": "isdtype",
    "*arrays_and_dtypes": "result_type",
    "x, /": "abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp "
    "expm1 floor imag isfinite isinf isnan linalg.det linalg.eigh "
    "linalg.eigvalsh linalg.inv linalg.matrix_transpose linalg.slogdet "
    "linalg.svdvals log log10 log1p log2 logical_not matrix_transpose negative "
    "nonzero positive real reciprocal round sign signbit sin sinh sqrt square "
    "tan tanh trunc unique_all unique_counts unique_inverse unique_values",
    "x1, x2, /": "add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift "
    "bitwise_xor copysign divide equal floor_divide greater greater_equal hypot "
    "less less_equal linalg.matmul linalg.outer linalg.solve logaddexp "
    "logical_and logical_or logical_xor matmul maximum minimum multiply "
    "nextafter not_equal pow remainder subtract",
    "x, /, min=None, max=None": "clip",
    "x, /, *, n=None, axis=-1, norm='backward'": "fft.fft fft.hfft fft.ifft fft.ihfft fft.irfft "
    "fft.rfft",
    "x, /, *, s=None, axes=None, norm='backward'": "fft.fftn fft.ifftn fft.irfftn fft.rfftn",
    "n, /, *, d=1.0, dtype=None, device=None": "fft.fftfreq fft.rfftfreq",
    "x, /, *, axes=None": "fft.fftshift fft.ifftshift",
    "x, indices, /, *, axis=None": "take",
    "x, indices, /, *, axis=-1": "take_along_axis",
    "": "__array_namespace_info__",
    "x, /, *, upper=False": "linalg.cholesky",
    "x1, x2, /, *, axis=-1": "linalg.cross linalg.vecdot vecdot",
    "x, /, *, offset=0": "linalg.diagonal",
    "x, /, *, keepdims=False, ord='fro'": "linalg.matrix_norm",
    "x, n, /": "linalg.matrix_power",
    "x, /, *, rtol=None": "linalg.matrix_rank linalg.pinv",
    "x, /, *, mode='reduced'": "linalg.qr",
    "x, /, *, full_matrices=True": "linalg.svd",
    "x1, x2, /, *, axes=2": "linalg.tensordot tensordot",
    "x, /, *, offset=0, dtype=None": "linalg.trace",
    "x, /, *, axis=None, keepdims=False, ord=2": "linalg.vector_norm",
    "*arrays": "broadcast_arrays",
    "x, /, shape": "broadcast_to",
    "arrays, /, *, axis=0": "concat stack",
    "x, /, axis": "expand_dims squeeze",
    "x, /, *, axis=None": "flip",
    "x, source, destination, /": "moveaxis",
    "x, /, axes": "permute_dims",
    "x, repeats, /, *, axis=None": "repeat",
    "x, /, shape, *, copy=None": "reshape",
    "x, /, shift, *, axis=None": "roll",
    "x, repetitions, /": "tile",
    "x, /, *, axis=0": "unstack",
    "x, /, *, axis=None, keepdims=False": "all any argmax argmin count_nonzero max mean min",
    "x1, x2, /, *, side='left', sorter=None": "searchsorted",
    "condition, x1, x2, /": "where",
    "x, /, *, axis=-1, descending=False, stable=True": "argsort sort",
    "x, /, *, axis=None, dtype=None, include_initial=False": "cumulative_prod cumulative_sum",
    "x, /, *, axis=None, dtype=None, keepdims=False": "prod sum",
    "x, /, *, axis=None, correction=0.0, keepdims=False": "std var",
    "x, /, *, axis=-1, n=1, prepend=None, append=None": "diff",
}


def _signature(text: str) -> inspect.Signature:
    names: dict[str, object] = {}
    exec(f"def function({text}): ...", names)
    return inspect.signature(names["function"])  # type: ignore[arg-type]


SIGNATURES: Mapping[str, inspect.Signature] = {
    name: _signature(text) for text, names in _BY_SIGNATURE.items() for name in names.split()
}
"""The standard's signatures, by the name of the function in the namespace."""

ABSENT = frozenset(
    """
    conj imag real fft.fft fft.fftfreq fft.fftn fft.fftshift fft.hfft fft.ifft
    fft.ifftn fft.ifftshift fft.ihfft fft.irfft fft.irfftn fft.rfft fft.rfftfreq fft.rfftn
    linalg.cholesky linalg.det linalg.eigh linalg.eigvalsh linalg.inv linalg.matrix_norm
    linalg.matrix_power linalg.matrix_rank linalg.pinv linalg.slogdet linalg.solve linalg.svd
    linalg.svdvals
    """.split()  # noqa: SIM905
)
"""Functions that `samebits.numpy` lacks. The list must not grow."""
