"""The docstring of a function, made from the op's rows in SPEC-OPS.md to avoid repetition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from samebits.numpy.integers import KERNELS, MOVES
from samebits.numpy.names import FORMS
from samebits.numpy.parameters import REQUIRED, Parameter, is_elementwise, parameters
from samebits.numpy.tuples import class_name, result_names
from samebits.spec.documents.tables import rows
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Op


def docstring(op: Op, has_dtype: bool) -> str:
    """Return the docstring for the function of an op.

    It has a summary, parameters, results, shapes, formats, clauses and errors.
    """
    told = {key: text for key, _, text in rows(op)}
    forms = dict.fromkeys(form.op for form in FORMS.get(op.name, ()))
    besides = f", or {' and '.join(forms)} where a Python number is given" if forms else ""
    parts = [_sentence(told["is"]), "", f"The op `{op.name}` of the specification{besides}.", ""]
    parts += _section("Parameters", _parameters(op, told, has_dtype))
    parts += _section("Returns", _returns(op))
    parts += _section("Shapes", [told["shapes"]])
    parts += _section("Formats", [*map(_in_dtypes, told["formats"].split("; ")), *_more(op)])
    parts += _section("Clauses", [told["clauses"]])
    errors = [f"SpecError: {error}" for error in told.get("errors", "").split("; ") if error]
    errors += ["SpecError: formats, shapes or arguments that are not those above (C2.2)"]
    errors += ["BackendError: the device has no kernel for it"]
    parts += _section("Raises", errors)
    return "\n".join(parts).rstrip() + "\n"


def _in_dtypes(text: str) -> str:
    """Replace format names of F1, such as `f32`, by the names of dtypes."""
    names = "|".join(FORMATS)
    return re.sub(rf"\b({names})\b", lambda found: str(FORMATS[found[0]].dtype), text)


def _more(op: Op) -> Iterator[str]:
    """Yield a line about formats that samebits.numpy adds to the signatures of the op."""
    if op.name in KERNELS:
        yield "integers of one dtype, exact modulo 2^bits (NumPy computes what no signature has)"
    elif op.name in MOVES:
        yield "uint16 and uint64 in the place of T"


def summary(op: Op) -> str:
    """Return the first line of the docstring."""
    return _sentence(op.summary)


def _sentence(text: str) -> str:
    """Return a summary as a sentence.

    If it begins with a formula, the formula is not capitalised.
    """
    is_word = re.match(r"[a-z]{2,} \w", text)
    return (text[0].upper() if is_word else text[0]) + text[1:].rstrip(".") + "."


def _section(title: str, lines: list[str]) -> list[str]:
    return [title, "-" * len(title), *lines, ""] if lines else []


def _parameters(op: Op, told: dict[str, str], has_dtype: bool) -> list[str]:
    lines: list[str] = []
    for parameter in parameters(op):
        if parameter.attribute is None:
            lines += _operand(op, parameter)
        else:
            lines += _attribute(parameter, told[parameter.meant])
    if has_dtype:
        formats = sorted({outputs[0] for _, outputs in op.signatures})
        lines += [f"dtype : {_in_dtypes(', '.join(formats))}", _CHOICE]
        lines += [_WIDER] if op.operands else []
    several = len(op.results) > 1
    lines += ["out : tuple of arrays" if several else "out : array", _OUT]
    return lines


_CHOICE = "    of the result, where the operands leave a choice"
_WIDER = (
    "    or a float dtype that has every number of the operands, which are converted to it first"
)
_OUT = "    to hold what is returned, of its shape and format; it may be an operand"


def _operand(op: Op, parameter: Parameter) -> Iterator[str]:
    number = op.operands.index(parameter.meant)
    what = "array"
    if is_elementwise(op) and len(op.operands) > 1:
        what = "array or host scalar (R4.5), broadcast"
    elif not is_elementwise(op):
        what = f"array {op.shape_rule.pattern(number)}"
    yield f"{parameter.name} : {what}" + ("" if parameter.is_required else ", optional")


def _attribute(parameter: Parameter, text: str) -> Iterator[str]:
    head, _, said = text.partition(": ")
    kind = head.rpartition(", required" if head.endswith(", required") else ", default ")[0]
    attribute = parameter.attribute
    if parameter.meant in ("seed", "stream"):
        kind, said = "integer from 0 to 2^64 - 1", "of the random bits (D1)"
    elif kind == "axes":
        kind = "an axis or a tuple of them; None is all"
    elif attribute is not None and attribute.type == "integers":
        kind = _integers(attribute.length) + kind.partition("integers")[2]
    if parameter.default is not REQUIRED:
        usual = "kernel_size" if parameter.meant == "stride" and parameter.default is None else None
        kind += f", default {usual or repr(parameter.default)}"
    yield f"{parameter.name} : {_in_python(kind)}"
    yield f"    {_in_python(said)}"


def _integers(length: int | str) -> str:
    """Describe the tuple of integers that an attribute takes."""
    if length in (1, "any"):
        return "integer or tuple of integers"
    if isinstance(length, int):
        return f"integer for all or tuple of {length} integers"
    return f"tuple of {length} integers" if length[0].isdigit() else f"tuple of integers ({length})"


def _in_python(text: str) -> str:
    """Replace the constants null, true and false in a text by Python's None, True and False."""
    for word, constant in (("null", "None"), ("true", "True"), ("false", "False")):
        text = re.sub(rf"`{word}`|\b{word}(?=\b[:;,]| means|$)", constant, text)
    return text


def _returns(op: Op) -> list[str]:
    if len(op.results) == 1:
        return ["array, of rank 0 too"]
    return [f"{class_name(op, len(op.results))}, a named tuple: {', '.join(result_names(op))}"]
