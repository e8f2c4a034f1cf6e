"""Real cases of reductions: of a network's numbers, and of the pixels of digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from samebits.vectors.real_case import RealCase


def _reduced(form: str, name: str, recipe: str, axes: tuple[int, ...] | None) -> RealCase:
    return RealCase((form,), name, (recipe,), {"axes": axes, "keepdims": False})


def _reductions(*narrow: str) -> Sequence[RealCase]:
    """Return the cases in binary32 and binary64, and cases in narrow formats."""
    digits = (("images", (0,)), ("pixels", (1,)), ("all", None))
    return [
        _reduced("f32", "minilm-hidden", "minilm/summed", (-1,)),
        *(_reduced("f32", f"digits-{n}", "digits/centred-f32", axes) for n, axes in digits),
        _reduced("f64", "digits-images", "digits/centred-f64", (0,)),
        *(_reduced(f, "digits-pixels", f"digits/pixels-{f}", (1,)) for f in narrow),
    ]


CASES: Mapping[str, Sequence[RealCase]] = {
    "sum": _reductions("f16", "bf16"),
    "mean": _reductions("f16", "bf16"),
    "max": _reductions(),
    "argmax": _reductions("f16", "bf16"),
}
