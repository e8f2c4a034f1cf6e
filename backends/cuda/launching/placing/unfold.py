"""Launches of the op unfold (clause S2; src/kernels/moves/unfold.cu)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, operations, unit
from samebits.backends.cuda.launching.placing.walk import BLOCKS_FOR_EACH, length_of
from samebits.backends.cuda.machines.protocol import Launch, Machine
from samebits.spec.families.unfolding import pair, places
from samebits.spec.language.call import Call

_SOURCE = "kernels/moves/unfold.cu"
(_BLOCK,) = constants(_SOURCE, "SB_UNFOLD_BLOCK")
_TURNS = 65535  # the largest number of blocks along y


_Unfold = structure(_SOURCE, "sb_unfold")


def run(machine: Machine, call: Call, inputs: Sequence[View], result: View) -> None:
    """Unfold by one launch of a 2-D grid: rows of the result along x, its columns along y."""
    x = inputs[0]
    if not result.count:
        return
    word = x.item if x.is_aligned and result.is_aligned else 1
    argument = _Unfold(
        result=result.address,
        x=x.address,
        rows=result.shape[0] * result.shape[1],
        bytes=x.item // word,
        channels=length_of(x.shape[1]),
        stride=pair(call.attributes, "stride"),
        padding=pair(call.attributes, "padding"),
        dilation=pair(call.attributes, "dilation"),
        size=x.shape[2:],
    )
    kernel_size = pair(call.attributes, "kernel_size")
    for i, places_there in enumerate(places("unfold", call.attributes, x.shape)):
        argument.kernel[i] = length_of(kernel_size[i])
        argument.places[i] = length_of(places_there)
    argument.result_strides[:] = result.strides
    argument.x_strides[:] = x.strides
    columns = min(1 << (result.shape[2] - 1).bit_length(), _BLOCK)
    rows = _BLOCK // columns
    turns = -(-result.shape[2] // columns)
    blocks = -(-argument.rows // rows)
    limit = machine.multiprocessors * BLOCKS_FOR_EACH
    grid = (min(blocks, limit), max(min(turns, limit // min(blocks, limit), _TURNS), 1), 1)
    needed = unit(operations()["unfold"][1], SB_BYTES=str(word))
    kernel = Kernel(needed, f"sb_unfold_{word}")
    machine.launch(kernel, Launch(grid, (columns, rows, 1)), (argument,))
