/* integer.c - matrix products of 8-bit integers by pairs of 16-bit integers; see integer.h.
 *
 * Every x86-64 processor has an instruction that multiplies 16-bit lanes and adds adjacent products
 * to a sum of 32 bits. A sum of two products is at most 2 * 2^15 for i8 x i8, and 2 * 255^2 for u8
 * x u8, so it is exact. Sums wrap modulo 2^32, so their order does not matter. Operands are widened
 * while they are packed: two adjacent terms of k form a pair, and an odd last term is paired with a
 * zero.
 */
#include "contract/integer.h"

#include "contract/pairs.h"
#include "memory/scratch.h"

enum { ROWS = LANES == 16 ? 12 : LANES == 8 ? 6 : 4 };

enum {
    COLUMNS = 2 * LANES,
    TILE_M = 96, /* a multiple of every ROWS */
    TILE_N = 256,
    PAIRS = 256 /* pairs of terms that are packed together */
};

typedef struct tile_space {
    uint32_t a[TILE_M * PAIRS]; /* panels of ROWS: a[pair][row] */
    uint32_t b[TILE_N * PAIRS]; /* panels of COLUMNS: b[pair][column] */
    uint32_t sums[TILE_M * TILE_N];
} tile_space;

typedef struct integer_job {
    const sb_product *product;
    char *scratch;
    int64_t across;
} integer_job;

size_t sb_integer_size(int threads)
{
    return (size_t)threads * sb_scratch_rounded(sizeof(tile_space));
}

INLINE uint32_t widened(const char *p, bool negative)
{
    return negative ? (uint16_t)*(const int8_t *)p : *(const uint8_t *)p;
}

/* Pack to[k][j] = terms 2 k and 2 k + 1 of row or column j, for j < `width`. Only `lines` of them
 * exist. */
INLINE void pack_panel(const char *x, int64_t term, int64_t line, const bool negative,
                       int64_t lines, int64_t terms, int width, uint32_t *to)
{
    for (int64_t k = 0; k < terms; k += 2, to += width) {
        const char *p = x + k * term;
        int64_t second = k + 1 < terms ? term : 0;
        uint32_t keep = k + 1 < terms ? UINT32_MAX : 0;
        if (line == 1 && lines == width)
            for (int j = 0; j < width; ++j)
                to[j] = widened(p + j, negative) | (widened(p + second + j, negative) << 16 & keep);
        else
            for (int j = 0; j < width; ++j)
                to[j] = j >= lines ? 0
                                   : widened(p + j * line, negative) |
                                         (widened(p + second + j * line, negative) << 16 & keep);
    }
}

static void pack(sb_matrix x, int64_t term, int64_t line, int64_t lines, int64_t terms, int width,
                 uint32_t *to)
{
    for (int64_t j = 0; j < lines; j += width, to += (terms + 1) / 2 * width) {
        if (x.format == SB_I8)
            pack_panel(x.data + j * line, term, line, true, lines - j < width ? lines - j : width,
                       terms, width, to);
        else
            pack_panel(x.data + j * line, term, line, false, lines - j < width ? lines - j : width,
                       terms, width, to);
    }
}

/* Add the products of `pairs` pairs of terms to a tile of ROWS x COLUMNS sums. */
static void add_block(int64_t pairs, const uint32_t *a, const uint32_t *b, uint32_t *sums)
{
    vint sum[ROWS][2];
    UNROLL for (int i = 0; i < ROWS; ++i) UNROLL for (int v = 0; v < 2; ++v) sum[i][v] =
        v_load(sums + i * TILE_N + v * LANES);
    for (; pairs > 0; --pairs, a += ROWS, b += COLUMNS) {
        vint left = v_load(b), right = v_load(b + LANES);
        UNROLL for (int i = 0; i < ROWS; ++i)
        {
            vint row = v_set(a[i]);
            sum[i][0] = v_add(sum[i][0], v_pairs(row, left));
            sum[i][1] = v_add(sum[i][1], v_pairs(row, right));
        }
    }
    UNROLL for (int i = 0; i < ROWS; ++i) UNROLL for (int v = 0; v < 2; ++v)
        v_store(sums + i * TILE_N + v * LANES, sum[i][v]);
}

static void tile_task(void *argument, int64_t task, int thread)
{
    const integer_job *job = argument;
    const sb_product *p = job->product;
    tile_space *space = (tile_space *)(void *)(job->scratch + (size_t)thread * sb_integer_size(1));
    int64_t i = task / job->across * TILE_M, j = task % job->across * TILE_N;
    int64_t m = p->m - i < TILE_M ? p->m - i : TILE_M, n = p->n - j < TILE_N ? p->n - j : TILE_N;
    memset(space->sums, 0, (size_t)(divide_up(m, ROWS) * ROWS * TILE_N) * sizeof(uint32_t));
    for (int64_t k = 0; k < p->k; k += 2 * PAIRS) {
        int64_t terms = p->k - k < 2 * PAIRS ? p->k - k : 2 * PAIRS, pairs = (terms + 1) / 2;
        pack(matrix_at(p->a, i, k), p->a.column, p->a.row, m, terms, ROWS, space->a);
        pack(matrix_at(p->b, k, j), p->b.row, p->b.column, n, terms, COLUMNS, space->b);
        for (int64_t c = 0; c < n; c += COLUMNS)
            for (int64_t r = 0; r < m; r += ROWS)
                add_block(pairs, space->a + r * pairs, space->b + c * pairs,
                          space->sums + r * TILE_N + c);
    }
    for (int64_t r = 0; r < m; ++r)
        for (int64_t c = 0; c < n; ++c)
            memcpy(matrix_at(p->c, i + r, j + c).data, &space->sums[r * TILE_N + c], 4);
}

void sb_integer_run(sb_context *context, const sb_product *product, char *scratch)
{
    integer_job job = {product, scratch, divide_up(product->n, TILE_N)};
    sb_parallel(context, divide_up(product->m, TILE_M) * job.across, tile_task, &job);
}
