"""One kernel for a declared graph over rows: elementwise nodes, and trees along one axis.

The text is written as in formulas.py. A value has an element for each index in a row, or one
element for a row, or one for all rows. The kernel reads a row once for each tree, and once for the
results. Each time it recomputes the values that the tree or the results need, from the results of
earlier trees. Only operands and results go through memory. A row may have any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.units import Unit, operations, unit
from samebits.backends.cuda.generators.formulas import Unfit, written
from samebits.backends.cuda.generators.row_texts import (
    COLUMN,
    EACH,
    FLAT,
    KEPT,
    NUMBER,
    PLACE,
    ROW,
    STACKED,
    SUMMED,
    WHOLE,
    Each,
    RowText,
)
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, compute_format
from samebits.spec.language.declare import Signature
from samebits.spec.language.graph import Branch, Item, Node, Number, Ref
from samebits.spec.language.moves import Reshape

SOURCE = "support/rows.cu"
_ARRAYS, _NUMBERS = constants(SOURCE, "SB_ROWS_ARRAYS", "SB_ROWS_NUMBERS")
STAGES = ("short", "rows", "long")

ALONG, LAST, PLACES = "[*A, n, *B]", "[*S, *D]", "[N, C, *S]"
"""The kinds of rows: along one axis, over the last axes, or over the positions of a channel."""

_OPERANDS = {
    ALONG: {ALONG: WHOLE},
    LAST: {LAST: WHOLE, "[*S]": ROW, "[*D]": COLUMN},
    PLACES: {PLACES: WHOLE, "[C]": ROW},
}
_RESHAPED = {
    ALONG: {},
    LAST: {
        (WHOLE, "[*S, ?]"): FLAT,
        (FLAT, LAST): WHOLE,
        (ROW, "[*S, 1]"): KEPT,
        (KEPT, "[*S]"): ROW,
        (WHOLE, "[?, *D]"): STACKED,
    },
    PLACES: {
        (WHOLE, "[N, C, ?]"): FLAT,
        (FLAT, PLACES): WHOLE,
        (ROW, "[C, 1]"): KEPT,
        (SUMMED, "[C]"): SUMMED,
    },
}


@dataclass(frozen=True, slots=True)
class RowFormula:
    """A unit, its entries, and the kinds of operands and results.

    `numbers` and `branches` have the same meaning as in a Formula. `rows` is the kind of rows.
    `sums` has an entry for each result that is a sum over rows: the index of the summed operand, or
    the number of operands plus i. In the second case the kernel writes the summed values to an
    additional array after the results, whose kind is `extras[i]`.
    """

    unit: Unit
    entries: Mapping[str, str]
    operands: tuple[str, ...]
    results: tuple[str, ...]
    numbers: Mapping[str, int]
    branches: tuple[Branch, ...]
    rows: str
    sums: tuple[int, ...]
    extras: tuple[str, ...]


@cache
def row_formula(op: str, signature: Signature) -> RowFormula | str:
    """Return the kernel of a graph op for these formats, or the reason why it has none."""
    return written(op, lambda graph: RowWriter(op, graph, *signature).row_formula())


@dataclass(slots=True)
class RowWriter(RowText):
    """A writer of the text for one signature.

    `sums` maps the variable of a sum over rows to the variable that is summed.
    """

    sums: dict[str, str] = field(default_factory=dict)
    rows: str = ""
    trees: int = 0

    def row_formula(self) -> RowFormula:
        """Return the formula of the whole graph; raise Unfit if one kernel cannot compute it."""
        compute = compute_format(self.inputs)
        if compute != "f32":
            raise Unfit("is computed in binary64")
        if not 0 < len(self.inputs) <= _ARRAYS - len(self.outputs):
            raise Unfit("has no operand, or too many arrays")
        rule = get_op(self.op).shape_rule
        self.rows = rule.pattern(0)
        if self.rows not in _OPERANDS:
            raise Unfit(f"has an operand of shape {self.rows}")
        names: dict[str, tuple[str, str]] = {}
        operands = []
        for i, (name, form) in enumerate(zip(self.graph.operands, self.inputs, strict=False)):
            kind = _OPERANDS[self.rows].get(rule.pattern(i))
            if kind is None:
                raise Unfit(f"has an operand of shape {rule.pattern(i)}")
            variable = f"x_{name}"
            names[name], self.kinds[variable] = (variable, form), kind
            operands.append(kind)
            if kind in EACH:
                self.each[variable] = Each(form, (), (), i)
            else:
                self._line(f"const sb_{form} {variable} = sb_row_number<sb_{form}>(a, {i}, row);")
        self._items(self.graph.nodes, names)
        results = [names[name] for name in self.graph.results if name in names]
        kinds = tuple(self.kinds[variable] for variable, _ in results)
        self._check(results, kinds)
        if any(not FORMATS[x.form].is_float for x in self.each.values()):
            raise Unfit("has rows of integers")
        items = {FORMATS[x.form].bits // 8 for x in self.each.values() if x.operand is not None}
        items |= {
            FORMATS[f].bits // 8 for (_, f), k in zip(results, kinds, strict=True) if k == WHOLE
        }
        if len(items) != 1:
            raise Unfit("has rows of several formats")
        sources = [self._summed(v) for (v, _), k in zip(results, kinds, strict=True) if k == SUMMED]
        extra = list(dict.fromkeys(x for x in sources if isinstance(x, str)))
        entry = f"sb_{self.op}"
        plain = unit(
            SOURCE,
            SB_GRAPH=entry,
            SB_FORMATS="_".join(self.inputs) + "__" + "_".join(self.outputs),
            SB_ELEMENT=self.inputs[0],
            SB_ITEM=str(items.pop()),
            **dict(self._own_formats()),
        )
        stored = [(v, f, k) for (v, f), k in zip(results, kinds, strict=True) if k != SUMMED]
        extras = [WHOLE if name in self.each else ROW for name in extra]
        stored += [(name, "f32", kind) for name, kind in zip(extra, extras, strict=True)]
        return RowFormula(
            replace(plain, made=self._row_text(stored)),
            {stage: f"{entry}_{stage}_{self.inputs[0]}" for stage in STAGES},
            tuple(operands),
            kinds,
            self.numbers,
            tuple(self.branches),
            self.rows,
            tuple(x if isinstance(x, int) else len(operands) + extra.index(x) for x in sources),
            tuple(extras),
        )

    def _summed(self, variable: str) -> int | str:
        """Return the index of the operand that a result sums, or else the summed variable.

        A cast of an operand counts as the operand.
        """
        name = self.sums[variable]
        if name not in self.each:
            return name
        while len(self.each[name].reads) == 1 and self.each[name].copies:
            (name,) = self.each[name].reads
        operand = self.each[name].operand
        return name if operand is None else operand

    def _check(self, results: list[tuple[str, str]], kinds: tuple[str, ...]) -> None:
        if not self.rounds or not (self.trees or self.rows == PLACES):
            raise Unfit("has no tree")
        if tuple(form for _, form in results) != self.outputs:
            raise Unfit("has results of other formats than the call")
        if WHOLE not in kinds or not set(kinds) <= {WHOLE, ROW, SUMMED}:
            raise Unfit("has a result that is neither rows nor one number for each")
        if len(self.numbers) > _NUMBERS:
            raise Unfit(f"has too many numbers ({len(self.numbers)})")

    def _items(self, items: Iterable[Item], names: dict[str, tuple[str, str]]) -> None:
        for item in items:
            if isinstance(item, Reshape):
                variable, form = names[item.inputs[0]]
                kind = _RESHAPED[self.rows].get((self.kinds[variable], item.shape))
                if kind is None:
                    raise Unfit(f"moves elements at {item.name}")
                self._alias(item.name, variable, form, kind, names)
            elif isinstance(item, Node) and operations().get(item.op, ("",))[0] == "reduce":
                self._tree(item, names)
            else:
                RowText._items(self, (item,), names)
                made = item.joins if isinstance(item, Branch) else ()
                if isinstance(item, Number):
                    self.kinds[f"x_{item.name}"] = NUMBER
                for join in made:  # the type of a branch's result does not depend on the arm
                    if join.name in names:
                        self.kinds.setdefault(names[join.name][0], NUMBER)

    def _alias(
        self, name: str, variable: str, form: str, kind: str, names: dict[str, tuple[str, str]]
    ) -> None:
        """Define a variable with the elements of another variable and a new shape."""
        mine = f"x_{name}"
        names[name], self.kinds[mine] = (mine, form), kind
        if kind == SUMMED:
            self.sums[mine] = self.sums[variable]
        elif kind in EACH:
            self.same_elements(mine, form, variable)
        else:
            self._line(f"const sb_{form} {mine} = {variable};")

    def _node(self, item: Node, names: dict[str, tuple[str, str]]) -> None:
        value, result, decides = self._call(item, names)
        operands = [names[name][0] for name in item.inputs]
        kind = self._kind(item.name, [self.kinds[variable] for variable in operands])
        variable = f"x_{item.name}"
        if kind == SUMMED and item.op == "cast" and not self.depth:
            names[item.name], self.kinds[variable] = (variable, result), kind
            self.sums[variable] = self.sums[operands[0]]
            return
        if kind in (SUMMED, STACKED):
            raise Unfit(f"uses a sum over rows at {item.name}")
        if kind not in EACH:
            self._define(item.name, result, value, names)
            self.kinds[variable] = kind
            return
        if self.depth:
            raise Unfit(f"has {item.name} in only one arm of a branch")
        names[item.name], self.kinds[variable] = (variable, result), kind
        self.elements(item.op, variable, value, (result, decides), operands)

    def _kind(self, name: str, kinds: list[str]) -> str:
        """Return the kind of a node's value; raise Unfit if its operands do not match."""
        several = {kind for kind in kinds if kind != NUMBER} or {NUMBER}
        if several == {WHOLE, COLUMN}:
            return WHOLE
        if FLAT in several and several <= {FLAT, KEPT, PLACE}:
            return FLAT
        if several == {WHOLE, KEPT} and self._is_along_axis():
            return WHOLE
        if len(several) > 1:
            raise Unfit(f"broadcasts operands that do not match at {name}")
        return several.pop()

    def _is_along_axis(self) -> bool:
        """Return whether rows are along one axis, which an attribute of the call chooses."""
        return self.rows == ALONG

    def _tree(self, item: Node, names: dict[str, tuple[str, str]]) -> None:
        """Write the code of a reduction over a row, or record a sum over rows."""
        variable, form = names[item.inputs[0]]
        kind, result = self.kinds[variable], self._format(item.to[0], names)
        name = f"x_{item.name}"
        if kind in (STACKED, PLACE):
            over_rows = dict(item.attributes) == {"axes": (0,), "keepdims": kind == PLACE}
            if item.op != "sum" or not over_rows or self.depth or {form, result} != {"f32"}:
                raise Unfit(f"has an unsupported reduction at {item.name}")
            names[item.name], self.kinds[name] = (name, result), SUMMED
            self.sums[name] = variable
            return
        last_axis = (2,) if self.rows == PLACES else (-1,)
        along = {WHOLE: Ref("axis"), FLAT: last_axis}.get(kind)
        wanted = {"axes": along, "keepdims": True}
        if along is None or dict(item.attributes) != wanted or len(item.names) != 1 or self.depth:
            raise Unfit(f"has an unsupported reduction at {item.name}")
        if kind == WHOLE and not self._is_along_axis():
            raise Unfit(f"has an unsupported reduction at {item.name}")
        if (form, result) != ("f32", "f32"):
            raise Unfit(f"has a reduction in other formats at {item.name}")
        self.trees, self.rounds = self.trees + 1, True
        self.tree(item.op, name, variable, result)
        made = PLACE if self.rows == PLACES else KEPT
        names[item.name], self.kinds[name] = (name, result), made
