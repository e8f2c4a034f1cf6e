// warp.cpp - shuffles, votes, matches, reductions and barriers of a warp.
//
// Every lane of the mask must call the same operation with the same mask, and the mask must contain
// the lane. A shuffle must read a lane that takes part. Otherwise the result is undefined on a GPU.
// A matrix product (matrices.cpp) needs all 32 lanes.
#include "warp.h"

#include "block.h"
#include "finding.h"
#include "matrices.h"
#include "shadow.h"

namespace simt
{

namespace
{

uint64_t combine(int kind, uint32_t a, uint32_t b)
{
    switch (kind) {
    case SIMT_WARP_ADD: return a + b;
    case SIMT_WARP_MIN: return a < b ? a : b;
    case SIMT_WARP_MAX: return a > b ? a : b;
    case SIMT_WARP_MIN_SIGNED: return (int32_t)a < (int32_t)b ? a : b;
    case SIMT_WARP_MAX_SIGNED: return (int32_t)a > (int32_t)b ? a : b;
    case SIMT_WARP_AND: return a & b;
    case SIMT_WARP_OR: return a | b;
    default: return a ^ b;
    }
}

// Return the result for the thread `own` of an operation of the lanes `taking_part`.
uint64_t result_for(const Thread *own, const Thread *lanes, unsigned taking_part)
{
    if (own->kind == SIMT_WARP_SYNC || is_of_matrices(own->kind))
        return 0;
    if (own->kind == SIMT_WARP_SHUFFLE)
        return lanes[own->source].value;
    uint64_t result = 0;
    bool first = true;
    for (int i = 0; i < LANES; i++) {
        if (!(taking_part >> i & 1))
            continue;
        const uint64_t value = lanes[i].value;
        if (own->kind == SIMT_WARP_BALLOT)
            result |= (uint64_t)(value != 0) << i;
        else if (own->kind == SIMT_WARP_MATCH)
            result |= (uint64_t)(value == own->value) << i;
        else
            result = first ? value : combine(own->kind, (uint32_t)result, (uint32_t)value);
        first = false;
    }
    return result;
}

// Check that all lanes call the same operation. Return false after a finding.
bool agree(const Thread *one, const Thread *lanes, unsigned taking_part, unsigned live)
{
    if (one->mask & ~live) {
        find_at(one, one->file, one->line, "mask %08x names lanes that have ended (live: %08x)",
                one->mask, live);
        return false;
    }
    for (int i = 0; i < LANES; i++) {
        if (!(taking_part >> i & 1))
            continue;
        const Thread *other = &lanes[i];
        if (other->mask != one->mask || other->kind != one->kind || other->line != one->line) {
            find_at(one, one->file, one->line,
                    "warp operations do not match: lane %d has mask %08x, lane %d mask %08x at "
                    "%s:%d",
                    one->lane, one->mask, i, other->mask, other->file, other->line);
            return false;
        }
        const bool reads = other->kind == SIMT_WARP_SHUFFLE;
        if (reads && ((unsigned)other->source >= LANES || !(taking_part >> other->source & 1))) {
            find_at(other, other->file, other->line,
                    "shuffle reads lane %d, which does not take part (mask %08x)", other->source,
                    other->mask);
            return false;
        }
    }
    return true;
}

} // namespace

void complete_warp(int warp)
{
    Thread *lanes = &block.threads[warp * LANES];
    for (int i = 0; i < lanes_of(warp); i++) {
        const Thread *one = &lanes[i];
        if (one->state != IN_WARP)
            continue;
        const unsigned taking_part = one->mask & block.live[warp];
        if (taking_part & ~block.waiting[warp])
            continue;
        if (!agree(one, lanes, taking_part, block.live[warp]))
            return;
        if (one->kind == SIMT_WARP_SYNC && checking())
            shadow_warp_barrier(warp, taking_part);
        if (is_of_matrices(one->kind))
            multiply_matrices(lanes, one->kind);
        for (int j = 0; j < LANES; j++)
            if (taking_part >> j & 1)
                lanes[j].result = result_for(&lanes[j], lanes, taking_part);
        for (int j = 0; j < LANES; j++)
            if (taking_part >> j & 1)
                make_ready(&lanes[j]);
        block.waiting[warp] &= ~taking_part;
    }
}

} // namespace simt

using namespace simt;

extern "C" int simt_lane(void) { return running()->lane; }

// Report only the caller as active: a kernel must not rely on lanes that happen to run together.
extern "C" unsigned simt_active_mask(void) { return 1u << running()->lane; }

extern "C" unsigned long long simt_warp(int kind, unsigned mask, unsigned long long value,
                                        int source, int line, const char *file)
{
    Thread *thread = running();
    thread->kind = kind;
    thread->mask = mask;
    thread->value = value;
    thread->source = source;
    thread->line = line;
    thread->file = file;
    if (!(mask >> thread->lane & 1)) {
        find_at(thread, file, line, "lane %d is not in its own mask %08x", thread->lane, mask);
        abandon_block();
    }
    thread->state = IN_WARP;
    unsigned &waiting = block.waiting[thread->warp];
    waiting |= 1u << thread->lane;
    if (!(mask & block.live[thread->warp] & ~waiting)) {
        complete_warp(thread->warp);
        if (found())
            abandon_block();
    }
    if (thread->state == READY) { // this lane arrived last, and continues
        thread->state = RUNNING;
        block.ready--;
    } else {
        wait_as(IN_WARP);
    }
    return thread->result;
}
