"""The files that an op must have, and optional files, in the order of CONTRIBUTING.md.

`samebits ops NAME --files` prints them and ends with status 1 if a required file is missing. Other
modules of `op_listing` add the files that compute and test the op. They find these files through
the code and by a search of the tree.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from samebits.backends.cuda.catalogue import units_of
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import landmarks_of
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import FunctionLandmarks
from samebits.vectors.certificates import find_certificate, find_named
from samebits.vectors.domain import exhaustible_calls


@dataclass(frozen=True, slots=True)
class Place:
    """A file of an op: its purpose, its path from the root, and whether it is complete.

    `remedy` says what to write if the file is missing or incomplete. `step` is the step of
    CONTRIBUTING.md in which the file is written. `names` is empty, or the names of several files of
    the folder `path`. `line` is the line number of the op's row if the file is a table of several
    ops, else 0.
    """

    what: str
    path: str
    present: bool
    remedy: str
    step: int
    names: tuple[str, ...] = ()
    line: int = 0

    @property
    def files(self) -> tuple[str, ...]:
        """Return the paths of all files of this place, from the root."""
        return tuple(f"{self.path}/{name}" for name in self.names) or (self.path,)


@cache
def root_of(room: str) -> Path:
    """Return the folder of a room, such as `backends`, in this checkout or installation."""
    return Path(str(import_module(f"samebits.{room}").__file__)).resolve().parent


def root() -> Path:
    """Return the folder of the rooms: a checkout, or the installed package `samebits`."""
    return root_of("spec").parent


def path_of(module: str) -> str:
    """Return the path of a module of samebits, from the root of a checkout."""
    return f"{module.removeprefix('samebits.').replace('.', '/')}.py"


def places(op: Op) -> Iterator[Place]:
    """Yield the files that the op needs, in the order of CONTRIBUTING.md."""
    graph = op.graph is not None
    yield undeclared(op.name)
    yield _clause(op)
    if not graph:
        yield _exact_function(op)
    if isinstance(landmarks_of(op.name), FunctionLandmarks):
        yield _enclosure("enclosure", "oracles/sweep/src", f"SWEEP({op.name})")
    if op.profile == "math":
        yield from _binary64(op.name)
    if not graph:
        yield _c(op)
        yield _cuda(op.name)
        yield from _numerics(op.name)
    if op.profile == "math":
        yield _last_stage(op.name)
    if isinstance(landmarks_of(op.name), FunctionLandmarks):
        yield from _certificates(op)
    tables = f"vectors/data/{op.name}/tables.z"
    yield _place(6, "golden vectors", tables, f"nox -s vectors -- --op {op.name}")


@dataclass(frozen=True, slots=True)
class Optional:
    """A file or a table row that an op may have: its purpose, its folder, and its content.

    If `table` is given, each module of the folder has a mapping of that name, with a row for each
    op of a family. Otherwise the folder has a file for each op.
    """

    what: str
    folder: str
    table: str
    content: str

    def place(self, op: str, missing: str) -> Place:
        """Return the file, with the line number of the op's row if it is a table.

        `missing` begins the text that is shown if the op has no such file or row.
        """
        if not self.table:
            remedy = f"{missing}. It would define {self.content}"
            return _place(10, self.what, f"{self.folder}/{op}.py", remedy)
        file, line = rows_of(_at(self.folder), self.table).get(op, ("FAMILY.py", 0))
        remedy = f"{missing}. A row of {self.table} would define {self.content}"
        return Place(self.what, f"{self.folder}/{file}", line > 0, remedy, 10, line=line)


def optional_places(op: Op) -> Iterator[Place]:
    """Yield the optional files of an op, existing or not.

    Without these files, the op works from its declaration only.
    """
    for each in OPTIONAL:
        place = each.place(op.name, "missing (optional)")
        if place.present or each.folder != COMPOSITIONS:  # few ops can have one
            yield place


PEERS = Optional(
    "peers", "backends/libraries/families", "PEERS", "the functions of NumPy and PyTorch for the op"
)
COMPOSITIONS = "backends/cuda/compositions"
OPTIONAL = (
    PEERS,
    Optional(
        "CUDA in binary64", COMPOSITIONS, "",
        "the ops of which the CUDA backend makes it in binary64",
    ),
    Optional(
        "benchmark", "benchmarks/families", "MEASURED", "its rows on a GPU, and the target speed"
    ),
    Optional(
        "revealer", "conformance/reveal/adapters", "ADAPTERS",
        "a call of the op that sums chosen terms",
    ),
    Optional("real cases", "vectors/real_cases", "CASES", "its cases from real networks"),
)  # fmt: skip
"""The optional files and rows, in the order of CONTRIBUTING.md."""


@cache
def rows_of(folder: Path, table: str) -> Mapping[str, tuple[str, int]]:
    """Return the file name and line number of each row in a folder of tables.

    The modules are parsed, not run.
    """
    return MappingProxyType(
        {
            str(key.value): (path.name, key.lineno)
            for path in sorted(folder.glob("*.py"))
            for key in _keys(ast.parse(path.read_text(encoding="utf-8")), table)
            if isinstance(key, ast.Constant)
        }
    )


def _keys(module: ast.Module, name: str) -> Iterator[ast.expr | None]:
    """Yield the keys of the mapping that a module assigns to `name`."""
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                yield from node.value.keys


def undeclared(name: str) -> Place:
    """Return the first file to write for an op that is not declared."""
    return _place(1, "declaration", f"spec/ops/{name}.py", "declare OP")


def _at(path: str) -> Path:
    room, rest = path.split("/", 1)
    return root_of(room) / rest


def _place(step: int, what: str, path: str, remedy: str) -> Place:
    return Place(what, path, _at(path).is_file(), remedy, step)


def _whole(step: int, what: str, path: str, remedy: str, lacking: list[str]) -> Place:
    """Return the place of a file; `lacking` names the definitions that it still needs."""
    if not _at(path).is_file():
        return Place(what, path, False, remedy, step)
    return Place(what, path, not lacking, f"it lacks {', '.join(lacking)}: {remedy}", step)


def _clause(op: Op) -> Place:
    """Return the place of the op's clauses in SPEC.md.

    A function needs a row in S4, and any other op must be named in a rule. SPEC.md writes the
    number of axes of convolutions in braces, and the arithmetic of profile core as operators.
    """
    text = _at("spec/SPEC.md").read_text(encoding="utf-8")
    known = all(re.search(rf"\b{clause}\b", text) for clause in op.clauses)
    clauses = f"the clauses {' '.join(op.clauses)}"
    if op.profile == "math":
        found, remedy = f"| `{op.name}` |" in text, "write its row in the tables of S4, and"
    else:
        name = re.sub(r"\d", r"(?:\g<0>|\\{1,2(?:,3)?\\})", op.name)
        found = op.profile == "core" or bool(re.search(rf"\b{name}\b", text))
        remedy = f"write the rule of {op.name} in one of"
    return Place("clauses", "spec/SPEC.md", found and known, f"{remedy} {clauses}", 1)


def _exact_function(op: Op) -> Place:
    """Return the file for ORACLE and for a second definition.

    The second definition is the formula of a function, or the route of any other op.
    """
    path = f"oracles/ops/{op.name}.py"
    second = "DEFINITION" if op.profile == "math" else "ROUTE"
    given = _assigned(_at(path))
    routes = _at("oracles/numpy_route").rglob("*.py")
    if second not in given and any(op.name in _routes(file) for file in routes):
        given.add(second)  # for example, the route of logsumexp is in oracles/numpy_route
    lacking = [name for name in ("ORACLE", second) if name not in given]
    return _whole(2, "exact function", path, f"define ORACLE and {second}", lacking)


def _assigned(path: Path) -> set[str]:
    """Return the names that a module assigns.

    The module is parsed, not run.
    """
    if not path.is_file():
        return set()
    body = ast.parse(path.read_text(encoding="utf-8")).body
    found = {t for node in body if isinstance(node, ast.Assign) for t in node.targets}
    return {target.id for target in found if isinstance(target, ast.Name)}


def _routes(path: Path) -> set[str]:
    """Return the ops in the table ROUTES of a module.

    The module is parsed, not run.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        target = node.target if isinstance(node, ast.AnnAssign) else None
        named = isinstance(target, ast.Name) and target.id == "ROUTES"
        if named and isinstance(node, ast.AnnAssign) and node.value is not None:
            constants = [c.value for c in ast.walk(node.value) if isinstance(c, ast.Constant)]
            return {name for name in constants if isinstance(name, str)}
    return set()


def _enclosure(what: str, folder: str, head: str) -> Place:
    """Return the file of an enclosure that starts with `head`, in any file of a folder."""
    mark = re.compile(rf"^{re.escape(head)}", re.MULTILINE)
    sources = sorted(_at(folder).glob("*.c"))
    found = [s.name for s in sources if mark.search(s.read_text(encoding="utf-8"))]
    file = found[0] if found else f"{head.partition('(')[2][:-1]}.c"
    return Place(what, f"{folder}/{file}", bool(found), f"write {head}", 3)


def _binary64(name: str) -> Iterator[Place]:
    """Yield the files that a function needs for binary64.

    That format has too many values for a sweep.
    """
    yield _enclosure("enclosures of f64", "oracles/sweep/src/wide", f"WIDE({name})")
    path = f"spec/correctly_rounded/functions/{name}.py"
    written = _at(path).is_file() and "FUNCTION" in _at(path).read_text(encoding="utf-8")
    remedy = "define FUNCTION, of bit patterns"
    yield _whole(3, "by integers", path, remedy, [] if written else ["FUNCTION"])


def _last_stage(name: str) -> Place:
    """Return the header that decides results in binary64 if the earlier stages cannot."""
    path = f"backends/numerics/multiple/functions/{name}.h"
    return _place(4, "last stage", path, f"write sb_{name}_known and sb_{name}_enclosed")


_FIELDS = ("op", "supports", "run")
"""The fields that every `sb_kernel` sets; a kernel with attributes sets `parameters` too."""


def _c(op: Op) -> Place:
    """Return the file of the C kernel.

    An explicit `sb_kernel` must set its fields; a template checks its macros itself.
    """
    path = f"backends/c/src/kernels/{op.name}.c"
    text = _at(path).read_text(encoding="utf-8") if _at(path).is_file() else ""
    fields = (*_FIELDS, "parameters") if op.attributes else _FIELDS
    written = re.search(r"^const sb_kernel ", text, re.MULTILINE) is not None
    lacking = [f".{f}" for f in fields if written and not re.search(rf"\.{f} =\s", text)]
    if not written:
        lacking = _asked_by_template(op.name, text)
    return _whole(4, "C kernel", path, "write the kernel (backends/c/README.md)", lacking)


def _asked_by_template(name: str, text: str) -> list[str]:
    """Return the macros that the file must define for its template and does not define.

    If the file includes no template, return the name of the kernel.
    """
    found = re.search(r'^#include "(\w+/\w*kernel\w*\.h)"$', text, re.MULTILINE)
    template = template_text(_at("backends/c/src"), found[1]) if found else ""
    if not template:
        return [f"sb_kernel_{name}"]
    defined = set(re.findall(r"^#define (\w+)", text, re.MULTILINE))
    asked = re.findall(r"^(?:#ifdef (\w+)\n)?#ifndef (\w+)\n#error", template, re.MULTILINE)
    lacking = [
        asked_for for given, asked_for in asked
        if asked_for not in defined and (not given or given in defined)
    ]  # fmt: skip
    if not re.search(rf"^#define OP {name}$", text, re.MULTILINE):
        lacking.append(f"#define OP {name}")
    return lacking


def template_text(sources: Path, header: str) -> str:
    """Return the text of a template, followed by the texts of the templates that it includes."""
    path = sources / header
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8")
    own = re.escape(header.partition("/")[0])
    inner = re.findall(rf'^ *#include "({own}/\w*template\.h)"$', text, re.MULTILINE)
    return "".join([text, *(template_text(sources, name) for name in dict.fromkeys(inner))])


def _numerics(name: str) -> Iterator[Place]:
    """Yield headers that the C and CUDA kernels share: the op's own header, and missing ones."""
    kernels = _at("backends/cuda/src/kernels").glob(f"*/{name}.cu")
    files = [p for p in (_at(f"backends/c/src/kernels/{name}.c"), *kernels) if p.is_file()]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    included = re.findall(r'^#include "((?:scalar|lanes)/\w+\.h)"', text, re.MULTILINE)
    for header in dict.fromkeys(included):
        place = _place(4, "numerics", f"backends/numerics/{header}", "write it for both kernels")
        if not place.present or Path(header).stem == name:
            yield place


def _cuda(name: str) -> Place:
    folder = _at("backends/cuda/src/kernels")
    found = [p.relative_to(folder).as_posix() for p in folder.glob(f"*/{name}.cu")]
    file = found[0] if found else f"FAMILY/{name}.cu"
    path, remedy = f"backends/cuda/src/kernels/{file}", "write the kernel (docs/cuda.md)"
    if not found:
        return Place("CUDA kernel", path, False, remedy, 4)
    lacking = []
    text = (folder / file).read_text(encoding="utf-8")
    code = re.sub(r"//.*|^#include.*", "", text, flags=re.MULTILINE)
    if not all(re.search(rf"\b(?:sb_)?{name}(?:_|\b)", part) for part in _branches(code)):
        lacking.append(f"the entries of {name}")
    try:
        units_of([name])
    except BackendError as error:
        lacking.append(str(error))
    return _whole(4, "CUDA kernel", path, remedy, lacking)


def _branches(code: str) -> list[str]:
    """Return the code of a kernel for binary64 and its code for other formats.

    If there is only one version, return all of the code.
    """
    found = re.search(r"^#if SB_BINARY64$(.*)^#else$(.*)^#endif$", code, re.MULTILINE | re.DOTALL)
    return list(found.groups()) if found else [code]


def _certificates(op: Op) -> Iterator[Place]:
    """Yield the files of a function's certificates and of its hard operands."""
    room = root_of("vectors")
    missing = [n for n, c in exhaustible_calls(op.name) if find_certificate(room, c) is None]
    path, remedy = f"vectors/data/{op.name}/certificates.z", f"nox -s exhaustive -- {op.name}"
    remedy = f"{remedy} (none of {', '.join(missing)})"
    yield Place("certificates", path, not missing, remedy, 5)
    proof = find_named(room, op.name, "f32")
    if proof is None or proof.hardest:  # rational values have no distance to measure
        search = f"python -m samebits.vectors.search.everyday {op.name}"
        yield _place(5, "hard operands", f"vectors/search/found/{op.name}.json", search)
