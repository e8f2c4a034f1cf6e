/* vector.c - aligned products with one row or one column, by integer arithmetic; see aligned.h.
 *
 * Packing a panel would not pay here. Only the sums of blocks are floating-point numbers. A
 * significand is aligned by a shift, products are summed in 64 bits, and the sum is rounded by
 * integer code. So a test that computes a row separately compares tile.c with different code.
 */
#include "contract/aligned/aligned.h"

#include <string.h>

#include "reduce/counter.h"

enum { TOGETHER = 16 }; /* rows per task; the column is aligned once for all of them */

typedef struct aligned_row {
    int32_t q[SB_BLOCK];
    int32_t u;
    bool finite;
} aligned_row;

/* Return m / 2^shift rounded to the nearest integer, ties to even; shift >= 1. */
static uint64_t shifted_down(uint64_t m, int shift)
{
    if (shift > 62)
        return 0; /* m has fewer bits, so the value is below a half */
    uint64_t whole = m >> shift, rest = m & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    return whole + (rest > half || (rest == half && (whole & 1)));
}

/* Return the significand of a finite magnitude, and write its exponent. */
static uint32_t unpacked(uint32_t size, int *exponent)
{
    uint32_t field = size >> 23;
    *exponent = field ? (int)field - 150 : -149;
    return field ? (size & 0x7fffff) | 0x800000 : size;
}

static void align_row(const float *x, int64_t terms, int width, aligned_row *row)
{
    uint32_t bits[SB_BLOCK], top = 0;
    memcpy(bits, x, (size_t)terms * sizeof *bits);
    for (int64_t k = 0; k < terms; ++k) {
        uint32_t size = bits[k] & 0x7fffffff;
        top = size > top ? size : top;
    }
    int exponent, limit = (1 << (width - 1)) - 1;
    uint32_t greatest = unpacked(top, &exponent);
    row->finite = top < 0x7f800000;
    row->u = greatest ? exponent + 31 - __builtin_clz(greatest) - (width - 2) : 0;
    for (int64_t k = 0; k < terms && row->finite; ++k) {
        uint32_t m = unpacked(bits[k] & 0x7fffffff, &exponent);
        /* The shift is negative only for subnormal rows, where the integer has spare bits. */
        int shift = row->u - exponent;
        int64_t q = shift > 0 ? (int64_t)shifted_down(m, shift) : m ? (int64_t)m << -shift : 0;
        q = q > limit ? limit : q;
        row->q[k] = (int32_t)(bits[k] >> 31 ? -q : q);
    }
}

/* Return sum * 2^exponent rounded once to binary32 (T11.6). */
static float rounded(int64_t sum, int exponent)
{
    uint64_t m = sum < 0 ? -(uint64_t)sum : (uint64_t)sum;
    uint32_t bits;
    float value;
    if (m == 0)
        return 0.0f;
    int top = 63 - __builtin_clzll(m) + exponent, unit = (top > -126 ? top : -126) - 23;
    int shift = unit - exponent;
    m = shift > 0 ? shifted_down(m, shift) : m << -shift;
    if (m >> 24) {
        m >>= 1;
        ++unit;
    }
    if (unit > 104)
        bits = 0x7f800000;
    else
        bits = m >> 23 ? (uint32_t)(unit + 150) << 23 | ((uint32_t)m & 0x7fffff) : (uint32_t)m;
    bits |= sum < 0 ? UINT32_C(1) << 31 : 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float value_of(const aligned_row *a, const aligned_row *b, int64_t terms)
{
    int64_t sum = 0;
    if (!a->finite || !b->finite)
        return __builtin_nanf("");
    for (int64_t k = 0; k < terms; ++k) sum += (int64_t)a->q[k] * b->q[k];
    return rounded(sum, a->u + b->u);
}

static void vector_task(void *argument, int64_t task, int thread)
{
    const sb_product *p = argument; /* a product with one column */
    int64_t first = task * TOGETHER, blocks = divide_up(p->k, SB_BLOCK);
    int64_t rows = p->m - first < TOGETHER ? p->m - first : TOGETHER;
    float x[SB_BLOCK], levels[SB_MAX_LEVELS][TOGETHER], value = 0;
    aligned_row row, column;
    (void)thread;
    for (int64_t number = 0; number < blocks; ++number) {
        int64_t k = number * SB_BLOCK, terms = p->k - k < SB_BLOCK ? p->k - k : SB_BLOCK;
        bool last = number == blocks - 1;
        sb_aligned_read(matrix_transposed(matrix_at(p->b, k, 0)), 1, terms, x, SB_BLOCK);
        align_row(x, terms, p->width_b, &column);
        for (int64_t i = 0; i < rows; ++i) {
            sb_aligned_read(matrix_at(p->a, first + i, k), 1, terms, x, SB_BLOCK);
            align_row(x, terms, p->width_a, &row);
            value = value_of(&row, &column, terms);
            for (int level = 0; number >> level; ++level)
                if (counter_merges(number, last, level))
                    value = levels[level][i] + value;
            if (last)
                sb_aligned_finish(p, first + i, 0, 1, 1, &value, 1);
            else
                levels[counter_free_level(number)][i] = value;
        }
    }
}

void sb_aligned_vector_run(sb_context *context, const sb_product *product)
{
    sb_product turned = product->n == 1 ? *product : sb_product_transposed(product);
    sb_parallel(context, divide_up(turned.m, TOGETHER), vector_task, &turned);
}
