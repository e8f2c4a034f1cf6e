"""Numbers with a constant step, from a start up to an end that is excluded (clause G15)."""

from dataclasses import replace

from samebits.spec.families.filled import filling, rationals, real_of, stepped

OP = filling(
    "arange",
    "start + i * step for i from 0, as long as that is before the end",
    stepped,
    (
        replace(real_of("start", "the first number; not rounded"), required=False, default=0.0),
        real_of("end", "the limit, which is not one of the numbers; not rounded"),
        replace(
            real_of("step", "the difference of neighbouring numbers; not rounded"),
            required=False,
            default=1.0,
        ),
    ),
    lambda call, sizes: rationals("S", "start + place*step", "1"),  # the end only affects S
)
