"""The mutants of one file. Each mutant replaces a piece of its text.

Some parts of a file have no mutants, because no test of behaviour could detect them: docstrings,
annotations, imports, `__all__`, `__slots__`, type aliases, assertions (which are for the type
checker), text that contains a space, the fixed parts of f-strings, wording in arguments of `raise`,
and printed text. Guards against mistakes in the judge itself have no mutants either, because no
input of the judge can trigger them: `strict=True` of a zip, and `frozen`, `slots` and `kw_only` of
a dataclass. The -1 of `reshape(-1)` has no mutant, because every negative number has the same
effect.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from samebits.conformance.trials.judge_mutants.mutant_places import digest_of_code

_COMPARED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_COMPUTED: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Div: "*",
    ast.Mod: "*",
    ast.Pow: "*",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "&",
}
_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Div: "/", ast.Mod: "%",
    ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^",
}  # fmt: skip
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
_PRINTS = {"print", "echo", "secho", "say", "show", "warn", "info", "log", "rule"}
_TYPES = {"Literal", "TypeVar", "Protocol", "cast", "NewType", "Callable"}
_WORDS = {"help", "epilog", "short_help", "metavar", "description"}
_GUARDS = {"strict", "frozen", "slots", "kw_only"}
_PLAIN = {"__all__", "__slots__"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant: `text[start:end]` is replaced by `put`.

    `warm` is true if the line is in the body of a function. `name` consists of the file, the
    function, the operator, a digest of the function's code (`mutant_places.digest_of_code`), the
    index of the mutant within the function, and `put`. It does not change if prose changes.
    """

    path: str
    function: str
    line: int
    operator: str
    start: int
    end: int
    was: str
    put: str
    warm: bool
    name: str

    def apply(self, text: str) -> str:
        """Return the text of the file with this mutant."""
        return text[: self.start] + self.put + text[self.end :]


def mutants(path: str, text: str) -> list[Mutant]:
    """Return all mutants of a file, in the order of its text."""
    found = _Finder(path, text)
    found.module(ast.parse(text))
    made = sorted(found.found, key=lambda m: (m.start, m.end, m.put))
    counts: Counter[tuple[str, str]] = Counter()
    named = []
    for m in made:
        counts[m.function, m.name] += 1
        number = counts[m.function, m.name]
        name = f"{path}:{m.function}:{m.operator}:{m.name}:{number}:{m.put}"
        named.append(replace(m, name=name))
    return named


class _Finder:
    def __init__(self, path: str, text: str) -> None:
        self.found: list[Mutant] = []
        """The mutants, with only the digest of their function's code as `name`."""
        self._digests: dict[ast.AST, str] = {}
        self._path, self._text = path, text
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._lines = text.split("\n")
        self._around: ast.AST | None = None
        self._names: list[str] = []
        self._body = False

    def module(self, tree: ast.Module) -> None:
        """Visit every statement at the top level of the file."""
        for node in tree.body:
            self._around = node
            self._visit(node)

    def _at(self, line: int, column: int) -> int:
        """Return the offset in the text of a line (counted from 1) and a column (in bytes)."""
        row = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(row)

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self._at(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            self._at(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    def _source(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._text[start:end]

    def _add(self, operator: str, node: ast.AST, put: str) -> None:
        self._replace(operator, node, *self._span(node), put)

    def _replace(self, operator: str, node: ast.AST, start: int, end: int, put: str) -> None:
        was = self._text[start:end]
        if was == put:
            return
        assert self._around is not None
        around = self._digests.get(self._around) or digest_of_code(self._around)
        self._digests[self._around] = around
        function = ".".join(self._names) or "top"
        line = node.lineno  # type: ignore[attr-defined]
        self.found.append(
            Mutant(self._path, function, line, operator, start, end, was, put, self._body, around)
        )

    def _visit(self, node: ast.AST | None) -> None:
        if node is None or _is_plain(node):
            return
        special = getattr(self, f"_on_{type(node).__name__}", None)
        if special is not None:
            special(node)
        else:
            self._children(node)

    def _children(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            self._visit(child)

    def _statements(self, body: Iterable[ast.stmt]) -> None:
        for node in body:
            self._visit(node)

    def _on_FunctionDef(self, node: ast.FunctionDef) -> None:
        for outside in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            self._visit(outside)
        around, body = self._around, self._body
        self._names.append(node.name)
        if not body:
            self._around, self._body = node, True
        self._statements(_without_docstring(node.body))
        self._names.pop()
        self._around, self._body = around, body

    def _on_ClassDef(self, node: ast.ClassDef) -> None:
        for outside in node.decorator_list:
            self._visit(outside)
        self._names.append(node.name)
        around = self._around
        for inner in _without_docstring(node.body):
            if not self._body:
                self._around = inner
            self._visit(inner)
        self._around = around
        self._names.pop()

    def _on_Lambda(self, node: ast.Lambda) -> None:
        self._visit(node.body)

    def _on_Compare(self, node: ast.Compare) -> None:
        self._children(node)
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            start, end = self._span(left)[1], self._span(right)[0]
            for put in _COMPARED[type(operator)]:
                self._sign("comparison", node, start, end, put)
            left = right

    def _sign(self, operator: str, node: ast.AST, start: int, end: int, put: str) -> None:
        """Replace the operator between two operands, unless there is a comment between them."""
        between = self._text[start:end]
        signs = between.strip(" \n()")
        if signs and "#" not in between and "\n" not in signs:
            at = start + between.index(signs)
            self._replace(operator, node, at, at + len(signs), put)

    def _on_BoolOp(self, node: ast.BoolOp) -> None:
        self._children(node)
        put = "or" if isinstance(node.op, ast.And) else "and"
        for left, right in zip(node.values, node.values[1:], strict=False):
            inner = self._span(left)[1], self._span(right)[0]
            self._sign("boolean", right, *inner, put)

    def _on_UnaryOp(self, node: ast.UnaryOp) -> None:
        self._visit(node.operand)
        if isinstance(node.op, ast.Not):
            self._add("boolean", node, f"({self._source(node.operand)})")
        elif isinstance(node.op, ast.USub):
            self._add("arithmetic", node, f"(+{self._source(node.operand)})")

    def _on_BinOp(self, node: ast.BinOp) -> None:
        self._children(node)
        if _is_text(node.left) or _is_text(node.right):
            return
        inner = self._span(node.left)[1], self._span(node.right)[0]
        self._sign("arithmetic", node, *inner, _COMPUTED.get(type(node.op), "+"))

    def _on_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._add("constant", node, str(not value))
        elif isinstance(value, int | float):
            self._add("constant", node, repr(value + 1))
        elif isinstance(value, str) and not set(value) & set(" \n"):
            self._add("constant", node, repr(value + "XX"))
        elif isinstance(value, bytes):
            self._add("constant", node, repr(value + b"XX"))

    def _on_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Skip f-strings.

        Most of them are wording, and Python 3.11 does not record where parts begin.
        """

    def _on_Call(self, node: ast.Call) -> None:
        if _name(node.func) in _TYPES:
            return
        self._visit(node.func)
        for argument in node.args:
            if _name(node.func) != "reshape" or not isinstance(argument, ast.UnaryOp):
                self._visit(argument)
        for keyword in node.keywords:
            if keyword.arg not in _WORDS | _GUARDS:
                self._visit(keyword.value)
        name = _name(node.func)
        if isinstance(node.func, ast.Name) and name in _CALLED:
            self._add("call", node.func, _CALLED[name])
        if name == "suppress" and node.args:
            self._add("exception", node, "suppress()")

    def _on_Subscript(self, node: ast.Subscript) -> None:
        if _name(node.value) not in _TYPES:
            self._children(node)

    def _on_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._visit(node.value)

    def _on_Assign(self, node: ast.Assign) -> None:
        self._visit(node.value)
        for target in node.targets:
            self._visit(target)
        if self._body and all(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets):
            self._add("deletion", node, "pass")

    def _on_AugAssign(self, node: ast.AugAssign) -> None:
        self._visit(node.value)
        start, end = self._span(node.target)[1], self._span(node.value)[0]
        put = _COMPUTED.get(type(node.op), "+")
        self._sign("arithmetic", node, start, end, f"{put}=")

    def _on_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and _name(node.value.func) in _PRINTS:
            return
        self._visit(node.value)
        if isinstance(node.value, ast.Call):
            self._add("deletion", node, "pass")

    def _on_Return(self, node: ast.Return) -> None:
        if node.value is None:
            return
        self._visit(node.value)
        if not isinstance(node.value, ast.Constant) or isinstance(node.value.value, str):
            self._add("return", node, "return None")

    def _on_Raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Call):
            for argument in node.exc.args:
                if isinstance(argument, ast.Constant):
                    self._visit(argument)
            for keyword in node.exc.keywords:
                self._visit(keyword.value)
            self._add("exception", node.exc.func, "RuntimeError")
        self._add("deletion", node, "pass")

    def _on_Continue(self, node: ast.Continue) -> None:
        self._add("deletion", node, "pass")

    def _on_Break(self, node: ast.Break) -> None:
        self._add("deletion", node, "pass")

    def _on_Assert(self, node: ast.Assert) -> None:
        """Skip assertions, which are only for the type checker."""

    def _on_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test):
            self._negate(node.test)
            self._children(node)

    def _on_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self._children(node)

    def _on_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self._children(node)

    def _on_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self._children(node)

    def _negate(self, test: ast.expr) -> None:
        """Negate a condition.

        A single comparison and `not` are skipped: they have mutants already.
        """
        single = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not single and not isinstance(test, ast.UnaryOp | ast.Constant):
            self._add("condition", test, f"(not ({self._source(test)}))")

    def _on_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if isinstance(node.type, ast.Tuple):
            for left in node.type.elts:
                kept = ", ".join(self._source(e) for e in node.type.elts if e is not left)
                self._add("exception", node.type, f"({kept},)")
        elif node.type is not None and not isinstance(node.body[0], ast.Raise):
            self._add("exception", node.type, "()")
        start, end = self._span(node.body[0])[0], self._span(node.body[-1])[1]
        if not isinstance(node.body[0], ast.Pass | ast.Continue) and len(node.body) > 1:
            self._replace("exception", node.body[0], start, end, "pass")
        self._statements(node.body)


def _without_docstring(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield node


def _is_plain(node: ast.AST) -> bool:
    """Return whether no part of a statement is mutated: imports, docstrings, declared types."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.AnnAssign) and _name(node.annotation) == "TypeAlias":
        return True
    return isinstance(node, ast.Assign) and any(_name(t) in _PLAIN for t in node.targets)


def _is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
