"""samebits.numpy: every op of the specification as a function on NumPy arrays.

    import samebits.numpy as snp

Functions are made from the op declarations when they are first used. They are typed in
`__init__.pyi`, which `python -m samebits.numpy.stubs` writes. docs/numpy.md is the guide.
"""

from __future__ import annotations

import importlib
from typing import Any

from samebits.backends.environment import usual_environment as _usual_environment

with _usual_environment():  # create constants in the default environment
    from samebits.numpy.space import (
        SUBMODULES as _SUBMODULES,
        member as _member,
        members as _members,
    )


def __getattr__(name: str) -> Any:
    """Return the function, constant or submodule of a public name.

    Raises AttributeError with a hint to existing names if the name is unknown.
    """
    if name == "__all__":
        return __dir__()
    with _usual_environment():
        if name in _SUBMODULES:
            return importlib.import_module(f"samebits.numpy.{name}")
        found = globals()[name] = _member("", name)
    return found


def __dir__() -> list[str]:
    return sorted([*_members(""), *_SUBMODULES])
