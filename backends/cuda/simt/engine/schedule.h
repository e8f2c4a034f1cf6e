// schedule.h - the order in which blocks, warps and lanes run.
#pragma once

#include "state.h"

namespace simt
{

enum Schedule { FORWARD, REVERSE, RANDOM };

// Begin a launch.
void schedule_launch(Schedule schedule, uint64_t seed, uint64_t blocks);

// Return the index of the block that runs at position `turn`.
uint64_t schedule_block(uint64_t turn);

// Begin a block.
void schedule_threads();

// Return the thread that runs next, or null if no thread can run. The thread no longer counts as
// ready.
Thread *next_ready();

} // namespace simt
