// radix.cuh - stable sort of rows of items by digits, least significant first (clauses S3, T7).
//
// A row is cut into tiles. A pass counts the digits of every tile and computes the first position
// of each (digit, tile) from the counts. It moves every item to that position plus the item's rank:
// the number of earlier items of the tile with the same digit. New positions depend on old
// positions only, whatever the order of execution.
//
// Ranks: a warp holds 32 * each adjacent items of a tile, and takes 32 at a time. Lanes with the
// same digit find each other by a vote for each bit. A counter per warp and digit advances.
//
// Items are either a 64-bit integer, with the key in its high half and the position in its low
// half, or an sb_keyed.
#pragma once

#include "formats.cuh"

enum { SB_DIGIT_BITS = 8, SB_DIGITS = 1 << SB_DIGIT_BITS };
enum { SB_TILE_THREADS = 256, SB_TILE_WARPS = SB_TILE_THREADS / 32, SB_SUM_THREADS = 1024 };
enum { SB_EACH = 16, SB_KEYED_EACH = 8 }; // number of items per thread
enum {                                    // bytes of sb_tile::shared
    SB_COUNTING = 4 * (SB_TILE_WARPS * SB_DIGITS + SB_TILE_THREADS + SB_DIGITS),
    SB_SHARED = SB_EACH * SB_TILE_THREADS * 8 + SB_COUNTING,
    SB_KEYED_SHARED = SB_KEYED_EACH * SB_TILE_THREADS * 16 + SB_COUNTING
};

struct sb_keyed {
    uint64_t key, place;
};

SB_DEVICE uint64_t sb_key_of(uint64_t item) { return item >> 32; }
SB_DEVICE uint64_t sb_key_of(const sb_keyed &item) { return item.key; }
SB_DEVICE int64_t sb_place_of(uint64_t item) { return (int64_t)(uint32_t)item; }
SB_DEVICE int64_t sb_place_of(const sb_keyed &item) { return (int64_t)item.place; }

template <class Item> struct sb_item;
template <> struct sb_item<uint64_t> {
    enum { each = SB_EACH }; // number of items per thread
    static SB_DEVICE uint64_t made(uint64_t key, int64_t place)
    {
        return key << 32 | (uint32_t)place;
    }
};
template <> struct sb_item<sb_keyed> {
    enum { each = SB_KEYED_EACH };
    static SB_DEVICE sb_keyed made(uint64_t key, int64_t place)
    {
        sb_keyed item = {key, (uint64_t)place};
        return item;
    }
};

template <class Item> SB_DEVICE int sb_digit(const Item &item, int shift, int bits)
{
    return (int)(sb_key_of(item) >> shift) & ((1 << bits) - 1);
}

// Return the lanes of `here` whose value agrees with the caller's in its low `bits`. The caller is
// in `here`.
SB_DEVICE uint32_t sb_alike(int value, int bits, uint32_t here)
{
    uint32_t alike = here;
#pragma unroll 1
    for (int bit = 0; bit < bits; bit++) {
        const int mine = (value >> bit) & 1;
        const uint32_t ones = __ballot_sync(0xffffffffu, mine);
        alike &= mine ? ones : ~ones;
    }
    return alike;
}

// Turn counters [warp][digit] into first positions, ordered by digit and then warp, and set `first`
// to the first position of each digit. All threads call this, and their number is a power of two.
// Neighbouring threads have neighbouring digits, so that there are no bank conflicts.
SB_DEVICE void sb_first_places(uint32_t *counters, uint32_t *partial, uint32_t *first)
{
    const int t = (int)threadIdx.x, threads = (int)blockDim.x;
    uint32_t below = 0; // number of items with digits of earlier rounds
    for (int base = 0; base < SB_DIGITS; base += threads) {
        uint32_t sum = 0;
        for (int w = 0; w < threads / 32; w++) sum += counters[w * SB_DIGITS + base + t];
        partial[t] = sum;
        __syncthreads();
        for (int step = 1; step < threads; step *= 2) {
            const uint32_t before = t >= step ? partial[t - step] : 0;
            __syncthreads();
            partial[t] += before;
            __syncthreads();
        }
        uint32_t running = below + partial[t] - sum;
        first[base + t] = running;
        for (int w = 0; w < threads / 32; w++) {
            const uint32_t count = counters[w * SB_DIGITS + base + t];
            counters[w * SB_DIGITS + base + t] = running;
            running += count;
        }
        below += partial[threads - 1];
        __syncthreads();
    }
}

// The sort of a tile by one digit. Blocks have at most SB_TILE_THREADS threads, in whole warps.
template <class Item> struct sb_tile {
    enum { each = sb_item<Item>::each, size = SB_TILE_THREADS * each };

    struct shared {
        Item items[size];
        uint32_t counters[SB_TILE_WARPS * SB_DIGITS]; // [warp][digit]
        uint32_t partial[SB_TILE_THREADS];
        uint32_t first[SB_DIGITS]; // the first position of each digit in the tile
    };

    // Return the number of items of each thread if a tile of `count` items is divided evenly.
    static SB_DEVICE int turns(int count)
    {
        return (count + (int)blockDim.x - 1) / (int)blockDim.x;
    }

    // Return the position in the tile of this thread's item `i`.
    static SB_DEVICE int place(int i, int turns)
    {
        const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
        return (warp * turns + i) * 32 + lane;
    }

    // Load this thread's items out of the `count` items at `from`. The last item replaces items
    // beyond the end.
    static SB_DEVICE void load(Item (&items)[each], const Item *from, int count)
    {
        const int n = turns(count);
#pragma unroll
        for (int i = 0; i < each; i++)
            if (i < n)
                items[i] = from[place(i, n) < count ? place(i, n) : count - 1];
    }

    // Sort the items of all threads to s.items.
    static SB_DEVICE void sort(shared &s, Item (&items)[each], int count, int shift, int bits)
    {
        const int t = (int)threadIdx.x, threads = (int)blockDim.x, lane = t % 32, warp = t / 32;
        const int warps = threads / 32, n = turns(count);
        for (int i = t; i < warps * SB_DIGITS; i += threads) s.counters[i] = 0;
        __syncthreads();
        uint32_t ranks[each];
#pragma unroll
        for (int i = 0; i < each; i++)
            if (i < n) {
                const bool here = place(i, n) < count;
                const int digit = sb_digit(items[i], shift, bits);
                const uint32_t alike = sb_alike(digit, bits, __ballot_sync(0xffffffffu, here));
                uint32_t *counter = &s.counters[warp * SB_DIGITS + digit];
                const uint32_t before = *counter;
                __syncwarp();
                ranks[i] = before + __popc(alike & ((1u << lane) - 1u));
                if (here && (alike >> lane) == 1u) // the last lane with its digit
                    *counter = before + __popc(alike);
                __syncwarp();
            }
        __syncthreads();
        sb_first_places(s.counters, s.partial, s.first);
#pragma unroll
        for (int i = 0; i < each; i++)
            if (i < n && place(i, n) < count)
                s.items[s.counters[warp * SB_DIGITS + sb_digit(items[i], shift, bits)] + ranks[i]] =
                    items[i];
        __syncthreads();
    }
};

// The arguments that launching/placing/sort.py reads and fills (declared.py).
struct sb_radix_pass {
    const void *source;
    void *target;
    int64_t *counts;             // one for each row, digit and tile
    int64_t *totals;             // one for each row and digit
    int64_t rows, length, tiles; // length, tiles: items and tiles of a row
    int32_t shift, bits;         // shift and number of bits of a digit
    int32_t passes, unused;
};
