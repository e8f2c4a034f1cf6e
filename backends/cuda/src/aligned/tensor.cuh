// tensor.cuh - aligned products by mma.sync m16n8k32 of bytes (bytes.cuh). For the bounds that keep
// them exact, see aligned.cuh.
//
// A warp computes HIGH * 16 rows of WIDE * 8 columns, and a tile has WARPS_DOWN x WARPS_ACROSS
// warps. In shared memory a step of a line of a digit is four packs of 16 terms. The order of the
// packs changes every two lines and repeats after eight lines (sb_pack_at). The words that one load
// of a warp reads (four neighbours in each of eight lines) are then in 32 banks. So are the packs
// that one store writes from eight lanes, also in eight lines.
#pragma once

#include "aligned/tiles.cuh"

// Return the position of a pack among the packs of a line's step.
SB_DEVICE int sb_pack_at(int line, int pack) { return pack ^ line / 2 % 4; }

template <int A, int B, int WARPS_DOWN, int WARPS_ACROSS, int HIGH, int WIDE> struct sb_by_tensors {
    enum {
        THREADS = 32 * WARPS_DOWN * WARPS_ACROSS,
        ROWS = WARPS_DOWN * HIGH * 16,
        COLUMNS = WARPS_ACROSS * WIDE * 8,
        NUMBERS = HIGH * WIDE * 4,
        WEIGHTS = A + B - 1,
        SLICES = HIGH * 2,
        SLICE_ROWS = WARPS_DOWN * 8,
        BESIDE = 8,
        HALVES_AT_ONCE = WEIGHTS > 3 ? 1 : 2 // more would spill registers
    };
    typedef sb_strip_of_digits<A, ROWS, THREADS, BESIDE> strip_a;
    typedef sb_strip_of_digits<B, COLUMNS, THREADS, BESIDE> strip_b;

    struct __align__(16) stage {
        uint8_t a[A][ROWS][SB_STEP], b[B][COLUMNS][SB_STEP];
    };

    // The index of the lane's group of four, its index in the group, and the start of the warp's
    // part of the tile.
    static SB_DEVICE int group() { return (int)threadIdx.x % 32 / 4; }
    static SB_DEVICE int member() { return (int)threadIdx.x % 4; }
    static SB_DEVICE int warp_row() { return (int)threadIdx.x / 32 / WARPS_ACROSS * (HIGH * 16); }
    static SB_DEVICE int warp_column() { return (int)threadIdx.x / 32 % WARPS_ACROSS * (WIDE * 8); }

    // Sum n = (high * WIDE + wide) * 4 + i is element c_i of a fragment.
    static SB_DEVICE int row(int n)
    {
        return warp_row() + n / 4 / WIDE * 16 + n % 4 / 2 * 8 + group();
    }
    static SB_DEVICE int column(int n)
    {
        return warp_column() + n / 4 % WIDE * 8 + member() * 2 + n % 2;
    }

    // A slice has eight rows of every warp, with the same row indices in each warp.
    static SB_DEVICE int slice(int n) { return n / 4 / WIDE * 2 + n % 4 / 2; }
    static SB_DEVICE int place(int) { return (int)threadIdx.x / 32 / WARPS_ACROSS * 8 + group(); }
    static SB_DEVICE int row_of(int slice, int place)
    {
        return place / 8 * (HIGH * 16) + slice * 8 + place % 8;
    }

    // Return whether a part of the result belongs to the warp. Either all its lanes multiply, or no
    // lane does.
    static SB_DEVICE bool is_needed(const sb_product &p, const sb_tile &tile)
    {
        return tile.row + warp_row() < p.rows && tile.column + warp_column() < p.columns;
    }

    template <int DIGITS, int LINES>
    static SB_DEVICE void place(const sb_strip_of_digits<DIGITS, LINES, THREADS, BESIDE> &strip,
                                uint8_t (&to)[DIGITS][LINES][SB_STEP])
    {
        typedef sb_strip_of_digits<DIGITS, LINES, THREADS, BESIDE> from;
#pragma unroll
        for (int i = 0; i < from::EACH; i++) {
            if (!from::is_mine(i))
                continue;
            const int line = from::line(i), at = sb_pack_at(line, from::part(i));
            reinterpret_cast<uint4 *>(to[from::digit(i)][line])[at] = strip.held[i];
        }
    }

    static SB_DEVICE void store(const strip_a &a, const strip_b &b, stage &r)
    {
        place(a, r.a);
        place(b, r.b);
    }

    // Return the lane's word of a pack. The eight lines begin at a multiple of eight.
    static SB_DEVICE uint32_t word(const uint8_t (*lines)[SB_STEP], int pack)
    {
        const uint8_t *from = lines[group()] + sb_pack_at(group(), pack) * 16;
        return reinterpret_cast<const uint32_t *>(from)[member()];
    }

    static SB_DEVICE void multiply(const stage &r, int left, int32_t (&sums)[WEIGHTS][NUMBERS])
    {
#pragma unroll(HALVES_AT_ONCE)
        for (int half = 0; half < SB_STEP / 32; half++) {
            if (half != 0 && half * 32 >= left)
                break;
            const int first = half * 2, second = first + 1;
            uint32_t b[B][WIDE][2];
#pragma unroll
            for (int j = 0; j < B; j++)
#pragma unroll
                for (int wide = 0; wide < WIDE; wide++) {
                    const uint8_t (*lines)[SB_STEP] = &r.b[j][warp_column() + wide * 8];
                    b[j][wide][0] = word(lines, first);
                    b[j][wide][1] = word(lines, second);
                }
#pragma unroll
            for (int i = 0; i < A; i++)
#pragma unroll
                for (int high = 0; high < HIGH; high++) {
                    const uint8_t (*lines)[SB_STEP] = &r.a[i][warp_row() + high * 16];
                    const uint32_t a[4] = {word(lines, first), word(lines + 8, first),
                                           word(lines, second), word(lines + 8, second)};
#pragma unroll
                    for (int j = 0; j < B; j++)
#pragma unroll
                        for (int wide = 0; wide < WIDE; wide++)
                            add(i == A - 1, j == B - 1, sums[i + j], (high * WIDE + wide) * 4, a,
                                b[j][wide]);
                }
        }
    }

    // Add products to the fragment of the sums `first` to `first` + 3.
    static SB_DEVICE void add(bool a_signed, bool b_signed, int32_t (&sums)[NUMBERS], int first,
                              const uint32_t (&a)[4], const uint32_t (&b)[2])
    {
        int32_t c[4];
#pragma unroll
        for (int i = 0; i < 4; i++) c[i] = sums[first + i];
        sb_mma(a_signed, b_signed, c, a, b);
#pragma unroll
        for (int i = 0; i < 4; i++) sums[first + i] = c[i];
    }
};
