"""Operands of functions in binary64 whose results are next to a rounding boundary.

The operands of HARD are published in the CORE-MATH project, src/binary64/NAME/NAME.wc. That file
begins with the tables of Vincent Lefevre and Jean-Michel Muller ("Worst cases for correct rounding
of the elementary functions in double precision", 2001; vinc17.net/research/testlibm, 2020). After
the round bit of such a result, at least 50 bits are equal. For most functions 56 to 60 bits are
equal, and for log1p and atan2 up to 101. Results of asinh and acosh are next to numbers, not to
midpoints.
"""

from __future__ import annotations

HARD: tuple[tuple[str, ...], ...] = (
    ("acos", "0x1.53ea6c7255e88p-4", "0x1.cf37d41c69889p-24", "0x1.2c759e3848cc8p-13"),
    ("asin", "0x1.c373ff4aad79bp-14", "0x1.a4816b2066707p-5", "0x1.7137449123ef6p-26"),
    ("asinh", "0x1.31ede9a5d25a8p+1022", "0x1.60b9b4d36cb8cp+1020", "0x1.1c95e849f43bcp+1020"),
    ("acosh", "0x1.86eb8b202cbf3p+1023", "0x1.dc3376e14f668p+1022", "0x1.8b4dc8bd8a9cdp+1022"),
    ("atan", "0x1.6298b5896ed3cp+1", "0x1.22e8d75e2bc7fp-11", "0x1.ccda26ad0cd1cp+47"),
    (
        "atan2",
        "0x1.07a11ffd843abp+53 0x1.f9982dddc9cccp+52",
        "0x1.fdfe11f61919cp+74 0x1.53feb7b3de47bp+52",
        "0x1.2981ce8381491p+52 0x1.4efd17defb8d1p+52",
    ),
    ("atanh", "0x1.447027c857b99p-12", "0x1.a6a58d55e307bp-26", "0x1.fd51bf2069fe0p-25"),
    ("cbrt", "0x1.9b78223aa307cp+1", "0x1.a202bfc89ddffp-1", "0x1.00357fdfa5412p+0"),
    ("cos", "0x1.34ec2f9fc9c00p+1", "0x1.6b8a6273d7c21p+0", "0x1.16e534ee36580p-4"),
    ("cosh", "0x1.ea5f2f2e4b0c5p+1", "0x1.da5df035e5e8dp-22", "0x1.dea0b0c844078p-11"),
    ("erf", "0x1.51f3182edb17ap-36", "0x1.52b76545cc8efp-6", "0x1.2759b6d41c68ep-29"),
    ("erfc", "0x1.32cf39dceda5ap-16", "0x1.8bc46e0d85524p-9", "-0x1.c2117d7da5d67p-31"),
    ("exp", "-0x1.12d31a20fb38bp+5", "0x1.9e9cbbfd6080bp-31", "-0x1.4bd46601ae1efp-31"),
    ("exp10", "0x1.a83b1cf779890p-26", "0x1.7c3ddd23ac8cap-10", "0x1.df760b2cdeed3p-49"),
    ("exp2", "0x1.e4596526bf94dp-10", "0x1.8fea81fb7512ep-6", "0x1.568e8cec4f66cp-29"),
    ("expm1", "0x1.274bbf1efb1a2p-10", "0x1.51fce10251a48p-16", "0x1.a31972381bd0cp-23"),
    (
        "hypot",
        "0x1.1732e04bf1488p-1 0x1.0b590d18d9545p-27",
        "0x1.6000000000000p-45 0x1.2c2fc595456a7p-71",
        "0x1.a308e1455f447p+0 0x1.9d931a83ef879p+0",
    ),
    ("log", "0x1.fd15daa6ce332p+732", "0x1.9476e304cd7c7p-384", "0x1.be87838f1a47cp+774"),
    ("log10", "0x1.e12d66744ff81p+429", "0x1.ed8c87c3bf5cfp-49", "0x1.758976044bfd1p+157"),
    ("log1p", "0x1.8000000000003p-50", "-0x1.7fffffffffffdp-50", "0x1.200000000001bp-46"),
    ("log2", "0x1.1ba39ff28e3eap-8", "0x1.1ba39ff28e3eap-5", "0x1.1ba39ff28e3eap+7"),
    ("rsqrt", "0x1.a6a9cc15abccep+0", "0x1.c562b857453ddp-1", "0x1.c562b857453ddp+1"),
    ("sin", "0x1.598bae9e632f6p-7", "0x1.1fa4f6c3eb138p+10", "0x1.1c63df63d59d0p-2"),
    ("sinh", "0x1.897374d74de2ap-13", "0x1.bcee70ebe7ec9p-25", "0x1.0dc68d5e8f959p-3"),
    ("sinpi", "0x1.f339ab57731d3p-50", "0x1.c36422fd2e52ap-2", "0x1.1e4dee8168d6bp-1"),
    ("tan", "0x1.dffffffffff1fp-22", "0x1.67fffffffe845p-19", "0x1.50486b2f87014p-5"),
    ("tanh", "0x1.e0000000000e1p-22", "0x1.68000000017bbp-19", "0x1.ac343b179fec4p-3"),
)
"""Rows; a row has the name of an op, and texts with the operands of one hard result each."""


HARD_POW: tuple[tuple[str, str], ...] = (
    # Kornerup, Lauter, Lefevre, Louvet, Muller, "Computing correctly rounded integer powers in
    # floating-point arithmetic", ACM TOMS 37 (2010): the hardest of all x**n with n up to 1035.
    ("0x1.5c69202d46821p+0", "0x1.dcp+9"),
    # CORE-MATH, src/binary64/pow/pow.wc: up to 153 equal bits after the round bit.
    ("0x1.ffffffffffffcp-1", "0x1.fffffffffffffp-2"),
    ("0x1.ffffffffffffcp-1", "-0x1.ffffffffffffdp-2"),
    ("0x1.ffffffffffffp-1", "-0x1.ffffffffffff6p-3"),
    ("0x1.ffffffffffff8p-1", "-0x1.ffffffffffffbp-3"),
    # Found for samebits: x = 1 - k u and y with k y + k^2 u y (1 - y) / 2 = c / 2, for u = 2^-53
    # and odd k and c. So x^y = 1 - c u / 2 - O(k^3 u^3), which is next to the midpoint 1 - c u / 2.
    # y is a number of binary64 only if k divides 2^55 + c. Of all k below 4000 these give the
    # nearest results: 144 to 156 bits of the value equal the bits of the midpoint.
    ("0x1.ffffffffffff5p-1", "0x1.745d1745d1742p-5"),
    ("0x1.fffffffffffdfp-1", "0x1.f07c1f07c1ef8p-7"),
    ("0x1.fffffffffffd1p-1", "0x1.b3bea3677d45ap-5"),
    ("0x1.fffffffffff87p-1", "0x1.0ecf56be69c70p-8"),
    ("0x1.fffffffffffd3p-1", "0x1.3e93e93e93e87p-4"),
    ("0x1.fffffffffffb5p-1", "0x1.7e4b17e4b17cap-5"),
    ("0x1.ffffffffffe95p-1", "0x1.691473a88d040p-10"),
    ("0x1.fffffffffffa1p-1", "0x1.6e7bf53896e5dp-4"),
    ("0x1.fffffffffff1fp-1", "0x1.fdb97530eca18p-7"),
    ("0x1.ffffffffffd55p-1", "0x1.7fd005ff40080p-11"),
)

HARD_COS: tuple[str, ...] = (
    # Lefevre's tables of worst cases (vinc17.net/research/testlibm, 2020) and additions by
    # CORE-MATH (src/binary64/cos/cos.wc): 53 to 59 equal bits after the round bit.
    "0x1.34ec2f9fc9cp+1", "0x1.6b8a6273d7c21p+0", "0x1.f849414ea93b6p-6", "0x1.e08483e377304p+1",
    "0x1.c62c5d3d000c3p-6", "0x1.c3e018c2841p+4", "0x1.a3838e4f7d423p+6", "0x1.5e5c1cd6c4e6fp-22",
    "0x1.37b1311fb4936p-22", "0x1.2842c0b84f504p+8", "0x1.26851b567579fp-19",
    "0x1.16e534ee3658p-4", "0x1.feb1f7920e248p-2", "0x1.f94a6001526a3p+10",
    "0x1.6a09e667f3bcdp-27", "0x1.6a09e667f3bccp-27",
    # Muller, "Elementary Functions": the binary64 number that is nearest to a multiple of pi/2.
    "0x1.6ac5b262ca1ffp+849",
    # Large numbers near multiples of pi/2 (CORE-MATH, the same file).
    "0x1.b1c15d78e7c7cp+1021", "0x1.61a3db8c8d129p+1023", "0x1.3f06778c3c6a1p+104",
)  # fmt: skip


def numbers(text: str) -> tuple[float, ...]:
    """Return the operands that `text` lists for one result."""
    return tuple(map(float.fromhex, text.split()))


def hard_operands(name: str) -> list[tuple[float, ...]]:
    """Return hard operands of pow or cos, from other publications or found for samebits."""
    found = [numbers(" ".join(pair)) for pair in HARD_POW if name == "pow"]
    return found + [numbers(text) for text in HARD_COS if name == "cos"]
