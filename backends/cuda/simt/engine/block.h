// block.h - running one block.
#pragma once

#include "state.h"

namespace simt
{

// Run the block with the index `place` in the grid to its end, or to the first finding.
void run_block(uint3 place, dim3 size, dim3 grid, void (*call)(void **), void **arguments);

// Make the running thread wait until its state is READY again and its turn comes.
void wait_as(State state);

void make_ready(Thread *thread);

} // namespace simt
