"""Test that the binary64 functions of the profile math are correctly rounded (R1, R2).

The reference is spec.correctly_rounded, which computes with Python's integers. Operands are special
values, the landmarks of each op, limits of its results, likely ties and exact cases, and random
numbers.
"""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from samebits.backends.c import library
from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.numerics.multiple.tests.library import (
    EVERY,
    NUMERICS,
    attributes_of,
    compiler,
    operands_of,
)
from samebits.backends.protocol import Array
from samebits.oracles.tests.correctly_rounded_operands import bits, rows
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.math_table import FUNCTIONS

MATH = sorted(FUNCTIONS)
MOST = 700
"""Maximum number of rows that are tested for an op."""

LEAST = 2.0**-1074
WITH_ATTRIBUTE = [op for op in MATH if attributes_of(op)]
NONZERO = [op for op in WITH_ATTRIBUTE if any(a.nonzero for a in get_op(op).attributes)]
PAIRS = [op for op in MATH if operands_of(op) == 2]


def real_name(op: str) -> str | None:
    """Return the name of the real attribute of an op, if it has one."""
    return next((a.name for a in get_op(op).attributes if a.real), None)


def run(session: CSession, op: str, operands: Sequence[Array], attribute: float | None) -> Array:
    """Return the bit patterns of the results."""
    name = real_name(op)
    given = {} if name is None or attribute is None else {name: attribute}
    call = get_op(op).call(["f64"] * len(operands), None, **given)
    return bits_of(execute(session, call, operands)[0])


def number(pattern: int) -> float:
    """Return the number with this bit pattern."""
    return float(np.array(pattern, np.uint64).view(np.float64))


def chosen(op: str) -> list[tuple[int, ...]]:
    """Return rows of bit patterns: the operands, followed by a value of the attribute.

    There are at most MOST rows.
    """
    found = [row for row in rows(op, FUNCTIONS[op], 40) if row]
    return found if len(found) <= MOST else Random(op).sample(found, MOST)


def columns(table: list[tuple[int, ...]], count: int) -> list[Array]:
    return [from_bits(np.array([row[i] for row in table], np.uint64), "f64") for i in range(count)]


def test_the_last_stage_has_the_ops_of_the_profile() -> None:
    ops = [op.name for op in all_ops().values() if op.profile == "math"]
    assert sorted(op for op in ops if op in EVERY or op in FUNCTIONS) == MATH == list(EVERY)


@pytest.mark.parametrize("op", MATH)
def test_R2_f64_is_correctly_rounded(sessions: list[CSession], op: str) -> None:
    width, table = operands_of(op), chosen(op)
    groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for row in table:
        groups.setdefault(row[width:], []).append(row)
    for attribute, group in groups.items():
        wanted = [FUNCTIONS[op](*row) for row in group]
        for session in sessions:
            value = number(attribute[0]) if attribute else None
            found = run(session, op, columns(group, width), value)
            wrong = [
                (tuple(map(hex, row)), hex(want), hex(int(have)))
                for row, want, have in zip(group, wanted, found, strict=True)
                if want != int(have)
            ]
            assert not wrong, f"{op}: {len(wrong)} of {len(group)}, as {wrong[:3]}"


@pytest.mark.parametrize("op", MATH)
def test_R2_f64_every_instruction_set_gives_the_same_bits(
    sessions: list[CSession], op: str
) -> None:
    draw = np.random.default_rng(len(op))
    few = 3000 if fast(op) else 60
    operands = [draw.normal(size=few) * 4 for _ in range(operands_of(op))]
    results = [run(session, op, operands, None) for session in sessions]
    for other in results[1:]:
        assert np.array_equal(results[0], other)


def fast(op: str) -> bool:
    """Return whether the kernel of an op has a fast loop and rarely needs the last stage."""
    text = (library.SOURCES / "src" / "kernels" / f"{op}.c").read_text(encoding="utf-8")
    return "ENCLOSED_F64" in text or "loop_f64" in text


@pytest.mark.parametrize("op", MATH)
def test_f64_any_layout(session: CSession, op: str) -> None:
    """Strided, broadcast and odd-sized operands give the same results as contiguous operands."""
    draw = np.random.default_rng(5)
    count = 20 if not fast(op) else 601
    whole = [draw.normal(size=(2 * count,)) * 2 for _ in range(operands_of(op))]
    whole[0][: len(SPECIAL)] = SPECIAL
    strided = [a[::2] for a in whole]
    plain = run(session, op, [np.ascontiguousarray(a) for a in strided], None)
    assert np.array_equal(run(session, op, strided, None), plain)
    if len(whole) == 2:
        one = np.broadcast_to(whole[1][3:4], (count,))
        found = run(session, op, [strided[0], one], None)
        assert np.array_equal(found, run(session, op, [strided[0], one.copy()], None))


SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, LEAST, -LEAST, 1.0, -1.0])


@pytest.mark.parametrize("op", WITH_ATTRIBUTE)
def test_R4_an_attribute_of_f64_is_not_rounded(session: CSession, op: str) -> None:
    """0.1 is not a binary32 number, and 1e300 and 1e-300 are outside the range of binary32."""
    x = np.array([-0.75, -1e-3, -3.0, 0.5, -0.0])
    for value in (0.1, 1e300, -1e300, 1e-300, LEAST):
        wanted = [FUNCTIONS[op](bits(a), bits(value)) for a in x]
        assert [int(a) for a in run(session, op, [x], value)] == wanted, value


@pytest.mark.parametrize("op", WITH_ATTRIBUTE)
def test_R4_the_limits_of_an_attribute_are_those_of_the_format(
    unchecked: CSession, op: str
) -> None:
    name, x = real_name(op), np.array([-0.5])
    assert name is not None
    with pytest.raises(SpecError, match="binary64"):
        get_op(op).call(["f64"], None, **{name: np.inf})
    with pytest.raises(SpecError, match="binary32"):
        get_op(op).call(["f32"], None, **{name: 1e300})
    run(unchecked, op, [x], 1e300)


@pytest.mark.parametrize("op", NONZERO)
def test_R4_an_attribute_that_must_not_be_zero(session: CSession, op: str) -> None:
    name = real_name(op)
    assert name is not None
    with pytest.raises(SpecError, match="zero"):
        get_op(op).call(["f64"], None, **{name: 0.0})
    run(session, op, [np.array([-0.5])], LEAST)  # a divisor that rounds to zero in binary32


@pytest.mark.parametrize("lacks", [False, True])
def test_without_memory_there_is_no_result(tmp_path: Path, lacks: bool) -> None:
    """The computation allocates words if the words on the stack are too few.

    If that allocation fails, the call fails.
    """
    header = (NUMERICS / "multiple" / "settle.h").read_text(encoding="utf-8")
    assert header.count("SB_FIRST_WORDS = 1024") == 1
    (tmp_path / "multiple").mkdir()
    few = header.replace("SB_FIRST_WORDS = 1024", "SB_FIRST_WORDS = 32")
    (tmp_path / "multiple" / "settle.h").write_text(few)
    (tmp_path / "settlings.h").write_text(
        '#include "multiple/functions/exp.h"\n#define SB_EVERY_SETTLING(X) X(exp)\n'
    )
    source = library.SOURCES / "src"
    no_memory = "#define malloc(size) NULL\n" if lacks else ""
    unit = f'#include <stdlib.h>\n{no_memory}#include "{source}/settled/settled.c"\n'
    (tmp_path / "unit.c").write_text(unit)
    target = tmp_path / "unit.so"
    command = [compiler(), "-std=c11", "-O1", "-shared", "-fPIC", f"-I{tmp_path}", f"-I{source}"]
    command += [f"-I{NUMERICS}", "-o", str(target), str(tmp_path / "unit.c")]
    subprocess.run(command, check=True)
    code = ctypes.CDLL(str(target))
    code.sb_settled_exp.restype = ctypes.c_bool
    operand, result = (ctypes.c_double * 1)(0.7), (ctypes.c_double * 1)()
    assert code.sb_settled_exp(operand, result) is not lacks
    assert lacks or bits(result[0]) == FUNCTIONS["exp"](bits(0.7))


@pytest.mark.parametrize("op", MATH)
def test_f64_in_place(session: CSession, op: str) -> None:
    draw = np.random.default_rng(9)
    x = [draw.normal(size=40) * 2 for _ in range(operands_of(op))]
    x[0][: len(SPECIAL)] = SPECIAL
    call = get_op(op).call(["f64"] * len(x))
    expected = bits_of(execute(session, call, x)[0])
    for at in range(len(x)):
        places = [a.copy() for a in x]
        session.run(call, places, [places[at]])
        assert np.array_equal(bits_of(places[at]), expected)
