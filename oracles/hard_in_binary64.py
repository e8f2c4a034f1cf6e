"""Operands of functions in binary64 whose results lie next to a rounding boundary.

Most are published, in the CORE-MATH project, src/binary64/NAME/NAME.wc, which begins with the
tables of Vincent Lefevre and Jean-Michel Muller ("Worst cases for correct rounding of the
elementary functions in double precision", 2001; vinc17.net/research/testlibm, 2020). After the
round bit of such a result about 50 bits or more are alike; of atan2 and tanh up to 95. Those of
erfc and hypot are of the same collection.
"""

from __future__ import annotations

HARD: tuple[tuple[str, ...], ...] = (
    ("acos", "0x1.e4c69898cc517p-44", "0x1.97d63fb521effp-1", "0x1.a5ee154d8d017p-21"),
    ("asin", "0x1.f04242b4136e5p-11", "0x1.7477d528ac2b5p-10", "0x1.60ae12c73afcfp-12"),
    ("asinh", "0x1.31ede9a5d25a8p+1022", "0x1.60b9b4d36cb8cp+1020", "0x1.1c95e849f43bcp+1020"),
    ("acosh", "0x1.86eb8b202cbf3p+1023", "0x1.dc3376e14f668p+1022", "0x1.8b4dc8bd8a9cdp+1022"),
    ("atan", "0x1.71a8c77cfe778p+12", "0x1.d5e04a3af22d3p+2", "0x1.db40435545cc3p+32"),
    (
        "atan2",
        "0x1.ea018dddc111dp+71 0x1.88f9e3de5d6d3p+53",
        "0x1.5303df372763ap+90 0x1.e9c43fdc76e72p+51",
        "0x1.63c1a753f38fep+69 0x1.22102946a8578p+52",
    ),
    ("atanh", "0x1.01ed608da294dp-12", "0x1.da344d4185a79p-4", "0x1.c54bfc3c2d927p-11"),
    ("cbrt", "0x1.c20f7280db1ccp+1", "0x1.f806fa30f5ef8p+0", "0x1.622807bcea4f2p+0"),
    ("cos", "0x1.f849414ea93b6p-6", "0x1.184cb15ec5f2ap+6", "0x1.726d41832a0c0p-24"),
    ("cosh", "0x1.03a2e96d68f7ep-15", "0x1.f00077f7068acp-4", "0x1.a593cf5fbf96cp-5"),
    ("erf", "0x1.4142994626b71p-16", "0x1.2112a62300adfp-44", "0x1.2db72f6e5c3d9p-13"),
    ("erfc", "-0x1.544fa6d47b390p-52", "0x1.72aa16e06ee14p-44", "-0x1.27eb3cbc18b44p-7"),
    ("exp", "0x1.0122ef37212ebp-1", "0x1.00d48a707b93ep-1", "0x1.0711dbe03d596p+0"),
    ("exp10", "0x1.cde37694f4d10p+7", "0x1.3fa407733f49bp-50", "0x1.83640376ce133p-47"),
    ("exp2", "0x1.71547652b82fdp-53", "0x1.8b53b7620da8bp+0", "0x1.f82797a7d287dp+8"),
    ("expm1", "0x1.2c1e030b5decdp+9", "-0x1.0f9b1c5ad2f30p-22", "0x1.6b7fef325ada2p+2"),
    (
        "hypot",
        "0x1.81551d387c6fcp-1 0x1.3a1404c04d933p-27",
        "0x1.6aa9892806e5ep-1 0x1.30b2f798bf95ap-27",
    ),
    ("log", "0x1.bbdf7dd7ac127p+331", "0x1.e9d2ef9b57262p-701", "0x1.ca3a239cc7ba3p+225"),
    ("log10", "0x1.c25a1e2252ce3p+321", "0x1.d4ab96e0aa354p-77", "0x1.4ac7b31724f0cp-553"),
    ("log1p", "0x1.94d915fa88734p-51", "0x1.010634736a28p+14", "0x1.1e3779b97f4a3p-50"),
    ("log2", "0x1.15a2bc270db74p-128", "0x1.a4fc5c0aec28ap-16", "0x1.f2c39cbc96bc6p-129"),
    ("rsqrt", "0x1.c562b857453ddp-1", "0x1.ffffffffffffep+1", "0x1.adf7d568fb6bdp+1"),
    ("sin", "0x1.3ed15577189e6p+9", "0x1.a14f16928b576p+7", "0x1.b8860adabc7eep-5"),
    ("sinh", "0x1.bcee70ebe7ec9p-25", "0x1.f0a1fc4b9f04bp+5", "0x1.86e016031945bp-6"),
    ("sinpi", "0x1.ad53f8db92af0p-34", "0x1.5f3aaa98d64bbp-21", "0x1.13864681e5a09p-12"),
    ("tan", "0x1.b148995bf383ap-5", "0x1.2ea811afa43b5p-11", "0x1.d12ed0af1a27ep-27"),
    ("tanh", "0x1.e0000000000e1p-22", "0x1.418eceb86374bp-14", "0x1.f99a52272c438p-11"),
)
"""The name of an op, and the operands of one of its results in each text."""


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
    # and odd k and c, so that x^y = 1 - c u / 2 - O(k^3 u^3): it lies next to the midpoint
    # 1 - c u / 2. y is a number of binary64 only where k divides 2^55 + c; of all k below 4000
    # these are the nearest: 144 to 156 bits of the value equal those of the midpoint.
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
    # Lefevre's tables of worst cases (vinc17.net/research/testlibm, 2020) and those that CORE-MATH
    # added to them (src/binary64/cos/cos.wc): 53 to 59 equal bits after the round bit.
    "0x1.34ec2f9fc9cp+1", "0x1.6b8a6273d7c21p+0", "0x1.f849414ea93b6p-6", "0x1.e08483e377304p+1",
    "0x1.c62c5d3d000c3p-6", "0x1.c3e018c2841p+4", "0x1.a3838e4f7d423p+6", "0x1.5e5c1cd6c4e6fp-22",
    "0x1.37b1311fb4936p-22", "0x1.2842c0b84f504p+8", "0x1.26851b567579fp-19",
    "0x1.16e534ee3658p-4", "0x1.feb1f7920e248p-2", "0x1.f94a6001526a3p+10",
    "0x1.6a09e667f3bcdp-27", "0x1.6a09e667f3bccp-27",
    # Muller, "Elementary Functions": the number of binary64 nearest to a multiple of pi/2.
    "0x1.6ac5b262ca1ffp+849",
    # Large numbers near multiples of pi/2 (CORE-MATH, the same file).
    "0x1.b1c15d78e7c7cp+1021", "0x1.61a3db8c8d129p+1023", "0x1.3f06778c3c6a1p+104",
)  # fmt: skip


def numbers(text: str) -> tuple[float, ...]:
    """The operands of one result."""
    return tuple(map(float.fromhex, text.split()))


def hard_operands(name: str) -> list[tuple[float, ...]]:
    """The operands of all results of an op that are given here."""
    found = [numbers(text) for op, *texts in HARD if op == name for text in texts]
    found += [numbers(" ".join(pair)) for pair in HARD_POW if name == "pow"]
    return found + [numbers(text) for text in HARD_COS if name == "cos"]
