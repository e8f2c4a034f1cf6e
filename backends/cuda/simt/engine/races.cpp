// races.cpp - the order of accesses (happens-before), by numbers.
//
// Blocks are numbered, and so are the epochs between two barriers of a block. Each lane of a warp
// has a clock, which other lanes learn at a __syncwarp.
#include "races.h"

#include <string.h>

namespace simt
{

namespace
{

uint32_t now_block, now_epoch, first_block;     // first_block: the first one of this launch
uint32_t lane_clocks[MOST_WARPS][LANES][LANES]; // [lane][other]: clock of `other` known to `lane`

bool is_ordered(int other, uint32_t clock)
{
    const Thread *own = running();
    return other == own->index || (other / LANES == own->warp &&
                                   lane_clocks[own->warp][own->lane][other % LANES] >= clock);
}

[[noreturn]] void find_race(const Access &own, Use before, int other, bool other_block)
{
    FIND(own.site, "race: %s after %s by thread %d%s, of %s memory at byte %zu of %zu",
         name_of(own.use), name_of(before), other, other_block ? " of another block" : "",
         own.is_shared ? "shared" : "global", (size_t)(own.at - own.shadow->start),
         own.shadow->size);
}

void check_write_before(const Cell &cell, const Access &own)
{
    if (cell.write_block < first_block)
        return;
    if (cell.write_block != now_block)
        find_race(own, WRITE, cell.writer, true);
    if (cell.write_epoch == now_epoch && !is_ordered(cell.writer, cell.write_clock))
        find_race(own, WRITE, cell.writer, false);
}

void check_crowd_before(const Crowd &crowd, Use before, const Access &own)
{
    if (crowd.block < first_block)
        return;
    if (crowd.block != now_block || crowd.of_blocks)
        find_race(own, before, crowd.last, true);
    if (crowd.epoch != now_epoch)
        return;
    if (!is_ordered(crowd.last, crowd.clock))
        find_race(own, before, crowd.last, false);
    const bool other_warps = (crowd.warps & ~(1u << running()->warp)) != 0;
    const bool open = crowd.before >= 0 && !is_ordered(crowd.before, crowd.before_clock);
    if (other_warps || open)
        find_race(own, before, crowd.before, false);
}

void note_write(Cell *cell)
{
    cell->write_block = now_block;
    cell->write_epoch = now_epoch;
    cell->write_clock = running()->clock;
    cell->writer = (int16_t)running()->index;
}

void note_in(Crowd *crowd)
{
    const Thread *own = running();
    if (crowd->block != now_block)
        crowd->of_blocks = crowd->block >= first_block;
    if (crowd->block != now_block || crowd->epoch != now_epoch) {
        crowd->warps = 0;
        crowd->before = -1;
    } else if (crowd->last != own->index) {
        crowd->before = crowd->last;
        crowd->before_clock = crowd->clock;
    }
    crowd->block = now_block;
    crowd->epoch = now_epoch;
    crowd->clock = own->clock;
    crowd->last = (int16_t)own->index;
    crowd->warps |= 1u << own->warp;
}

} // namespace

const char *name_of(Use use)
{
    return use == READ ? "read" : use == WRITE ? "write" : "atomic operation";
}

void renew(Cell *cell)
{
    if (cell->write_block != now_block && cell->atomics.block != now_block)
        cell->initialised = false;
    if (cell->write_block != now_block)
        cell->write_block = 0;
    Crowd *const crowds[] = {&cell->readers, &cell->atomics};
    for (Crowd *crowd : crowds)
        if (crowd->block != now_block)
            crowd->block = 0;
}

void check_cell(Cell *cell, const Access &own)
{
    check_write_before(*cell, own);
    if (own.use != ATOMIC)
        check_crowd_before(cell->atomics, ATOMIC, own);
    if (own.use != READ)
        check_crowd_before(cell->readers, READ, own);
    if (own.use == WRITE)
        note_write(cell);
    else
        note_in(own.use == READ ? &cell->readers : &cell->atomics);
    cell->initialised |= own.use != READ;
}

bool races_launch()
{
    const bool is_full = now_epoch > 0x7fffffff;
    if (is_full)
        now_block = now_epoch = 0;
    first_block = now_block + 1;
    return is_full;
}

void shadow_block()
{
    now_block++;
    now_epoch++;
    memset(lane_clocks, 0, sizeof lane_clocks[0] * (size_t)block.warps);
}

void shadow_barrier() { now_epoch++; }

void shadow_warp_barrier(int warp, unsigned lanes)
{
    uint32_t joint[LANES] = {};
    for (int lane = 0; lane < LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        Thread *thread = &block.threads[warp * LANES + lane];
        lane_clocks[warp][lane][lane] = thread->clock++;
        for (int other = 0; other < LANES; other++)
            if (lane_clocks[warp][lane][other] > joint[other])
                joint[other] = lane_clocks[warp][lane][other];
    }
    for (int lane = 0; lane < LANES; lane++)
        if (lanes >> lane & 1)
            memcpy(lane_clocks[warp][lane], joint, sizeof joint);
}

} // namespace simt
