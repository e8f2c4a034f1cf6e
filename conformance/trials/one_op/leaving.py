"""Make gaps in the files of an op: leave out each field and each file, one at a time."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from samebits.conformance.op_listing.op_files import template_text
from samebits.conformance.trials.one_op.ended import Ended
from samebits.conformance.trials.one_op.scratch_tree import HERE, ROOT, SPEC, Tree, files_of

DECLARING = ("Op", "Attribute", "shape_rule", "FunctionLandmarks", "MoveLandmarks")
CALLS = (*DECLARING, "ReductionLandmarks", "Elementary")
"""Names of functions and classes whose keyword arguments count as fields."""

_C_FIELD = re.compile(r"(?:(?<=\{)|(?<=\n)) *\.(\w+) = [\w\"]+(?:,|(?=\}))")
_MACRO = re.compile(r"^(SB_\w+)(?:\(.*\))?$", re.MULTILINE)
_TEMPLATE = re.compile(r'^#include "(\w+/\w*kernel\w*\.h)"$', re.MULTILINE)
_DEFINED = re.compile(r"^#define (\w+) .*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Gap:
    """A file of an op without one field. If `text` is None, the file is missing."""

    path: str
    field: str
    text: str | None

    def is_named(self, said: str) -> bool:
        """Return whether an error says that the field is missing, and in which file.

        If a CUDA kernel is missing, the error cannot name its family. The name of a missing file
        may be anywhere in an error. The table of files that `samebits ops` prints names all files.
        """
        path = re.escape(self.path)
        if self.text is None and said.startswith("error: "):
            return re.search(rf"\b{path}\b", said) is not None
        if self.path.endswith(".cu") and self.text is None:
            path = re.sub(r"kernels/\w+/", "kernels/FAMILY/", path)
        return re.search(rf"{path}(?: MISSING)?: .*{re.escape(self.field)}", said) is not None


def gaps(op: str) -> Iterator[Gap]:
    """Yield gaps for every file and every field of an op."""
    for path in files_of(op):
        yield Gap(path, "", None)
        text = (HERE / op / path).read_text(encoding="utf-8")
        fields = _FIELDS.get(Path(path).suffix, lambda text: iter(()))
        yield from (Gap(path, field, rest) for field, rest in fields(text))


def _python(text: str) -> Iterator[tuple[str, str]]:
    """Yield copies of a module, each without one keyword of a declaration or one constant.

    Each copy comes with the name of the missing keyword or constant.
    """
    tree = ast.parse(text)
    for call in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        if isinstance(call.func, ast.Name) and call.func.id in CALLS:
            whole = call.keywords
            for gone in whole:
                call.keywords = [k for k in whole if k is not gone]
                yield str(gone.arg), ast.unparse(tree)
            call.keywords = whole
    body = tree.body
    for node in [n for n in body if isinstance(n, ast.Assign)]:
        (target,) = node.targets
        if isinstance(target, ast.Name) and target.id.isupper() and target.id[0] != "_":
            tree.body = [n for n in body if n is not node]
            yield target.id, ast.unparse(tree)
    tree.body = body


def _c(text: str) -> Iterator[tuple[str, str]]:
    """Yield copies of a kernel, each without one field of `sb_kernel` or one name for a template.

    Names that the template uses only in #ifdef are kept, because they only make the kernel faster.
    """
    start = text.find("const sb_kernel ")
    for found in _C_FIELD.finditer(text, start) if start >= 0 else ():
        yield f".{found[1]}", text[: found.start()] + text[found.end() :]
    template = _TEMPLATE.search(text)
    if start < 0 and template:
        asked = template_text(ROOT / "backends/c/src", template[1])
        for defined in _DEFINED.finditer(text):
            if not re.search(rf"^#ifdef {defined[1]}$", asked, re.MULTILINE):
                yield defined[1], text[: defined.start()] + text[defined.end() :]


def _cuda(text: str) -> Iterator[tuple[str, str]]:
    """Yield copies of a kernel file, each without one declaration, and the name of its field.

    A macro whose argument is the name of an op declares the field `entries`.
    """
    for found in _MACRO.finditer(text):
        entries = re.match(r"SB_\w+\([a-z]", found[0])
        field = "entries" if entries else found[1].replace("SB_NO_", "SB_")
        yield field, text[: found.start()] + text[found.end() :]


_FIELDS: dict[str, Callable[[str], Iterator[tuple[str, str]]]] = {
    ".py": _python,
    ".c": _c,
    ".cu": _cuda,
}


READ = ("common", "spec", "oracles", "vectors", "backends", "conformance")
"""The rooms that `samebits ops NAME --files` reads."""


def every_gap(tree: Tree, op: str) -> list[Gap]:
    """Return the gaps of an op's files, and a gap for SPEC.md without the rules of the op."""
    return [*gaps(op), Gap(SPEC, op, _without_rules(tree, op))]


def unnamed(
    tree: Tree, op: str, python: str, ended: Ended, tell: Callable[[str], None]
) -> list[str]:
    """Return the gaps that no error names: of files, of fields, and of rules in SPEC.md."""
    bad, step, every = [], f"gaps of {op}", every_gap(tree, op)
    if ended.found(step, READ) == len(every):
        tell(f"has ended: {step}, {len(every)} named")
        return []
    for gap in every:
        with tree.without(gap.path, gap.text):
            told = tree.run([python, "-m", "samebits.commands.cli", "ops", op, "--files"])
        said = " ".join((told.stdout + told.stderr).split())
        shown = f"{gap.path} without {gap.field or 'anything'}"
        if told.returncode == 0 or not gap.is_named(said):
            bad.append(f"{shown}: {said[-300:]}")
        tell(f"{'UNNAMED' if bad and bad[-1].startswith(shown) else 'named'}: {shown}")
    if not bad:
        ended.keep(step, READ, len(every))
    return bad


def _without_rules(tree: Tree, op: str) -> str:
    """Return SPEC.md without the lines that name the op."""
    lines = (tree.folder / SPEC).read_text(encoding="utf-8").split("\n")
    return "\n".join(line for line in lines if not re.search(rf"\b{op}\b", line))
