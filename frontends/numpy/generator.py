"""A generator of draws: a seed, and a stream that counts the draws made so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from samebits.numpy.elsewhere import instead_of
from samebits.numpy.functions import function, public_ops
from samebits.numpy.values import integer_of
from samebits.spec.errors import SpecError

_MOST = (1 << 64) - 1


class Generator:
    """Draws one op after another, each from a stream of its own (clause D1).

    `g.uniform((2, 3))` is `random.uniform((2, 3), seed=g.seed, stream=g.stream)`, after which the
    stream is greater by 1; so it is with every function of `samebits.numpy.random`. Nothing else is
    kept: `Generator(seed, stream)` goes on where another stood, on any machine. One generator is
    for one thread. Raises SpecError for a seed or a stream that is no integer from 0 to 2^64 - 1.
    """

    __slots__ = ("_seed", "_stream")

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._seed = _word("seed", seed)
        self._stream = _word("stream", stream)

    @property
    def seed(self) -> int:
        """The seed of all draws."""
        return self._seed

    @property
    def stream(self) -> int:
        """The stream of the next draw."""
        return self._stream

    @property
    def state(self) -> dict[str, int]:
        """Seed and stream, to be saved; assign it to go on from there."""
        return {"seed": self._seed, "stream": self._stream}

    @state.setter
    def state(self, value: Mapping[str, int]) -> None:
        if set(value) != {"seed", "stream"}:
            raise SpecError(f"Generator.state: needs seed and stream, got {sorted(value)}")
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
                    raise SpecError(f"Generator.{name}: has a {given} of its own; leave it out")
            result = draw(*arguments, seed=self._seed, stream=self._stream, **named)
            self._stream = (self._stream + 1) & _MOST
            return result

        drawn.__name__, drawn.__doc__ = name, draw.__doc__
        return drawn


def drawing() -> tuple[str, ...]:
    """The names of the functions of `samebits.numpy.random`, sorted."""
    return tuple(n.removeprefix("random.") for n in public_ops() if n.startswith("random."))


def _word(name: str, value: int) -> int:
    number = integer_of("Generator", name, value)
    if not 0 <= number <= _MOST:
        raise SpecError(f"Generator: {name}={value!r} must be an integer from 0 to 2^64 - 1")
    return number
