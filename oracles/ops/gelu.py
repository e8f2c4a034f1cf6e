"""gelu: x/2 * erfc(-x / sqrt(2)); the only known exact case is x = 0 (see erf).

It uses erfc and not 1 + erf, to avoid cancellation for negative x. Near 0 the result is x/2 + x**2
/ sqrt(2 pi). Without the second term, half of an odd subnormal is a tie. An enclosure of 150 to 300
bits shows this term; f64 needs 1200 bits.
"""

from typing import Any

from samebits.oracles.definitions import Formula, normal_cdf
from samebits.oracles.kits import Kit, in_three
from samebits.oracles.nearly import just_below, tiny
from samebits.oracles.rounding import Real
from samebits.oracles.special import INFINITY, NEGATIVE_ZERO, ZERO, special


def known(x: Real) -> Real | None:
    """Return known results (S4): gelu(+-0) = +-0, gelu(-inf) = -0, gelu(+inf) = +inf."""
    found = special(x, NEGATIVE_ZERO, NEGATIVE_ZERO, ZERO, INFINITY)
    if found is not None:
        return found
    if x.fraction() <= -50:
        return tiny(True)  # |x| Phi(x) < e**(-x**2 / 2)
    return just_below(x) if x.fraction() >= 20 else None  # 1 - Phi(x) < e**(-x**2 / 2)


def _value(kit: Kit, x: Any) -> Any:
    return x * kit.erfc(-x / kit.sqrt(kit.number(2, 1))) / 2


ORACLE = in_three(known, _value)

DEFINITION = Formula(lambda x: x * normal_cdf(x))
