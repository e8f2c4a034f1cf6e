"""One call on views: by the family of its op, by a composition, or node by node."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.units import is_composed
from samebits.backends.cuda.compositions import compose
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.cuda.served import family, family_of
from samebits.spec.language.call import Call


def is_served(call: Call) -> bool:
    """Check whether kernels compute a call."""
    name = family_of(call.op)
    return name is not None and bool(family(name).supports(call))


def run_call(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Run a call that is served; outputs share no memory with inputs."""
    name = family_of(call.op)
    assert name is not None  # the caller has checked
    if is_composed(call.op, (*call.inputs, *call.outputs)):
        compose(machine, call, inputs, outputs[0])
    else:
        family(name).run(machine, call, inputs, outputs)
