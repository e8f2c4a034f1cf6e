"""A tensor filled with one number (clause G15)."""

from samebits.spec.families.filled import filled, filling, made_of, real_of
from samebits.spec.formats import compute_format
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Names
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.moves import Broadcast
from samebits.spec.language.scalars import attribute


def _graph(call: Call, sizes: Names) -> Graph:
    """Return the graph with the scalar in the compute format of the result.

    The op has no operand that could determine this format.
    """
    return made_of(
        Number("scalar", attribute("fill_value"), to=compute_format(call.outputs)),
        node("value", "cast", "scalar", to="output"),
        Broadcast("y", "value", "[*shape]"),
    )


OP = filling(
    "full",
    "one number everywhere",
    filled,
    (
        Attribute(
            "shape", "shape of the result", required=True, kind="integers", length="any", least=0
        ),
        real_of("fill_value", "the number"),
    ),
    _graph,
)
