"""Arithmetic, rounding, comparisons and logic."""

from __future__ import annotations

from collections.abc import Mapping

from samebits.backends.libraries.numpy_forms import Ufunc, quiet
from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradient
from samebits.backends.libraries.torch_forms import function, into, plain, result_type
from samebits.spec.formats import get_format

PEERS: Mapping[str, Peers] = {
    "add": Peers(numpy=Ufunc("add"), torch=plain("add"), torch_into=into("add.out")),
    "sub": Peers(numpy=Ufunc("subtract"), torch=plain("sub"), torch_into=None),
    "mul": Peers(numpy=Ufunc("multiply"), torch=plain("mul"), torch_into=into("mul.out")),
    "div": Peers(numpy=Ufunc("divide"), torch=plain("div"), torch_into=into("div.out")),
    "neg": Peers(numpy=Ufunc("negative"), torch=plain("neg"), torch_into=None),
    "abs": Peers(numpy=Ufunc("abs"), torch=plain("abs"), torch_into=None),
    "square": Peers(numpy=Ufunc("square"), torch=plain("square"), torch_into=into("square.out")),
    "sqrt": Peers(numpy=Ufunc("sqrt"), torch=plain("sqrt"), torch_into=into("sqrt.out")),
    "reciprocal": Peers(
        numpy=Ufunc("reciprocal"), torch=plain("reciprocal"), torch_into=into("reciprocal.out")
    ),
    "rsqrt": Peers(numpy=None, torch=plain("rsqrt"), torch_into=into("rsqrt.out")),
    "cbrt": Peers(numpy=Ufunc("cbrt"), torch=None, torch_into=None),
    "hypot": Peers(numpy=Ufunc("hypot"), torch=plain("hypot"), torch_into=into("hypot.out")),
    "sign": Peers(numpy=Ufunc("sign"), torch=plain("sign"), torch_into=None),
    "signbit": Peers(numpy=Ufunc("signbit"), torch=plain("signbit"), torch_into=None),
    "copysign": Peers(numpy=Ufunc("copysign"), torch=plain("copysign"), torch_into=None),
    "floor": Peers(numpy=Ufunc("floor"), torch=plain("floor"), torch_into=None),
    "ceil": Peers(numpy=Ufunc("ceil"), torch=plain("ceil"), torch_into=None),
    "trunc": Peers(numpy=Ufunc("trunc"), torch=plain("trunc"), torch_into=None),
    "round_half_even": Peers(numpy=Ufunc("rint"), torch=plain("round"), torch_into=None),
    "fmod": Peers(numpy=Ufunc("fmod"), torch=plain("fmod"), torch_into=None),
    "remainder": Peers(numpy=Ufunc("remainder"), torch=plain("remainder"), torch_into=None),
    "maximum": Peers(numpy=Ufunc("maximum"), torch=plain("maximum"), torch_into=None),
    "maximum_gradient": Peers(numpy=None, torch=gradient(plain("maximum")), torch_into=None),
    "minimum": Peers(numpy=Ufunc("minimum"), torch=plain("minimum"), torch_into=None),
    "minimum_gradient": Peers(numpy=None, torch=gradient(plain("minimum")), torch_into=None),
    "eq": Peers(numpy=Ufunc("equal"), torch=plain("eq"), torch_into=None),
    "ne": Peers(numpy=Ufunc("not_equal"), torch=plain("ne"), torch_into=None),
    "lt": Peers(numpy=Ufunc("less"), torch=plain("lt"), torch_into=None),
    "le": Peers(numpy=Ufunc("less_equal"), torch=plain("le"), torch_into=None),
    "gt": Peers(numpy=Ufunc("greater"), torch=plain("gt"), torch_into=None),
    "ge": Peers(numpy=Ufunc("greater_equal"), torch=plain("ge"), torch_into=None),
    "isfinite": Peers(numpy=Ufunc("isfinite"), torch=plain("isfinite"), torch_into=None),
    "isinf": Peers(numpy=Ufunc("isinf"), torch=plain("isinf"), torch_into=None),
    "isnan": Peers(numpy=Ufunc("isnan"), torch=plain("isnan"), torch_into=None),
    "logical_and": Peers(numpy=Ufunc("logical_and"), torch=plain("logical_and"), torch_into=None),
    "logical_or": Peers(numpy=Ufunc("logical_or"), torch=plain("logical_or"), torch_into=None),
    "logical_not": Peers(numpy=Ufunc("logical_not"), torch=plain("logical_not"), torch_into=None),
    "bitwise_and": Peers(numpy=Ufunc("bitwise_and"), torch=plain("bitwise_and"), torch_into=None),
    "bitwise_or": Peers(numpy=Ufunc("bitwise_or"), torch=plain("bitwise_or"), torch_into=None),
    "bitwise_xor": Peers(numpy=Ufunc("bitwise_xor"), torch=plain("bitwise_xor"), torch_into=None),
    "where": Peers(numpy=Ufunc("where"), torch=plain("where"), torch_into=None),
    "cast": Peers(
        numpy=quiet(lambda call, x: x[0].astype(get_format(call.outputs[0]).dtype)),
        torch=function(lambda torch, call, x: x.to(result_type(torch, call))),
        torch_into=None,
    ),
}
