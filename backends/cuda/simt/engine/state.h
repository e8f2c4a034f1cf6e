// state.h - data that the parts of the runtime share: threads, the running block, the launch.
//
// One launch runs at a time in a process, on the thread that requested it, and one of its blocks at
// a time. The parts are: fiber and switch (stacks), schedule (the next thread), block (barriers),
// warp, matrices (mma), atomics, allocation (global memory), module (shared memory of a unit),
// launch, finding, fault. The checking build also has shadow, accesses, races, hooks.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "vocabulary.h"

namespace simt
{

enum { MOST_THREADS = 1024, LANES = 32, MOST_WARPS = MOST_THREADS / LANES };
enum { DYNAMIC_SHARED = 227 * 1024, STATIC_SHARED = 48 * 1024 };

enum State { READY, RUNNING, AT_BARRIER, IN_WARP, ENDED };

struct Fiber;

struct Thread : simt_thread {
    Fiber *fiber; // its stack, from its begin to its end
    int index, lane, warp;
    State state;
    // The operation for which the thread waits.
    int kind, source, site, line, predicate;
    unsigned mask;
    const char *file;
    uint64_t value, result;
    // The number of warp barriers that the thread has passed, in the checking build.
    uint32_t clock;
};

struct Block {
    Thread threads[MOST_THREADS];
    int count, warps;
    int ready;                    // number of threads in state READY
    int voted;                    // number of threads with a nonzero predicate at the last barrier
    unsigned live[MOST_WARPS];    // lanes that have not ended
    unsigned waiting[MOST_WARPS]; // lanes that wait for other lanes of their warp
};

extern Block block;

inline Thread *running() { return const_cast<Thread *>(static_cast<const Thread *>(simt_current)); }

inline int lanes_of(int warp)
{
    const int rest = block.count - warp * LANES;
    return rest < LANES ? rest : LANES;
}

} // namespace simt
