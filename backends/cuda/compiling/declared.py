"""A reader for structures and sizes that the kernels' headers declare and Python code needs.

A structure that a kernel takes by value, or a constant for both sides, is written once, next to the
kernel. `structure` makes a ctypes type from the C text, and `constants` reads enumerators. In every
unit the compiler checks the values that were read (`assertions`). If the two sides differ in a
field or a value, the compiler reports an error that names it.

The parser accepts members that are integers of a fixed size, double, pointers, other structures of
this kind, or arrays of them. For other members it raises an error that names the member.
"""

from __future__ import annotations

import ast
import ctypes
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from samebits.backends.cuda.compiling import headers
from samebits.backends.cuda.compiling.arguments import Arguments, array_of
from samebits.backends.protocol import BackendError

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRUCTURE = re.compile(
    r"^(?:template <int (?P<parameter>\w+)> )?struct (?P<name>\w+) \{\n(?P<body>.*?)^\};",
    re.MULTILINE | re.DOTALL,
)
_ENUMERATION = re.compile(r"^enum \{([^{}]*)\};", re.MULTILINE)
_MEMBER = re.compile(r"(?:const )?(?P<type>\w+)(?:<(?P<argument>\w+)>)? (?P<declarators>[^()]+)")
_DECLARATOR = re.compile(r"(?P<stars>\**) ?(?P<name>\w+)(?P<lengths>(?:\[[^\]]+\])*)")
_TAKEN = re.compile(r"__global__[^;{}]*?\(const (?:__grid_constant__ )?(\w+) \w+[,)]")

_NUMBERS: dict[str, Any] = {
    "double": ctypes.c_double,
    **{
        f"{sign}int{bits}_t": getattr(ctypes, f"c_{sign}int{bits}")
        for sign in ("", "u")
        for bits in (8, 16, 32, 64)
    },
}
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.floordiv,  # equal to C's division, because all values are positive
    ast.LShift: operator.lshift,
}


_OFFSET_OF = (
    "#if defined SIMT_EMULATED",
    "#define SB_OFFSET_OF(type, member) __builtin_offsetof(type, member)",
    "#else",
    "#define SB_OFFSET_OF(type, member) __INTADDR__(&(((type *)0)->member))",
    "#endif",
)
"""`offsetof` for NVRTC 12, which lacks `__builtin_offsetof`; 12 and 13 have `__INTADDR__`."""


@dataclass(frozen=True, slots=True)
class _Structure:
    """The text of a structure's members. `parameter` is the integer template parameter, or ""."""

    path: Path
    parameter: str
    body: str


@dataclass(frozen=True, slots=True)
class _File:
    """The top-level declarations of one file: structures, and the values of enumerators as text.

    `taken` has the names of the structures that kernels in the file take by value.
    """

    structures: dict[str, _Structure]
    enumerators: dict[str, str]
    taken: tuple[str, ...]


def structure(path: str, name: str, argument: int | None = None) -> type[Arguments]:
    """Return the structure `name` that the file or one of its headers declares.

    `argument` is the integer argument of a template. Raises BackendError, which names structure and
    field, if the structure cannot be read.
    """
    return _made(_declaration(path, name), name, argument)


def constants(path: str, *names: str) -> tuple[int, ...]:
    """Return the values of enumerators that the file or one of its headers declares.

    Raises BackendError if there is no such enumerator.
    """
    return tuple(_number(name, _enumerators(path), path) for name in names)


@cache
def assertions(path: str) -> tuple[str, ...]:
    """Return `static_assert`s that check the values and structures that Python read from the file.

    They follow the `#include` of the file, and check its constants and the structures that its
    kernels take by value. Inner structures and fields come first, so that the first failing
    assertion names the cause.
    """
    lines = list(_OFFSET_OF)
    known = _enumerators(path)
    for name in sorted(known):
        value = _value(name, known)
        if value is not None:
            lines.append(_assertion(name, value, f"{name}: {value} for the host"))
    kinds: dict[str, type[ctypes.Structure]] = {}
    for file in _files(path):
        for name in file.taken:
            _collect(structure(path, name), kinds)
    for name, kind in kinds.items():
        for field in (field[0] for field in kind._fields_):
            place = getattr(kind, field).offset
            said = f"{name}.{field}: at byte {place} for the host"
            lines.append(_assertion(f"SB_OFFSET_OF({name}, {field})", place, said))
        size = ctypes.sizeof(kind)
        lines.append(_assertion(f"sizeof({name})", size, f"{name}: {size} bytes for the host"))
    return tuple(lines)


def _assertion(what: str, value: int, said: str) -> str:
    return f'static_assert({what} == {value}, "{said}");'


def _collect(kind: Any, kinds: dict[str, type[ctypes.Structure]]) -> None:
    """Add a structure to `kinds`, after the structures that are its members."""
    while issubclass(kind, ctypes.Array):
        kind = kind._type_
    if issubclass(kind, ctypes.Structure) and kind.__name__ not in kinds:
        for field in kind._fields_:
            _collect(field[1], kinds)
        kinds[kind.__name__] = kind


@cache
def _read(path: Path) -> _File:
    text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
    structures = {
        m["name"]: _Structure(path, m["parameter"] or "", m["body"])
        for m in _STRUCTURE.finditer(text)
    }
    enumerators: dict[str, str] = {}
    for body in _ENUMERATION.findall(text):
        before = "-1"
        for item in filter(None, (item.strip() for item in body.split(","))):
            name, _, value = (part.strip() for part in item.partition("="))
            enumerators[name] = value or f"{before} + 1"
            before = name
    return _File(structures, enumerators, tuple(dict.fromkeys(_TAKEN.findall(text))))


def _files(path: str) -> Iterator[_File]:
    """Yield the file and its headers, sorted by name, without the headers of `numerics`."""
    for file in sorted(headers.reached(path)):
        if headers.SOURCES in file.parents:
            yield _read(file)


def _declaration(path: str, name: str) -> _Structure:
    found = [file.structures[name] for file in _files(path) if name in file.structures]
    if len(found) != 1:
        raise BackendError(
            f"{path} and its headers declare {len(found)} structures {name}; declare exactly one"
        )
    return found[0]


@cache
def _made(declaration: _Structure, name: str, argument: int | None) -> type[Arguments]:
    if bool(declaration.parameter) != (argument is not None):
        raise BackendError(
            f"{declaration.path.name}: {name} was read with the template argument {argument}; pass "
            "an argument if the structure is a template, and None otherwise"
        )
    title = name if argument is None else f"{name}<{argument}>"
    fields = []
    for member in (" ".join(text.split()) for text in declaration.body.split(";")):
        if member:
            fields += list(_fields(declaration, title, member, argument))
    return type(title, (Arguments,), {"_fields_": fields})


def _fields(
    declaration: _Structure, title: str, member: str, argument: int | None
) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a member declaration such as `type name, *name, name[length]`."""
    path = declaration.path.relative_to(headers.SOURCES).as_posix()
    known = _enumerators(path)
    if argument is not None:
        known = {**known, declaration.parameter: str(argument)}
    found = _MEMBER.fullmatch(member)
    if not found:
        raise BackendError(f"{path}: {title}: the host cannot read the member `{member}`")
    for declarator in found["declarators"].split(", "):
        parts = _DECLARATOR.fullmatch(declarator)
        if not parts:
            raise BackendError(f"{path}: {title}: the host cannot read `{declarator}`")
        place = f"{title}.{parts['name']}"
        if parts["stars"]:
            kind: Any = ctypes.c_void_p
        elif found["type"] in _NUMBERS:
            kind = _NUMBERS[found["type"]]
        elif any(found["type"] in file.structures for file in _files(path)):
            given = found["argument"]
            kind = structure(path, found["type"], _number(given, known, place) if given else None)
        else:
            raise BackendError(
                f"{path}: {place}: the host cannot read the type {found['type']}; use integers of "
                "a fixed size, double, pointers, or structures of these"
            )
        for length in reversed(re.findall(r"\[([^\]]+)\]", parts["lengths"])):
            count = _number(length, known, place)
            plain = kind is ctypes.c_void_p or issubclass(kind, ctypes.Structure)
            kind = kind * count if plain else array_of(kind, count)
        yield parts["name"], kind


def _enumerators(path: str) -> dict[str, str]:
    """Return the enumerators of the file and its headers.

    Raises BackendError if an enumerator has two values.
    """
    known: dict[str, str] = {}
    for file in _files(path):
        for name, value in file.enumerators.items():
            if known.setdefault(name, value) != value:
                raise BackendError(
                    f"{path}: {name} is both {known[name]} and {value}; rename one enumerator"
                )
    return known


def _number(text: str, known: dict[str, str], place: str) -> int:
    value = _value(text, known)
    if value is None:
        raise BackendError(f"{place}: the host cannot read the number `{text}`")
    return value


def _value(text: str, known: dict[str, str]) -> int | None:
    """Return the value of an expression of integers and enumerators, or None if it is not one."""
    try:
        return _evaluated(ast.parse(text.strip(), mode="eval").body, known)
    except SyntaxError:
        return None


def _evaluated(node: ast.expr, known: dict[str, str]) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return _value(known[node.id], known) if node.id in known else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _evaluated(node.operand, known)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluated(node.left, known), _evaluated(node.right, known)
        return None if left is None or right is None else _OPERATORS[type(node.op)](left, right)
    return None
