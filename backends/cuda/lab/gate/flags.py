"""The compiler options of units, checked against clause R3."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.lab.gate.findings import Finding

REQUIRED = {
    "fmad": ("false", "a product and a sum may be fused"),
    "ftz": ("false", "subnormals may become zero"),
    "prec-div": ("true", "quotients may be off by 2 ulp"),
    "prec-sqrt": ("true", "square roots may be off by 3 ulp"),
}
"""Each option that affects bits: its required value, and the effect of other values."""

FORBIDDEN = {
    "use_fast_math": "it turns all of them around",
    "extra-device-vectorization": "it may reorder",
    "device-debug": "what is judged would not be what runs",
    "G": "what is judged would not be what runs",
}
"""Forbidden options."""

_SHORT = {"use-fast-math": "use_fast_math"}


def check(command: Sequence[str]) -> list[Finding]:
    """Return objections to a compiler's command: a missing, contradicted or forbidden option.

    A default value of NVRTC is not enough. Each option must be in the command, so that a report
    that quotes the options is complete.
    """
    given: dict[str, list[str]] = {}
    for option in command:
        name, _, value = option.lstrip("-").partition("=")
        given.setdefault(_SHORT.get(name, name), []).append(value)
    found = []
    for name, (value, otherwise) in REQUIRED.items():
        values = given.get(name, [])
        if set(values) != {value}:
            have = ", ".join(f"--{name}={v}" for v in values) or "it is missing"
            what = f"options.py must have --{name}={value} and nothing else ({have}): {otherwise}"
            found.append(Finding("options", "", 0, what, f"write --{name}={value} in OPTIONS"))
    for name, reason in FORBIDDEN.items():
        if name in given:
            what = f"options.py has --{name}: {reason}"
            found.append(Finding("options", "", 0, what, f"remove --{name} from OPTIONS"))
    return found
