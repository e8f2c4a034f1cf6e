// fiber.cpp - stacks, which are allocated when they are first needed and then reused.
#include "fiber.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "switch.h"

namespace simt
{

namespace
{

// The local memory of a CUDA thread is at most 512 KiB. Pages without accesses cost no memory.
const size_t STACK = 512 * 1024;

Fiber fibers[MOST_THREADS];
int made;
Fiber *idle;

bool make_stack(Fiber *fiber)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *memory = mmap(nullptr, STACK + page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    mprotect(memory, page, PROT_NONE); // so that an access below the stack is a fault
    fiber->lowest = static_cast<char *>(memory) + page;
    // Stacks that begin at the same offset in their pages would compete for the same cache lines.
    const size_t stagger = 64 * (size_t)((fiber - fibers) % 61);
    fiber->highest = fiber->lowest + STACK - stagger;
    return true;
}

} // namespace

Fiber scheduler;

Fiber *fiber_for(Thread *thread)
{
    Fiber *fiber = idle;
    if (fiber) {
        idle = fiber->next_idle;
    } else {
        fiber = &fibers[made];
        if (!fiber->lowest && !make_stack(fiber))
            abort();
        made++;
        prepare_switch(fiber);
    }
    fiber->thread = thread;
    thread->fiber = fiber;
    return fiber;
}

void fiber_is_idle(Fiber *fiber)
{
    fiber->next_idle = idle;
    idle = fiber;
}

void fibers_reset()
{
    made = 0;
    idle = nullptr;
}

void fiber_switch(Fiber *from, Fiber *to) { switch_stacks(from, to); }

} // namespace simt
