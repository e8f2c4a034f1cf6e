// thin.cu - forward convolutions and gradients of the input for groups with few rows, especially
// depthwise ones (clauses T4, T5).
//
// A thread computes one column of up to `rows` rows from global memory. Neighbouring threads read
// neighbouring elements of x, and the same weights, so that caches help with both.
#include "blocks.cuh"
#include "conv/convolution.cuh"

enum { SB_THREADS = 256 };

template <int rows> struct sb_thin {
    enum { PACK = 16 / (int)sizeof(sb_number), SUMS = (rows + PACK - 1) / PACK * PACK };
    typedef sb_levels<sb_number, SUMS, SB_THREADS> levels;

    // Add one block of terms.
    static SB_DEVICE void add_block(const sb_convolution &p, const sb_stored *x,
                                    const sb_side &column, const sb_number *weights, int room,
                                    int64_t first, int64_t end, sb_number (&sum)[SUMS])
    {
#pragma unroll 4
        for (int64_t k = first; k < end; k++) {
            const sb_number value =
                sb_first_form::load(sb_read(p.window, x, column, sb_load_side(p.taps + k)));
            const sb_number *w = weights + k * p.rows_packed;
#pragma unroll
            for (int i = 0; i < rows; i++)
                if (i == 0 || i % PACK == 0) {
                    sb_pack<sb_number, PACK> some;
                    if (rows == 1)
                        some.v[0] = w[0];
                    else if (i == 0 || i < room)
                        some = sb_load_pack<sb_number, PACK>(w, i / PACK);
                    else { // beyond the packed rows
#pragma unroll
                        for (int j = 0; j < PACK; j++) some.v[j] = sb_number(0);
                    }
#pragma unroll
                    for (int j = 0; j < PACK && i + j < rows; j++)
                        sum[i + j] = sb_multiply_add(some.v[j], value, sum[i + j]);
                }
        }
    }

    static SB_DEVICE void run(const sb_convolution &p)
    {
        const int64_t across = (p.columns + SB_THREADS - 1) / SB_THREADS;
        const int64_t down = (p.rows + rows - 1) / rows;
        levels waiting;
        waiting.memory =
            static_cast<char *>(p.levels) + blockIdx.x * (p.all_levels * levels::bytes);
#pragma unroll 1
        for (int64_t number = blockIdx.x; number < across * down * p.groups; number += gridDim.x) {
            const int64_t column = number % across * SB_THREADS + threadIdx.x;
            const int64_t row = number / across % down * rows, group = number / across / down;
            if (column < p.columns)
                run_column(p, waiting, group, row, column);
        }
    }

    static SB_DEVICE void run_column(const sb_convolution &p, const levels &waiting, int64_t group,
                                     int64_t row, int64_t column)
    {
        const sb_split split = sb_column(p, column);
        const sb_side side = sb_side_of_position(p.window, split);
        const sb_stored *x = static_cast<const sb_stored *>(p.x) +
                             (group * p.x_group + split.outer * p.x_sample + side.offset);
        const sb_number *weights = p.packed + (group * p.terms_packed * p.rows_packed + row);
        const int room = p.rows_packed - row < rows ? (int)(p.rows_packed - row) : rows;
        sb_number sum[SUMS];
#pragma unroll
        for (int i = 0; i < SUMS; i++) sum[i] = sb_number(0); // a sum without terms
#pragma unroll 1
        for (int64_t first = 0; first < p.terms; first += SB_BLOCK) {
            const bool last = p.terms - first <= SB_BLOCK;
#pragma unroll
            for (int i = 0; i < SUMS; i++) sum[i] = sb_nothing<sb_number>();
            add_block(p, x, side, weights, room, first, last ? p.terms : first + SB_BLOCK, sum);
            waiting.arrive(sum, 0, first / SB_BLOCK, last);
        }
        const int64_t place = sb_column_place(p, split);
#pragma unroll
        for (int i = 0; i < rows; i++)
            if (row + i < p.rows)
                sb_row_of_y(p, group, row + i)[place] =
                    sb_result_form::store(sum[i] + sb_bias(p, group, row + i));
    }
};

#define SB_THIN_KERNEL(rows)                                                                       \
    extern "C" __global__ void __launch_bounds__(SB_THREADS)                                       \
        SB_JOIN_3(sb_thin_##rows, _, SB_A)(const __grid_constant__ sb_convolution p)               \
    {                                                                                              \
        sb_thin<rows>::run(p);                                                                     \
    }
SB_THIN_KERNEL(1)
SB_THIN_KERNEL(4)
SB_THIN_KERNEL(16)
