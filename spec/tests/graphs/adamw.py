"""A test declaration of AdamW: state, host scalars, branches on a flag, an operand and a scalar.

The order of the nodes is the order in the code of torch.optim 2.13 for one tensor.
"""

from __future__ import annotations

from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.graph import Below, Branch, Equals, Given, Graph, Join, Number, node
from samebits.spec.language.scalars import attribute, literal, power, sqrt


@shape_rule(["[*S]"], *["[*S]"] * 4, example=[(2, 3)], refusals=())
def _rule(op, attributes, inputs):
    return tuple(inputs[0] for _ in range(len(inputs) - 1))


_ONE = literal(1.0)
_WEIGHT = _ONE - attribute("beta1")
_FIRST = _ONE - power(attribute("beta1"), attribute("step"))
_SECOND = _ONE - power(attribute("beta2"), attribute("step"))

GRAPH = Graph(
    operands=("p", "g", "m", "v", "largest"),
    nodes=(
        Branch(Equals("maximize", True), (node("gn", "neg", "g"),), (Join("slope", "gn", "g"),)),
        Number("decay", _ONE - attribute("lr") * attribute("weight_decay")),
        node("kept", "mul", "p", "decay"),
        node("apart", "sub", "slope", "m"),
        Branch(
            Below(_WEIGHT, literal(0.5)),
            (
                Number("w", _WEIGHT),
                node("near", "mul", "apart", "w"),
                node("from_m", "add", "m", "near"),
            ),
            (Join("m2", "from_m", "from_g"),),
            others=(
                Number("u", _ONE - _WEIGHT),
                node("far", "mul", "apart", "u"),
                node("from_g", "sub", "slope", "far"),
            ),
        ),
        Number("beta", attribute("beta2")),
        node("vb", "mul", "v", "beta"),
        Number("rest", _ONE - attribute("beta2")),
        node("gr", "mul", "slope", "rest"),
        node("gg", "mul", "gr", "slope"),
        node("v2", "add", "vb", "gg"),
        Branch(
            Given("largest"),
            (node("most", "maximum", "largest", "v2"),),
            (Join("used", "most", "v2"), Join("largest2", "most", None)),
        ),
        node("root", "sqrt", "used"),
        Number("second", sqrt(_SECOND)),
        node("scaled", "div", "root", "second"),
        Number("e", attribute("eps")),
        node("denominator", "add", "scaled", "e"),
        Number("pace", literal(0.0) - attribute("lr") / _FIRST),
        node("paced", "mul", "m2", "pace"),
        node("change", "div", "paced", "denominator"),
        node("p2", "add", "kept", "change"),
    ),
    results=("p2", "m2", "v2", "largest2"),
)


def _real(name, default):
    return Attribute(name, f"{name} of AdamW", default, kind="real")


OP = Op(
    name="example_adamw",
    op_class="graph",
    summary="one step of AdamW",
    operands=("p", "g", "m", "v", "largest"),
    optional_from=4,
    signatures=tuple(((f,) * n, (f,) * (n - 1)) for f in ("f32", "f64") for n in (4, 5)),
    shape_rule=_rule,
    clauses=("G1", "G3"),
    profile="nn",
    results=("p2", "m2", "v2", "largest2"),
    attributes=(
        _real("lr", 1e-3),
        _real("beta1", 0.9),
        _real("beta2", 0.999),
        _real("eps", 1e-8),
        _real("weight_decay", 1e-2),
        Attribute("step", "the number of the step, from 1 on", 1, kind="integer", least=1),
        Attribute("maximize", "go up instead of down", False, choices=(False, True)),
    ),
    graph=GRAPH,
    state=(("p", "p2"), ("m", "m2"), ("v", "v2"), ("largest", "largest2")),
)
