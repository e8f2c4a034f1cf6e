// schedule.cpp - forward, reverse and random orders.
//
// Warps take turns. The lanes of a warp run in rounds until all of them wait or have ended. The
// random schedule draws a new order for each round, and sometimes leaves a warp early. Bits that
// depend on the schedule mean a race. The generator is our own (Knuth's MMIX constants), so that a
// seed gives the same order on every computer.
#include "schedule.h"

namespace simt
{

namespace
{

Schedule order;
uint64_t random_state;
uint64_t block_count, block_factor, block_offset;

int warp_order[MOST_WARPS], lane_order[LANES];
int warp_turn, lane_turn;
bool ran_in_round;

uint64_t draw(uint64_t below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint64_t)(((unsigned __int128)random_state * below) >> 64);
}

void arrange(int *places, int count)
{
    for (int i = 0; i < count; i++) places[i] = order == REVERSE ? count - 1 - i : i;
    if (order != RANDOM)
        return;
    for (int i = count; i > 1; i--) {
        const int j = (int)draw((uint64_t)i), last = places[i - 1];
        places[i - 1] = places[j];
        places[j] = last;
    }
}

uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void begin_round()
{
    lane_turn = 0;
    ran_in_round = false;
    if (order == RANDOM)
        arrange(lane_order, LANES);
}

void next_warp()
{
    if (++warp_turn >= block.warps) {
        warp_turn = 0;
        if (order == RANDOM)
            arrange(warp_order, block.warps);
    }
}

} // namespace

void schedule_launch(Schedule schedule, uint64_t seed, uint64_t blocks)
{
    order = schedule;
    random_state = seed * 0x9e3779b97f4a7c15u + 1;
    draw(1);
    block_count = blocks;
    block_factor = 1;
    block_offset = 0;
    if (schedule != RANDOM || blocks < 2)
        return;
    // turn * factor + offset visits each block exactly once if factor and count have no common
    // divisor.
    do block_factor = 1 + draw(blocks - 1);
    while (common_divisor(block_factor, blocks) != 1);
    block_offset = draw(blocks);
}

uint64_t schedule_block(uint64_t turn)
{
    if (order == REVERSE)
        return block_count - 1 - turn;
    return (uint64_t)(((unsigned __int128)turn * block_factor + block_offset) % block_count);
}

void schedule_threads()
{
    arrange(warp_order, block.warps);
    arrange(lane_order, LANES);
    warp_turn = 0;
    begin_round();
}

Thread *next_ready()
{
    if (block.ready == 0)
        return nullptr;
    for (;;) {
        const int warp = warp_order[warp_turn], lanes = lanes_of(warp);
        while (lane_turn < LANES) {
            const int lane = lane_order[lane_turn++];
            Thread *thread = &block.threads[warp * LANES + lane];
            if (lane < lanes && thread->state == READY) {
                thread->state = RUNNING;
                ran_in_round = true;
                block.ready--;
                return thread;
            }
        }
        const bool leave = !ran_in_round || (order == RANDOM && draw(8) == 0);
        if (leave)
            next_warp();
        begin_round();
    }
}

} // namespace simt
