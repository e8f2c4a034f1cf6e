"""The steps of a graph for one call, and the only function that runs them (clause G1).

The declaration has branches, loops, formulas and formats that depend on the call. `unfold` resolves
them into a list of steps. Each step is an op with its call, a number, or a move. `walk` runs the
steps. Callers pass a function that finds an op by name, so that the catalog can use this module
while it loads the ops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, compute_format, format_of, from_bits, get_format
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import (
    Branch,
    Computes,
    Condition,
    Equals,
    Given,
    Graph,
    Item,
    Loop,
    Move,
    Node,
    Number,
    Passed,
    Ref,
    Size,
    Sizes,
)
from samebits.spec.language.moves import Stack
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.rearrange import Rearrange
from samebits.spec.language.scalars import Scalar, evaluate, pattern
from samebits.spec.language.scope import Scope
from samebits.spec.language.shapes import elementwise

Array = np.ndarray[Any, Any]
RunNode = Callable[[Call, Sequence[Array]], Array | Sequence[Array]]
"""A function that computes the call of a node and returns its result or a sequence of results."""

Resolve = Callable[[str], Op]


@dataclass(frozen=True, slots=True)
class Step:
    """One item of a graph with all names and formats resolved for a call.

    `names` and `formats` belong to the values that the item computes. In a loop, the number of the
    loop's step is appended to a name, as in `h[3]`. Only a step that is an op has a `call`.
    """

    item: Node | Number | Move
    names: tuple[str, ...]
    inputs: tuple[str, ...]
    formats: tuple[str, ...]
    scope: Scope
    call: Call | None = None
    broadcasts: bool = False

    @property
    def name(self) -> str:
        """The name of the first value that has a name, or else the name of the item."""
        return next((name for name in self.names if name), self.item.name)


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a call, and the values to which the names outside of loops and branches refer.

    `names` maps each declared name to the name of its value. `carried` has an entry for each value
    that a step of a loop passes on: the loop, the first value and the value passed on, which must
    have equal shapes. `arms` has each branch with a flag: whether its condition was true.
    """

    steps: tuple[Step, ...]
    names: Mapping[str, str]
    carried: tuple[tuple[str, str, str], ...]
    arms: tuple[tuple[Branch, bool], ...]


def unfold(graph: Graph, call: Call, scope: Scope, resolve: Resolve) -> Steps:
    """Return the steps of a call.

    Raises SpecError if a step is not valid; the message has the op, the node and the reason.
    """
    return _Unfolding(graph, call, scope, resolve).all()


@dataclass(slots=True)
class _Unfolding:
    graph: Graph
    call: Call
    scope: Scope
    resolve: Resolve
    formats: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    carried: list[tuple[str, str, str]] = field(default_factory=list)
    arms: list[tuple[Branch, bool]] = field(default_factory=list)

    def all(self) -> Steps:
        self.formats.update(zip(self.graph.operands, self.call.inputs, strict=False))
        names = {name: name for name in self.formats}
        self._items(self.graph.nodes, names, "", self.scope)
        return Steps(tuple(self.steps), names, tuple(self.carried), tuple(self.arms))

    def _items(
        self, items: Iterable[Item], names: dict[str, str], suffix: str, scope: Scope
    ) -> None:
        """Add the steps of these items, and add the names that the items define to `names`."""
        for item in items:
            if isinstance(item, Branch):
                self._branch(item, names, suffix, scope)
            elif isinstance(item, Loop):
                self._loop(item, names, suffix, scope)
            else:
                try:
                    self._add(item, names, suffix, scope)
                except SpecError as error:
                    raise self._error(f"{item.name}{suffix}", error) from error

    def _add(
        self, item: Node | Number | Move, names: dict[str, str], suffix: str, scope: Scope
    ) -> None:
        made = item.names if isinstance(item, Node) else (item.name,)
        if isinstance(item, Node):
            step = self._node(item, names, suffix, scope)
        elif isinstance(item, Number | Ratios):
            formats = (self._format(item.to, names),)
            step = Step(item, (item.name + suffix,), (), formats, scope)
        else:
            inputs = self._found(item.inputs, names)
            several = sorted({self.formats[name] for name in inputs})
            if len(several) > 1:
                raise SpecError(f"its inputs have different formats: {' and '.join(several)}")
            made_in = several[0] if several else "i64"
            step = Step(item, (item.name + suffix,), inputs, (made_in,), scope)
        self._keep(step)
        names.update((name, name + suffix) for name in made if name)

    def _keep(self, step: Step) -> None:
        self.steps.append(step)
        self.formats.update(zip(step.names, step.formats, strict=True))

    def _node(self, item: Node, names: Mapping[str, str], suffix: str, scope: Scope) -> Step:
        op, inputs = self.resolve(item.op), self._found(item.inputs, names)
        count = len(item.names)
        known = any(len(results) == count for _, results in op.signatures)
        if not known or len(item.to) != count:
            raise SpecError(f"{op.name} has {len(op.results)} results, but the node has {count}")
        if not inputs and op.op_class != "draw":
            raise SpecError(f"{op.name} needs operands; only an op of class draw has none")
        attributes = {name: passed(value, scope) for name, value in item.attributes.items()}
        results = tuple(self._format(to, names) for to in item.to)
        inner = op.call([self.formats[name] for name in inputs], results, **attributes)
        made = tuple(name + suffix if name else "" for name in item.names)
        settled = Node(made, item.op, inputs, item.attributes, results)
        return Step(settled, made, inputs, results, scope, inner, op.shape_rule is elementwise)

    def _branch(self, item: Branch, names: dict[str, str], suffix: str, scope: Scope) -> None:
        taken = self._holds(item.when)
        self.arms.append((item, taken))
        inner = dict(names)
        self._items(item.items if taken else item.others, inner, suffix, scope)
        for join in item.joins:
            source = join.then if taken else join.otherwise
            if source is not None:
                (names[join.name],) = self._found((source,), inner)

    def _loop(self, item: Loop, names: dict[str, str], suffix: str, scope: Scope) -> None:
        try:
            count = scope.integer(item.steps)
            if count < 1:
                raise SpecError(f"{item.steps} is {count}; a loop must have at least one step")
            firsts = self._found([c.first for c in item.carried], names)
        except SpecError as error:
            raise self._error(item.name + suffix, error) from error
        outer = dict(names)
        outer.update(zip([c.before for c in item.carried], firsts, strict=True))
        kept: list[list[str]] = [[] for _ in item.kept]
        for number in range(count):
            inner = dict(outer)
            self._items(item.body, inner, f"{suffix}[{number}]", scope.at(item.index, number))
            for carried, first in zip(item.carried, firsts, strict=True):
                after = inner[carried.after]
                if self.formats[after] != self.formats[first]:
                    text = f"{carried.first} is {self.formats[first]}, {after} is "
                    raise self._error(item.name, SpecError(text + self.formats[after]))
                self.carried.append((item.name, first, after))
                outer[carried.before] = after
            for values, (_, value) in zip(kept, item.kept, strict=True):
                values.append(inner[value])
        for carried in item.carried:
            names[carried.name] = outer[carried.before]
        for values, (name, _) in zip(kept, item.kept, strict=True):
            stack = Stack(name, tuple(values), 0)
            made, formats = (name + suffix,), (self.formats[values[0]],)
            self._keep(Step(stack, made, tuple(values), formats, scope))
            names[name] = name + suffix

    def _holds(self, when: Condition) -> bool:
        if isinstance(when, Given):
            return when.operand in self.graph.operands[: len(self.call.inputs)]
        if isinstance(when, Equals):
            return bool(self.scope.attributes[when.attribute] == when.value)
        if isinstance(when, Computes):
            return compute_format(self.call.inputs) == when.format
        left, right = (
            evaluate(x, self.scope.attributes, self.scope.counts()) for x in (when.left, when.right)
        )
        return left < right

    def _found(self, wanted: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
        for name in wanted:
            if name not in names:
                raise SpecError(f"the call {self.call} has no value {name}")
        return tuple(names[name] for name in wanted)

    def _format(self, to: str, names: Mapping[str, str]) -> str:
        """Return the format that `to` means (see Node)."""
        word, _, rest = to.partition(" ")
        if to == "compute":
            return compute_format(self.call.inputs)
        if word == "like":
            return self.formats[self._found((rest,), names)[0]]
        if word == "output" and (not rest or rest.isdigit()):
            if int(rest or 0) >= len(self.call.outputs):
                raise SpecError(f"{to!r}: the call has only {len(self.call.outputs)} results")
            return self.call.outputs[int(rest or 0)]
        if to not in FORMATS:
            raise SpecError(
                f"{to!r} is not a format; write compute, output, output K, like NAME, or a format"
                " of F1"
            )
        return to

    def _error(self, name: str, error: SpecError) -> SpecError:
        return SpecError(f"{self.call.op}: node {name}: {error}")


def passed(value: Passed, scope: Scope) -> AttributeValue:
    """Return the value of a node's attribute. Raises SpecError for an unknown name."""
    if isinstance(value, Ref):
        if value.name not in scope.attributes:
            raise SpecError(f"the op has no attribute {value.name!r}")
        return scope.attributes[value.name]
    if isinstance(value, Size):
        return scope.integer(value.formula)
    if isinstance(value, Sizes):
        return scope.shape(value.pattern)
    if isinstance(value, Scalar):
        return evaluate(value, scope.attributes, scope.counts())
    return value


def walk(
    op: str,
    steps: Sequence[Step],
    values: dict[str, Array],
    run: RunNode,
    kept: Collection[str] | None = None,
) -> dict[str, Array]:
    """Run the steps of the op `op`, add their values to `values`, and return `values`.

    If `kept` is given, all other values are deleted after the last step that reads them.

    Raises SpecError if a number, a move or a broadcast is invalid, or if a result does not have the
    format of its node. The message names the node.
    """
    letters: dict[str, int] = {}
    last = {} if kept is None else _last_uses(steps)
    for number, step in enumerate(steps):
        operands = [values[name] for name in step.inputs]
        try:
            made = run_step(step, operands, letters, run)
            if len(made) != len(step.formats):
                raise SpecError(f"the node has {len(step.formats)} results, but got {len(made)}")
            for array, name in zip(made, step.formats, strict=True):
                if format_of(array).name != name:
                    raise SpecError(f"a result must be {name}, but it is {format_of(array).name}")
        except SpecError as error:
            raise SpecError(f"{op}: node {step.name}: {error}") from error
        values.update(zip(step.names, made, strict=True))
        if kept is not None:
            for name in (*step.inputs, *step.names):
                if last[name] <= number and name not in kept:
                    values.pop(name, None)
    return values


def _last_uses(steps: Sequence[Step]) -> dict[str, int]:
    """Return, for each value of some steps, the number of the last step that reads it.

    For a value that no step reads, it is the number of the first step that makes it.
    """
    last: dict[str, int] = {}
    for number, step in enumerate(steps):
        for name in step.names:
            last.setdefault(name, number)
        last.update(dict.fromkeys(step.inputs, number))
    return last


def run_step(
    step: Step, operands: list[Array], letters: dict[str, int], run: RunNode
) -> Sequence[Array]:
    """Return the values of one step.

    `letters` has the sizes of letters that are known so far (rearrange.py). Raises SpecError for an
    invalid number, move or broadcast.
    """
    if step.call is not None:
        if step.broadcasts and len(operands) > 1:
            operands = _repeated(operands)
        found = run(step.call, operands)
        return (found,) if isinstance(found, np.ndarray | np.generic) else found
    if isinstance(step.item, Number):
        return (_number(step.item, step.formats[0], step.scope),)
    if isinstance(step.item, Ratios):
        return (step.item.rounded(step.scope, step.formats[0]),)
    if isinstance(step.item, Rearrange):
        return (step.item.apply(operands[0], letters),)
    assert not isinstance(step.item, Node)
    return (step.item.apply(operands, step.scope),)


def _repeated(operands: Sequence[Array]) -> list[Array]:
    try:
        return list(np.broadcast_arrays(*operands))
    except ValueError:
        shapes = " and ".join(str(x.shape) for x in operands)
        raise SpecError(f"operands of shapes {shapes} cannot be broadcast to one shape") from None


def _number(item: Number, name: str, scope: Scope) -> Array:
    form, counts = get_format(name), scope.counts()
    if form.is_float:
        bits = pattern(item.value, name, scope.attributes, counts)
        return from_bits(np.array(bits, form.bits_dtype), name)
    value = evaluate(item.value, scope.attributes, counts)
    if abs(value) > 2.0**53 or int(value) != value:
        raise SpecError(f"{value} is not an integer of at most 2^53")
    with np.errstate(all="ignore"):
        found = np.array(int(value), np.int64).astype(form.dtype)
    if int(found) != value:
        raise SpecError(f"{value} is not a number of the format {name}")
    return found
