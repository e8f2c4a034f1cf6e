// tile.cuh - products by tiles: a block of threads computes ROWS x COLUMNS elements of the result.
//
// Method: tiles of DEPTH terms of both operands are in shared memory twice. One is read while the
// next one, already in registers, is written to the other. A thread holds HIGH x WIDE sums. A warp
// is LANES_DOWN x 32 / LANES_DOWN threads. Each thread takes every LANES_DOWN-th word of 16 bytes
// of its warp's rows, and similarly for columns, so that the words of one load of a warp are
// contiguous. The positions of lanes follow Scott Gray's maxas SGEMM: eight neighbouring lanes,
// which are served together, form a square of 4 x 2.
//
// The tree of clause T4: a sum begins at -0, adds one fma for each of 256 terms, and is given to
// the levels (levels.cuh). Each block of threads takes tiles at a fixed distance. Tiles that are
// computed at the same time are neighbours in both directions, so that they read the same operands.
// No result depends on the block that computes it.
#pragma once

#include "contract/levels.cuh"
#include "contract/loader.cuh"

struct sb_tile {
    int64_t chunk, batch, row, column; // row and column of the first element
};

// Return tile `index`. Groups of 8 tiles down are counted first, then across, then batches, then
// chunks.
template <int ROWS, int COLUMNS> SB_DEVICE sb_tile sb_tile_at(const sb_product &p, int64_t index)
{
    enum { DEEP = 8 };
    const int64_t down = (p.rows + ROWS - 1) / ROWS, across = (p.columns + COLUMNS - 1) / COLUMNS;
    const int64_t plane = index / (down * across), place = index % (down * across);
    const int64_t first = place / (DEEP * across) * DEEP, within = place % (DEEP * across);
    const int64_t deep = down - first < DEEP ? down - first : DEEP;
    sb_tile tile;
    tile.chunk = plane / p.batches;
    tile.batch = plane % p.batches;
    tile.row = (first + within % deep) * ROWS;
    tile.column = within / deep * COLUMNS;
    return tile;
}

template <class A, class B, class R, int LANES_DOWN, int WARPS_DOWN, int WARPS_ACROSS, int HIGH,
          int WIDE, int DEPTH>
struct sb_tiles {
    typedef typename A::number number;
    enum {
        LANES_ACROSS = 32 / LANES_DOWN,
        THREADS = 32 * WARPS_DOWN * WARPS_ACROSS,
        ROWS = WARPS_DOWN * LANES_DOWN * HIGH,
        COLUMNS = WARPS_ACROSS * LANES_ACROSS * WIDE,
        WORD = sb_word_of<number>::numbers,
        SUMS = HIGH * WIDE
    };
    typedef sb_loader<A, ROWS, DEPTH, THREADS, true> a_loader;
    typedef sb_loader<B, COLUMNS, DEPTH, THREADS, false> b_loader;

    struct __align__(16) stage {
        number a[DEPTH][a_loader::PITCH];
        number b[DEPTH][b_loader::PITCH];
    };
    struct __align__(16) room {
        stage stages[2];
        sb_strip a, b; // stored here to leave registers to the loop over K
        sb_tile tile;
    };

    // The thread's first row and column in the tile. Its other rows and columns are LANES_* words
    // apart.
    static SB_DEVICE int first_row()
    {
        const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
        return warp / WARPS_ACROSS * (LANES_DOWN * HIGH) + (lane >> 1) % LANES_DOWN * WORD;
    }
    static SB_DEVICE int first_column()
    {
        const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
        const int across = (lane & 1) | (lane / (2 * LANES_DOWN) << 1);
        return warp % WARPS_ACROSS * (LANES_ACROSS * WIDE) + across * WORD;
    }

    static SB_DEVICE void multiply(const number *a, const number *b, number (&acc)[SUMS])
    {
        number x[HIGH], y[WIDE];
#pragma unroll
        for (int i = 0; i < HIGH / WORD; i++) {
            const sb_pack<number, WORD> w =
                sb_load_pack<number, WORD>(a + i * LANES_DOWN * WORD, 0);
#pragma unroll
            for (int j = 0; j < WORD; j++) x[i * WORD + j] = w.v[j];
        }
#pragma unroll
        for (int i = 0; i < WIDE / WORD; i++) {
            const sb_pack<number, WORD> w =
                sb_load_pack<number, WORD>(b + i * LANES_ACROSS * WORD, 0);
#pragma unroll
            for (int j = 0; j < WORD; j++) y[i * WORD + j] = w.v[j];
        }
#pragma unroll
        for (int i = 0; i < HIGH; i++)
#pragma unroll
            for (int j = 0; j < WIDE; j++)
                acc[i * WIDE + j] = sb_multiply_add(x[i], y[j], acc[i * WIDE + j]);
    }

    // Store the sums through shared memory, one row of each thread at a time, so that neighbouring
    // threads store neighbouring columns, for any format and strides of the result.
    static SB_DEVICE void deliver(const sb_product &p, const sb_tile tile,
                                  const number (&acc)[SUMS], number *sums)
    {
        enum { AT_ONCE = WARPS_DOWN * LANES_DOWN };
        static_assert(AT_ONCE * COLUMNS * sizeof(number) <= 2 * sizeof(stage), "rows fit the room");
        const int warp_row = first_row() / (LANES_DOWN * HIGH);
        const int lane_row = first_row() % (LANES_DOWN * HIGH) / WORD;
        number *mine = sums + (warp_row * LANES_DOWN + lane_row) * COLUMNS + first_column();
#pragma unroll
        for (int i = 0; i < HIGH; i++) {
#pragma unroll
            for (int w = 0; w < WIDE / WORD; w++) {
                sb_pack<number, WORD> word;
#pragma unroll
                for (int j = 0; j < WORD; j++) word.v[j] = acc[i * WIDE + w * WORD + j];
                sb_store_pack(mine + w * LANES_ACROSS * WORD, 0, word);
            }
            __syncthreads();
#pragma unroll 1
            for (int e = (int)threadIdx.x; e < AT_ONCE * COLUMNS; e += THREADS) {
                const int slot = e / COLUMNS;
                const int64_t column = tile.column + e % COLUMNS;
                const int64_t row = tile.row + slot / LANES_DOWN * (LANES_DOWN * HIGH) +
                                    (i / WORD * LANES_DOWN + slot % LANES_DOWN) * WORD + i % WORD;
                if (row < p.rows && column < p.columns)
                    sb_deliver<R>(p, tile.chunk, tile.batch, row, column, sums[e]);
            }
            __syncthreads();
        }
    }

    static SB_DEVICE void run(const sb_product &p, room &r)
    {
        stage *stages = r.stages;
        if (threadIdx.x == 0) {
            r.a = sb_strip_of(p.a, true);
            r.b = sb_strip_of(p.b, false);
        }
        __syncthreads();
        const sb_strip &sa = r.a, &sb = r.b;
        const int64_t tiles = ((p.rows + ROWS - 1) / ROWS) * ((p.columns + COLUMNS - 1) / COLUMNS) *
                              p.batches * p.chunks;
        sb_levels<number, SUMS, THREADS> levels;
        for (int64_t index = blockIdx.x; index < tiles; index += gridDim.x) {
            const sb_tile tile = sb_tile_at<ROWS, COLUMNS>(p, index);
            const int64_t from = tile.chunk * p.chunk;
            const int64_t terms = p.terms - from < p.chunk ? p.terms - from : p.chunk;
            a_loader next_a;
            b_loader next_b;
            next_a.begin(sa,
                         static_cast<const typename A::stored *>(p.a.data) +
                             (tile.batch * p.a.batch + tile.row * sa.line + from * sa.term),
                         p.rows - tile.row);
            next_b.begin(sb,
                         static_cast<const typename B::stored *>(p.b.data) +
                             (tile.batch * p.b.batch + tile.column * sb.line + from * sb.term),
                         p.columns - tile.column);
            number acc[SUMS];
#pragma unroll
            for (int i = 0; i < SUMS; i++) acc[i] = sb_nothing<number>();
            if (threadIdx.x == 0)
                r.tile = tile;
            next_a.load(sa, terms);
            next_b.load(sb, terms);
            next_a.store(sa, stages[0].a);
            next_b.store(sb, stages[0].b);
            __syncthreads();
            int now = 0, steps = 0;
            for (int64_t left = terms - DEPTH;; left -= DEPTH) {
                const bool more = left > 0;
                if (more) {
                    next_a.load(sa, left);
                    next_b.load(sb, left);
                }
                const number *x = &stages[now].a[0][first_row()];
                const number *y = &stages[now].b[0][first_column()];
#pragma unroll
                for (int k = 0; k < DEPTH; k++)
                    multiply(x + k * a_loader::PITCH, y + k * b_loader::PITCH, acc);
                now ^= 1;
                if (more) {
                    next_a.store(sa, stages[now].a);
                    next_b.store(sb, stages[now].b);
                }
                __syncthreads();
                if (!more)
                    break;
                if (++steps == SB_TERMS / DEPTH) {
                    levels.push(p, acc);
                    steps = 0;
                }
            }
            levels.finish(p, acc);
            deliver(p, r.tile, acc, &stages[0].a[0][0]);
        }
    }
};

// An entry `sb_<op>_<first format>` that computes such tiles. Before it, the file defines the sizes
// that Python reads (matrix_products.py): of the tile, of the block of threads, and the number of
// blocks that share a multiprocessor: SB_ROWS, SB_COLUMNS, SB_DEPTH, SB_THREADS, SB_BLOCKS.
#define SB_TILES(op, down, warps_down, warps_across, high, wide)                                   \
    extern "C" __global__ void __launch_bounds__(SB_THREADS, SB_BLOCKS)                            \
        SB_JOIN(sb_##op##_, SB_A)(const sb_product p)                                              \
    {                                                                                              \
        typedef sb_tiles<sb_first_form, sb_second_form, sb_result_form, down, warps_down,          \
                         warps_across, high, wide, SB_DEPTH>                                       \
            tiles;                                                                                 \
        static_assert(tiles::ROWS == SB_ROWS && tiles::COLUMNS == SB_COLUMNS, "the tile");         \
        static_assert(tiles::THREADS == SB_THREADS, "the threads of a block");                     \
        static_assert(sizeof(tiles::stage) ==                                                      \
                          SB_DEPTH * (SB_ROWS + SB_COLUMNS + 32 / sizeof(sb_number)) *             \
                              sizeof(sb_number),                                                   \
                      "half of what products.py takes the stages for");                            \
        __shared__ typename tiles::room room;                                                      \
        tiles::run(p, room);                                                                       \
    }
