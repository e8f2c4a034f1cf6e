"""Cases of einsum (clauses T4, G1): equations of every kind, sizes around a block of 256.

The bits of the sums depend on the order of additions. The equations have diagonals, letters that
are summed before or after a product, and several batch and contracted letters in an order that
differs from the order of the axes.
"""

from __future__ import annotations

from collections.abc import Iterator

from samebits.spec.families.einsum import einsum, parse
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns

SIZES = {"i": 3, "j": 5, "k": 259, "l": 4, "m": 2, "n": 7, "z": 0, "o": 1}

EQUATIONS = (
    "ij->ji", "ijl->lij", "ii->i", "ii->", "iijj->ij", "iji->j", "k->", "ik->i", "ki->i", "ijk->j",
    "ijk->", "->", "iz->i", "oo->o",
    "k,k->", "i,j->ij", "i,i->i", "ik,kj->ij", "ik,jk->ij", "ki,kj->ji", "mik,mkj->mij",
    "mik,jmk->ijm", "ijm,jim->", "ijn,njl->il", "njl,ijn->il", "ik,j->ij", "ik,jk->i", "iik,kj->ij",
    "ij,ij->ij", "mi,ni->imn", "iz,zj->ij", ",i->i", "io,oj->ij",
    "ik,kj,jl->il", "i,i,i->", "i,i,i->i", "ij,in,il->jnl", "mij,njl,il->mn", "ik,jl,kn->ijn",
    "ij,k,jl->il", "i,j,l->jil", "ii,ij,jj->ij",
)  # fmt: skip
FEW = ("ii->i", "ik->i", "ijl->lij", "ik,jk->ij", "mik,mkj->mij", "i,j->ij", "ik,kj,jl->il")
"""The equations for labels other than f32."""


def handles(op: Op) -> bool:
    """Return whether the op is an einsum."""
    return op.shape_rule is einsum


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one label."""
    cases: list[Planned] = []
    for operands, results in op.labels()[label]:
        equations = EQUATIONS if label == "f32" else FEW
        fitting = [e for e in equations if e.count(",") + 1 == len(operands)]
        cases += [_case(op, label, operands, results, equation) for equation in fitting]
        if label == "f32" and len(operands) < 3:
            cases += _special(op, operands, results)
    return cases


def _case(
    op: Op, label: str, operands: tuple[str, ...], results: tuple[str, ...], equation: str
) -> Planned:
    name = "equation/" + equation.replace("->", "-to-").replace(",", "-by-").strip("-")
    case_id = f"{op.name}/{label}/{name}"
    inputs = []
    for index, letters in enumerate(parse(op.name, equation, len(operands)).operands):
        form, shape = get_format(operands[index]), tuple(SIZES[x] for x in letters)
        low = max(form.least_exponent, -12)
        high = min(form.emax - 1, 6) if get_format(results[0]).bits > 8 else 0
        inputs.append(generated(case_id, index, form.name, shape, "spread", low=low, high=high))
    flags = ["graph", "equation"]
    flags += ["mixed-formats"] if len({*operands, *results}) > 1 else []
    level = "smoke" if label == "f32" and equation in FEW else "standard"
    call = op.call(operands, results, equation=equation)
    return Planned(name, call, tuple(inputs), level, tuple(flags))


def _special(op: Op, operands: tuple[str, ...], results: tuple[str, ...]) -> Iterator[Planned]:
    """Yield special values. A move keeps a NaN's payload (S2); a sum or product does not (S1)."""
    form = get_format(operands[0])
    row = [*patterns.nans(form), form.sign_mask, 0, form.infinity, patterns.one(form)]
    operand = values(row, form.name, (len(row), 1))
    for equation in ("no->on", "no->n") if len(operands) == 1 else ("no,no->no", "no,mo->nm"):
        shown = equation.replace("->", "-to-").replace(",", "-by-")
        inputs = (operand, *((operand,) if len(operands) == 2 else ()))
        flag = "nan-payload" if equation == "no->on" else "nan-canonical"
        call = op.call(operands, results, equation=equation)
        yield Planned(f"special/{shown}", call, inputs, "standard", ("equation", flag))
