"""Attributes of modules and classes that are something else for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_NONE = object()


def swap(owner: Any, name: str, value: Any) -> Callable[[], None]:
    """Set an attribute of a module or class; what is returned brings back what was there before.

    An attribute that a class had from a base is the base's again.
    """
    before = vars(owner).get(name, _NONE)
    setattr(owner, name, value)

    def back() -> None:
        if before is _NONE:
            delattr(owner, name)
        else:
            setattr(owner, name, before)

    return back
