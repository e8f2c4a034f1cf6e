// block.cpp - the life of a block: its threads begin, wait for each other and end.
#include "block.h"

#include "fiber.h"
#include "finding.h"
#include "schedule.h"
#include "shadow.h"
#include "warp.h"

extern "C" {
const simt_thread *simt_current;
}

namespace simt
{

Block block;

namespace
{

void (*kernel)(void **);
void **kernel_arguments;

// Run the next thread. Return when it is the turn of `from` again.
void leave(Fiber *from)
{
    Thread *next = found() ? nullptr : next_ready();
    Fiber *to = &scheduler;
    if (next)
        to = next->fiber ? next->fiber : fiber_for(next);
    simt_current = next;
    if (to != from)
        fiber_switch(from, to);
}

void begin(uint3 place, dim3 size, dim3 grid)
{
    block.count = block.ready = (int)(size.x * size.y * size.z);
    block.warps = (block.count + LANES - 1) / LANES;
    for (int i = 0; i < block.count; i++) {
        Thread &thread = block.threads[i];
        const unsigned u = (unsigned)i;
        thread.thread = {u % size.x, u / size.x % size.y, u / size.x / size.y};
        thread.block = place;
        thread.block_size = size;
        thread.grid_size = grid;
        thread.fiber = nullptr;
        thread.index = i;
        thread.lane = i % LANES;
        thread.warp = i / LANES;
        thread.state = READY;
        thread.clock = 1;
    }
    for (int warp = 0; warp < block.warps; warp++) {
        block.waiting[warp] = 0;
        block.live[warp] = lanes_of(warp) == LANES ? ~0u : (1u << lanes_of(warp)) - 1;
    }
    if (checking())
        shadow_block();
}

struct Census {
    int at_barrier, in_warp, ended, voted;
    Thread *first, *other; // threads that wait at different barriers, or the same thread twice
    Thread *in_warp_first;
};

Census count_states()
{
    Census census = {};
    for (int i = 0; i < block.count; i++) {
        Thread *thread = &block.threads[i];
        if (thread->state == AT_BARRIER) {
            census.at_barrier++;
            census.voted += thread->predicate;
            if (!census.first)
                census.first = census.other = thread;
            if (thread->site != census.first->site)
                census.other = thread;
        } else if (thread->state == IN_WARP) {
            census.in_warp++;
            if (!census.in_warp_first)
                census.in_warp_first = thread;
        } else {
            census.ended++;
        }
    }
    return census;
}

// If no thread can run, let the threads of a complete barrier continue. Return false if the block
// has ended.
bool release_barrier()
{
    const Census census = count_states();
    if (census.ended == block.count)
        return false;
    if (census.in_warp) {
        const Thread *t = census.in_warp_first;
        find_at(t, t->file, t->line,
                "deadlock: lanes of mask %08x wait for lanes that never come (%d threads wait in "
                "warp operations, %d at barriers, %d have ended)",
                t->mask, census.in_warp, census.at_barrier, census.ended);
        return false;
    }
    const Thread *first = census.first, *other = census.other;
    if (census.ended) {
        find_at(first, first->file, first->line,
                "divergent barrier: %d of %d threads wait, %d have ended", census.at_barrier,
                block.count, census.ended);
        return false;
    }
    if (first->site != other->site) {
        find_at(first, first->file, first->line,
                "divergent barrier: thread %d waits at another barrier, %s:%d", other->index,
                other->file, other->line);
        return false;
    }
    block.voted = census.voted;
    if (checking())
        shadow_barrier();
    for (int i = 0; i < block.count; i++) make_ready(&block.threads[i]);
    return true;
}

} // namespace

void make_ready(Thread *thread)
{
    thread->state = READY;
    block.ready++;
}

void wait_as(State state)
{
    Thread *thread = running();
    thread->state = state;
    leave(thread->fiber);
}

[[noreturn]] void abandon_block()
{
    Fiber *fiber = running()->fiber;
    for (;;) {
        simt_current = nullptr;
        fiber_switch(fiber, &scheduler);
    }
}

void fiber_loop()
{
    for (;;) {
        Thread *thread = running();
        Fiber *fiber = thread->fiber;
        kernel(kernel_arguments);
        thread->state = ENDED;
        block.live[thread->warp] &= ~(1u << thread->lane);
        if (block.waiting[thread->warp])
            complete_warp(thread->warp);
        fiber_is_idle(fiber);
        leave(fiber);
    }
}

void run_block(uint3 place, dim3 size, dim3 grid, void (*call)(void **), void **arguments)
{
    kernel = call;
    kernel_arguments = arguments;
    begin(place, size, grid);
    schedule_threads();
    do leave(&scheduler);
    while (!found() && release_barrier());
    simt_current = nullptr;
    if (found())
        fibers_reset();
}

} // namespace simt

extern "C" int simt_barrier(int predicate, int site, int line, const char *file)
{
    simt::Thread *thread = simt::running();
    thread->predicate = predicate;
    thread->site = site;
    thread->line = line;
    thread->file = file;
    simt::wait_as(simt::AT_BARRIER);
    return simt::block.voted;
}

extern "C" int simt_block_threads(void) { return simt::block.count; }

extern "C" void simt_trap(const char *what, int line, const char *file)
{
    simt::find_at(simt::running(), file, line, "%s", what);
    simt::abandon_block();
}
