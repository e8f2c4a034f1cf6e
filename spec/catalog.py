"""Discovery of op declarations: every module in `spec/ops/`, in sorted order. No list to edit."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from samebits.spec import ops as ops_package
from samebits.spec.declare import Op
from samebits.spec.errors import SpecError


@cache
def all_ops() -> Mapping[str, Op]:
    """Every declared op by name, sorted."""
    found: dict[str, Op] = {}
    for info in sorted(pkgutil.iter_modules(ops_package.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{ops_package.__name__}.{info.name}")
        op: Op = module.OP
        if op.name != info.name.removesuffix("_"):
            raise SpecError(f"spec/ops/{info.name}.py declares {op.name!r}; name the file after it")
        found[op.name] = op
    return MappingProxyType(dict(sorted(found.items())))


def get_op(name: str) -> Op:
    """Return the op called `name`. Raises SpecError with near names."""
    ops = all_ops()
    if name not in ops:
        near = difflib.get_close_matches(name, ops, n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; see `samebits ops`"
        raise SpecError(f"unknown op {name!r}{hint}")
    return ops[name]
