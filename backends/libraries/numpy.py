"""NumPy as it is installed.

Arithmetic of bfloat16 comes from `ml_dtypes`, which registers it with NumPy. Functions that NumPy
lacks (erf, sigmoid, gelu, a fused multiply-add) are unsupported, and nothing is emulated.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from samebits.backends.libraries.base import Library, TableSession
from samebits.backends.libraries.peers import all_peers
from samebits.spec.language.call import Call


def _refuse(call: Call) -> str:
    return "NumPy has no descending sort" if call.attributes.get("descending") else ""


def _open() -> TableSession:
    facts = {"numpy": np.__version__, "ml_dtypes": ml_dtypes.__version__}
    show: Any = np.show_config(mode="dicts")
    blas = show.get("Build Dependencies", {}).get("blas", {})
    facts["blas"] = f"{blas.get('name', 'unknown')} {blas.get('version', '')}".strip()
    found = show.get("SIMD Extensions", {}).get("found", [])
    facts["simd"] = " ".join(found) if isinstance(found, list) else str(found)
    functions = {op: peers.numpy for op, peers in all_peers().items() if peers.numpy is not None}
    return TableSession(functions, facts, _refuse)


backend = Library("numpy", np.__version__, "NumPy as installed", _open)
