"""Elementary and special functions."""

from __future__ import annotations

from collections.abc import Mapping

from samebits.backends.libraries.numpy_forms import Ufunc
from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_forms import into, plain

PEERS: Mapping[str, Peers] = {
    "exp": Peers(numpy=Ufunc("exp"), torch=plain("exp"), torch_into=into("exp.out")),
    "exp2": Peers(numpy=Ufunc("exp2"), torch=plain("exp2"), torch_into=into("exp2.out")),
    "expm1": Peers(numpy=Ufunc("expm1"), torch=plain("expm1"), torch_into=into("expm1.out")),
    "log": Peers(numpy=Ufunc("log"), torch=plain("log"), torch_into=into("log.out")),
    "log2": Peers(numpy=Ufunc("log2"), torch=plain("log2"), torch_into=into("log2.out")),
    "log10": Peers(numpy=Ufunc("log10"), torch=plain("log10"), torch_into=into("log10.out")),
    "log1p": Peers(numpy=Ufunc("log1p"), torch=plain("log1p"), torch_into=into("log1p.out")),
    "logaddexp": Peers(
        numpy=Ufunc("logaddexp"), torch=plain("logaddexp"), torch_into=into("logaddexp.out")
    ),
    "pow": Peers(
        numpy=Ufunc("power"), torch=plain("pow"), torch_into=into("pow.Tensor_Tensor_out")
    ),
    "sin": Peers(numpy=Ufunc("sin"), torch=plain("sin"), torch_into=into("sin.out")),
    "cos": Peers(numpy=Ufunc("cos"), torch=plain("cos"), torch_into=into("cos.out")),
    "tan": Peers(numpy=Ufunc("tan"), torch=plain("tan"), torch_into=into("tan.out")),
    "asin": Peers(numpy=Ufunc("arcsin"), torch=plain("asin"), torch_into=into("asin.out")),
    "acos": Peers(numpy=Ufunc("arccos"), torch=plain("acos"), torch_into=into("acos.out")),
    "atan": Peers(numpy=Ufunc("arctan"), torch=plain("atan"), torch_into=into("atan.out")),
    "atan2": Peers(numpy=Ufunc("arctan2"), torch=plain("atan2"), torch_into=into("atan2.out")),
    "sinh": Peers(numpy=Ufunc("sinh"), torch=plain("sinh"), torch_into=into("sinh.out")),
    "cosh": Peers(numpy=Ufunc("cosh"), torch=plain("cosh"), torch_into=into("cosh.out")),
    "tanh": Peers(numpy=Ufunc("tanh"), torch=plain("tanh"), torch_into=into("tanh.out")),
    "asinh": Peers(numpy=Ufunc("arcsinh"), torch=plain("asinh"), torch_into=into("asinh.out")),
    "acosh": Peers(numpy=Ufunc("arccosh"), torch=plain("acosh"), torch_into=into("acosh.out")),
    "atanh": Peers(numpy=Ufunc("arctanh"), torch=plain("atanh"), torch_into=into("atanh.out")),
    "sigmoid": Peers(numpy=None, torch=plain("sigmoid"), torch_into=into("sigmoid.out")),
    "erf": Peers(numpy=None, torch=plain("erf"), torch_into=into("erf.out")),
    "erfc": Peers(numpy=None, torch=plain("erfc"), torch_into=into("erfc.out")),
    "erfinv": Peers(numpy=None, torch=plain("erfinv"), torch_into=into("erfinv.out")),
    "lgamma": Peers(numpy=None, torch=plain("lgamma"), torch_into=into("lgamma.out")),
    "normal_quantile": Peers(
        numpy=None, torch=plain("special.ndtri"), torch_into=into("special_ndtri.out")
    ),
}
