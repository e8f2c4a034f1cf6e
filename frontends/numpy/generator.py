"""A random generator: a seed, and a stream number that counts the draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from samebits.numpy.elsewhere import instead_of
from samebits.numpy.functions import function, public_ops
from samebits.numpy.values import integer_of
from samebits.spec.errors import SpecError

_MOST = (1 << 64) - 1


class Generator:
    """A random generator: each draw has its own stream (clause D1).

    `g.uniform((2, 3))` returns `random.uniform((2, 3), seed=g.seed, stream=g.stream)` and then
    increases the stream by 1. Every function of `samebits.numpy.random` is a method that works like
    this. There is no other state: `Generator(seed, stream)` continues from the same point on any
    machine. Use one generator in one thread only. Raises SpecError unless seed and stream are
    integers from 0 to 2^64 - 1.
    """

    __slots__ = ("_seed", "_stream")

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._seed = _word("seed", seed)
        self._stream = _word("stream", stream)

    @property
    def seed(self) -> int:
        """Return the seed of all draws."""
        return self._seed

    @property
    def stream(self) -> int:
        """Return the stream number of the next draw."""
        return self._stream

    @property
    def state(self) -> dict[str, int]:
        """Return the seed and the stream, to be saved.

        Assign them to `state` to continue from there.
        """
        return {"seed": self._seed, "stream": self._stream}

    @state.setter
    def state(self, value: Mapping[str, int]) -> None:
        if set(value) != {"seed", "stream"}:
            raise SpecError(
                f"Generator.state: the keys must be seed and stream, got {sorted(value)}"
            )
        seed, stream = _word("seed", value["seed"]), _word("stream", value["stream"])
        self._seed, self._stream = seed, stream

    def __repr__(self) -> str:
        return f"Generator({self._seed}, {self._stream})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Generator) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Generator], tuple[int, int]]:
        return Generator, (self._seed, self._stream)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *drawing()})

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in drawing():
            told = f": {told}" if (told := instead_of(f"random.{name}")) else ""
            known = ", ".join(drawing())
            raise AttributeError(f"Generator has no {name!r}{told}; it draws {known}", name=name)
        draw = function(f"random.{name}")

        def drawn(*arguments: Any, **named: Any) -> Any:
            for given in ("seed", "stream"):
                if given in named:
                    raise SpecError(
                        f"Generator.{name}: a generator has its own {given}; omit {given}="
                    )
            result = draw(*arguments, seed=self._seed, stream=self._stream, **named)
            self._stream = (self._stream + 1) & _MOST
            return result

        drawn.__name__, drawn.__doc__ = name, draw.__doc__
        return drawn


def drawing() -> tuple[str, ...]:
    """Return the names of the functions of `samebits.numpy.random`, sorted."""
    return tuple(n.removeprefix("random.") for n in public_ops() if n.startswith("random."))


def _word(name: str, value: int) -> int:
    number = integer_of("Generator", name, value)
    if not 0 <= number <= _MOST:
        raise SpecError(f"Generator: {name}={value!r} must be an integer from 0 to 2^64 - 1")
    return number
