"""Analysis of a graph over rows: the axes of each value, and the kernel that computes it.

Each kernel that needs a value with an element per term computes the value in registers. Values with
one element per row are also computed there if possible. Reductions across rows, and values that
depend only on their results, are `between`: the nodes' own kernels compute them. Each reduction
across rows, and each check of an index, begins a new level. The kernel of a level stores its
values. It recomputes the values that it needs from lower levels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.generators.cutting.layouts import (
    ONE,
    STACKED,
    Axes,
    Layout,
    named,
    plain,
    repeated,
)
from samebits.backends.cuda.generators.formulas import Unfit, rule_file
from samebits.spec.catalog import get_op
from samebits.spec.families import indexing
from samebits.spec.formats import compute_format
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import tokens
from samebits.spec.language.graph import (
    Branch,
    Computes,
    Given,
    Graph,
    Item,
    Node,
    Number,
    Passed,
    Ref,
)
from samebits.spec.language.moves import Broadcast, Reshape, Stack, Transpose

OPERAND, NUMBER, KERNEL, BETWEEN, EITHER = "operand", "number", "kernel", "between", "either"
"""The sources of a value: memory, a host scalar, a kernel, or nodes between kernels.

EITHER means that each kernel that needs the value computes it from values of nodes between kernels.
"""

EACH, TREE, SAME, PICKED, PLACED = "each", "tree", "same", "picked", "placed"
"""The ways in which a kernel computes a value.

They are: element by element, by a tree along rows, as a copy, by a read at an index, and by a write
at an index.
"""


@dataclass(frozen=True, slots=True)
class Value:
    """A value.

    `inputs` are names of other values. `how` is set if a kernel may compute the value.
    """

    name: str
    item: Item | None
    inputs: tuple[str, ...]
    axes: Axes
    form: str
    where: str
    level: int = 0
    how: str = ""


@dataclass(slots=True)
class Analysis:
    """The values of a graph for a signature, in order.

    `asked` are the branches that have rows, and `way` chooses the arm of each branch: true is the
    first arm. For branches without a choice in `way`, the first arm is taken and `open` is set.
    `aside` is positive during the analysis of branches whose nodes run between kernels.
    """

    op: str
    layout: Layout
    signature: Signature
    way: tuple[bool, ...]
    values: dict[str, Value] = field(default_factory=dict)
    asked: list[Branch] = field(default_factory=list)
    open: bool = False
    aside: int = 0

    def of(self, graph: Graph) -> dict[str, str]:
        """Find all values, and return a dictionary from declared names to names of values.

        Names inside branches are left out. Raises Unfit if the graph cannot be cut.
        """
        rule, names = get_op(self.op).shape_rule, dict[str, str]()
        rows = {*self.layout.across, self.layout.along}
        patterns = (*map(rule.pattern, range(len(self.signature[0]))), *rule.results)
        if not any(rows <= set(self.layout.axes(p)) for p in patterns if p != "[]"):
            raise Unfit("has no rows")
        for i, (name, form) in enumerate(zip(graph.operands, self.signature[0], strict=False)):
            pattern = rule.pattern(i)
            loose = self.layout.is_loose(pattern) or pattern == "[]"
            axes = self.layout.axes(pattern) if pattern != "[]" else ()
            where = BETWEEN if loose else OPERAND
            self._keep(Value(name, None, (), axes, form, where), names)
        self._items(graph.nodes, names)
        return names

    def _keep(self, value: Value, names: dict[str, str]) -> None:
        self.values[value.name] = value
        names[value.name.rpartition(".")[2]] = value.name

    def _items(self, items: Iterable[Item], names: dict[str, str], within: str = "") -> None:
        for item in items:
            if isinstance(item, Branch):
                self._branch(item, names, within)
            elif isinstance(item, Number):
                if within:
                    raise Unfit(f"has a graph with numbers at {within}")
                form = self._format(item.to, names)
                where = BETWEEN if self.aside else NUMBER
                self._keep(Value(item.name, item, (), (), form, where), names)
            else:
                self._item(item, names, within)

    def _item(self, item: Item, names: dict[str, str], within: str) -> None:
        if isinstance(item, Node):
            self._node(item, names, within)
        elif isinstance(item, Reshape | Broadcast | Transpose | Stack) and not within:
            self._move(item, names)
        else:
            raise Unfit(f"moves elements at {getattr(item, 'name', '')}")

    def _branch(self, item: Branch, names: dict[str, str], within: str) -> None:
        if within:
            raise Unfit(f"has a graph with branches at {within}")
        if isinstance(item.when, Given | Computes):
            taken = self._holds(item.when)
        elif self._is_aside(item, names):
            self._both(item, names)
            return
        else:
            number = len(self.asked)
            self.asked.append(item)
            self.open = self.open or number >= len(self.way)
            taken = self.way[number] if number < len(self.way) else True
        inner = dict(names)
        self._items(item.items if taken else item.others, inner)
        for join in item.joins:
            source = join.then if taken else join.otherwise
            if source is not None:
                names[join.name] = inner[source]

    def _holds(self, when: Given | Computes) -> bool:
        if isinstance(when, Given):
            return when.operand in self.values
        return compute_format(self.signature[0]) == when.format

    def _is_aside(self, item: Branch, names: Mapping[str, str]) -> bool:
        """Return whether all values in both arms of a branch have at most one element per row."""
        if self.aside:
            return True
        trial = replace(self, values=dict(self.values), asked=[], way=(), aside=1)
        before = set(trial.values)
        try:
            for items in (item.items, item.others):
                trial._items(items, dict(names))
        except Unfit:
            return False
        made = (value for name, value in trial.values.items() if name not in before)
        return not any(self.layout.is_each(value.axes) for value in made)

    def _both(self, item: Branch, names: dict[str, str]) -> None:
        """Analyse both arms of a branch whose nodes run between the kernels."""
        self.aside += 1
        arms = []
        for items in (item.items, item.others):
            inner = dict(names)
            self._items(items, inner)
            arms.append(inner)
        self.aside -= 1
        for join in item.joins:
            sources = [
                arm[name]
                for arm, name in zip(arms, (join.then, join.otherwise), strict=True)
                if name is not None
            ]
            found = [self.values[name] for name in sources]
            if len({value.form for value in found}) > 1:
                raise Unfit(f"has different formats for {join.name} in the arms of a branch")
            widest = max((value.axes for value in found), key=lambda axes: len(plain(axes)))
            self._between(join.name, None, tuple(sources), widest, found[0].form, names)

    def _between(
        self, name: str, item: Item | None, inputs: tuple[str, ...], axes: Axes, form: str,
        names: dict[str, str],
    ) -> None:  # fmt: skip
        found = [self.values[each] for each in inputs]
        if any(self.layout.is_each(value.axes) for value in found if value.where != OPERAND):
            raise Unfit(f"needs whole rows in memory for {name}")
        level = max((x.level + (x.where == KERNEL) for x in found), default=0)
        self._keep(Value(name, item, inputs, axes, form, BETWEEN, level), names)

    def _kernel(self, value: Value, names: dict[str, str]) -> None:
        if self.aside:
            raise Unfit(f"has rows in one arm of a branch at {value.name}")
        level = max((self.values[each].level for each in value.inputs), default=0)
        self._keep(replace(value, level=max(level, value.level)), names)

    def _move(self, item: Reshape | Broadcast | Transpose | Stack, names: dict[str, str]) -> None:
        inputs = tuple(names[name] for name in item.inputs)
        found = [self.values[name] for name in inputs]
        axes = self._moved(item, [value.axes for value in found])
        form = found[0].form
        where = BETWEEN if isinstance(item, Stack) else self._where(found, axes)
        self._made(Value(item.name, item, inputs, axes, form, where, how=SAME), names)

    def _where(self, found: Sequence[Value], axes: Axes) -> str:
        """Return the kind of kernel that computes a value, given the values that it depends on."""
        places = {value.where for value in found}
        if self.layout.is_each(axes) or (KERNEL in places and not self.aside):
            return KERNEL
        return BETWEEN if self.aside else EITHER

    def _made(self, value: Value, names: dict[str, str]) -> None:
        if value.where == BETWEEN:
            self._between(value.name, value.item, value.inputs, value.axes, value.form, names)
        else:
            self._kernel(value, names)

    def _moved(self, item: Reshape | Broadcast | Transpose | Stack, several: list[Axes]) -> Axes:
        axes = several[0]
        if isinstance(item, Stack):
            if item.axis != 0 or len(set(several)) > 1 or self.layout.is_each(axes):
                raise Unfit(f"moves elements at {item.name}")
            return (STACKED, *axes)
        if isinstance(item, Transpose):
            order = [tokens(item.source).index(word) for word in tokens(item.target)]
            return tuple(axes[i] for i in order)
        if item.shape == "[?]" and not self.layout.is_each(axes):
            return axes
        made = self.layout.axes(item.shape)
        same = plain(made) == plain(axes)
        fits = isinstance(item, Broadcast) and repeated([axes, made]) == made
        if not same and not (fits and not self.layout.is_each(made)):
            raise Unfit(f"moves elements at {item.name}")
        return made

    def _node(self, item: Node, names: dict[str, str], within: str) -> None:
        inputs = tuple(names[name] for name in item.inputs)
        found = [self.values[name] for name in inputs]
        each = any(self.layout.is_each(value.axes) for value in found)
        declared = get_op(item.op)
        if len(item.names) != 1 or not inputs:
            raise Unfit(f"its node {item.name} has several results, or no operand")
        name = f"{within}.{item.name}" if within else item.name
        form = self._format(item.to[0], names)
        if declared.shape_rule in (indexing.gather, indexing.index_select):
            self._picked(name, item, inputs, form, names)
        elif declared.shape_rule is indexing.gather_gradient:
            self._placed(name, item, inputs, form, names)
        elif {"axes", "keepdims"} <= {a.name for a in declared.attributes}:
            self._reduced(name, item, inputs, form, names)
        elif isinstance(declared.graph, Graph) and each:
            if within or any(isinstance(v, str) for v in item.attributes.values()):
                raise Unfit(f"has a graph inside a graph at {item.name}")
            self._inlined(item, declared.graph, inputs, form, names)
        else:
            axes = repeated([value.axes for value in found])
            apart = STACKED in axes or not self._has_rule(item, inputs, form)
            where = BETWEEN if apart else self._where(found, axes)
            self._made(Value(name, item, inputs, axes, form, where, how=EACH), names)

    def _has_rule(self, item: Node, inputs: tuple[str, ...], form: str) -> bool:
        try:
            rule_file(item.op)
        except Unfit:
            return False
        formats = tuple(self.values[name].form for name in inputs)
        return not item.attributes and (formats, (form,)) in get_op(item.op).signatures

    def _reduced(
        self, name: str, item: Node, inputs: tuple[str, ...], form: str, names: dict[str, str]
    ) -> None:
        axes = self.values[inputs[0]].axes
        wanted = item.attributes.get("axes")
        if isinstance(wanted, int):
            wanted = (wanted,)
        if wanted is None:
            gone = set(range(len(axes)))
        elif isinstance(wanted, tuple):
            gone = {named(axes, int(str(axis))) for axis in wanted}
        else:
            raise Unfit(f"has a reduction over axes that the call chooses at {name}")
        kept = bool(item.attributes.get("keepdims", False))
        left = tuple(
            ONE if i in gone else axis for i, axis in enumerate(axes) if kept or i not in gone
        )
        if not self.layout.is_each(axes):
            self._between(name, item, inputs, left, form, names)
            return
        family = operations().get(item.op, ("",))[0]
        if {axes[i] for i in gone} != {self.layout.along} or family != "reduce":
            raise Unfit(f"has an unsupported reduction at {name}")
        if self.layout.is_column(axes) or (self.values[inputs[0]].form, form) != ("f32", "f32"):
            raise Unfit(f"has a reduction in other formats at {name}")
        self._kernel(Value(name, item, inputs, left, form, KERNEL, how=TREE), names)

    def _picked(
        self, name: str, item: Node, inputs: tuple[str, ...], form: str, names: dict[str, str]
    ) -> None:
        """Analyse a node that reads one element of each row, or of a column, at an index."""
        value, index = (self.values[each] for each in inputs)
        axis = named(value.axes, int(str(item.attributes["axis"])))
        one = get_op(item.op).shape_rule is indexing.index_select
        goes = value.axes[axis] == self.layout.along and self.layout.is_full(index.axes)
        if not goes or (one and len(value.axes) != 1) or self.layout.is_each(index.axes):
            raise Unfit(f"moves elements at {name}")
        made = Value(name, item, inputs, index.axes, form, KERNEL, self._seen(index), PICKED)
        self._kernel(made, names)

    def _placed(
        self, name: str, item: Node, inputs: tuple[str, ...], form: str, names: dict[str, str]
    ) -> None:
        """Analyse a node that writes one element per row at an index, and +0 elsewhere (T7.1)."""
        value, index = (self.values[each] for each in inputs)
        axis = int(str(item.attributes["axis"]))
        shared = self.layout.is_full(index.axes) and value.axes == index.axes
        if not shared or not 0 <= axis < len(index.axes) or index.axes[axis] != ONE:
            raise Unfit(f"moves elements at {name}")
        axes = (*index.axes[:axis], self.layout.along, *index.axes[axis + 1 :])
        made = Value(name, item, inputs, axes, form, KERNEL, self._seen(index), PLACED)
        self._kernel(made, names)

    @staticmethod
    def _seen(index: Value) -> int:
        """Return the first level at which an index has been checked."""
        return index.level + (index.where == KERNEL)

    def _inlined(
        self, item: Node, graph: Graph, inputs: tuple[str, ...], form: str, names: dict[str, str]
    ) -> None:
        """Analyse the nodes of an inner graph over rows, in place of the node that calls it."""
        inner = dict(zip(graph.operands, inputs, strict=True))
        passed = item.attributes
        kept, self.signature = (
            self.signature,
            (tuple(self.values[name].form for name in inputs), (form,)),
        )
        self._items((_settled(each, passed) for each in graph.nodes), inner, item.name)
        self.signature = kept
        (result,) = graph.results
        names[item.name] = inner[result]

    def _format(self, to: str, names: Mapping[str, str]) -> str:
        word, _, rest = to.partition(" ")
        if to == "compute":
            return compute_format(self.signature[0])
        if word == "like":
            return self.values[names[rest]].form
        if word == "output":
            return self.signature[1][int(rest or 0)]
        return to


def _settled(item: Item, passed: Mapping[str, Passed]) -> Item:
    """Return a node of an inner graph with the attributes that the outer node passes to it."""
    if not isinstance(item, Node):
        return item
    attributes = {
        name: passed[value.name] if isinstance(value, Ref) and value.name in passed else value
        for name, value in item.attributes.items()
    }
    return replace(item, attributes=attributes)


def origin(values: Mapping[str, Value], name: str) -> str:
    """Return the name of the original value, before all reshapes."""
    value = values[name]
    while value.where in (BETWEEN, KERNEL, EITHER) and isinstance(value.item, Reshape):
        value = values[value.inputs[0]]
    return value.name
