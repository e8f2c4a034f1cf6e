// fiber.h - separate stacks for waiting threads, and the switch between two stacks.
#pragma once

#include "state.h"

namespace simt
{

// If a thread ends without having waited, the next thread uses its stack. So a kernel without
// barriers costs one call per thread, and no switch of stacks.
struct Fiber {
    void *stack_pointer; // the stack pointer when the fiber was left
    void *context;       // the saved state, on processors that switch.h does not support
    Thread *thread;
    Fiber *next_idle;
    char *lowest, *highest; // the limits of its stack
};

// The stack of the caller of `run_block`.
extern Fiber scheduler;

// Return a fiber that starts `thread`.
Fiber *fiber_for(Thread *thread);

// Record that the fiber may be given to another thread.
void fiber_is_idle(Fiber *fiber);

// Continue `to`. Return when another fiber continues `from`.
void fiber_switch(Fiber *from, Fiber *to);

// Forget the contents of all stacks.
void fibers_reset();

// Run a thread, then the next one, and so on forever.
[[noreturn]] void fiber_loop();

} // namespace simt
