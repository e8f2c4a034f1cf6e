// tile.cuh - a tile of rows x 128 columns by a block of threads: products from shared memory.
//
// Method: the packed operand is loaded in quads, the windows of x element by element. Both are
// converted to the compute format, a tile of 8 terms ahead in registers and twice in shared memory.
// A warp is 4 x 8 threads. A thread sums HIGH x WIDE elements, in quads of 16 bytes that are 4 and
// 8 quads apart, so that a warp reads contiguous memory. Two terms beyond the last one are -0 and
// +0. Their product -0 changes no sum, so that the tail needs no special code (clause T1).
//
// With SB_ALONG, neighbouring threads load neighbouring terms, which are positions. Otherwise they
// load neighbouring columns, which are then positions. So they read x along its last axis in both
// cases.
#pragma once

#include "blocks.cuh"
#include "conv/convolution.cuh"

// Sizes of the large and the small tiles, which Python reads: rows and sums of a thread (for 4 and
// 8 bytes per number), columns, threads of a block, and the number of blocks that share a
// multiprocessor.
enum { SB_LARGE_ROWS_4 = 128, SB_LARGE_ROWS_8 = 64, SB_LARGE_THREADS = 256, SB_LARGE_BLOCKS = 2 };
enum { SB_SMALL_ROWS_4 = 64, SB_SMALL_ROWS_8 = 32, SB_SMALL_THREADS = 128, SB_SMALL_BLOCKS = 4 };
enum { SB_TILE_COLUMNS = 128, SB_SUMS_4 = 64, SB_SUMS_8 = 32 };

template <int warps_down> struct sb_tile {
    enum {
        PACK = 16 / (int)sizeof(sb_number),
        HIGH = sizeof(sb_number) == 4 ? 8 : 4,
        WIDE = 8,
        SUMS = HIGH * WIDE,
        ROWS = warps_down * 4 * HIGH,
        COLUMNS = 2 * 8 * WIDE,
        THREADS = warps_down * 2 * 32,
        LOADS = SB_DEPTH * COLUMNS / THREADS,
        PITCH = COLUMNS + PACK
    };
    typedef sb_pack<sb_number, PACK> quad;
    typedef sb_levels<sb_number, SUMS, THREADS> levels;

    struct __align__(16) stage {
        sb_number a[SB_DEPTH][ROWS];
        sb_number b[SB_DEPTH][PITCH];
    };
    struct __align__(16) shared {
        stage stages[2];
        sb_side columns[COLUMNS]; // used with SB_ALONG
        int64_t places[COLUMNS];  // offsets in y
    };

    // The work of a block of threads. Consecutive items are consecutive tiles of rows, so that
    // neighbouring items read the same columns of x.
    struct item {
        int64_t slice, group, row, column;
        int64_t outer, outers; // contractions of the slice
        int64_t first_block;   // index of the first block of each contraction
        sb_index end;          // end of the terms in each contraction
    };

    static SB_DEVICE int64_t tiles_down(const sb_convolution &p)
    {
        return (p.rows + ROWS - 1) / ROWS;
    }
    static SB_DEVICE int64_t tiles_across(const sb_convolution &p)
    {
        return (p.columns + COLUMNS - 1) / COLUMNS;
    }

    static SB_DEVICE item item_of(const sb_convolution &p, int64_t number)
    {
        item it;
        it.row = number % tiles_down(p) * ROWS;
        number /= tiles_down(p);
        it.column = number % tiles_across(p) * COLUMNS;
        number /= tiles_across(p);
        it.group = number % p.groups;
        it.slice = number / p.groups;
        it.outer = it.slice / p.slices_inside * p.outers_of_slice;
        it.outers =
            p.outers - it.outer < p.outers_of_slice ? p.outers - it.outer : p.outers_of_slice;
        it.first_block = it.slice % p.slices_inside * p.blocks_of_slice;
        const int64_t end = (it.first_block + p.blocks_of_slice) * SB_BLOCK;
        it.end = (sb_index)(end < p.terms ? end : p.terms);
        return it;
    }

    // A loader of the tiles of an item, one tile after another.
    struct loader {
        const sb_number *packed; // the thread's quad of the next tile
        const sb_stored *x;      // the start of the sample, or of the window at the column
        quad held_a;
        sb_stored held_b[LOADS];
#ifdef SB_ALONG
        sb_index term;
#else
        const sb_side *taps;
        sb_side column;
#endif

        SB_DEVICE void begin(const sb_convolution &p, const item &it, shared &s)
        {
            const int a_term = threadIdx.x / (ROWS / PACK);
            const int64_t term0 = it.first_block * SB_BLOCK;
            int64_t a_row = it.row + threadIdx.x % (ROWS / PACK) * PACK;
            if (a_row >= p.rows_packed) // a valid row, whose results are not used
                a_row = p.rows_packed - PACK;
            packed =
                p.packed + (((it.group * p.outers + it.outer) * p.terms_packed + term0 + a_term) *
                                p.rows_packed +
                            a_row);
            x = static_cast<const sb_stored *>(p.x) + it.group * p.x_group;
            const int64_t mine = it.column + threadIdx.x % COLUMNS;
            sb_side side = sb_side_outside();
            int64_t place = 0;
            if (mine < p.columns) {
                const sb_split split = sb_column(p, mine);
                place = sb_column_place(p, split);
#ifdef SB_ALONG
                side = sb_side_of_tap(p.window, split);
#else
                side = sb_side_of_position(p.window, split);
                x += split.outer * p.x_sample + side.offset;
#endif
            }
            if (threadIdx.x < COLUMNS) {
                s.places[threadIdx.x] = place;
#ifdef SB_ALONG
                s.columns[threadIdx.x] = side;
#endif
            }
#ifdef SB_ALONG
            term = (sb_index)term0;
            x += it.outer * p.x_sample;
            __syncthreads();
#else
            column = side;
            taps = p.taps + (term0 + threadIdx.x / COLUMNS);
#endif
        }

        // Load the next tile to registers.
        SB_DEVICE void load(const sb_convolution &p, const item &it, const shared &s)
        {
            held_a = sb_load_pack<sb_number, PACK>(packed, 0);
            packed += SB_DEPTH * p.rows_packed;
#ifdef SB_ALONG
            const sb_index mine = term + (sb_index)(threadIdx.x % SB_DEPTH);
            sb_side position = sb_side_outside();
            if (mine < (sb_index)p.terms)
                position = sb_side_of_position(p.window, sb_split_of(mine, p.window.positions));
#pragma unroll
            for (int i = 0; i < LOADS; i++)
                held_b[i] = sb_read(
                    p.window, x + position.offset, position,
                    sb_load_side(s.columns + (threadIdx.x / SB_DEPTH + i * (THREADS / SB_DEPTH))));
            term += SB_DEPTH;
            if (term >= it.end) { // a slice of several contractions has all terms of each
                term = 0;
                x += p.x_sample;
            }
#else
#pragma unroll
            for (int i = 0; i < LOADS; i++)
                held_b[i] =
                    sb_read(p.window, x, column, sb_load_side(taps + i * (THREADS / COLUMNS)));
            taps += SB_DEPTH;
#endif
        }

        SB_DEVICE void store(stage &to) const
        {
            sb_store_pack<sb_number, PACK>(&to.a[0][0], threadIdx.x, held_a);
#pragma unroll
            for (int i = 0; i < LOADS; i++) {
#ifdef SB_ALONG
                const int row = threadIdx.x % SB_DEPTH;
                const int at = threadIdx.x / SB_DEPTH + i * (THREADS / SB_DEPTH);
#else
                const int row = threadIdx.x / COLUMNS + i * (THREADS / COLUMNS);
                const int at = threadIdx.x % COLUMNS;
#endif
                to.b[row][at] = sb_first_form::load(held_b[i]);
            }
        }
    };

    // The thread's first row and column in the tile; its other quads are 4 and 8 quads apart.
    static SB_DEVICE int first_row()
    {
        return ((int)threadIdx.x / 64) * (4 * HIGH) + (int)(threadIdx.x % 32 / 8) * PACK;
    }
    static SB_DEVICE int first_column()
    {
        return ((int)threadIdx.x / 32 % 2) * (8 * WIDE) + (int)(threadIdx.x % 8) * PACK;
    }
    static SB_DEVICE int row_of(int i) { return first_row() + i / PACK * (4 * PACK) + i % PACK; }
    static SB_DEVICE int column_of(int j)
    {
        return first_column() + j / PACK * (8 * PACK) + j % PACK;
    }

    static SB_DEVICE void multiply(const stage &from, sb_number (&sum)[SUMS])
    {
#pragma unroll
        for (int k = 0; k < SB_DEPTH; k++) {
            quad a[HIGH / PACK], b[WIDE / PACK];
#pragma unroll
            for (int i = 0; i < HIGH / PACK; i++)
                a[i] = sb_load_pack<sb_number, PACK>(&from.a[k][row_of(i * PACK)], 0);
#pragma unroll
            for (int j = 0; j < WIDE / PACK; j++)
                b[j] = sb_load_pack<sb_number, PACK>(&from.b[k][column_of(j * PACK)], 0);
#pragma unroll
            for (int i = 0; i < HIGH; i++)
#pragma unroll
                for (int j = 0; j < WIDE; j++)
                    sum[i * WIDE + j] = sb_multiply_add(a[i / PACK].v[i % PACK],
                                                        b[j / PACK].v[j % PACK], sum[i * WIDE + j]);
        }
    }

    static SB_DEVICE void clear(sb_number (&sum)[SUMS])
    {
#pragma unroll
        for (int i = 0; i < SUMS; i++) sum[i] = sb_nothing<sb_number>();
    }

    // Store the unrounded sums of a slice.
    static SB_DEVICE void store_part(const sb_convolution &p, const item &it,
                                     const sb_number (&sum)[SUMS])
    {
        sb_number *part = static_cast<sb_number *>(p.parts) +
                          (it.slice * p.groups + it.group) * p.rows * p.columns;
#pragma unroll
        for (int i = 0; i < HIGH; i++) {
            const int64_t row = it.row + row_of(i);
#pragma unroll
            for (int j = 0; j < WIDE; j++)
                if (row < p.rows && it.column + column_of(j) < p.columns)
                    part[row * p.columns + it.column + column_of(j)] = sum[i * WIDE + j];
        }
    }

    static SB_DEVICE void finish(const sb_convolution &p, const item &it, const shared &s,
                                 const sb_number (&sum)[SUMS])
    {
        typedef sb_result_form::stored stored;
#pragma unroll
        for (int i = 0; i < HIGH; i++) {
            const int64_t row = it.row + row_of(i);
            if (row >= p.rows)
                continue;
            const sb_number bias = sb_bias(p, it.group, row);
            stored *y = sb_row_of_y(p, it.group, row);
#pragma unroll
            for (int q = 0; q < WIDE / PACK; q++) {
                const int column = column_of(q * PACK);
                const int64_t left = p.columns - it.column - column;
                sb_pack<stored, PACK> out;
#pragma unroll
                for (int j = 0; j < PACK; j++)
                    out.v[j] = sb_result_form::store(sum[i * WIDE + q * PACK + j] + bias);
                if (p.even && left >= PACK) {
                    sb_store_pack<stored, PACK>(y + s.places[column], 0, out);
                    continue;
                }
#pragma unroll
                for (int j = 0; j < PACK; j++)
                    if (j < left)
                        y[s.places[column + j]] = out.v[j];
            }
        }
    }

    static SB_DEVICE void run_item(const sb_convolution &p, int64_t number, const levels &waiting,
                                   shared &s)
    {
        const item it = item_of(p, number);
        const sb_index terms = it.end - (sb_index)(it.first_block * SB_BLOCK);
        const sb_index tiles = (terms + SB_DEPTH - 1) / SB_DEPTH * (sb_index)it.outers;
        sb_number sum[SUMS];
        loader next;
        sb_index done = 0, outer = 0; // terms of this contraction, and finished contractions
        clear(sum);
        next.begin(p, it, s);
        if (tiles > 0) {
            next.load(p, it, s);
            next.store(s.stages[0]);
        }
        __syncthreads();
#pragma unroll 1
        for (sb_index tile = 0; tile < tiles; tile++) {
            const bool more = tile + 1 < tiles;
            if (more)
                next.load(p, it, s);
            __syncwarp(); // otherwise ptxas moves the loads after the products
            multiply(s.stages[tile & 1], sum);
            if (more)
                next.store(s.stages[(tile + 1) & 1]);
            done += SB_DEPTH;
            if (done % SB_BLOCK == 0 || done >= terms) {
                const bool whole = done >= terms;
                waiting.arrive(sum, 0, (done - 1) / SB_BLOCK, whole);
                if (whole) {
                    waiting.arrive(sum, p.inner_levels, outer, outer == it.outers - 1);
                    outer++;
                    done = 0;
                }
                if (more)
                    clear(sum);
            }
            __syncthreads();
        }
        if (tiles == 0) // a sum without terms
#pragma unroll
            for (int i = 0; i < SUMS; i++) sum[i] = sb_number(0);
        const item done_item = item_of(p, number); // computed a second time, to save registers
        if (p.parts != nullptr)
            store_part(p, done_item, sum);
        else
            finish(p, done_item, s, sum);
        __syncthreads(); // wait before the next item writes its offsets
    }

    static SB_DEVICE void run(const sb_convolution &p)
    {
        __shared__ shared s;
        levels waiting;
        waiting.memory =
            static_cast<char *>(p.levels) + blockIdx.x * (p.all_levels * levels::bytes);
        const int64_t items = tiles_down(p) * tiles_across(p) * p.groups * p.slices;
#pragma unroll 1
        for (int64_t number = blockIdx.x; number < items; number += gridDim.x)
            run_item(p, number, waiting, s);
    }
};

// Check that the tiles have the sizes that Python reads.
#define SB_IS_TILE(size, warps)                                                                    \
    static_assert(sb_tile<warps>::ROWS ==                                                          \
                          (sizeof(sb_number) == 4 ? SB_##size##_ROWS_4 : SB_##size##_ROWS_8) &&    \
                      sb_tile<warps>::THREADS == SB_##size##_THREADS &&                            \
                      sb_tile<warps>::COLUMNS == SB_TILE_COLUMNS &&                                \
                      sb_tile<warps>::SUMS == (sizeof(sb_number) == 4 ? SB_SUMS_4 : SB_SUMS_8),    \
                  "the " #size " tile")
SB_IS_TILE(LARGE, 4);
SB_IS_TILE(SMALL, 2);

// The two kernels of a unit, with 8 and 4 warps.
#define SB_TILE_KERNELS(name)                                                                      \
    extern "C" __global__ void __launch_bounds__(SB_LARGE_THREADS, SB_LARGE_BLOCKS)                \
        SB_JOIN_3(sb_##name##_large, _, SB_A)(const __grid_constant__ sb_convolution p)            \
    {                                                                                              \
        sb_tile<4>::run(p);                                                                        \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(SB_SMALL_THREADS, SB_SMALL_BLOCKS)                \
        SB_JOIN_3(sb_##name##_small, _, SB_A)(const __grid_constant__ sb_convolution p)            \
    {                                                                                              \
        sb_tile<2>::run(p);                                                                        \
    }
