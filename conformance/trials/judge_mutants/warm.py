"""Put a mutant into a process that has already imported the module, by replacing function code."""

from __future__ import annotations

import functools
import gc
import types
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Place = tuple[str, int, str]


class Functions:
    """All functions of this process, by file, first line and name."""

    def __init__(self) -> None:
        self._found: dict[Place, list[types.FunctionType]] = defaultdict(list)
        real: dict[str, str] = {}
        self._caches = []
        for thing in gc.get_objects():
            # `isinstance` would read `__class__`, which an object may override or which may raise
            if type(thing) is types.FunctionType:
                code = thing.__code__
                name = code.co_filename
                if name not in real:
                    real[name] = str(Path(name).resolve())
                self._found[real[name], code.co_firstlineno, code.co_qualname].append(thing)
            elif type(thing) is functools._lru_cache_wrapper and _ours(thing):
                self._caches.append(thing)

    def forget(self) -> None:
        """Clear every cache of samebits, so that all values are computed again."""
        for cache in self._caches:
            cache.cache_clear()

    def replace(self, path: Path, text: str, line: int) -> bool:
        """Replace the code of the outermost function around `line` by its code in `text`.

        Returns whether this was possible: the function must exist and have equally many free
        variables.
        """
        name = str(path.resolve())
        for code in _outermost(compile(text, name, "exec")):
            if any(line == at for _, _, at in _lines(code)):
                found = self._found.get((name, code.co_firstlineno, code.co_qualname), [])
                fit = [f for f in found if len(f.__code__.co_freevars) == len(code.co_freevars)]
                for function in fit:
                    function.__code__ = code
                return bool(fit)
        return False


def _ours(thing: object) -> bool:
    return str(getattr(thing, "__module__", "")).startswith("samebits")


def _outermost(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield the code objects of the outermost functions and methods."""
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            # CO_OPTIMIZED is set for functions, but not for the body of a class
            if inner.co_flags & 0x01:
                yield inner
            else:
                yield from _outermost(inner)


def _lines(code: types.CodeType) -> Iterator[tuple[int, int, int | None]]:
    yield from code.co_lines()
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _lines(inner)
