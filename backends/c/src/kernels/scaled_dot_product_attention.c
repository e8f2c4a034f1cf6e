/* scaled_dot_product_attention.c - attention in one pass over the keys (clauses T4, T8, R4, S1).
 *
 * Scores of absent keys are -infinity, so their exponentials are +0. They do not change a sum whose
 * other terms are at least +0. Absent keys are left out of the products with the values. A NaN
 * among the scores of a row makes its total NaN, and so the result. So the maximum of scores with a
 * NaN may be any number except -infinity.
 */
#include "simd/vector_f32.h"

#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "attention/join.h"
#include "attention/scores.h"
#include "fused/functions.h"
#include "reduce/tree.h"

typedef struct attention_job {
    const sb_attention *attention;
    const sb_array *output;
    attention_sizes sizes;
    int64_t rows, pieces; /* of one group */
    int64_t group;        /* the group that threads share, or -1 */
    real *keys, *values;  /* packed keys and values of that group */
    char *scratch;
    size_t scratch_size;
} attention_job;

/* The work space of a thread. */
typedef struct piece {
    const attention_job *job;
    attention_rows at;
    const real *values;   /* packed */
    real *terms, *scores; /* of a block: packed rows of exponentials, contiguous rows */
    attention_part part, finished[SB_MAX_LEVELS];
} piece;

/* Compute the part of one block of keys (T8.6). */
static void part_of_block(piece *p, int64_t block)
{
    const attention_sizes *sizes = &p->job->sizes;
    const int64_t n = block_keys(p->job->attention, block);
    if (!scores_of_block(&p->at, block, n, p->scores, n, p->part.most))
        return;
    for (int64_t r = 0; r < p->at.rows; ++r) {
        const bool found = p->at.present[r].first < p->at.present[r].end;
        differences(p->scores + r * n, found ? p->part.most[r] : 0.0f, n, p->scores + r * n);
    }
    sb_each_exp_f32(p->at.rows * n, p->scores, p->scores);
    sb_tree_sum_rows_f32(p->scores, n, p->at.rows, n, p->part.total);
    real *terms = p->scores;
    if (n < SB_BLOCK) {
        terms = p->terms;
        for (int64_t r = 0; r < p->at.rows; ++r)
            memcpy(p->terms + r * SB_BLOCK, p->scores + r * n, (size_t)n * sizeof(real));
    }
    /* Block kernels read an even number of rows; random bits could be slow subnormals. */
    if (p->at.rows % 2)
        memset(terms + p->at.rows * SB_BLOCK, 0, (size_t)n * sizeof(real));
    for (int64_t i = 0; i < p->at.rows; i += PANEL_ROWS) {
        const int64_t rows = p->at.rows - i < PANEL_ROWS ? p->at.rows - i : PANEL_ROWS;
        for (int64_t panel = 0; panel < sizes->value_panels; ++panel)
            present_tile(rows, terms + i * SB_BLOCK,
                         p->values + term_place(sizes->value_panels, block, panel, n),
                         p->at.present + i,
                         p->part.value + (i / PANEL_ROWS * sizes->value_panels + panel) * TILE);
    }
}

/* Return the values of a row, in the first of its tiles. */
static real *row_of_part(const piece *p, const attention_part *part, int64_t row)
{
    return part->value + row / PANEL_ROWS * p->job->sizes.value_panels * TILE +
           row % PANEL_ROWS * PANEL_COLUMNS;
}

static void join_values(const piece *p, const real *a, real ca, real *b, real cb)
{
    for (int64_t panel = 0; panel < p->job->sizes.value_panels; ++panel, a += TILE, b += TILE)
        for (int v = 0; v < PANEL_COLUMNS; v += LANES)
            v_store(b + v, v_add(v_mul(v_set(ca), v_load(a + v)), v_mul(v_set(cb), v_load(b + v))));
}

static void copy_values(const piece *p, const real *a, real *b)
{
    for (int64_t panel = 0; panel < p->job->sizes.value_panels; ++panel, a += TILE, b += TILE)
        memcpy(b, a, PANEL_COLUMNS * sizeof(real));
}

/* Join the adjacent parts a and b into one part, and store it in b (T8.7). */
static void join_parts(const piece *p, const attention_part *a, attention_part *b)
{
    run_join how[PIECE_ROWS];
    real factors[2 * PIECE_ROWS];
    join_maxima(p->at.rows, a->most, b->most, how, factors);
    for (int64_t r = 0; r < p->at.rows; ++r) {
        const real ca = factors[2 * r], cb = factors[2 * r + 1];
        if (how[r] == JOIN_FIRST) {
            b->total[r] = a->total[r];
            copy_values(p, row_of_part(p, a, r), row_of_part(p, b, r));
        } else if (how[r] == JOIN_BOTH) {
            b->total[r] = ca * a->total[r] + cb * b->total[r];
            join_values(p, row_of_part(p, a, r), ca, row_of_part(p, b, r), cb);
        }
    }
}

/* Compute o / l for every row, or +0 (T8.8). */
static void finish_rows(const piece *p)
{
    const sb_attention *attention = p->job->attention;
    const sb_array *output = p->job->output;
    for (int64_t r = 0; r < p->at.rows; ++r) {
        char *place = sb_attention_row(attention, output, p->at.group, p->at.first + r);
        real *value = row_of_part(p, &p->part, r), total = p->part.total[r];
        const bool found = has_present_key(p->part.most[r]);
        for (int64_t e = 0; e < attention->e; e += PANEL_COLUMNS, value += TILE) {
            const int64_t left = attention->e - e;
            for (int c = 0; c < PANEL_COLUMNS; ++c) value[c] = found ? value[c] / total : 0.0f;
            write_row(value, left < PANEL_COLUMNS ? left : PANEL_COLUMNS,
                      place + e * output->strides[3], output->strides[3], output->format);
        }
    }
}

static void attend(piece *p)
{
    const attention_job *job = p->job;
    pack_rows(job->attention, &job->attention->query, job->attention->d, p->at.group, p->at.first,
              p->at.rows, p->at.queries);
    for (int64_t block = 0; block < job->sizes.blocks; ++block) {
        const bool last = block == job->sizes.blocks - 1;
        part_of_block(p, block);
        for (int level = 0; block >> level; ++level)
            if (counter_merges(block, last, level))
                join_parts(p, &p->finished[level], &p->part);
        if (!last) {
            const attention_part part = p->part;
            p->part = p->finished[counter_free_level(block)];
            p->finished[counter_free_level(block)] = part;
        }
    }
    finish_rows(p);
}

static size_t reals(size_t count) { return sb_scratch_rounded(count * sizeof(real)); }

static real *take(char **place, size_t count)
{
    real *taken = (real *)(void *)*place;
    *place += reals(count);
    return taken;
}

static attention_part take_part(char **place, const attention_sizes *sizes)
{
    attention_part part = {.most = take(place, sizes->part)};
    part.total = part.most + PIECE_ROWS;
    part.value = part.total + PIECE_ROWS;
    return part;
}

static size_t piece_size(const attention_sizes *sizes)
{
    const size_t rows = (size_t)PIECE_ROWS * SB_BLOCK, some = sizes->d_blocks > 0;
    return reals(rows * ((size_t)sizes->d_blocks + !some)) + 2 * reals(rows) + reals(sizes->tile) +
           sb_scratch_rounded(rows) + (size_t)(sizes->levels + 1) * reals(sizes->part);
}

static piece piece_of(const attention_job *job, char *place)
{
    const attention_sizes *sizes = &job->sizes;
    const size_t rows = (size_t)PIECE_ROWS * SB_BLOCK, some = sizes->d_blocks > 0;
    piece p = {
        .job = job, .at = {.attention = job->attention, .keys = job->keys}, .values = job->values};
    p.at.queries = take(&place, rows * ((size_t)sizes->d_blocks + !some));
    p.terms = take(&place, rows);
    p.scores = take(&place, rows);
    p.at.tile = take(&place, sizes->tile);
    p.at.flags = (uint8_t *)place;
    place += sb_scratch_rounded(rows);
    p.part = take_part(&place, sizes);
    for (int level = 0; level < sizes->levels; ++level)
        p.finished[level] = take_part(&place, sizes);
    return p;
}

static void run_piece(piece *p, int64_t group, int64_t number)
{
    const int64_t left = p->job->rows - number * PIECE_ROWS;
    p->at.group = group;
    p->at.first = number * PIECE_ROWS;
    p->at.rows = left < PIECE_ROWS ? left : PIECE_ROWS;
    attend(p);
}

/* Pack a block of keys and their values. */
static void pack_block_of_keys(const sb_attention *attention, const attention_sizes *sizes,
                               int64_t group, int64_t block, real *keys, real *values)
{
    const int64_t each = SB_BLOCK / PANEL_COLUMNS, first = block * each;
    const int64_t end = first + each < sizes->key_panels ? first + each : sizes->key_panels;
    for (int64_t panel = first; panel < end; ++panel)
        pack_columns(attention, &attention->key, attention->d, group, panel, keys);
    pack_terms(attention, &attention->value, attention->e, group, block, values);
}

/* Compute a group in one thread, which packs its keys and values. */
static void group_task(void *argument, int64_t group, int thread)
{
    const attention_job *job = argument;
    char *place = job->scratch + (size_t)thread * job->scratch_size;
    real *keys = take(&place, job->sizes.key), *values = take(&place, job->sizes.value);
    piece p = piece_of(job, place);
    p.at.keys = keys;
    p.values = values;
    for (int64_t block = 0; block < job->sizes.blocks; ++block)
        pack_block_of_keys(job->attention, &job->sizes, group, block, keys, values);
    for (int64_t number = 0; number < job->pieces; ++number) run_piece(&p, group, number);
}

static void pack_task(void *argument, int64_t block, int thread)
{
    const attention_job *job = argument;
    (void)thread;
    pack_block_of_keys(job->attention, &job->sizes, job->group, block, job->keys, job->values);
}

static void piece_task(void *argument, int64_t number, int thread)
{
    const attention_job *job = argument;
    piece p = piece_of(job, job->scratch + (size_t)thread * job->scratch_size);
    run_piece(&p, job->group, number);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    sb_attention attention;
    const sb_status status = sb_attention_of(context, inputs, 3, &attention);
    if (status != SB_OK)
        return status;
    const sb_array *q = &inputs[0];
    const int64_t wanted[] = {q->shape[0], q->shape[1], q->shape[2], attention.e};
    for (int i = 0; i < 4; ++i)
        if (outputs->rank != 4 || outputs->shape[i] != wanted[i])
            return sb_fail(context, SB_INVALID, "%s: the shape of the result does not fit",
                           context->call->op);
    if (sb_element_count(outputs) == 0)
        return SB_OK;
    attention_job job = {.attention = &attention,
                         .output = outputs,
                         .sizes = attention_sizes_of(&attention),
                         .rows = attention.heads_each * attention.queries,
                         .group = -1};
    job.pieces = divide_up(job.rows, PIECE_ROWS);
    const size_t packed = reals(job.sizes.key) + reals(job.sizes.value);
    const bool apart = attention.groups >= 2 * context->threads || context->threads == 1;
    const int64_t tasks = apart ? attention.groups : job.pieces;
    const size_t threads = sb_scratch_parts(context->threads, tasks);
    job.scratch_size = piece_size(&job.sizes) + (apart ? packed : 0);
    char *scratch = sb_scratch_take(threads * job.scratch_size + (apart ? 0 : packed));
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for keys and values",
                       context->call->op);
    job.scratch = scratch;
    if (apart) {
        sb_parallel(context, attention.groups, group_task, &job);
    } else {
        job.keys = take(&job.scratch, job.sizes.key);
        job.values = take(&job.scratch, job.sizes.value);
        for (job.group = 0; job.group < attention.groups; ++job.group) {
            sb_parallel(context, job.sizes.blocks, pack_task, &job);
            sb_parallel(context, job.pieces, piece_task, &job);
        }
    }
    sb_scratch_give(scratch);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    const int32_t format = inputs[0];
    return (input_count == 3 || input_count == 4) && output_count == 1 && outputs[0] == format &&
           (format == SB_F32 || format == SB_F16 || format == SB_BF16) && inputs[1] == format &&
           inputs[2] == format && (input_count == 3 || inputs[3] == format || inputs[3] == SB_BOOL);
}

const sb_kernel sb_kernel_scaled_dot_product_attention = {.op = "scaled_dot_product_attention",
                                                          .supports = supports,
                                                          .run = run,
                                                          .parameters = sb_attention_parameters};
