"""Tests of schedules (clause G8): tables of SPEC.md, exact values, and PyTorch's closed forms."""

from __future__ import annotations

import operator
import re
import struct
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from samebits import spec
from samebits.spec.errors import SpecError
from samebits.spec.families.schedules import SCHEDULES, growing_restarts, multistep
from samebits.spec.language.scalars import evaluate, pattern

TEXT = (Path(spec.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
CHECKS = [
    [cell.strip(" `") for cell in line.split("|")[1:-1]]
    for line in TEXT.splitlines()
    if line.startswith("| G8.24.")
]
GIVEN = {
    "lr": 0.1, "gamma": 0.97, "step_size": 30, "m1": 30, "m2": 80, "t_max": 90, "eta_min": 1e-5,
    "start_factor": 1 / 3, "end_factor": 0.9, "total_iters": 10, "max_lr": 0.01,
    "total_steps": 100, "pct_start": 0.3, "div_factor": 25.0, "final_div_factor": 1e4, "t_0": 10,
    "t_mult": 2,
}  # fmt: skip


def numbers(text):
    return {k: float(v) for k, v in re.findall(r"(\w+) = ([^,]+)", text)}


def test_G8_22_the_expressions_of_the_text_are_those_of_the_code():
    found = re.findall(r"^\| G8\.([a-z_]+) \| (\w+) \| (\w+) \| `(.*)` \|$", TEXT, re.MULTILINE)
    assert found == [(n, n, s.torch, str(s.rate)) for n, s in SCHEDULES.items()]


@pytest.mark.parametrize("row", CHECKS, ids=lambda row: row[0])
def test_G8_24_the_check_values_of_the_text_are_those_of_the_code(row):
    _, name, given, binary64, binary32 = row
    known = numbers(given)
    count = {"t": int(known.pop("t"))}
    assert set(known) == set(SCHEDULES[name].attributes)
    assert f"{pattern(SCHEDULES[name].rate, 'f64', known, count):016x}" == binary64
    assert f"{pattern(SCHEDULES[name].rate, 'f32', known, count):08x}" == binary32


def nearest(x):
    """Return a Fraction, or an mpmath number of 400 bits, rounded to binary64."""
    if isinstance(x, mpmath.mpf):
        sign, man, exponent, _ = x._mpf_
        x = Fraction((-1) ** sign * int(man)) * Fraction(2) ** int(exponent)
    return x.numerator / x.denominator  # true division of integers is correctly rounded


def by_fractions(e, attributes, counts):
    """Return the value of an expression; each operation is computed exactly and then rounded."""
    if e.form == "literal":
        return float(e.word)
    if e.form in ("attribute", "count"):
        return float((attributes if e.form == "attribute" else counts)[e.word])
    x = [by_fractions(operand, attributes, counts) for operand in e.operands]
    if e.form == "less":
        return x[2] if x[0] < x[1] else x[3]
    if e.form in ("pow", "cos"):
        with mpmath.mp.workprec(400):
            made = [mpmath.mpf(v) for v in x]
            return nearest(mpmath.power(*made) if e.form == "pow" else mpmath.cos(*made))
    exact = [Fraction(v) for v in x]
    if e.form == "floor":
        return nearest(Fraction(exact[0] // 1))
    made = getattr(operator, e.form.replace("div", "truediv"))(*exact)
    return nearest(made)


@pytest.mark.parametrize("name", SCHEDULES)
def test_G8_21_a_schedule_is_what_fractions_and_400_bits_say_operation_by_operation(name):
    for t in (0, 1, 5, 9, 10, 29, 30, 31, 45, 69, 80, 99):
        if name == "growing_restarts" and t >= 70:
            continue
        found = evaluate(SCHEDULES[name].rate, GIVEN, {"t": t})
        assert struct.pack("<d", found) == struct.pack(
            "<d", by_fractions(SCHEDULES[name].rate, GIVEN, {"t": t})
        )


def scheduler(torch, name, optimizer):
    """Return PyTorch's scheduler with the attributes of GIVEN."""
    found, a = getattr(torch.optim.lr_scheduler, SCHEDULES[name].torch), GIVEN
    return {
        "step": lambda: found(optimizer, a["step_size"], a["gamma"]),
        "multistep": lambda: found(optimizer, [a["m1"], a["m2"]], a["gamma"]),
        "exponential": lambda: found(optimizer, a["gamma"]),
        "cosine": lambda: found(optimizer, a["t_max"], a["eta_min"]),
        "linear": lambda: found(optimizer, a["start_factor"], a["end_factor"], a["total_iters"]),
        "one_cycle": lambda: found(
            optimizer, a["max_lr"], a["total_steps"], pct_start=a["pct_start"],
            div_factor=a["div_factor"], final_div_factor=a["final_div_factor"],
            cycle_momentum=False,
        ),
        "restarts": lambda: found(optimizer, a["t_0"], 1, a["eta_min"]),
        "growing_restarts": lambda: found(optimizer, a["t_0"], a["t_mult"], a["eta_min"]),
    }[name]()  # fmt: skip


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_schedule_is_that_of_torch_to_1e_12(name):
    torch = pytest.importorskip("torch", reason="no PyTorch: nothing is compared with it")
    optimizer = torch.optim.SGD([torch.zeros(1)], lr=GIVEN["lr"])
    theirs = scheduler(torch, name, optimizer)
    rate = growing_restarts() if name == "growing_restarts" else SCHEDULES[name].rate
    closed = getattr(theirs, "_get_closed_form_lr", None)
    for t in range(100):
        wanted = closed()[0] if closed else optimizer.param_groups[0]["lr"]
        found = evaluate(rate, GIVEN, {"t": t})
        assert abs(found - wanted) <= 1e-12 * abs(wanted), t
        if t < 99:
            optimizer.step()
            theirs.step()


def test_G8_22_schedules_made_for_another_number():
    many = {f"m{n}": 10 * n for n in range(1, 6)}
    for t in (0, 9, 10, 35, 50, 70):
        wanted = GIVEN["lr"] * GIVEN["gamma"] ** sum(m <= t for m in many.values())
        found = evaluate(multistep(5), {**GIVEN, **many}, {"t": t})
        assert found == pytest.approx(wanted, rel=1e-14)
    for make in (multistep, growing_restarts):
        with pytest.raises(SpecError, match="at least one"):
            make(0)


def test_G8_23_a_period_of_no_steps_is_an_error():
    for name, none in (("step", "step_size"), ("cosine", "t_max"), ("restarts", "t_0")):
        with pytest.raises(SpecError, match="is NaN"):
            evaluate(SCHEDULES[name].rate, {**GIVEN, none: 0}, {"t": 0})
    with pytest.raises(SpecError, match="is NaN"):
        evaluate(SCHEDULES["one_cycle"].rate, {**GIVEN, "pct_start": 0.01}, {"t": 0})
