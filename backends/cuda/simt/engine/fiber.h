// fiber.h - stacks of their own for threads that wait, and changing from one to another.
#pragma once

#include "state.h"

namespace simt
{

// A thread that ends without having waited leaves its stack to the next one, so that a kernel
// without barriers costs one call a thread, and no change of stacks.
struct Fiber {
    void *stack_pointer; // where it was left
    void *context;       // the same on processors without a switch of their own
    Thread *thread;
    Fiber *next_idle;
    char *lowest, *highest; // its stack
};

// The stack of the caller of `run_block`.
extern Fiber scheduler;

// A fiber that starts `thread`.
Fiber *fiber_for(Thread *thread);

// The fiber may be given to another thread.
void fiber_is_idle(Fiber *fiber);

// Go on in `to`; returns when something goes on in `from`.
void fiber_switch(Fiber *from, Fiber *to);

// Forget what stands on all stacks.
void fibers_reset();

// What a fiber does for ever: run a thread, then whatever is next.
[[noreturn]] void fiber_loop();

} // namespace simt
