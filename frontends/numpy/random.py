"""samebits.numpy.random: draws as pure functions of seed, stream and index (clauses D1 to D3).

Any part of a tensor can be drawn separately with `whole` and `at`, and is bit-identical to the same
part of the whole tensor.
"""

from __future__ import annotations

from typing import Any

from samebits.numpy.space import member as _member, members as _members


def __getattr__(name: str) -> Any:
    """Return the function of a public name.

    Raises AttributeError with a hint to existing names if the name is unknown.
    """
    if name == "__all__":
        return __dir__()
    found = globals()[name] = _member("random", name)
    return found


def __dir__() -> list[str]:
    return list(_members("random"))
