"""samebits.numpy.linalg: those functions of the standard's `linalg` that samebits defines."""

from __future__ import annotations

from typing import Any

from samebits.numpy.space import member as _member, members as _members


def __getattr__(name: str) -> Any:
    """Return the function of a public name.

    Raises AttributeError with a hint to existing names if the name is unknown.
    """
    if name == "__all__":
        return __dir__()
    found = globals()[name] = _member("linalg", name)
    return found


def __dir__() -> list[str]:
    return list(_members("linalg"))
