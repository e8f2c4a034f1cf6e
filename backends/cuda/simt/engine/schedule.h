// schedule.h - in which order blocks, warps and lanes run.
#pragma once

#include "state.h"

namespace simt
{

enum Schedule { FORWARD, REVERSE, RANDOM };

// Begin a launch.
void schedule_launch(Schedule schedule, uint64_t seed, uint64_t blocks);

// The block that runs as number `turn`.
uint64_t schedule_block(uint64_t turn);

// Begin a block.
void schedule_threads();

// The thread that runs next, or null when none can; it is no longer counted as ready.
Thread *next_ready();

} // namespace simt
