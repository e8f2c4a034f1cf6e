"""The digits of scikit-learn: 1797 images of 8 x 8 pixels, integers from 0 to 16.

They are read from the package's file without an import of the package. The pixels are centred and
divided by 16, as before a linear model, so that they use all bits of their significands.
"""

from __future__ import annotations

import gzip
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.vectors.real import Source
from samebits.vectors.recipes.steps import cast, run

Array = np.ndarray[Any, Any]


@cache
def _table() -> Array:
    """Return the table in the package's file: the pixels and the class of each image."""
    spec = find_spec("sklearn")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("no module sklearn")
    path = Path(spec.origin).parent / "datasets" / "data" / "digits.csv.gz"
    with gzip.open(path, "rt") as text:
        return np.loadtxt(text, delimiter=",", dtype=np.int64)


def pixels() -> Array:
    """Return the pixels of the images as an f64 array [1797, 64]."""
    return _table()[:, :-1].astype(np.float64)


def labels() -> Array:
    """Return the classes of the images as an i64 array [1797]."""
    return np.ascontiguousarray(_table()[:, -1])


@cache
def centred(name: str) -> Array:
    """Return (x - mean over the images) / 16 in a format, rounded after each operation."""
    x = cast(pixels(), name)
    mean = run(get_op("mean").call([name], axes=(0,), keepdims=True), x)
    shifted = run(get_op("sub").call([name, name]), x, np.broadcast_to(mean, x.shape))
    sixteen = np.full(x.shape, 16, dtype=x.dtype)
    return run(get_op("div").call([name, name]), shifted, sixteen)


def _pixels_as(name: str) -> Array:
    return cast(pixels(), name)


SOURCE = Source(
    "scikit-learn",
    "1.9.1",
    {
        **{f"digits/pixels-{f}": partial(_pixels_as, f) for f in ("f32", "f16", "bf16")},
        "digits/centred-f32": lambda: centred("f32"),
        "digits/centred-f64": lambda: centred("f64"),
        "digits/centred-f64-centre": lambda: centred("f64")[:, 18:46],
        "digits/centred-bf16": lambda: cast(centred("f32"), "bf16"),
    },
)
