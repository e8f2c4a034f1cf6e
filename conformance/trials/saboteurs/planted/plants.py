"""Two changed coefficients for each family of functions: one hard to detect, and one easier.

`few` changes a coefficient of the reference path. This path computes the lanes that the quick path
leaves undecided (within 2^-44 of a rounding boundary), so only some of the hardest inputs become
wrong. `many` changes a coefficient of the quick path.

If only an interval of inputs depends on `few`, `stretches` has the patterns of |x| in the interval,
and all inputs in it, of either sign, are tried. For other inputs, the coefficient is not read, or
it multiplies a power so small that results change by less than a factor of 2^-63 (the cubic term of
the sigmoid).

If all inputs depend on `few` (`stretches` is empty), results change by less than a factor of
2^-`reach`. The certificate lists the 200 inputs nearest to a boundary. If the last of these is
farther from its boundary, all unlisted inputs are farther, too, so every wrong input is among the
200.
"""

from __future__ import annotations

from dataclasses import dataclass

from samebits.conformance.trials.saboteurs.planted.workshop import Change

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Plant:
    """The two changes for a family. `many` makes 10 000 to 200 000 of the 2^32 inputs wrong."""

    op: str
    few: Change
    many: Change
    stretches: tuple[Stretch, ...] = ()
    reach: float = 0.0


def table(header: str, name: str, index: int, by: float) -> Change:
    """Return a change of an element of a generated table."""
    return Change(f"scalar/coefficients/{header}.h", f"SB_TABLE double {name}[", index, by)


PLANTS = {
    # r^3/6 in e^r, |r| <= 0.3466: at most 2^-6.67 of e^r. The quick path also reads it, and its
    # error bound permits a change as small as this.
    "exponentials": Plant(
        "exp",
        table("exp", "exp_rest", 0, 2**-39.5),
        table("exp", "exp_rest", 0, 2**-28),
        reach=46.1,
    ),
    # s^3 2/3 in log m, |s| <= 0.1716: at most 2^-6.68 of log m.
    "logarithm": Plant(
        "log",
        table("log", "log_rest", 0, 2**-41.4),
        table("quick_log", "quick_log_slope", 2, 2**-28),
        reach=48,
    ),
    # The third part of 2/pi, which is used only for operands from 2^30 to 2^31.
    "trigonometric": Plant(
        "sin",
        table("angle", "two_over_pi", 2 * 129 + 31, 2**-14.5),
        table("sine", "sine_slope", 1, 2**-36),
        ((0x4E800000, 0x4EFFFFFF),),
    ),
    # The coefficient of r^9 in the sine that corrects the first approximation. Operands above 1 are
    # transformed first.
    "inverse trigonometric": Plant(
        "atan",
        table("angle", "sine_rest", 0, 2**-22.5),
        table("arctangent", "arctangent_rest", 0, 2**-32),
        ((0x3E000000, 0x40FFFFFF),),
    ),
    # The coefficient of x^11 in tanh below 1/4.
    "hyperbolic": Plant(
        "tanh",
        table("tanh", "tanh_rest", 4, 2**-17.5),
        table("quick_exp", "quick_expm1", 1, 2**-28),
        ((0x3D800000, 0x3E7FFFFF),),
    ),
    # The coefficient of r^10 in e^r - 1, for log(1 + z) with atanh's 2 x / (1 - x).
    "inverse hyperbolic": Plant(
        "atanh",
        table("wide_exp", "half_coth_leading", 10, 2**-3),
        table("quick_log", "quick_atanh_slope", 1, 2**-27),
        ((0x3D000000, 0x3F7FFFFF),),
    ),
    # The coefficient of u^2 in the expansion around 2/16, which other operands do not use.
    "error function": Plant(
        "erf",
        table("erf", "erf_table", 4 * 65 + 2, 2**-34),
        table("erf", "erf_quick_centred", 0, 2**-36),
        ((0x3DC00000, 0x3E200000),),
    ),
    # The coefficient of d^12 in 1 / gamma(1 + d), where d is the distance from an integer.
    "gamma": Plant(
        "tgamma",
        table("gamma", "reciprocal_gamma_leading", 24, 2**-13),
        table("gamma", "reciprocal_gamma_quick", 1, 2**-34),
        ((0x3E000000, 0x422FFFFF),),
    ),
    # A third of the exponent. With 0.33447 the root of 2^-147 .. 2^-146 gets a wrong exponent, and
    # the first approximation is too inaccurate to be corrected. Coefficients of a root are used in
    # every third binade, so a change of one of them makes either no input wrong, or more than 100
    # inputs.
    "root": Plant(
        "cbrt",
        Change("scalar/coefficients/cbrt.h", "#define CBRT_EXPONENT ", 0, 0.0034),
        table("cbrt", "cbrt_seed", 0, -(2**-15)),
        ((0x00000000, 0x000FFFFF),),
    ),
    # The coefficient of x^9 in the sigmoid below 1/4.
    "sigmoid": Plant(
        "sigmoid",
        table("sigmoid", "sigmoid_rest", 3, 2**-12),
        table("activations", "activation_expm1_rest", 1, 2**-24),
        ((0x3D000000, 0x3E7FFFFF),),
    ),
    # The coefficient of u^2 in the expansion around 2/8, which other operands do not use.
    "gaussian unit": Plant(
        "gelu",
        table("gelu", "scaled_tail_table", 4 * 121 + 2, 2**-35.5),
        table("exp", "exp_rest", 0, 2**-26),
        ((0x3E400000, 0x3EA00000),),
    ),
    # The coefficient of r^10 in the exponential.
    "softplus": Plant(
        "softplus",
        table("wide_exp", "half_coth_leading", 10, 2**-5),
        table("activations", "activation_atanh", 0, 2**-36),
        ((0x3D800000, 0x42CFFFFF),),
    ),
    # The coefficient of u in the expansion around 2/8, which other operands do not use.
    "derivative": Plant(
        "gelu_derivative",
        table("gelu_derivative", "gelu_derivative_table", 2 * 121 + 2, 2**-37),
        table("gelu_derivative", "gelu_derivative_folded", 0, 2**-36),
        ((0x3E400000, 0x3EA00000),),
    ),
}
"""The changes by family."""
