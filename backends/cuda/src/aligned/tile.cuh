// tile.cuh - tiles of aligned contractions by plain integers: products of 32 bits summed in 64.
//
// A thread has NUMBERS sums: ROWS_EACH rows, at a distance of DOWN, times COLUMNS_EACH columns, at
// a distance of ACROSS. The integers of a step of K go through shared memory, transposed, so that
// threads read neighbouring numbers.
#pragma once

#include "aligned/aligned.cuh"
#include "contract/tile.cuh"

enum { SB_STEP = 16 }; // terms that lie in shared memory at once

template <class R, int DOWN, int ACROSS, int ROWS_EACH, int COLUMNS_EACH> struct sb_aligned_tiles {
    enum {
        THREADS = DOWN * ACROSS,
        ROWS = DOWN * ROWS_EACH,
        COLUMNS = ACROSS * COLUMNS_EACH,
        NUMBERS = ROWS_EACH * COLUMNS_EACH
    };

    struct room {
        int32_t a[SB_STEP][ROWS + 1], b[SB_STEP][COLUMNS + 1];
    };

    // Terms from `term` on of LINES lines; zeros where there is no line.
    template <int LINES>
    static SB_DEVICE void load(const sb_aligned_lines &x, int64_t batch, int64_t line,
                               int64_t lines, int64_t pitch, int64_t term,
                               int32_t (&to)[SB_STEP][LINES + 1])
    {
        for (int e = (int)threadIdx.x; e < LINES * SB_STEP; e += THREADS) {
            const int k = e % SB_STEP;
            const int64_t at = line + e / SB_STEP;
            to[k][e / SB_STEP] = at < lines ? x.q[(batch * x.batch + at) * pitch + term + k] : 0;
        }
    }

    // The value of a block in each of this thread's places, and the sums begin anew.
    static SB_DEVICE void values(const sb_aligned &p, const sb_tile &tile, int64_t block,
                                 int64_t (&sums)[NUMBERS], float (&acc)[NUMBERS])
    {
#pragma unroll
        for (int i = 0; i < NUMBERS; i++) {
            const int64_t row = tile.row + (int)threadIdx.x / ACROSS + i / COLUMNS_EACH * DOWN;
            const int64_t column =
                tile.column + (int)threadIdx.x % ACROSS + i % COLUMNS_EACH * ACROSS;
            acc[i] = float(0);
            if (row < p.product.rows && column < p.product.columns)
                acc[i] = sb_block_value(
                    sums[i], p.a.u[(tile.batch * p.a.batch + row) * p.blocks + block],
                    p.b.u[(tile.batch * p.b.batch + column) * p.blocks + block]);
            sums[i] = 0;
        }
    }

    static SB_DEVICE void run(const sb_aligned &p, room &r)
    {
        const sb_product &whole = p.product;
        const int64_t tiles = ((whole.rows + ROWS - 1) / ROWS) *
                              ((whole.columns + COLUMNS - 1) / COLUMNS) * whole.batches;
        const int down = (int)threadIdx.x / ACROSS, across = (int)threadIdx.x % ACROSS;
        const int64_t pitch = p.blocks * SB_TERMS;
        sb_levels<float, NUMBERS, THREADS> levels;
        for (int64_t index = blockIdx.x; index < tiles; index += gridDim.x) {
            const sb_tile tile = sb_tile_at<ROWS, COLUMNS>(whole, index);
            int64_t sums[NUMBERS] = {};
            float acc[NUMBERS];
            for (int64_t block = 0; block < p.blocks; block++) {
                for (int step = 0; step < SB_TERMS / SB_STEP; step++) {
                    const int64_t term = block * SB_TERMS + step * SB_STEP;
                    if (term >= whole.terms)
                        break;
                    load<ROWS>(p.a, tile.batch, tile.row, whole.rows, pitch, term, r.a);
                    load<COLUMNS>(p.b, tile.batch, tile.column, whole.columns, pitch, term, r.b);
                    __syncthreads();
#pragma unroll 2
                    for (int k = 0; k < SB_STEP; k++)
#pragma unroll
                        for (int i = 0; i < NUMBERS; i++)
                            sums[i] += (int64_t)r.a[k][down + i / COLUMNS_EACH * DOWN] *
                                       r.b[k][across + i % COLUMNS_EACH * ACROSS];
                    __syncthreads();
                }
                values(p, tile, block, sums, acc);
                if (block + 1 < p.blocks)
                    levels.push(whole, acc);
            }
            levels.finish(whole, acc);
#pragma unroll
            for (int i = 0; i < NUMBERS; i++) {
                const int64_t row = tile.row + down + i / COLUMNS_EACH * DOWN;
                const int64_t column = tile.column + across + i % COLUMNS_EACH * ACROSS;
                if (row < whole.rows && column < whole.columns)
                    sb_deliver<R>(whole, 0, tile.batch, row, column, acc[i]);
            }
        }
    }
};

// An entry `sb_<op>_<result>` that makes such tiles. Before it stand the sizes that the host reads
// (aligned.py): SB_ROWS, SB_COLUMNS, SB_THREADS.
#define SB_ALIGNED_TILES(op, down, across, rows_each, columns_each)                                \
    extern "C" __global__ void __launch_bounds__(SB_THREADS)                                       \
        SB_JOIN(sb_##op##_, SB_R)(const sb_aligned p)                                              \
    {                                                                                              \
        typedef sb_aligned_tiles<sb_result_form, down, across, rows_each, columns_each> tiles;     \
        static_assert(tiles::ROWS == SB_ROWS && tiles::COLUMNS == SB_COLUMNS, "the tile");         \
        static_assert(tiles::THREADS == SB_THREADS, "the threads of a block");                     \
        __shared__ typename tiles::room room;                                                      \
        tiles::run(p, room);                                                                       \
    }
