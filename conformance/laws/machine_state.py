"""Machine: one processor, a decimal comma, a small stack and other settings change no bit.

A backend may look at the machine and the process when it chooses a kernel or the number of parts of
a sum. A kernel that prints or reads numbers depends on the locale. The header of a report names the
settings that a host offers (`settings`). For example, a host without a decimal-comma locale does
not offer that setting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from samebits.backends.hosting.demands import need_settings, settings_of
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import landmarks_of
from samebits.spec.language.landmarks import StepLandmarks


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to large specimens, and to flavours `tiny` and `wild`.

    In one setting NumPy raises errors, which `tiny` and `wild` operands cause. The steps of
    optimizers have one flavour in each scene, so all of their scenes are checked.
    """
    is_step = isinstance(landmarks_of(specimen.call.op), StepLandmarks)
    return specimen.large or specimen.flavour != "moderate" or is_step


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Run with all settings together; if the bits differ, try each setting to find the cause."""
    bench.need(need_settings)
    operands = specimen.operands()
    every = settings_of(bench.session)
    plain = Question(operands)
    base, bits = bench.run_each(specimen.call, [plain, replace(plain, settings=every)])
    finding = _differs(bench, specimen, every, base, bits)
    if finding is None:
        return None
    alone = [replace(plain, settings=[name]) for name in every]
    for name, bits in zip(every, bench.run_each(specimen.call, alone), strict=True):
        if found := _differs(bench, specimen, [name], base, bits):
            return found
    return finding


def _differs(
    bench: Bench,
    specimen: Specimen,
    names: Sequence[str],
    base: Sequence[Bits],
    bits: Sequence[Bits],
) -> Finding | None:
    words = ", ".join(name.replace("_", " ") for name in names)
    text = f"other bits where the process has the settings: {words}"
    return bench.differs(specimen, base, bits, text, ("usual settings", words))


LAW = Law(
    name="machine",
    says="processors, locale, stack, variables and error settings of a process never change a bit",
    rules=("C1.3", "S5.1"),
    check=check,
    rank="environment",
    applies=concerns,
    needs=frozenset({"settings"}),
    large=True,
)
