/* scaled_dot_product_attention_gradient.c - the gradients of attention (clauses T4, T8.9, R4, S1).
 *
 * A task is a group: a head of keys, and all queries that use it. Queries are processed in blocks
 * of 256, and a block in pieces of some rows. A piece computes its scores, p and t, and the
 * complete gradient of its queries. It also writes panels of keys, from which the gradients of keys
 * and values are computed when the block is complete.
 */
#include "simd/vector_f32.h"

#define SB_ROWS_INLINE
#include "simd/rows.h"

#include "attention/gradient.h"

static size_t reals(size_t count) { return sb_scratch_rounded(count * sizeof(real)); }

static void *take(char **place, size_t bytes)
{
    void *taken = *place;
    *place += sb_scratch_rounded(bytes);
    return taken;
}

static by_key by_key_of(const gradient_job *job, int64_t size)
{
    by_key made = {.size = size, .panels = divide_up(size, PANEL_ROWS)};
    made.level = (size_t)(job->sizes.key_panels * made.panels) * TILE;
    return made;
}

static int query_levels(const gradient_job *job)
{
    return counter_levels(divide_up(job->rows, SB_BLOCK));
}

static void take_by_key(char **place, const gradient_job *job, int64_t size, by_key *made)
{
    *made = by_key_of(job, size);
    made->rows = take(place, (size_t)(made->panels * PANEL_ROWS) * SB_BLOCK * sizeof(real));
    made->sums = take(place, made->level * (size_t)(query_levels(job) + 1) * sizeof(real));
}

/* Lay out the work space from `place` on. Return the address of its end. */
static char *lay_out(const gradient_job *job, char *place, gradient_work *w)
{
    const sb_attention *attention = &job->attention;
    const attention_sizes *sizes = &job->sizes;
    const size_t blocks = (size_t)sizes->blocks, keys = (size_t)sizes->key_panels * PANEL_COLUMNS;
    const size_t piece = PIECE_BLOCK * sizeof(real), levels = (size_t)sizes->levels + 1;
    const size_t e_blocks = (size_t)divide_up(attention->e, SB_BLOCK);
    const size_t tiles = (size_t)counter_levels((int64_t)e_blocks) + 1;
    *w = (gradient_work){.job = job, .at = {.attention = attention}};
    real *packed = take(&place, reals(keys * (size_t)attention->d));
    w->at.keys = packed;
    w->at.queries = take(&place, piece * (size_t)sizes->d_blocks);
    w->at.tile = take(&place, reals(sizes->tile + tiles * TILE));
    w->flags = take(&place, blocks * PIECE_BLOCK);
    w->present = take(&place, blocks * PIECE_ROWS * sizeof *w->present);
    w->values = take(&place, reals(keys * (size_t)attention->e));
    w->key_terms = take(&place, reals(keys * (size_t)(job->d_panels * PANEL_COLUMNS)));
    w->gradients = take(&place, piece * e_blocks);
    w->results = take(&place, piece * e_blocks);
    w->scores = take(&place, piece * blocks);
    w->slopes = take(&place, piece * blocks);
    w->below = take(&place, piece);
    w->marks = take(&place, reals(keys * SB_BLOCK));
    w->lanes = take(&place, reals(keys * SB_BLOCK));
    w->most = take(&place, reals(levels * PIECE_ROWS));
    w->totals = take(&place, reals(levels * PIECE_ROWS));
    w->query_sums =
        take(&place, reals(levels * (size_t)(job->d_panels * PANEL_COLUMNS) * PIECE_ROWS));
    w->known = take(&place, (size_t)sizes->key_panels * sizeof *w->known);
    w->some = take(&place, keys);
    take_by_key(&place, job, attention->d, &w->dk);
    take_by_key(&place, job, attention->e, &w->dv);
    return place;
}

static void pack_group(gradient_work *w, int64_t group)
{
    const sb_attention *attention = &w->job->attention;
    real *keys = (real *)(void *)(uintptr_t)w->at.keys;
    for (int64_t panel = 0; panel < w->job->sizes.key_panels; ++panel) {
        pack_columns(attention, &attention->key, attention->d, group, panel, keys);
        pack_columns(attention, &attention->value, attention->e, group, panel, w->values);
    }
    for (int64_t block = 0; block < w->job->sizes.blocks; ++block)
        pack_terms(attention, &attention->key, attention->d, group, block, w->key_terms);
}

/* Process rows first .. first + rows - 1 of the group. `before` is the number of rows before them
 * in their block. */
static void piece_of_rows(gradient_work *w, int64_t first, int64_t rows, int64_t before)
{
    const gradient_job *job = w->job;
    const sb_attention *attention = &job->attention;
    const int64_t group = w->at.group;
    w->at.first = first;
    w->at.rows = rows;
    pack_rows(attention, &attention->query, attention->d, group, first, rows, w->at.queries);
    pack_rows(attention, job->gradient, attention->e, group, first, rows, w->gradients);
    pack_rows(attention, job->result, attention->e, group, first, rows, w->results);
    totals_of_rows(w);
    inner_products(w);
    exponentials(w);
    slopes_of_rows(w, before);
    sums_of_queries(w);
    store_queries(w);
    if (job->masks)
        store_masks(w);
}

/* Record which keys of a panel are present for at least one of `rows` queries. */
static void note_keys(gradient_work *w, int64_t panel, int64_t rows)
{
    uint8_t *some = w->some + panel * PANEL_COLUMNS;
    const real *marks = w->marks + panel * SB_BLOCK * PANEL_COLUMNS;
    for (int64_t row = 0; row < rows; ++row, marks += PANEL_COLUMNS)
        for (int c = 0; c < PANEL_COLUMNS; ++c) some[c] |= !(marks[c] < 0.0f);
}

static void block_of_queries(gradient_work *w, int64_t number, int64_t blocks)
{
    const gradient_job *job = w->job;
    const sb_attention *attention = &job->attention;
    const int64_t first = number * SB_BLOCK, left = job->rows - first, group = w->at.group;
    const int64_t rows = left < SB_BLOCK ? left : SB_BLOCK;
    const bool last = number == blocks - 1;
    memset(w->known, 0, (size_t)job->sizes.key_panels * sizeof *w->known);
    pack_turned(attention, &attention->query, group, first, rows, &w->dk);
    pack_turned(attention, job->gradient, group, first, rows, &w->dv);
    for (int64_t before = 0; before < rows; before += PIECE_ROWS)
        piece_of_rows(w, first + before, rows - before < PIECE_ROWS ? rows - before : PIECE_ROWS,
                      before);
    for (int64_t panel = 0; panel < job->sizes.key_panels; ++panel) {
        const real *marks = w->marks + panel * SB_BLOCK * PANEL_COLUMNS;
        const real *lanes = w->lanes + panel * SB_BLOCK * PANEL_COLUMNS;
        if (w->known[panel].gaps)
            note_keys(w, panel, rows);
        else
            memset(w->some + panel * PANEL_COLUMNS, 1, PANEL_COLUMNS);
        add_block(&w->dk, number, last, &w->known[panel], panel, lanes, marks);
        add_block(&w->dv, number, last, &w->known[panel], panel, marks, marks);
    }
}

static void group_task(void *argument, int64_t group, int thread)
{
    const gradient_job *job = argument;
    const sb_attention *attention = &job->attention;
    gradient_work w;
    lay_out(job, job->scratch + (size_t)thread * job->scratch_size, &w);
    const size_t panel = SB_BLOCK * PANEL_COLUMNS * sizeof(real), keys = (size_t)attention->keys;
    const size_t last = (size_t)(job->sizes.key_panels - 1) * SB_BLOCK * PANEL_COLUMNS;
    memset(w.some, 0, keys);
    memset(w.marks + last, 0, panel); /* lanes without a key: avoid slow subnormals */
    memset(w.lanes + last, 0, panel);
    w.at.group = group;
    pack_group(&w, group);
    const int64_t blocks = divide_up(job->rows, SB_BLOCK);
    for (int64_t number = 0; number < blocks; ++number) block_of_queries(&w, number, blocks);
    store_by_key(attention, &job->outputs[1], group, &w.dk, w.some, &attention->scale);
    store_by_key(attention, &job->outputs[2], group, &w.dv, w.some, NULL);
}

static bool same_shape(const sb_array *a, const sb_array *b)
{
    if (a->rank != b->rank)
        return false;
    for (int i = 0; i < a->rank; ++i)
        if (a->shape[i] != b->shape[i])
            return false;
    return true;
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    gradient_job job = {.result = &inputs[3], .gradient = &inputs[4], .outputs = outputs};
    const sb_status status = sb_attention_of(context, inputs, 5, &job.attention);
    if (status != SB_OK)
        return status;
    const sb_attention *attention = &job.attention;
    const int64_t *q = inputs[0].shape;
    bool fits = same_shape(&inputs[3], &inputs[4]) && inputs[3].rank == 4 &&
                inputs[3].shape[3] == attention->e;
    for (int i = 0; i < 3; ++i)
        fits = fits && inputs[3].shape[i] == q[i] && same_shape(&inputs[i], &outputs[i]);
    job.masks = context->call->output_count == 4;
    if (!fits || (job.masks && !same_shape(&inputs[5], &outputs[3])))
        return sb_fail(context, SB_INVALID, "%s: the shapes of the operands and results do not fit",
                       context->call->op);
    job.sizes = attention_sizes_of(attention);
    job.rows = attention->heads_each * attention->queries;
    job.d_panels = divide_up(attention->d, PANEL_COLUMNS);
    gradient_work measured;
    const uintptr_t start = SB_SCRATCH_ALIGNMENT;
    job.scratch_size = (size_t)((uintptr_t)lay_out(&job, (char *)start, &measured) - start);
    const size_t threads = sb_scratch_parts(context->threads, attention->groups);
    char *scratch = sb_scratch_take(threads * job.scratch_size);
    if (scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for the keys of a head",
                       context->call->op);
    job.scratch = scratch;
    sb_parallel(context, attention->groups, group_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    const int32_t format = inputs[0];
    if ((input_count != 5 && input_count != 6) || output_count < 3 || output_count > 4 ||
        (format != SB_F32 && format != SB_F16 && format != SB_BF16))
        return false;
    for (int i = 1; i < 5; ++i)
        if (inputs[i] != format)
            return false;
    for (int i = 0; i < output_count; ++i)
        if (outputs[i] != format)
            return false;
    if (output_count == 4)
        return input_count == 6 && inputs[5] == format;
    return input_count == 5 || inputs[5] == SB_BOOL;
}

const sb_kernel sb_kernel_scaled_dot_product_attention_gradient = {
    .op = "scaled_dot_product_attention_gradient",
    .supports = supports,
    .run = run,
    .parameters = sb_attention_parameters};
