"""Kullback-Leibler divergence of log-probabilities and probabilities (clause G7)."""

from samebits.spec.families.probability_losses import DIVERGENCE_REDUCTION, divergence
from samebits.spec.language.declare import Attribute, Gradient, Op, same_format
from samebits.spec.language.graph import Branch, Equals, Graph, Join, Number, Ref, node
from samebits.spec.language.scalars import count, literal

OP = Op(
    name="kl_div",
    op_class="graph",
    summary="target * (log(target) - input), or exp(target) * (target - input), reduced",
    operands=("input", "target"),
    signatures=same_format(2, "f32", "f16", "bf16", "f64"),
    shape_rule=divergence,
    clauses=("R4", "S1", "T1", "G1", "G3", "G7"),
    profile="nn",
    attributes=(
        Attribute("log_target", "the target is a logarithm too", False, choices=(False, True)),
        DIVERGENCE_REDUCTION,
    ),
    graph=Graph(
        operands=("input", "target"),
        nodes=(
            node("x", "cast", "input"),
            node("t", "cast", "target"),
            Branch(
                Equals("log_target", True),
                (
                    node("p", "exp", "t"),
                    node("d", "sub", "t", "x"),
                    node("pd", "mul", "p", "d"),
                ),
                (Join("value", "pd", "difference"),),
                others=(
                    Number("zero", literal(0.0)),
                    node("none", "eq", "t", "zero", to="bool"),
                    node("l", "log", "t"),
                    node("tl", "mul", "t", "l"),
                    node("entropy", "where", "none", "zero", "tl"),
                    node("tx", "mul", "t", "x"),
                    node("difference", "sub", "entropy", "tx"),
                ),
            ),
            Branch(
                Equals("reduction", "none"),
                (),
                (Join("kept", "value", "one_value"),),
                others=(
                    Branch(
                        Equals("reduction", "mean"),
                        (node("mean", "mean", "value", axes=None, keepdims=False),),
                        (Join("one_value", "mean", "added"),),
                        others=(
                            node("total", "sum", "value", axes=None, keepdims=False),
                            Branch(
                                Equals("reduction", "batchmean"),
                                (
                                    Number("samples", count("n")),
                                    node("of_sample", "div", "total", "samples"),
                                ),
                                (Join("added", "of_sample", "total"),),
                            ),
                        ),
                    ),
                ),
            ),
            node("y", "cast", "kept", to="output"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="input",
            op="kl_div_gradient",
            inputs=("gradient of result", "target"),
            attributes={name: Ref(name) for name in ("log_target", "reduction")},
        ),
    ),
)
