// radix.cu - the kernels of order/radix.cuh. SB_KEYED is 1 if items store key and position
// separately, else 0.
#include "order/radix.cuh"

#if SB_KEYED
typedef sb_keyed sb_sorted;
#else
typedef uint64_t sb_sorted;
#endif

enum { SB_THREADS = SB_TILE_THREADS };
typedef sb_tile<sb_sorted> sb_sorted_tile;
static_assert(sizeof(sb_sorted_tile::shared) == (SB_KEYED ? SB_KEYED_SHARED : SB_SHARED), "room");

// Count digits: each block handles a tile.
extern "C" __global__ void __launch_bounds__(SB_THREADS)
    sb_radix_count(const __grid_constant__ sb_radix_pass a)
{
    __shared__ uint32_t counters[SB_DIGITS];
    const int t = (int)threadIdx.x, digits = 1 << a.bits;
    for (int64_t at = blockIdx.x; at < a.rows * a.tiles; at += gridDim.x) {
        const int64_t row = at / a.tiles, tile = at % a.tiles;
        const sb_sorted *from = (const sb_sorted *)a.source + row * a.length;
        if (t < SB_DIGITS)
            counters[t] = 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < sb_sorted_tile::each; i++) {
            const int64_t item = tile * sb_sorted_tile::size + i * SB_THREADS + t;
            if (item < a.length)
                atomicAdd(&counters[sb_digit(from[item], a.shift, a.bits)], 1u);
        }
        __syncthreads();
        if (t < digits)
            a.counts[(row * digits + t) * a.tiles + tile] = counters[t];
        __syncthreads();
    }
}

// Compute the number of items before each tile: each block handles one digit of a row, from its
// counts in the row's tiles.
extern "C" __global__ void __launch_bounds__(SB_SUM_THREADS)
    sb_radix_sums(const __grid_constant__ sb_radix_pass a)
{
    __shared__ int64_t sums[SB_SUM_THREADS];
    const int t = (int)threadIdx.x, threads = (int)blockDim.x;
    const int64_t lines = a.rows << a.bits;
    for (int64_t line = blockIdx.x; line < lines; line += gridDim.x) {
        int64_t *counts = a.counts + line * a.tiles;
        int64_t before = 0;
        for (int64_t base = 0; base < a.tiles; base += threads) {
            const int64_t mine = base + t < a.tiles ? counts[base + t] : 0;
            sums[t] = mine;
            __syncthreads();
            for (int step = 1; step < threads; step *= 2) {
                const int64_t left = t >= step ? sums[t - step] : 0;
                __syncthreads();
                sums[t] += left;
                __syncthreads();
            }
            if (base + t < a.tiles)
                counts[base + t] = before + sums[t] - mine;
            before += sums[threads - 1];
            __syncthreads();
        }
        if (t == 0)
            a.totals[line] = before;
    }
}

// Move items: each block handles a tile.
extern "C" __global__ void __launch_bounds__(SB_THREADS, 3)
    sb_radix_move(const __grid_constant__ sb_radix_pass a)
{
    extern __shared__ uint4 sb_shared[];
    sb_sorted_tile::shared &s = *reinterpret_cast<sb_sorted_tile::shared *>(sb_shared);
    __shared__ int64_t places[SB_DIGITS]; // start of a digit of this tile, minus its first index
    const int t = (int)threadIdx.x, digits = 1 << a.bits;
    for (int64_t at = blockIdx.x; at < a.rows * a.tiles; at += gridDim.x) {
        const int64_t row = at / a.tiles, tile = at % a.tiles, base = tile * sb_sorted_tile::size;
        const sb_sorted *from = (const sb_sorted *)a.source + row * a.length + base;
        sb_sorted *to = (sb_sorted *)a.target + row * a.length;
        const int64_t left = a.length - base;
        const int count = left < sb_sorted_tile::size ? (int)left : (int)sb_sorted_tile::size;
        // The totals of smaller digits, by prefix sums as for the counters.
        places[t] = t < digits ? a.totals[row * digits + t] : 0;
        __syncthreads();
        for (int step = 1; step < digits; step *= 2) {
            const int64_t before = t >= step ? places[t - step] : 0;
            __syncthreads();
            places[t] += before;
            __syncthreads();
        }
        const int64_t below = t > 0 ? places[t - 1] : 0;
        sb_sorted items[sb_sorted_tile::each];
        sb_sorted_tile::load(items, from, count);
        sb_sorted_tile::sort(s, items, count, a.shift, a.bits);
        if (t < digits)
            places[t] = below + a.counts[(row * digits + t) * a.tiles + tile] - s.first[t];
        __syncthreads();
        for (int i = t; i < count; i += SB_THREADS)
            to[places[sb_digit(s.items[i], a.shift, a.bits)] + i] = s.items[i];
        __syncthreads();
    }
}

// Sort rows that are not longer than a tile: each block sorts a row by all digits.
extern "C" __global__ void __launch_bounds__(SB_THREADS)
    sb_radix_rows(const __grid_constant__ sb_radix_pass a)
{
    extern __shared__ uint4 sb_shared[];
    sb_sorted_tile::shared &s = *reinterpret_cast<sb_sorted_tile::shared *>(sb_shared);
    const int count = (int)a.length;
    for (int64_t row = blockIdx.x; row < a.rows; row += gridDim.x) {
        const sb_sorted *from = (const sb_sorted *)a.source + row * a.length;
        sb_sorted *to = (sb_sorted *)a.target + row * a.length;
        sb_sorted items[sb_sorted_tile::each];
        sb_sorted_tile::load(items, from, count);
        for (int pass = 0; pass < a.passes; pass++) {
            if (pass > 0)
                sb_sorted_tile::load(items, s.items, count);
            __syncthreads();
            sb_sorted_tile::sort(s, items, count, a.shift + pass * a.bits, a.bits);
        }
        for (int i = (int)threadIdx.x; i < count; i += (int)blockDim.x) to[i] = s.items[i];
        __syncthreads();
    }
}
