"""Learning-rate schedules of samebits.numpy return the check values of the specification."""

from __future__ import annotations

import inspect
import re
import struct

import pytest

import samebits.numpy as snp
from samebits.numpy import schedules
from samebits.spec.documents.rules import TEXT
from samebits.spec.errors import SpecError
from samebits.spec.families.schedules import SCHEDULES

ROW = re.compile(r"^\| G8\.24\.\d+ \| (\w+) \| t = (\d+), (.*?) \| `([0-9a-f]{16})`", re.M)
ROWS = ROW.findall(TEXT.read_text(encoding="utf-8"))


def test_every_schedule_has_check_values() -> None:
    assert {row[0] for row in ROWS} == {*SCHEDULES} == {*dir(schedules)}


@pytest.mark.parametrize(("name", "t", "numbers", "bits"), ROWS)
def test_G8_24_a_schedule_has_the_bits_of_the_text(
    name: str, t: str, numbers: str, bits: str
) -> None:
    given = {n: float(v) for n, _, v in (part.partition(" = ") for part in numbers.split(", "))}
    if name == "multistep":
        milestones = tuple(int(given.pop(f"m{n}")) for n in (1, 2))
        found = schedules.multistep(int(t), **given, milestones=milestones)
    else:
        found = getattr(snp.schedules, name)(int(t), **given)
    assert struct.pack(">d", found).hex() == bits


def test_arguments_are_named() -> None:
    assert str(inspect.signature(schedules.cosine)) == (
        "(t: 'int', *, eta_min: 'float', lr: 'float', t_max: 'float') -> 'float'"
    )
    assert "G8.cosine" in (schedules.cosine.__doc__ or "")
    with pytest.raises(
        SpecError, match=r"schedules\.cosine: pass exactly t, eta_min, lr, t_max; t was"
    ):
        schedules.cosine(1, lr=0.1)
    with pytest.raises(SpecError, match=r"schedules\.cosine: "):
        schedules.cosine(0, lr=0.1, t_max=0, eta_min=0.0)
    with pytest.raises(SpecError, match="one milestone"):
        schedules.multistep(0, lr=0.1, gamma=0.5, milestones=())
    with pytest.raises(AttributeError, match="has no 'polynomial'; known: cosine, "):
        schedules.polynomial  # noqa: B018
