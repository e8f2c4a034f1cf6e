// words.cuh - aligned products by dp4a, with four terms per instruction (bytes.cuh). For the bounds
// that keep them exact, see aligned.cuh.
//
// A thread has ROWS_EACH rows, DOWN apart, and COLUMNS_EACH columns, ACROSS apart. In shared
// memory, the words with four terms of a digit are adjacent for neighbouring lines, so that threads
// read neighbouring words.
#pragma once

#include "aligned/tiles.cuh"

template <int A, int B, int DOWN, int ACROSS, int ROWS_EACH, int COLUMNS_EACH> struct sb_by_words {
    enum {
        THREADS = DOWN * ACROSS,
        ROWS = DOWN * ROWS_EACH,
        COLUMNS = ACROSS * COLUMNS_EACH,
        NUMBERS = ROWS_EACH * COLUMNS_EACH,
        WEIGHTS = A + B - 1,
        SLICES = ROWS_EACH,
        SLICE_ROWS = DOWN,
        WORDS = SB_STEP / 4
    };
    typedef sb_strip_of_digits<A, ROWS, THREADS, 1> strip_a;
    typedef sb_strip_of_digits<B, COLUMNS, THREADS, 1> strip_b;

    struct stage {
        uint32_t a[A][WORDS][ROWS + 1], b[B][WORDS][COLUMNS + 1];
    };

    static SB_DEVICE int row(int n) { return (int)threadIdx.x / ACROSS + n / COLUMNS_EACH * DOWN; }
    static SB_DEVICE int column(int n)
    {
        return (int)threadIdx.x % ACROSS + n % COLUMNS_EACH * ACROSS;
    }
    static SB_DEVICE int slice(int n) { return n / COLUMNS_EACH; }
    static SB_DEVICE int place(int) { return (int)threadIdx.x / ACROSS; }
    static SB_DEVICE int row_of(int slice, int place) { return slice * DOWN + place; }
    static SB_DEVICE bool is_needed(const sb_product &p, const sb_tile &tile)
    {
        return tile.row + row(0) < p.rows && tile.column + column(0) < p.columns;
    }

    template <int DIGITS, int LINES>
    static SB_DEVICE void place(const sb_strip_of_digits<DIGITS, LINES, THREADS, 1> &strip,
                                uint32_t (&to)[DIGITS][WORDS][LINES + 1])
    {
        typedef sb_strip_of_digits<DIGITS, LINES, THREADS, 1> from;
#pragma unroll
        for (int i = 0; i < from::EACH; i++) {
            if (!from::is_mine(i))
                continue;
            const int digit = from::digit(i), first = from::part(i) * 4, line = from::line(i);
            to[digit][first][line] = strip.held[i].x;
            to[digit][first + 1][line] = strip.held[i].y;
            to[digit][first + 2][line] = strip.held[i].z;
            to[digit][first + 3][line] = strip.held[i].w;
        }
    }

    static SB_DEVICE void store(const strip_a &a, const strip_b &b, stage &r)
    {
        place(a, r.a);
        place(b, r.b);
    }

    static SB_DEVICE void multiply(const stage &r, int left, int32_t (&sums)[WEIGHTS][NUMBERS])
    {
        const int down = row(0), across = column(0);
#pragma unroll 2
        for (int word = 0; word * 4 < left; word++) {
            uint32_t b[B][COLUMNS_EACH];
#pragma unroll
            for (int j = 0; j < B; j++)
#pragma unroll
                for (int n = 0; n < COLUMNS_EACH; n++) b[j][n] = r.b[j][word][across + n * ACROSS];
#pragma unroll
            for (int i = 0; i < A; i++)
#pragma unroll
                for (int m = 0; m < ROWS_EACH; m++) {
                    const uint32_t a = r.a[i][word][down + m * DOWN];
#pragma unroll
                    for (int j = 0; j < B; j++)
#pragma unroll
                        for (int n = 0; n < COLUMNS_EACH; n++) {
                            int32_t &sum = sums[i + j][m * COLUMNS_EACH + n];
                            sum = sb_dp4a(i == A - 1, j == B - 1, a, b[j][n], sum);
                        }
                }
        }
    }
};
