"""A given number of evenly spaced values from a start to an end (clause G15)."""

from samebits.spec.families.filled import count_of, filling, rationals, real_of, spaced

OP = filling(
    "linspace",
    "numbers from start to end at equal distances",
    spaced,
    (
        real_of("start", "the first number; not rounded"),
        real_of("end", "the last number; not rounded"),
        count_of("steps", "how many numbers"),
    ),
    rationals("steps", "start*(max(steps - 1, 1) - place) + end*place", "max(steps - 1, 1)"),
)
