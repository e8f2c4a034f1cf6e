// tiles.cuh - the tiles of an aligned product (clause T11), for both ways to multiply.
//
// A block of threads computes a tile of the result. Steps of 64 terms of the digits of both
// operands go through shared memory, while the next step is loaded to registers. After 256 terms,
// each thread has its values of a block, and gives them to the tree (contract/levels.cuh).
#pragma once

#include "aligned/values.cuh"
#include "bytes.cuh"
#include "contract/tile.cuh"
#include "warp.cuh"

// Store the values of a warp to a row of the result, in format R. Neighbouring lanes store
// neighbouring columns.
template <class R, int COLUMNS>
SB_DEVICE void sb_put_row(const sb_product &p, int64_t batch, int64_t row, int64_t first,
                          const sb_native_f32 *numbers)
{
#pragma unroll
    for (int i = 0; i < (COLUMNS + 31) / 32; i++) {
        const int c = i * 32 + sb_lane();
        const int64_t column = first + c;
        if ((COLUMNS % 32 == 0 || c < COLUMNS) && column < p.columns)
            *sb_result_place<R>(p, batch, row, column) =
                sb_finished<R>(p, row, column, float(numbers[c]));
    }
}

// Store the values of a warp in the format of the result.
template <int COLUMNS>
SB_DEVICE void sb_put_row_as(const sb_aligned &p, int64_t batch, int64_t row, int64_t first,
                             const sb_native_f32 *numbers)
{
    const sb_product &whole = p.product;
    switch (p.form) {
    case SB_TO_f32: return sb_put_row<sb_form_f32, COLUMNS>(whole, batch, row, first, numbers);
    case SB_TO_f16: return sb_put_row<sb_form_f16, COLUMNS>(whole, batch, row, first, numbers);
    case SB_TO_bf16: return sb_put_row<sb_form_bf16, COLUMNS>(whole, batch, row, first, numbers);
    case SB_TO_f8e4m3fn:
        return sb_put_row<sb_form_f8e4m3fn, COLUMNS>(whole, batch, row, first, numbers);
    default: return sb_put_row<sb_form_f8e5m2, COLUMNS>(whole, batch, row, first, numbers);
    }
}

// The digits of LINES lines, loaded step by step from global memory to registers. A thread moves
// packs of 16 terms of a digit. BESIDE neighbouring threads load one part of the step of
// neighbouring lines, and the threads behind them load the next part. So a warp reads the whole
// step of its lines.
template <int DIGITS, int LINES, int THREADS, int BESIDE> struct sb_strip_of_digits {
    enum {
        PARTS = SB_STEP / 16,
        OF_A_DIGIT = LINES * PARTS,
        PACKS = DIGITS * OF_A_DIGIT,
        EACH = (PACKS + THREADS - 1) / THREADS,
        // If all threads load the same digit, the other digits have the same distance from each
        // pack.
        POINTERS = OF_A_DIGIT % THREADS == 0 ? OF_A_DIGIT / THREADS : EACH
    };
    static_assert(LINES % BESIDE == 0, "whole groups of neighbouring lines");
    const uint4 *from[POINTERS]; // the packs of the next step
    uint4 held[EACH];

    static SB_DEVICE int number(int i) { return (int)threadIdx.x + i * THREADS; }
    static SB_DEVICE bool is_mine(int i) { return PACKS % THREADS == 0 || number(i) < PACKS; }
    static SB_DEVICE int part(int i) { return number(i) / BESIDE % PARTS; }
    static SB_DEVICE int line(int i)
    {
        return number(i) / (BESIDE * PARTS) * BESIDE % LINES + number(i) % BESIDE;
    }
    static SB_DEVICE int digit(int i) { return number(i) / OF_A_DIGIT; }

    // Prepare for the lines that begin at `first`. Missing lines are replaced by the last line,
    // because no result uses them.
    SB_DEVICE void begin(const sb_aligned_lines &x, int64_t pitch, int64_t batch, int64_t first,
                         int64_t lines)
    {
#pragma unroll
        for (int i = 0; i < POINTERS; i++) {
            from[i] = nullptr;
            if (!is_mine(i))
                continue;
            const int64_t at = first + line(i) < lines ? first + line(i) : lines - 1;
            const int64_t of = ((batch * x.batch + at) * DIGITS + digit(i)) * pitch;
            from[i] = reinterpret_cast<const uint4 *>(x.digits + of) + part(i);
        }
    }

    // Load the next step.
    SB_DEVICE void load(int64_t pitch)
    {
#pragma unroll
        for (int i = 0; i < EACH; i++)
            if (is_mine(i))
                held[i] = from[i % POINTERS][i / POINTERS * (pitch / 16)];
#pragma unroll
        for (int i = 0; i < POINTERS; i++) from[i] += PARTS;
    }
};

// The loop over the tiles of a result, and over K. `Way` is a way to multiply. It has ROWS,
// COLUMNS, THREADS, NUMBERS, WEIGHTS, the strips `strip_a` and `strip_b`, the `stage` of shared
// memory, and functions of the running thread:
//   store(strip_a, strip_b, stage)   store a step to shared memory;
//   multiply(stage, left, sums)      add its products to the sums of their weights; at least `left`
//                                    terms exist, and the other terms are zeros;
//   is_needed(product, tile)         whether any sum of the thread may belong to the result;
//   row(n), column(n)                the position in the tile of the thread's sum n;
//   slice(n), place(n)               the slice of sum n (below SLICES), and its row in the slice;
//   row_of(slice, place)             the row of the tile that is row `place` of a slice.
template <class Way> struct sb_aligned_tiles {
    enum {
        ROWS = Way::ROWS,
        COLUMNS = Way::COLUMNS,
        THREADS = Way::THREADS,
        NUMBERS = Way::NUMBERS,
        OF_A_SLICE = Way::SLICE_ROWS * COLUMNS
    };

    struct room {
        union {
            typename Way::stage stage;
            sb_native_f32 slice[OF_A_SLICE]; // a part of the finished tile
        };
        int32_t u[ROWS + COLUMNS]; // exponents of the block, as in values.cuh
    };

    // Load the exponents of a block, for existing rows and columns.
    static SB_DEVICE void load_exponents(const sb_aligned &p, const sb_tile &tile, int64_t block,
                                         room &r)
    {
#pragma unroll 1
        for (int i = (int)threadIdx.x; i < ROWS + COLUMNS; i += THREADS) {
            const bool first = i < ROWS;
            const sb_aligned_lines &x = first ? p.a : p.b;
            const int64_t line = first ? tile.row + i : tile.column + (i - ROWS);
            const int64_t lines = first ? p.product.rows : p.product.columns;
            const int64_t at = (tile.batch * x.batch + line) * p.blocks + block;
            r.u[i] = line < lines ? sb_in_place(x.u[at]) : 0;
        }
    }

    // Return whether the exponents of all rows and columns of a thread are ordinary.
    static SB_DEVICE bool are_ordinary(const room &r)
    {
        bool found = true;
#pragma unroll
        for (int n = 0; n < NUMBERS; n++)
            found = found && sb_is_ordinary(r.u[Way::row(n)]) &&
                    sb_is_ordinary(r.u[ROWS + Way::column(n)]);
        return found;
    }

    // Compute the values of a block, and clear the sums.
    static SB_DEVICE void values(const room &r, int32_t (&sums)[Way::WEIGHTS][NUMBERS],
                                 float (&acc)[NUMBERS])
    {
        if (Way::WEIGHTS <= SB_ORDINARY_WEIGHTS && are_ordinary(r)) {
#pragma unroll
            for (int n = 0; n < NUMBERS; n++)
                acc[n] = sb_ordinary_value(sums, n, r.u[Way::row(n)], r.u[ROWS + Way::column(n)]);
        } else {
#pragma unroll
            for (int n = 0; n < NUMBERS; n++)
                acc[n] = sb_block_value<(Way::WEIGHTS > SB_ORDINARY_WEIGHTS)>(
                    sb_block_sum(sums, n), r.u[Way::row(n)], r.u[ROWS + Way::column(n)]);
        }
#pragma unroll
        for (int n = 0; n < NUMBERS; n++)
#pragma unroll
            for (int s = 0; s < Way::WEIGHTS; s++) sums[s][n] = 0;
    }

    // Store the tile through shared memory, one slice at a time. Each warp takes every WARPS-th
    // row, so all strides of the result are possible.
    static SB_DEVICE void deliver(const sb_aligned &p, const sb_tile &tile,
                                  const float (&acc)[NUMBERS], room &r)
    {
#pragma unroll
        for (int slice = 0; slice < Way::SLICES; slice++) {
            __syncthreads();
#pragma unroll
            for (int n = 0; n < NUMBERS; n++)
                if (Way::slice(n) == slice)
                    r.slice[Way::place(n) * COLUMNS + Way::column(n)] = acc[n].v;
            __syncthreads();
#pragma unroll 1
            for (int place = (int)threadIdx.x / 32; place < Way::SLICE_ROWS;
                 place += THREADS / 32) {
                const int64_t row = tile.row + Way::row_of(slice, place);
                if (row < p.product.rows)
                    sb_put_row_as<COLUMNS>(p, tile.batch, row, tile.column,
                                           r.slice + place * COLUMNS);
            }
        }
    }

    static SB_DEVICE void run(const sb_aligned &p, room &r)
    {
        const sb_product &whole = p.product;
        const int64_t tiles = ((whole.rows + ROWS - 1) / ROWS) *
                              ((whole.columns + COLUMNS - 1) / COLUMNS) * whole.batches;
        sb_levels<float, NUMBERS, THREADS> levels;
        for (int64_t index = blockIdx.x; index < tiles; index += gridDim.x) {
            const sb_tile tile = sb_tile_at<ROWS, COLUMNS>(whole, index);
            const bool is_needed = Way::is_needed(whole, tile);
            typename Way::strip_a next_a;
            typename Way::strip_b next_b;
            next_a.begin(p.a, p.pitch, tile.batch, tile.row, whole.rows);
            next_b.begin(p.b, p.pitch, tile.batch, tile.column, whole.columns);
            next_a.load(p.pitch);
            next_b.load(p.pitch);
            int32_t sums[Way::WEIGHTS][NUMBERS] = {};
            float acc[NUMBERS];
            for (int64_t term = 0;;) {
                __syncthreads();
                Way::store(next_a, next_b, r.stage);
                if (term % SB_TERMS == 0)
                    load_exponents(p, tile, term / SB_TERMS, r);
                __syncthreads();
                const int64_t next = term + SB_STEP;
                const bool more = next < whole.terms;
                if (more) {
                    next_a.load(p.pitch);
                    next_b.load(p.pitch);
                }
                if (is_needed)
                    Way::multiply(r.stage, more ? (int)SB_STEP : (int)(whole.terms - term), sums);
                if (!more || next % SB_TERMS == 0) {
                    values(r, sums, acc);
                    if (!more)
                        break;
                    levels.push(whole, acc);
                }
                term = next;
            }
            levels.finish(whole, acc);
            deliver(p, tile, acc, r);
        }
    }
};

// An entry `sb_<name>_<digits of a><digits of b>` that computes tiles by a way to multiply. The way
// is a template of the two digits and the numbers that follow. Before the entry, the file defines
// the constants that Python reads (aligned.py): SB_ROWS, SB_COLUMNS, SB_THREADS; SB_BLOCKS, the
// number of blocks of threads that share a multiprocessor; SB_ROOM, the most bytes of shared memory
// of a block in addition to the levels of the tree; SB_SINCE, the compute capability, times ten,
// from which GPUs have the instruction. On an older GPU the kernel ends with an error; Python never
// launches it there.
#define SB_ALIGNED_TILES(name, way, ...)                                                           \
    extern "C" __global__ void __launch_bounds__(SB_THREADS)                                       \
        SB_JOIN_3(sb_##name##_, SB_A_DIGITS, SB_B_DIGITS)(const sb_aligned p)                      \
    {                                                                                              \
        typedef way<SB_A_DIGITS, SB_B_DIGITS, __VA_ARGS__> tiles;                                  \
        static_assert(tiles::ROWS == SB_ROWS && tiles::COLUMNS == SB_COLUMNS, "the tile");         \
        static_assert(tiles::THREADS == SB_THREADS, "the threads of a block");                     \
        static_assert(sizeof(sb_aligned_tiles<tiles>::room) <= SB_ROOM, "shared memory");          \
        sb_run_since<(__CUDA_ARCH__ >= 10 * SB_SINCE), tiles>::run(p);                             \
    }

template <bool is_there, class Way> struct sb_run_since {
    static SB_DEVICE void run(const sb_aligned &p)
    {
        __shared__ typename sb_aligned_tiles<Way>::room room;
        sb_aligned_tiles<Way>::run(p, room);
    }
};

template <class Way> struct sb_run_since<false, Way> {
    static SB_DEVICE void run(const sb_aligned &) { __trap(); }
};
