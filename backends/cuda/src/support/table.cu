// table.cu - functions of one operand of 16 or 8 bits, by a table of all their results.
//
// The function's own kernel has made the table: a result for every pattern of SB_BITS bits, in
// order of the pattern (tables.py). So this kernel computes nothing. SB_PLACE is the memory from
// which the table is read:
//
//   shared   a block copies it to shared memory before the first look-up
//   cached   in global memory through L1, if shared memory is too small
//
// Blocks take tiles of packs of 16 bytes in a grid-stride loop. A block loads its next tile before
// it looks up the current one, and its first tile before the table is copied, so that memory is
// always busy. Operand and result are contiguous and aligned to packs. They may be the same array,
// because each pack is read and written by one thread only.
#include "memory.cuh"

// Threads per block: as many as possible if shared memory has space for one block and its table
// only.
enum { SB_TABLE_FULL = 1024, SB_TABLE_USUAL = 256 };
enum { SB_TABLE_PACKS = 2 }; // packs of a thread in a tile

#define SB_IN_SHARED_shared 1
#define SB_IN_SHARED_cached 0
#define SB_IN_SHARED SB_JOIN(SB_IN_SHARED_, SB_PLACE)

struct sb_tabled {
    int64_t count;
    const void *x;
    void *y;
    const void *results;
};

typedef SB_JOIN_3(uint, SB_BITS, _t) sb_pattern;

enum {
    SB_TABLE_BLOCK = SB_IN_SHARED && SB_BITS == 16 ? SB_TABLE_FULL : SB_TABLE_USUAL,
    SB_TABLE_TILE = SB_TABLE_PACKS * SB_TABLE_BLOCK,
    SB_TABLE_PACK = 16 / sizeof(sb_pattern)
};

SB_DEVICE uint32_t sb_look_up(const sb_pattern *results, uint32_t word)
{
    uint32_t found = 0;
#pragma unroll
    for (int at = 0; at < 32; at += SB_BITS)
        found |= (uint32_t)results[word >> at & ((1u << SB_BITS) - 1)] << at;
    return found;
}

SB_DEVICE uint4 sb_look_up(const sb_pattern *results, const uint4 &x)
{
    uint4 y;
    y.x = sb_look_up(results, x.x);
    y.y = sb_look_up(results, x.y);
    y.z = sb_look_up(results, x.z);
    y.w = sb_look_up(results, x.w);
    return y;
}

SB_DEVICE void sb_take_tile(uint4 (&packs)[SB_TABLE_PACKS], const uint4 *x)
{
#pragma unroll
    for (int k = 0; k < SB_TABLE_PACKS; k++) packs[k] = x[k * SB_TABLE_BLOCK];
}

// Return the table in the memory from which it is read. All threads of the block call this.
SB_DEVICE const sb_pattern *sb_table(const void *results)
{
#if SB_IN_SHARED
    extern __shared__ uint4 sb_shared[];
#pragma unroll
    for (int i = (int)threadIdx.x; i < (1 << SB_BITS) / SB_TABLE_PACK; i += SB_TABLE_BLOCK)
        sb_shared[i] = static_cast<const uint4 *>(results)[i];
    __syncthreads();
    results = sb_shared;
#endif
    return static_cast<const sb_pattern *>(results);
}

extern "C" __global__ void __launch_bounds__(SB_TABLE_BLOCK)
    SB_JOIN(SB_JOIN_3(sb_table_, SB_PLACE, _), SB_BITS)(const __grid_constant__ sb_tabled a)
{
    const int64_t packs = a.count / SB_TABLE_PACK, tiles = packs / SB_TABLE_TILE,
                  step = (int64_t)gridDim.x * SB_TABLE_TILE;
    int64_t tile = blockIdx.x, at = tile * SB_TABLE_TILE + threadIdx.x;
    const uint4 *x = static_cast<const uint4 *>(a.x);
    uint4 *y = static_cast<uint4 *>(a.y), next[SB_TABLE_PACKS] = {};
    if (tile < tiles)
        sb_take_tile(next, x + at);
    const sb_pattern *results = sb_table(a.results);
    for (; tile < tiles; tile += gridDim.x, at += step) {
        uint4 here[SB_TABLE_PACKS];
        memcpy(here, next, sizeof here);
        if (tile + gridDim.x < tiles)
            sb_take_tile(next, x + at + step);
#pragma unroll
        for (int k = 0; k < SB_TABLE_PACKS; k++) here[k] = sb_look_up(results, here[k]);
#pragma unroll
        for (int k = 0; k < SB_TABLE_PACKS; k++) y[at + k * SB_TABLE_BLOCK] = here[k];
    }
    // The rest is less than a tile, and the last part of it less than a pack.
    const int64_t thread = (int64_t)blockIdx.x * SB_TABLE_BLOCK + threadIdx.x;
    for (at = tiles * SB_TABLE_TILE + thread; at < packs; at += step / SB_TABLE_PACKS)
        y[at] = sb_look_up(results, x[at]);
    at = packs * SB_TABLE_PACK + thread;
    if (at < a.count)
        static_cast<sb_pattern *>(a.y)[at] = results[static_cast<const sb_pattern *>(a.x)[at]];
}
