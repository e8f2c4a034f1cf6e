"""Suggestions for users who look for a function of NumPy that `samebits.numpy` does not have.

The suggested function has the same meaning, but maybe a different name. A test checks that every
public name of NumPy has an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

_GENERATORS = """
BitGenerator MT19937 PCG64 PCG64DXSM Philox RandomState SFC64 SeedSequence default_rng get_state
seed set_state
"""

SUBSTITUTES: Mapping[str, str] = MappingProxyType(
    {
        "absolute": "abs",
        "allclose": "digest",
        "append": "concat",
        "arccos": "acos",
        "arccosh": "acosh",
        "arcsin": "asin",
        "arcsinh": "asinh",
        "arctan": "atan",
        "arctan2": "atan2",
        "arctanh": "atanh",
        "argpartition": "argsort",
        "around": "round",
        "average": "mean",
        "bincount": "scatter_add",
        "bitwise_not": "bitwise_invert",
        "c_": "stack",
        "choose": "where",
        "column_stack": "stack",
        "concatenate": "concat",
        "convolve": "flip conv1d",
        "correlate": "conv1d",
        "cumprod": "cumulative_prod",
        "cumsum": "cumulative_sum",
        "deg2rad": "multiply",
        "degrees": "multiply",
        "digitize": "searchsorted",
        "divmod": "floor_divide remainder",
        "dstack": "concat",
        "ediff1d": "diff",
        "fabs": "abs",
        "fix": "trunc",
        "float_power": "pow",
        "fmax": "where isnan maximum",
        "fmin": "where isnan minimum",
        "geomspace": "linspace pow",
        "heaviside": "where greater",
        "histogram": "searchsorted scatter_add",
        "hstack": "concat",
        "identity": "eye",
        "inner": "vecdot tensordot",
        "invert": "bitwise_invert",
        "isclose": "equal",
        "isneginf": "isinf signbit",
        "isposinf": "isinf signbit",
        "left_shift": "bitwise_left_shift",
        "linalg.multi_dot": "matmul",
        "linalg.norm": "linalg.vector_norm",
        "logspace": "linspace pow",
        "matvec": "matmul",
        "mgrid": "meshgrid arange",
        "mod": "remainder",
        "modf": "trunc subtract",
        "nan_to_num": "where isnan",
        "nancumprod": "where isnan cumulative_prod",
        "nancumsum": "where isnan cumulative_sum",
        "nanmax": "where isnan max",
        "nanmin": "where isnan min",
        "nanprod": "where isnan prod",
        "nansum": "where isnan sum",
        "ogrid": "arange",
        "partition": "sort",
        "piecewise": "where",
        "power": "pow",
        "ptp": "max min subtract",
        "r_": "concat",
        "rad2deg": "multiply",
        "radians": "multiply",
        **{f"random.{name}": "random.Generator" for name in _GENERATORS.split()},
        "random.bytes": "random.draw_bits",
        "random.choice": "random.randint take",
        "random.rand": "random.uniform",
        "random.randn": "random.normal",
        "random.random": "random.uniform",
        "random.random_integers": "random.randint",
        "random.random_sample": "random.uniform",
        "random.ranf": "random.uniform",
        "random.sample": "random.uniform",
        "random.shuffle": "random.permutation",
        "random.standard_exponential": "random.exponential",
        "random.standard_normal": "random.normal",
        "ravel": "reshape",
        "right_shift": "bitwise_right_shift",
        "rint": "round",
        "rollaxis": "moveaxis",
        "row_stack": "concat",
        "select": "where",
        "sinc": "sinpi divide",
        "swapaxes": "permute_dims",
        "transpose": "permute_dims",
        "true_divide": "divide",
        "unique": "unique_values unique_all",
        "vdot": "vecdot",
        "vecmat": "matmul",
        "vstack": "concat",
    }
)
"""For the name of a NumPy function: the functions of `samebits.numpy` that replace it."""

_WHOLE = """
apply_along_axis apply_over_axes argwhere array array_equal array_equiv array_repr array_split
array_str array2string asanyarray ascontiguousarray asfortranarray atleast_1d atleast_2d
atleast_3d base_repr binary_repr bitwise_count block broadcast_shapes
common_type compress copy copyto delete diag diag_indices diag_indices_from diagflat dsplit extract
fill_diagonal flatnonzero fliplr flipud format_float_positional format_float_scientific frombuffer
fromfile fromfunction fromiter fromregex fromstring frompyfunc gcd genfromtxt hsplit
indices insert intersect1d isfortran isin isnat iscomplex iscomplexobj isreal isrealobj isscalar
issubdtype iterable ix_ lcm lexsort load loadtxt mask_indices may_share_memory min_scalar_type
mintypecode ndim nested_iters packbits place printoptions promote_types put put_along_axis putmask
ravel_multi_index require resize rot90 save savetxt savez savez_compressed set_printoptions
setdiff1d setxor1d shape shares_memory size split tri tril_indices tril_indices_from trim_zeros
triu_indices triu_indices_from typename union1d unpackbits unravel_index vsplit
asarray_chkfinite get_printoptions get_include geterr geterrcall getbufsize info setbufsize seterr
seterrcall show_config show_runtime test
broadcast busday_count busday_offset busdaycalendar datetime_as_string datetime_data dtype errstate
char ctypeslib dtypes exceptions f2py rec strings testing typing
flatiter is_busday memmap ndarray ndenumerate ndindex nditer recarray ufunc vectorize
"""

MOVES = frozenset(_WHOLE.split())
"""Functions of NumPy without floating-point arithmetic: they make, move, compare or print data."""


def instead_of(full: str) -> str | None:
    """Return the suggestion for a name of `numpy`, as the end of an error message.

    Return None if NumPy does not have the name either.
    """
    if full in SUBSTITUTES:
        return f"use {' and '.join(f'snp.{name}' for name in SUBSTITUTES[full].split())}"
    place, _, last = full.rpartition(".")
    home: Any = getattr(np, place, None) if place else np
    if last not in getattr(home, "__all__", ()):
        return None
    found = getattr(home, last, None)
    is_scalar_type = isinstance(found, type) and issubclass(found, np.generic)
    computes = callable(found) or isinstance(found, ModuleType)
    if full in MOVES or is_scalar_type or not computes:
        return f"use numpy.{full}, which does no floating-point arithmetic"
    return (
        f"the specification defines no such op; numpy.{full} exists, but its bits may differ "
        "between machines"
    )
