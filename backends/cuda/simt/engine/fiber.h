// fiber.h - separate stacks for threads that wait, and the switch between two stacks.
#pragma once

#include "state.h"

namespace simt
{

// A thread that ends without having waited leaves its stack to the next one. A kernel without
// barriers therefore costs one call for each thread, and no switch of stacks.
struct Fiber {
    void *stack_pointer; // the stack pointer when the fiber was left
    void *context;       // the saved state, on processors without a switch in switch.h
    Thread *thread;
    Fiber *next_idle;
    char *lowest, *highest; // the limits of its stack
};

// The stack of the caller of `run_block`.
extern Fiber scheduler;

// Return a fiber that starts `thread`.
Fiber *fiber_for(Thread *thread);

// Note that the fiber may be given to another thread.
void fiber_is_idle(Fiber *fiber);

// Continue `to`; return when another fiber continues `from`.
void fiber_switch(Fiber *from, Fiber *to);

// Forget the contents of all stacks.
void fibers_reset();

// Run a thread, then whichever is next, and so on for ever.
[[noreturn]] void fiber_loop();

} // namespace simt
