"""Write the stubs for type checkers and editors from the declarations of ops.

    python -m samebits.numpy.stubs        write the files *.pyi next to this one

A test checks that the stubs are up to date.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from samebits.common.files import write_atomically
from samebits.numpy import schedules
from samebits.numpy.documents import summary
from samebits.numpy.functions import has_dtype, place_type, public_ops, returned
from samebits.numpy.parameters import REQUIRED, Parameter, parameters
from samebits.numpy.space import CONSTANTS, OTHERS, SUBMODULES, members
from samebits.numpy.tuples import class_name, counts, result_names
from samebits.numpy.values import EVERY
from samebits.numpy.written import FUNCTIONS
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.schedules import SCHEDULES
from samebits.spec.language.declare import Op

FOLDER = Path(__file__).resolve().parent

_WIDTH = 100

_HEAD = "# Written by `python -m samebits.numpy.stubs` from the op declarations.\n\n"

_TYPING = ("Any", "Literal", "NamedTuple", "overload")
_VALUES = ("Array", "ArrayLike", "DType", "Operand")


def stubs() -> Mapping[str, str]:
    """Return the text of each stub by its file name."""
    dtypes = [f"{f.dtype}: np.dtype[Any]" for f in EVERY.values()]
    dtypes += [f"{n}: {'None' if v is None else 'float'}" for n, v in CONSTANTS.items()]
    functions = [line.replace(": bool", ": builtins.bool") for line in _functions("")]
    inner = [("samebits.numpy", module) for module in SUBMODULES]
    return {
        "__init__.pyi": _text([*dtypes, *functions], [*inner, *_written("")]),
        "linalg.pyi": _text(_functions("linalg"), _written("linalg")),
        "random.pyi": _text([*_functions("random"), "", *_generator()], []),
        "results.pyi": _text(_results(), []),
        "schedules.pyi": _HEAD + "\n".join(_schedules()) + "\n",
    }


def _text(lines: Iterable[str], imports: Sequence[tuple[str, str]]) -> str:
    """Return the text of a stub: the imports that the lines need, re-exports, and the lines."""
    body = "\n".join(lines).rstrip("\n") + "\n"
    head = ["import builtins"] if "builtins." in body else []
    if "Sequence[" in body:
        head.append("from collections.abc import Sequence")
    if typing := [name for name in _TYPING if re.search(rf"\b{name}\b", body)]:
        head.append(f"from typing import {', '.join(typing)}")
    if "np." in body:
        head += ["", "import numpy as np"]
    ours = [(place, f"{name} as {name}") for place, name in imports]
    if "results." in body:
        ours.append(("samebits.numpy", "results"))
    used = [name for name in _VALUES if re.search(rf"\b{name}\b", body)]
    ours.append(("samebits.numpy.values", ", ".join(used)))
    head += ["", *_imports(ours)]
    return _HEAD + "\n".join(head).lstrip("\n") + "\n\n" + body.lstrip("\n")


def _imports(names: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield one import statement for each module, sorted and wrapped in the way of ruff."""
    for place in sorted({place for place, _ in names}):
        found = sorted((n for at, n in names if at == place), key=lambda n: (not n[0].isupper(), n))
        line = f"from {place} import {', '.join(found)}"
        if len(line) <= _WIDTH:
            yield line
        else:
            yield from (f"from {place} import (", *(f"    {name}," for name in found), ")")


def _functions(module: str) -> Iterator[str]:
    for name in members(module):
        full = f"{module}.{name}" if module else name
        if full in public_ops() and full not in FUNCTIONS:
            yield ""
            yield from _function(get_op(public_ops()[full]), name)


def _written(module: str) -> list[tuple[str, str]]:
    """Return the module and name of each function with a handwritten signature."""
    found = []
    for name in members(module):
        full = f"{module}.{name}" if module else name
        made: Any = FUNCTIONS.get(full) or OTHERS.get(full)
        if made is not None and not isinstance(made, np.dtype) and full not in CONSTANTS:
            code = getattr(made, "__code__", None)
            home = f"samebits.numpy.{Path(code.co_filename).stem}" if code else made.__module__
            found.append((home, name))
    return found


def _function(op: Op, name: str, method: bool = False) -> Iterator[str]:
    """Yield the lines of a function: overloads if the number of results depends on the operands."""
    found = counts(op)
    most = {count: max(len(i) for i, o in op.signatures if len(o) == count) for count in found}
    if len(set(most.values())) < len(found) or len(found) == 1:
        yield from _definition(op, name, method, parameters(op), returned(op, "results."))
        return
    optional = [p.name for p in parameters(op) if p.attribute is None and not p.is_required]
    for number, count in enumerate(found):
        if number:
            yield ""
        operands = most[count] - (len(op.operands) - len(optional))
        here = set(optional[:operands] if count == found[-1] else optional[operands:])
        yield "@overload"
        listed = [_fixed(p, p.name in here, count == found[-1]) for p in parameters(op)]
        yield from _definition(op, name, method, listed, f"results.{class_name(op, count)}")


def _fixed(parameter: Parameter, here: bool, given: bool) -> Parameter:
    """Return a parameter for one overload: an optional operand becomes required, or always None."""
    if not here:
        return parameter
    kind = parameter.type.removesuffix(" | None") if given else "None"
    default = REQUIRED if given else None
    return Parameter(parameter.name, parameter.meant, None, default, parameter.by_keyword, kind)


def _definition(
    op: Op, name: str, method: bool, listed: Sequence[Parameter], gives: str
) -> Iterator[str]:
    shown = ["self"] if method else []
    own = [p for p in listed if not (method and p.name in ("seed", "stream"))]
    shown += [_parameter(p) for p in own if not p.by_keyword]
    shown.append("*")
    shown += [_parameter(p) for p in own if p.by_keyword]
    if has_dtype(op):
        shown.append("dtype: DType | None = None")
    shown.append(f"out: {place_type(op)} = None")
    line = f"def {name}({', '.join(shown)}) -> {gives}:"
    if len(line) <= _WIDTH - 4 * method:
        yield line
    else:
        yield f"def {name}("
        for part in shown:
            yield from (f"    {line}" for line in _broken(part, _WIDTH - 4 - 4 * method))
        yield from _arrow(gives)
    yield f'    """{summary(op)}"""'


def _arrow(gives: str) -> Iterator[str]:
    """Yield the end of a definition, with one line per class of results if it is too long."""
    if len(gives) < _WIDTH - 8:
        yield f") -> {gives}:"
        return
    first, *others = gives.split(" | ")
    yield ") -> ("
    yield f"    {first}"
    yield from (f"    | {other}" for other in others)
    yield "):"


def _broken(part: str, width: int) -> list[str]:
    """Return the lines of one parameter.

    If it is too long, its list of values is on a separate line.
    """
    if len(part) < width:
        return [f"{part},"]
    before, _, rest = part.partition("Literal[")
    words, _, after = rest.partition("]")
    return [f"{before}Literal[", f"    {words}", f"]{after},"]


def _parameter(parameter: Parameter) -> str:
    text = f"{parameter.name}: {parameter.type}"
    if parameter.is_required:
        return text
    default = parameter.default
    value = json.dumps(default) if isinstance(default, str) else repr(default)
    return f"{text} = " + (f'float("{value}")' if value.endswith("inf") else value)


def _results() -> Iterator[str]:
    for op in all_ops().values():
        for count in counts(op) if len(op.results) > 1 else ():
            yield f"class {class_name(op, count)}(NamedTuple):"
            yield f'    """Results of {op.name}."""'
            yield ""
            yield from (f"    {result}: Array" for result in result_names(op)[:count])
            yield ""


def _schedules() -> Iterator[str]:
    yield "from collections.abc import Sequence"
    for name, schedule in SCHEDULES.items():
        _, *given = inspect.signature(getattr(schedules, name)).parameters
        numbers = ", ".join(f"{n}: float" for n in given)
        if name == schedules.multistep.__name__:
            numbers = "lr: float, gamma: float, milestones: Sequence[int]"
        yield ""
        line = f"def {name}(t: int, *, {numbers}) -> float:"
        if len(line) <= _WIDTH:
            yield line
        else:
            yield from (f"def {name}(", "    t: int,", "    *,")
            yield from (f"    {part}," for part in numbers.split(", "))
            yield ") -> float:"
        yield f'    """The learning rate of step t by {schedule.torch}."""'


def _generator() -> Iterator[str]:
    """Yield the lines of the class Generator, with one method for each function of the module."""
    yield "class Generator:"
    yield "    def __init__(self, seed: int, stream: int = 0) -> None: ..."
    for name, kind in (("seed", "int"), ("stream", "int"), ("state", "dict[str, int]")):
        yield "    @property"
        yield f"    def {name}(self) -> {kind}: ..."
    yield "    @state.setter"
    yield "    def state(self, value: dict[str, int]) -> None: ..."
    drawn = [name for name in members("random") if f"random.{name}" in public_ops()]
    for number, name in enumerate(drawn):
        op = get_op(public_ops()[f"random.{name}"])
        if number:
            yield ""
        yield from (f"    {line}" for line in _function(op, name, method=True))


def main() -> None:
    """Write the stubs next to this file."""
    for name, text in stubs().items():
        write_atomically(FOLDER / name, text.encode())


if __name__ == "__main__":
    main()
