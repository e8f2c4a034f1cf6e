/* tile.c - sums of pairs of products in 32 bits, by v_pairs, or of four products of bytes; see
 * tile.h.
 *
 * A processor with VNNI multiplies and adds pairs in one instruction. VNNI is detected at run time,
 * because the library must run without it. The instruction is written in assembly, because
 * compilers that have the intrinsic keep the sums in memory (gcc 12).
 *
 * The sums are digits of I. Below 2^53 they are joined without rounding in binary64. For widths of
 * 24 and 24 bits, I may have one bit more, and the last addition is rounded to odd: a tie is
 * replaced by a number with an odd significand, so that rounding to binary32 gives the rounded I.
 * The scales are powers of 2 whose product is a normal number of binary64.
 */
#include "contract/aligned/tile.h"

#include "contract/pairs.h"

enum { COLUMNS = 2 * LANES, MOST_ROWS = LANES == 16 ? 12 : 6 };

int sb_aligned_columns(void) { return COLUMNS; }

typedef void (*sum_kernel)(int64_t words, const uint32_t *a, const uint32_t *b, uint32_t *sums);

INLINE vint v_add_pairs(vint sum, vint a, vint b, const bool vnni)
{
#if defined(__AVX512BW__)
    if (vnni) {
        __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
        return sum;
    }
#endif
    (void)vnni;
    return v_add(sum, v_pairs(a, b));
}

/* Compute sums[i + j][row][column], the products of plane i of A and plane j of B. */
INLINE void sum_of(const int planes_a, const int planes_b, const int rows, const bool vnni,
                   int64_t words, const uint32_t *a, const uint32_t *b, uint32_t *sums)
{
    const int counted = planes_a + planes_b - 1;
    vint sum[3][MOST_ROWS][2];
    UNROLL for (int s = 0; s < counted; ++s) UNROLL for (int i = 0; i < rows; ++i)
        UNROLL for (int v = 0; v < 2; ++v) sum[s][i][v] = v_set(0);
    for (; words > 0; --words, a += planes_a * SB_ALIGNED_ROWS, b += planes_b * COLUMNS) {
        vint column[3][2];
        UNROLL for (int q = 0; q < planes_b; ++q) UNROLL for (int v = 0; v < 2; ++v) column[q][v] =
            v_load(b + q * COLUMNS + v * LANES);
        UNROLL for (int i = 0; i < rows; ++i) UNROLL for (int p = 0; p < planes_a; ++p)
        {
            vint row = v_set(a[p * SB_ALIGNED_ROWS + i]);
            UNROLL for (int q = 0; q < planes_b; ++q) UNROLL for (int v = 0; v < 2; ++v)
                sum[p + q][i][v] = v_add_pairs(sum[p + q][i][v], row, column[q][v], vnni);
        }
    }
    UNROLL for (int s = 0; s < counted; ++s) UNROLL for (int i = 0; i < rows; ++i)
        UNROLL for (int v = 0; v < 2; ++v)
            v_store(sums + (s * rows + i) * COLUMNS + v * LANES, sum[s][i][v]);
}

/* The number of rows of a kernel, depending on the number of sums: as many as fit into registers.
 */
#define ROWS_OF(sums)                                                                              \
    (LANES == 16 ? ((sums) == 1   ? 12                                                             \
                    : (sums) == 2 ? 6                                                              \
                                  : 4)                                                             \
                 : ((sums) == 1   ? 6                                                              \
                    : (sums) == 2 ? 3                                                              \
                                  : 2))

#define KERNEL(planes_a, planes_b, name, vnni)                                                     \
    static void sum_##planes_a##planes_b##name(int64_t words, const uint32_t *a,                   \
                                               const uint32_t *b, uint32_t *sums)                  \
    {                                                                                              \
        sum_of(planes_a, planes_b, ROWS_OF(planes_a + planes_b - 1), vnni, words, a, b, sums);     \
    }
#define KERNELS(name, vnni)                                                                        \
    KERNEL(1, 1, name, vnni)                                                                       \
    KERNEL(1, 2, name, vnni)                                                                       \
    KERNEL(1, 3, name, vnni)                                                                       \
    KERNEL(2, 1, name, vnni)                                                                       \
    KERNEL(2, 2, name, vnni)                                                                       \
    KERNEL(3, 1, name, vnni)
#define TABLE(name)                                                                                \
    {                                                                                              \
        {sum_11##name, sum_12##name, sum_13##name},                                                \
        {sum_21##name, sum_22##name, NULL},                                                        \
        {sum_31##name, NULL, NULL},                                                                \
    }

KERNELS(, false)
#if defined(__AVX512BW__)
KERNELS(_vnni, true)
#endif

bool sb_aligned_takes_quads(void)
{
#if defined(__AVX512BW__)
    return __builtin_cpu_supports("avx512vnni");
#else
    return false;
#endif
}

#if defined(__AVX512BW__)
/* Compute the sums of SB_RAISED and SB_QUADS. Their start values are the first row of words in B.
 */
static void sum_quads(int64_t words, const uint32_t *a, const uint32_t *b, uint32_t *sums)
{
    enum { FULL = ROWS_OF(1) };
    vint sum[FULL][2];
    UNROLL for (int i = 0; i < FULL; ++i) UNROLL for (int v = 0; v < 2; ++v) sum[i][v] =
        v_load(b + v * LANES);
    for (b += COLUMNS; words > 0; --words, a += SB_ALIGNED_ROWS, b += COLUMNS) {
        vint column[2] = {v_load(b), v_load(b + LANES)};
        UNROLL for (int i = 0; i < FULL; ++i)
        {
            vint row = v_set(a[i]);
            UNROLL for (int v = 0; v < 2; ++v) __asm__("vpdpbusd %2, %1, %0" : "+v"(sum[i][v]) :
                                                       "v"(row), "v"(column[v]));
        }
    }
    UNROLL for (int i = 0; i < FULL; ++i) UNROLL for (int v = 0; v < 2; ++v)
        v_store(sums + i * COLUMNS + v * LANES, sum[i][v]);
}
#endif

static sum_kernel kernel_of(const sb_digit_plan *plan)
{
    static const sum_kernel plain[3][3] = TABLE();
#if defined(__AVX512BW__)
    static const sum_kernel vnni[3][3] = TABLE(_vnni);
    if (plan->b == SB_QUADS)
        return sum_quads;
    if (__builtin_cpu_supports("avx512vnni"))
        return vnni[plan->planes_a - 1][plan->planes_b - 1];
#endif
    return plain[plan->planes_a - 1][plan->planes_b - 1];
}

/* Join the digits of I into one binary64 number. The last addition is rounded to odd. */
INLINE double joined(const int counted, double radix, double high, double middle, double low)
{
    if (counted == 1)
        return high;
    if (counted == 2)
        return high * radix + middle;
    double upper = high * (radix * radix), lower = middle * radix + low; /* both exact */
    double sum = upper + lower, part = sum - upper;
    double rest = (upper - (sum - part)) + (lower - part); /* 0, 1 or -1: half an ulp */
    return sum + 2.0 * rest; /* exact: sum was even, and the result is odd */
}

INLINE void values_of(const int counted, const int rows, double radix, const uint32_t *sums,
                      const double *scales_a, const double *scales_b, float *out)
{
    const int size = rows * COLUMNS;
    for (int i = 0; i < rows; ++i, sums += COLUMNS, out += COLUMNS)
        for (int j = 0; j < COLUMNS; ++j) {
            double high = (int32_t)sums[j];
            double middle = counted > 1 ? (int32_t)sums[size + j] : 0;
            double low = counted > 2 ? (int32_t)sums[2 * size + j] : 0;
            double whole = joined(counted, radix, high, middle, low);
            out[j] = (float)(whole * (scales_a[i] * scales_b[j]));
        }
}

INLINE void rows_of(const int counted, sum_kernel kernel, const sb_digit_plan *plan,
                    const sb_aligned_block *block, float *out)
{
    const int rows = ROWS_OF(counted);
    uint32_t sums[3 * MOST_ROWS * COLUMNS] __attribute__((aligned(64)));
    for (int64_t i = 0; i < block->rows; i += rows) {
        kernel(block->words, block->a + i, block->b, sums);
        values_of(counted, rows, plan->radix, sums, block->scales_a + i, block->scales_b,
                  out + i * COLUMNS);
    }
}

void sb_aligned_values(const sb_digit_plan *plan, const sb_aligned_block *block, float *out)
{
    sum_kernel kernel = kernel_of(plan);
    if (plan->planes_a + plan->planes_b == 2)
        rows_of(1, kernel, plan, block, out);
    else if (plan->planes_a + plan->planes_b == 3)
        rows_of(2, kernel, plan, block, out);
    else
        rows_of(3, kernel, plan, block, out);
}
