"""Random scenes of dot and matrix products with every transposition, and of equations."""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import aligned, exact_sums, products
from samebits.spec.families.einsum import einsum
from samebits.spec.language import shapes as rules
from samebits.spec.language.shapes import Shape

EQUATIONS = (
    ("ij->ji", "ij->i", "ijj->ij", "iji->j", "ijk->k", "ijkl->lj"),
    ("ij,jk->ik", "bij,bjk->bik", "ij,kj->ki", "i,i->", "i,j->ij", "ibk,bjk->bij", "ijk,jk->i"),
    ("ij,jk,kl->il", "bi,bj,b->ij", "i,ij,j->"),
)
"""Equations of einsum with one, two and three operands."""


def _three(draws: Draws, wish: Wish, size: int) -> tuple[int, int, int]:
    """Return sides M, K, N in random order, whose product is `size` or slightly more."""
    if wish.alike:
        side = math.ceil(size ** (1 / 3))
        return side, side, side
    small = 1 if wish.large else draws.between(1, 9)
    middle = draws.between(3, max(4, math.isqrt(size // small)))
    m, k, n = draws.sample((small, middle, math.ceil(size / (small * middle))), 3)
    return m, k, n


def _vectors(draws: Draws, wish: Wish) -> Scene:
    return Scene(((wish.size,),) * 2)


def _outer(draws: Draws, wish: Wish) -> Scene:
    if wish.alike:
        return Scene(((math.isqrt(wish.size) + 1,),) * 2)
    rows = draws.between(1, math.isqrt(wish.size))
    sides = draws.sample((rows, math.ceil(wish.size / rows)), 2)
    return Scene(((sides[0],), (sides[1],)))


def _matrices(draws: Draws, wish: Wish, batch: tuple[int, ...]) -> Scene:
    m, k, n = _three(draws, wish, math.ceil(wish.size / math.prod(batch)))
    ta, tb = draws.chance(2), draws.chance(2)
    a = (*batch, k, m) if ta else (*batch, m, k)
    b = (*batch, n, k) if tb else (*batch, k, n)
    return Scene((a, b, (n,)), {"transpose_a": ta, "transpose_b": tb})


def _matmul(draws: Draws, wish: Wish) -> Scene:
    return _matrices(draws, wish, ())


def _bmm(draws: Draws, wish: Wish) -> Scene:
    return _matrices(draws, wish, (draws.between(1, 17),))


def _linear(draws: Draws, wish: Wish) -> Scene:
    m, k, n = _three(draws, wish, wish.size)
    if wish.alike:
        return Scene(((m, k), (n, k), (n,)))
    before = draw_shape(draws, m, max(1, wish.rank - 1))
    return Scene(((*before, k), (n, k), (n,)))


def _equation(draws: Draws, wish: Wish) -> Scene:
    equations = EQUATIONS[wish.operands - 1]
    if wish.alike:
        return _alike_equation(draws, [e for e in equations if _is_square(e)], wish.size)
    equation = draws.choice(equations)
    letters = equation.split("->")[0]
    distinct = sorted(set(letters) - {","})
    if wish.large:
        return Scene(_large_shapes(draws, wish.size, equation), {"equation": equation})
    even = wish.size ** (1 / len(distinct))
    sizes = {x: max(1, round(even * draws.between(60, 150) / 100)) for x in distinct}
    shapes = tuple(tuple(sizes[x] for x in operand) for operand in letters.split(","))
    return Scene(shapes, {"equation": equation})


def _is_square(equation: str) -> bool:
    """Return whether all operands of an equation have the same rank."""
    return len({len(operand) for operand in equation.split("->")[0].split(",")}) == 1


def _alike_equation(draws: Draws, equations: Sequence[str], size: int) -> Scene:
    """Return a scene whose axes all have the same length, so that the operands have one shape."""
    equation = draws.choice(equations)
    operands = equation.split("->")[0].split(",")
    side = max(1, round(size ** (1 / len(set("".join(operands))))))
    return Scene(tuple((side,) * len(x) for x in operands), {"equation": equation})


def _large_shapes(draws: Draws, size: int, equation: str) -> tuple[Shape, ...]:
    """Return shapes with at least `size` elements in one array, and few operations per element."""
    before, after = equation.split("->")
    operands = before.split(",")
    most = max([*operands, after], key=len)
    sizes = {x: draws.between(1, 3) for x in sorted(set(before) - {","})}
    sizes |= dict.fromkeys(most, math.ceil(size ** (1 / len(most))))
    return tuple(tuple(sizes[x] for x in operand) for operand in operands)


DRAWS = {
    rules.dot: _vectors,
    exact_sums.exact_dot: _vectors,
    products.outer: _outer,
    rules.matmul: _matmul,
    rules.bmm: _bmm,
    products.linear: _linear,
    aligned.matmul: _matmul,
    aligned.bmm: _bmm,
    aligned.linear: _linear,
    einsum: _equation,
}
