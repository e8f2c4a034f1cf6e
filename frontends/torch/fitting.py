"""Adapt lowerings to the schemas of the installed PyTorch; refuse calls that cannot work.

A lowering has the arguments of one schema of its overload. If the installed release has a different
reviewed schema, arguments are matched in order. Their names and defaults may differ. Additional
arguments at the end of the installed schema must keep their defaults.
"""

from __future__ import annotations

import functools
import inspect
import re
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import torch

from samebits.common.errors import SamebitsError
from samebits.torch.errors import Refused
from samebits.torch.natives import schema_of
from samebits.torch.overloads import is_reviewed, schemas_of

Function = Callable[..., Any]


class TableError(SamebitsError):
    """Raised if a lowering does not fit the installed PyTorch, or is registered twice."""


def fitted(name: str, function: Function, *, engine: bool = True) -> Function:
    """Return a lowering with the arguments that the installed release has for an overload.

    `engine` is true if the first argument is the engine. Raises TableError if the lowering fits no
    reviewed schema of the overload, or if the installed schema has different types.
    """
    own = _arguments(schema_of(f"aten::{name}"))
    parameters = _parameters(function, engine)
    wrong = _misfit(parameters, own)
    if not wrong:
        return function
    for text in schemas_of(name):
        known = _arguments(torch._C.parse_schema(text))
        if not _misfit(parameters, known):
            return _converted(name, function, known, own, engine)
    raise TableError(
        f"the lowering of aten::{name} {wrong}; its schema is {schema_of(f'aten::{name}')}"
    )


def _parameters(function: Function, engine: bool) -> list[inspect.Parameter]:
    every = list(inspect.signature(function).parameters.values())[1 if engine else 0 :]
    return [p for p in every if p.name != "into"]


def _arguments(schema: Any) -> list[Any]:
    return [a for a in schema.arguments if not a.is_out]


def _misfit(parameters: Sequence[inspect.Parameter], arguments: Sequence[Any]) -> str:
    """Return how the arguments of a lowering differ from a schema, or "" if they agree."""
    names = [p.name.rstrip("_") for p in parameters]
    if names != [a.name.rstrip("_") for a in arguments]:
        return f"takes {names}"
    for parameter, argument in zip(parameters, arguments, strict=True):
        has = parameter.default is not inspect.Parameter.empty
        if has != argument.has_default_value() or (
            has and _plain(parameter.default) != _plain(argument.default_value)
        ):
            return f"has another default of {argument.name}"
    return ""


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _converted(
    name: str, function: Function, known: Sequence[Any], own: Sequence[Any], engine: bool
) -> Function:
    """Return a lowering that was written for the schema `known`, adapted to the schema `own`."""
    by_place, by_word = ([a for a in own if a.kwarg_only is word] for word in (False, True))
    places, words = ([a for a in known if a.kwarg_only is word] for word in (False, True))
    pairs = [*zip(by_place, places, strict=False), *zip(by_word, words, strict=False)]
    if any(str(mine.type) != str(theirs.type) for mine, theirs in pairs):
        raise TableError(f"aten::{name} has arguments of other types in torch {torch.__version__}")
    more = [*by_place[len(places) :], *by_word[len(words) :]]
    less = [*places[len(by_place) :], *words[len(by_word) :]]
    if not all(a.has_default_value() for a in (*more, *less)):
        raise TableError(f"aten::{name} has other arguments in torch {torch.__version__}")
    renamed = {mine.name: theirs.name for mine, theirs in zip(by_word, words, strict=False)}
    same_words = not more and all(a == b for a, b in renamed.items())
    if same_words and all(_default(a) == _default(b) for a, b in pairs):
        return function
    first = 1 if engine else 0

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        head, given = args[:first], list(args[first:])
        given += [a.default_value for a in by_place[len(given) :]]
        into = {"into": kwargs.pop("into")} if "into" in kwargs else {}
        named = {a.name: kwargs.get(a.name, a.default_value) for a in by_word}
        for argument in more:
            at = by_place.index(argument) if argument in by_place else None
            value = named[argument.name] if at is None else given[at]
            if value is not argument.default_value and value != argument.default_value:
                raise Refused(f"no clause defines it with {argument.name}={value!r}")
        rest = {renamed[word]: value for word, value in named.items() if word in renamed}
        return function(*head, *given[: len(places)], **rest, **into)

    return run


def _default(argument: Any) -> Any:
    return _plain(argument.default_value) if argument.has_default_value() else inspect._empty


_ROOMS = str(Path(__file__).resolve().parent), str(Path(torch._ops.__file__))
_MISMATCH = re.compile(r"Declaration: |has no attribute|No such operator|no overload")


def careful(function: Function) -> Function:
    """Return a lowering that raises Refused if it needs a function or argument that PyTorch lacks.

    In a reviewed release the lowering is returned unchanged.
    """
    if is_reviewed():
        return function

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (AttributeError, ImportError, NotImplementedError, RuntimeError, TypeError) as error:
            if not _is_lacking(error):
                raise
            _lacks(error)

    return run


def _is_lacking(error: Exception) -> bool:
    """Check whether an error means that samebits.torch uses something that this PyTorch lacks."""
    if isinstance(error, SamebitsError):
        return False
    if isinstance(error, RuntimeError) and not _MISMATCH.search(str(error)):
        return False
    last = traceback.extract_tb(error.__traceback__)[-1].filename
    return str(Path(last).resolve()).startswith(_ROOMS)


def _lacks(error: Exception) -> NoReturn:
    reason = str(error).partition("\n")[0]
    raise Refused(f"it needs what torch {torch.__version__} does not have ({reason})") from error
