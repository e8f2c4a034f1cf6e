"""Discovery of op declarations: every module in `spec/ops/`, in sorted order.

A new op needs no entry in a list. A module defines `OP` and, if `landmarks_kind` returns a class,
`LANDMARKS`. If one of them is missing, the error names the file and says what to write.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from types import MappingProxyType, ModuleType

from samebits.common.modules import modules_of
from samebits.spec import ops as ops_package, sound
from samebits.spec.errors import SpecError
from samebits.spec.families import ordering
from samebits.spec.families.indexing import one_hot
from samebits.spec.families.reductions import SHAPE_RULES
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op
from samebits.spec.language.graph_steps import Resolve
from samebits.spec.language.graph_trial import check_acyclic, check_graph
from samebits.spec.language.landmarks import (
    ArithmeticLandmarks,
    ElementwiseLandmarks,
    FunctionLandmarks,
    Landmarks,
    MoveLandmarks,
    PairLandmarks,
    ReductionLandmarks,
    StepLandmarks,
)
from samebits.spec.language.links import check_gradients, check_state
from samebits.spec.language.shapes import elementwise


@cache
def all_ops() -> Mapping[str, Op]:
    """Return every declared op by name, sorted.

    Raises SpecError if the file of an op is incomplete.
    """
    return MappingProxyType({name: op for name, (op, _) in _declared().items()})


@cache
def _declared() -> Mapping[str, tuple[Op, Landmarks | None]]:
    found: dict[str, tuple[Op, Landmarks | None]] = {}
    files = {}
    for name, load in modules_of(ops_package):
        op, landmarks = load_file(name, load)
        found[op.name] = op, landmarks
        files[op.name] = f"spec/ops/{name}.py"
    if not sound.noted():
        _check_all({name: op for name, (op, _) in found.items()}, files)
        sound.note()
    return MappingProxyType(dict(sorted(found.items())))


def _check_all(ops: Mapping[str, Op], files: Mapping[str, str]) -> None:
    """Raise SpecError if a declaration is not sound; the message names the file of the op."""
    for name, op in ops.items():
        try:
            check_whole(op, partial(_get, ops))
        except SpecError as error:
            raise SpecError(f"{files[name]}: {error}; see docs/graphs.md") from error


def check_whole(op: Op, resolve: Resolve) -> None:
    """Raise SpecError unless all references of a declaration to other ops are sound.

    The references are in its graph (G1), its state and its gradients (G4). `resolve` finds an op by
    its name.
    """
    if op.graph is not None:
        check_graph(op, resolve)
        check_acyclic(op, resolve)
    check_state(op)
    check_gradients(op, resolve)


def load_file(name: str, load: Callable[[], ModuleType]) -> tuple[Op, Landmarks | None]:
    """Return the declaration and the landmarks of `spec/ops/NAME.py`, which `load` executes.

    Raises SpecError if a part is missing; the message names the file and the part.
    """
    file = f"spec/ops/{name}.py"
    try:
        module = load()
    except TypeError as error:  # a required field is missing
        raise SpecError(f"{file}: {error}; see CONTRIBUTING.md, Add an op") from error
    op = getattr(module, "OP", None)
    if not isinstance(op, Op):
        raise SpecError(f"{file}: OP is missing; define it as CONTRIBUTING.md, Add an op, explains")
    if op.name != name.removesuffix("_"):
        raise SpecError(f"{file} declares {op.name!r}; the file must have the name of its op")
    for fault in _faults(op):
        raise SpecError(f"{file}: {fault}; see CONTRIBUTING.md, Add an op")
    return op, _landmarks(module, op, file)


def _faults(op: Op) -> Iterator[str]:
    """Yield a message for each mistake in a declaration. All of its required fields have values."""
    declared = {attribute.name for attribute in op.attributes}
    for name in op.shape_rule.attributes:
        if name not in declared:
            yield f"`attributes` lacks {name!r}, which the shape rule {op.shape_rule.name} reads"
    for attribute in op.attributes:
        try:
            if attribute.type == "integers" and attribute.length == "":
                yield f"attribute {attribute.name}: say by `length` how many integers it has"
            if _is_boundless(attribute):
                yield f"attribute {attribute.name}: say by `least` or `unbounded` where it begins"
            if not attribute.required:
                attribute.check(op.name, attribute.default)
        except SpecError as error:
            yield f"{error}; give `default`, `required=True` or `kind`"
    try:
        for inputs, outputs in op.signatures[:1]:
            given, shapes = op.example(len(inputs))
            op.output_shapes(op.call(inputs, outputs, **given), shapes)
    except SpecError as error:
        yield f"the example of its shape rule is no call: {error}; give `example`, `attributes`"


def _is_boundless(attribute: Attribute) -> bool:
    """Return whether an integer attribute has no lower limit (`least`) and is not `unbounded`."""
    counts = attribute.type in ("integer", "integers") and not attribute.choices
    return counts and attribute.least is None and not attribute.unbounded


def _landmarks(module: ModuleType, op: Op, file: str) -> Landmarks | None:
    kind, landmarks = landmarks_kind(op), getattr(module, "LANDMARKS", None)
    if kind is not None and not isinstance(landmarks, kind):
        fields = ", ".join(f.name for f in dataclasses.fields(kind))
        raise SpecError(f"{file}: LANDMARKS = {kind.__name__}(...) is missing; fields: {fields}")
    if kind is None and landmarks is not None:
        raise SpecError(f"{file}: an op of this kind must not define LANDMARKS; remove them")
    return landmarks


def landmarks_kind(op: Op) -> type[Landmarks] | None:
    """Return the class of landmarks that an op must define, or None if it must define none."""
    same = all(inputs[-1:] == outputs for inputs, outputs in op.signatures)
    if op.op_class == "round" and op.shape_rule is elementwise and same:
        if len(op.operands) == 1:
            return FunctionLandmarks if _keeps_formats(op) else None
        return PairLandmarks if op.profile == "math" else ArithmeticLandmarks
    if op.op_class == "move" and len(op.operands) == 1 and op.shape_rule not in _BY_VALUES:
        return MoveLandmarks
    if op.op_class == "graph" and op.profile == "train":
        return StepLandmarks
    if op.op_class == "graph" and op.shape_rule is elementwise:
        return ElementwiseLandmarks
    return ReductionLandmarks if op.shape_rule in SHAPE_RULES else None


_BY_VALUES = (elementwise, ordering.sort, ordering.topk, one_hot)
"""Shape rules of moves with one operand whose results depend on the values of its elements."""


def _keeps_formats(op: Op) -> bool:
    return all(inputs == outputs for inputs, outputs in op.signatures)


def landmarks_of(name: str) -> Landmarks | None:
    """Return the landmarks of an op, or None if it has none. Raises SpecError for an unknown op."""
    return _declared()[get_op(name).name][1]


def function_landmarks(name: str) -> FunctionLandmarks:
    """Return the landmarks of a function of one operand. Raises SpecError for any other op."""
    found = landmarks_of(name)
    if not isinstance(found, FunctionLandmarks):
        raise SpecError(f"{name} has no landmarks of a function, because it is not one")
    return found


def never_negative(name: str) -> tuple[int, ...]:
    """Return the indices (from 0) of the operands that are never negative in real use.

    For most ops the result is empty.
    """
    found, op = landmarks_of(name), get_op(name)
    squares = found.squares if isinstance(found, StepLandmarks) else ()
    return (*op.shape_rule.not_negative, *(op.operands.index(operand) for operand in squares))


def elementwise_landmarks(name: str) -> ElementwiseLandmarks | None:
    """Return the landmarks of an elementwise graph op, or None for any other op."""
    found = landmarks_of(name)
    return found if isinstance(found, ElementwiseLandmarks) else None


def move_landmarks(name: str) -> MoveLandmarks | None:
    """Return the landmarks of a move whose attributes decide what is copied, or None."""
    found = landmarks_of(name)
    return found if isinstance(found, MoveLandmarks) else None


def functions(operands: int = 1) -> tuple[str, ...]:
    """Return the names of the functions of profile math that have `operands` operands, sorted."""
    found = (op for op in all_ops().values() if op.profile == "math")
    return tuple(op.name for op in found if len(op.operands) == operands)


def get_op(name: str) -> Op:
    """Return the op called `name`.

    Raises SpecError for an unknown name; it suggests similar names.
    """
    return _get(all_ops(), name)


def _get(ops: Mapping[str, Op], name: str) -> Op:
    if name not in ops:
        near = difflib.get_close_matches(name, ops, n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; see `samebits ops`"
        raise SpecError(f"unknown op {name!r}{hint}")
    return ops[name]
