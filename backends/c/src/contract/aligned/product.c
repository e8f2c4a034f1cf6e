/* product.c - packed panels, tiles, and the counter of levels over blocks; see aligned.h.
 *
 * Both operands are aligned once for a slab of C and of K, in panels of one block. A task then
 * takes one panel of B and as many panels of A as fit into the cache next to it. The unfinished
 * sums of a pair of panels are stored in levels of a binary counter. A slab of K ends at 2^INNER
 * blocks, so it gives subtrees of T1. Higher levels store these subtrees for the whole slab of C.
 */
#include "contract/aligned/tile.h"

#include "memory/scratch.h"
#include "reduce/counter.h"

enum {
    ROWS = SB_ALIGNED_ROWS,
    INNER = 4,
    SLAB_BLOCKS = 1 << INNER,
    SLAB = 1536,      /* maximum rows and columns of a slab of C: a multiple of all panels */
    NEAR = 400 * 1024 /* bytes of the panels of A of one task */
};

typedef struct plan {
    sb_digit_plan digits;
    int64_t columns, slab_m, slab_n, slab_blocks, a_panels, b_panels;
    int inner, outer;        /* levels of a thread, and of the slab */
    size_t a_block, b_block; /* words of a panel of one block */
    size_t a_scales, b, b_scales, outer_levels, threads, thread; /* offsets in the scratch */
} plan;

static plan plan_of(const sb_product *product)
{
    plan p = {.digits =
                  sb_digit_plan_of(product->width_a, product->width_b, sb_aligned_takes_quads()),
              .columns = sb_aligned_columns()};
    int64_t blocks = divide_up(product->k, SB_BLOCK);
    int levels = counter_levels(blocks);
    p.slab_m = product->m < SLAB ? product->m : SLAB;
    p.slab_n = product->n < SLAB ? product->n : SLAB;
    p.slab_blocks = blocks < SLAB_BLOCKS ? blocks : SLAB_BLOCKS;
    p.a_panels = divide_up(p.slab_m, ROWS);
    p.b_panels = divide_up(p.slab_n, p.columns);
    p.inner = levels < INNER ? levels : INNER;
    p.outer = levels - p.inner;
    const sb_digit_plan *d = &p.digits;
    p.a_block = (size_t)(sb_panel_lines(d->a, d->planes_a, d->together) * ROWS);
    p.b_block = (size_t)(sb_panel_lines(d->b, d->planes_b, d->together) * p.columns);
    size_t a = (size_t)(p.a_panels * p.slab_blocks), b = (size_t)(p.b_panels * p.slab_blocks);
    size_t tile = (size_t)(ROWS * p.columns) * sizeof(float);
    size_t staged = (size_t)(SB_BLOCK * ROWS) * sizeof(float), held = (size_t)(p.inner + 1) * tile;
    p.a_scales = sb_scratch_rounded(a * p.a_block * sizeof(uint32_t));
    p.b = p.a_scales + sb_scratch_rounded(a * ROWS * sizeof(double));
    p.b_scales = p.b + sb_scratch_rounded(b * p.b_block * sizeof(uint32_t));
    p.outer_levels = p.b_scales + sb_scratch_rounded(b * (size_t)p.columns * sizeof(double));
    p.threads = p.outer_levels + (size_t)(p.a_panels * p.b_panels * p.outer) * tile;
    p.thread = sb_scratch_rounded(staged > held ? staged : held);
    return p;
}

size_t sb_aligned_size(const sb_product *product, int threads)
{
    if (product->k == 0 || product->m == 1 || product->n == 1)
        return 0;
    plan p = plan_of(product);
    return p.threads + (size_t)threads * p.thread;
}

typedef struct slab {
    const sb_product *product;
    plan plan;
    char *scratch;
    /* The part of C, the first block of K, and the numbers of blocks in the slab and in all. */
    int64_t i, j, m, n, first, blocks, all;
    int64_t a_panels, b_panels, near;
} slab;

static int64_t terms_of(const slab *s, int64_t block)
{
    int64_t left = s->product->k - (s->first + block) * SB_BLOCK;
    return left < SB_BLOCK ? left : SB_BLOCK;
}

static uint32_t *words_of(const slab *s, size_t where, size_t size, int64_t panel)
{
    return (uint32_t *)(void *)(s->scratch + where) + (size_t)panel * size;
}

static double *scales_of(const slab *s, size_t where, int64_t lanes, int64_t panel)
{
    return (double *)(void *)(s->scratch + where) + panel * lanes;
}

/* Pack a panel of one block. Panels of A come first, and the blocks of a panel follow each
 * other. */
static void pack_task(void *argument, int64_t task, int thread)
{
    const slab *s = argument;
    const plan *p = &s->plan;
    const sb_product *whole = s->product;
    float *staged = (float *)(void *)(s->scratch + p->threads + (size_t)thread * p->thread);
    bool is_a = task < s->a_panels * s->blocks;
    int64_t index = is_a ? task : task - s->a_panels * s->blocks;
    int64_t panel = index / s->blocks, block = index % s->blocks;
    int64_t k = (s->first + block) * SB_BLOCK;
    if (is_a) {
        int64_t left = s->m - panel * ROWS;
        sb_matrix a = matrix_at(whole->a, s->i + panel * ROWS, k);
        sb_alignment how = {p->digits.a, whole->width_a, p->digits.planes_a, ROWS};
        sb_align_panel(how, matrix_transposed(a), terms_of(s, block), left < ROWS ? left : ROWS,
                       staged, words_of(s, 0, p->a_block, index),
                       scales_of(s, p->a_scales, ROWS, index));
    } else {
        int64_t left = s->n - panel * p->columns;
        sb_matrix b = matrix_at(whole->b, k, s->j + panel * p->columns);
        sb_alignment how = {p->digits.b, whole->width_b, p->digits.planes_b, (int)p->columns};
        sb_align_panel(how, b, terms_of(s, block), left < p->columns ? left : p->columns, staged,
                       words_of(s, p->b, p->b_block, index),
                       scales_of(s, p->b_scales, p->columns, index));
    }
}

static float *level_of(const slab *s, float *own, int level, int64_t pair)
{
    int64_t tile = ROWS * s->plan.columns;
    if (level < s->plan.inner)
        return own + level * tile;
    float *outer = (float *)(void *)(s->scratch + s->plan.outer_levels);
    return outer + (pair * s->plan.outer + level - s->plan.inner) * tile;
}

/* Compute all blocks of the slab for a panel of A and a panel of B. */
static void pair_of(const slab *s, float *own, int64_t i, int64_t j)
{
    const plan *p = &s->plan;
    int64_t left = s->m - i * ROWS, rows = left < ROWS ? left : ROWS;
    int64_t rest = s->n - j * p->columns, columns = rest < p->columns ? rest : p->columns;
    float *finished = own + p->inner * ROWS * p->columns;
    for (int64_t block = 0; block < s->blocks; ++block) {
        int64_t number = s->first + block, at_a = i * s->blocks + block;
        int64_t at_b = j * s->blocks + block, pair = i * s->b_panels + j;
        bool last = number == s->all - 1;
        sb_aligned_block part = {words_of(s, 0, p->a_block, at_a),
                                 words_of(s, p->b, p->b_block, at_b),
                                 scales_of(s, p->a_scales, ROWS, at_a),
                                 scales_of(s, p->b_scales, p->columns, at_b),
                                 divide_up(terms_of(s, block), p->digits.together),
                                 rows};
        float *out = last ? finished : level_of(s, own, counter_free_level(number), pair);
        sb_aligned_values(&p->digits, &part, out);
        for (int level = 0; number >> level; ++level) {
            if (!counter_merges(number, last, level))
                continue;
            const float *earlier = level_of(s, own, level, pair);
            for (int64_t x = 0; x < rows * p->columns; ++x) out[x] = earlier[x] + out[x];
        }
        if (last)
            sb_aligned_finish(s->product, s->i + i * ROWS, s->j + j * p->columns, rows, columns,
                              finished, p->columns);
    }
}

static void tile_task(void *argument, int64_t task, int thread)
{
    const slab *s = argument;
    float *own = (float *)(void *)(s->scratch + s->plan.threads + (size_t)thread * s->plan.thread);
    int64_t i = task / s->b_panels * s->near, end = i + s->near, j = task % s->b_panels;
    for (; i < end && i < s->a_panels; ++i) pair_of(s, own, i, j);
}

static void run_slab(sb_context *context, slab *s)
{
    const plan *p = &s->plan;
    int64_t bytes = s->blocks * (int64_t)(p->a_block * sizeof(uint32_t));
    s->a_panels = divide_up(s->m, ROWS);
    s->b_panels = divide_up(s->n, p->columns);
    s->near = NEAR / bytes > 1 ? NEAR / bytes : 1;
    while (s->near > 1 && divide_up(s->a_panels, s->near) * s->b_panels < 2 * context->threads)
        s->near = divide_up(s->near, 2);
    sb_parallel(context, (s->a_panels + s->b_panels) * s->blocks, pack_task, s);
    sb_parallel(context, divide_up(s->a_panels, s->near) * s->b_panels, tile_task, s);
}

/* Store sums without terms: +0, plus a bias. */
static void empty_sums(const sb_product *product)
{
    for (int64_t i = 0; i < product->m; ++i)
        for (int64_t j = 0; j < product->n; ++j) {
            float zero = 0.0f;
            sb_aligned_finish(product, i, j, 1, 1, &zero, 1);
        }
}

void sb_aligned_run(sb_context *context, const sb_product *product, char *scratch)
{
    if (product->k == 0) {
        empty_sums(product);
        return;
    }
    if (product->m == 1 || product->n == 1) {
        sb_aligned_vector_run(context, product);
        return;
    }
    slab s = {.product = product, .plan = plan_of(product), .scratch = scratch};
    s.all = divide_up(product->k, SB_BLOCK);
    for (s.i = 0; s.i < product->m; s.i += SLAB)
        for (s.j = 0; s.j < product->n; s.j += SLAB)
            for (s.first = 0; s.first < s.all; s.first += SLAB_BLOCKS) {
                s.m = product->m - s.i < SLAB ? product->m - s.i : SLAB;
                s.n = product->n - s.j < SLAB ? product->n - s.j : SLAB;
                s.blocks = s.all - s.first < SLAB_BLOCKS ? s.all - s.first : SLAB_BLOCKS;
                run_slab(context, &s);
            }
}
