/* order.c - see order.h. Threads share the rows, or the chunks of a single long row. */
#include "order/order.h"

#include "memory/scratch.h"
#include "moves/index.h"
#include "moves/nest.h"
#include "order/keys.h"
#include "order/radix.h"

enum {
    LONG_ROW = 1 << 15, /* a longer row may be sorted by several threads */
    CANDIDATES = 1024,  /* space in topk's buffer in addition to k */
    BLOCK = 1024,       /* keys that topk computes together */
};

typedef struct order_job {
    const sb_order *order;
    sb_nest nest; /* rows; arrays: 0 x, 1 values, 2 places */
    int64_t n, capacity, rows;
    int64_t in, value_step, place_step;
    int key_bits;
    bool keys_only, wide; /* wide: items are sb_keyed */
    size_t item_size, part_size;
    char *scratch;
    sb_context *context; /* set if threads share a single row, else NULL */
    int chunks;
} order_job;

/* The parts of a thread's scratch memory: two buffers of items, keys, counts. */
typedef struct workspace {
    char *items, *spare;
    void *keys;
    sb_radix radix;
} workspace;

static size_t part_size(const order_job *job)
{
    size_t buffer = sb_scratch_rounded((size_t)job->capacity * job->item_size);
    size_t keys = job->keys_only ? 0 : BLOCK * sizeof(uint64_t);
    size_t counts = (size_t)job->chunks * SB_DIGITS * sizeof(int64_t);
    return 2 * buffer + keys + sb_scratch_rounded(counts);
}

static workspace workspace_of(const order_job *job, int thread)
{
    size_t buffer = sb_scratch_rounded((size_t)job->capacity * job->item_size);
    char *p = job->scratch + (size_t)thread * job->part_size;
    workspace w = {.items = p, .spare = p + buffer, .keys = p + 2 * buffer};
    char *counts = p + 2 * buffer + (job->keys_only ? 0 : BLOCK * sizeof(uint64_t));
    w.radix = (sb_radix){job->context, job->chunks, (int64_t *)(void *)counts};
    return w;
}

/* ---- keys without positions ---- */

static void sort_keys(const order_job *job, workspace *w, const char *in, char *out)
{
    const int32_t format = job->order->x->format;
    const bool descending = job->order->descending;
    if (job->key_bits <= 32) {
        uint32_t *keys = (uint32_t *)(void *)w->items;
        sb_keys_u32(format, in, job->in, job->n, descending, keys);
        keys =
            sb_radix_u32(&w->radix, keys, (uint32_t *)(void *)w->spare, job->n, 0, job->key_bits);
        sb_unkeys_u32(format, keys, job->n, descending, in, job->in, out, job->value_step);
    } else {
        uint64_t *keys = (uint64_t *)(void *)w->items;
        sb_keys_u64(format, in, job->in, job->n, descending, keys);
        keys = sb_radix_u64(&w->radix, keys, (uint64_t *)(void *)w->spare, job->n, 0, 64);
        sb_unkeys_u64(format, keys, job->n, descending, in, job->in, out, job->value_step);
    }
}

/* ---- keys with positions ---- */

/* Compute the keys of n elements from `start` on, n at most BLOCK. Keys of 32 bits are widened for
 * sb_keyed. */
static void block_keys(const order_job *job, const char *in, int64_t start, int64_t n, void *keys)
{
    const int32_t format = job->order->x->format;
    const char *p = in + start * job->in;
    if (job->key_bits > 32) {
        sb_keys_u64(format, p, job->in, n, job->order->descending, keys);
        return;
    }
    sb_keys_u32(format, p, job->in, n, job->order->descending, keys);
    for (int64_t i = job->wide ? n - 1 : -1; i >= 0; --i) {
        uint32_t narrow;
        memcpy(&narrow, (char *)keys + i * (int64_t)sizeof narrow, sizeof narrow);
        const uint64_t key = narrow;
        memcpy((char *)keys + i * (int64_t)sizeof key, &key, sizeof key);
    }
}

/* Sort `count` items. The result is in w->items, and w->spare is the other buffer. */
static void sort_items(const order_job *job, workspace *w, int64_t count)
{
    char *sorted =
        job->wide ? (char *)sb_radix_keyed(&w->radix, (sb_keyed *)(void *)w->items,
                                           (sb_keyed *)(void *)w->spare, count, 0, job->key_bits)
                  : (char *)sb_radix_u64(&w->radix, (uint64_t *)(void *)w->items,
                                         (uint64_t *)(void *)w->spare, count, 32, job->key_bits);
    if (sorted != w->items) {
        w->spare = w->items;
        w->items = sorted;
    }
}

static void append(const order_job *job, workspace *w, int64_t at, uint64_t key, int64_t place)
{
    if (job->wide)
        ((sb_keyed *)(void *)w->items)[at] = (sb_keyed){key, (uint64_t)place};
    else
        ((uint64_t *)(void *)w->items)[at] = key << 32 | (uint64_t)place;
}

/* Append an item for each key of a block. */
static void append_all(const order_job *job, workspace *w, int64_t at, int64_t n)
{
    if (job->wide) {
        sb_keyed *items = (sb_keyed *)(void *)w->items + at;
        const uint64_t *keys = w->keys;
        for (int64_t i = 0; i < n; ++i) items[i] = (sb_keyed){keys[i], (uint64_t)(at + i)};
    } else {
        uint64_t *items = (uint64_t *)(void *)w->items + at;
        const uint32_t *keys = w->keys;
        for (int64_t i = 0; i < n; ++i) items[i] = (uint64_t)keys[i] << 32 | (uint64_t)(at + i);
    }
}

/* Return the key of item `at`. */
static uint64_t key_at(const order_job *job, const workspace *w, int64_t at)
{
    return job->wide ? ((sb_keyed *)(void *)w->items)[at].key
                     : ((uint64_t *)(void *)w->items)[at] >> 32;
}

/* Return whether any key is below the limit. In nearly every block of a long row, no key is, and
 * the block needs no further work. */
static bool any_below(const order_job *job, const void *keys, int64_t n, uint64_t limit)
{
    unsigned any = 0;
    if (job->wide)
        for (int64_t i = 0; i < n; ++i) any |= ((const uint64_t *)keys)[i] < limit;
    else
        for (int64_t i = 0; i < n; ++i) any |= ((const uint32_t *)keys)[i] < (uint32_t)limit;
    return any;
}

/* Determine the k first items of the row, in sorted order. `capacity` is n, or more than k. */
static void choose(const order_job *job, workspace *w, const char *in)
{
    enum { STRETCH = 32 };
    int64_t held = 0, k = job->order->k;
    uint64_t limit = UINT64_MAX;
    bool limited = false;
    for (int64_t start = 0; start < job->n; start += BLOCK) {
        int64_t n = job->n - start < BLOCK ? job->n - start : BLOCK;
        block_keys(job, in, start, n, w->keys);
        if (job->capacity == job->n) {
            append_all(job, w, start, n);
            held += n;
            continue;
        }
        for (int64_t i = 0; i < n; i += STRETCH) {
            int64_t end = i + STRETCH < n ? i + STRETCH : n;
            const char *keys = w->keys;
            keys += (size_t)i * (job->wide ? sizeof(uint64_t) : sizeof(uint32_t));
            if (limited && !any_below(job, keys, end - i, limit))
                continue;
            for (int64_t j = i; j < end; ++j) {
                uint64_t key = job->wide ? ((uint64_t *)w->keys)[j] : ((uint32_t *)w->keys)[j];
                if (limited && key >= limit) /* a later element with an equal key is not chosen */
                    continue;
                append(job, w, held++, key, start + j);
                if (held == job->capacity) {
                    sort_items(job, w, held);
                    held = k;
                    limit = key_at(job, w, k - 1);
                    limited = true;
                }
            }
        }
    }
    sort_items(job, w, held);
}

static void store_items(const order_job *job, const workspace *w, const char *in, char *values,
                        char *places)
{
    const size_t size = sb_format_size(job->order->x->format);
    for (int64_t i = 0; i < job->order->k; ++i) {
        int64_t place = (int64_t)(job->wide ? ((sb_keyed *)(void *)w->items)[i].place
                                            : (uint32_t)((uint64_t *)(void *)w->items)[i]);
        memcpy(places + i * job->place_step, &place, sizeof place);
        if (values != NULL)
            memcpy(values + i * job->value_step, in + place * job->in, size);
    }
}

static void row_task(void *argument, int64_t row, int thread)
{
    const order_job *job = argument;
    const sb_order *order = job->order;
    workspace w = workspace_of(job, thread);
    int64_t offsets[SB_NEST_ARRAYS];
    sb_nest_offsets(&job->nest, row, offsets);
    const char *in = (const char *)order->x->data + offsets[0];
    char *values = order->values ? (char *)order->values->data + offsets[1] : NULL;
    if (job->keys_only) {
        sort_keys(job, &w, in, values);
        return;
    }
    choose(job, &w, in);
    store_items(job, &w, in, values, (char *)order->places->data + offsets[2]);
}

static int64_t stride_of(const sb_array *array, int axis)
{
    return array == NULL ? 0 : array->strides[axis];
}

sb_status sb_order_run(sb_context *context, const sb_order *order)
{
    const sb_array *x = order->x;
    order_job job = {.order = order,
                     .n = x->shape[order->axis],
                     .in = x->strides[order->axis],
                     .value_step = stride_of(order->values, order->axis),
                     .place_step = stride_of(order->places, order->axis),
                     .key_bits = sb_key_bits(x->format),
                     .keys_only = order->places == NULL};
    if (sb_element_count(x) == 0 || order->k == 0)
        return SB_OK;
    for (int i = 0; i < x->rank; ++i)
        if (i != order->axis)
            sb_nest_add(&job.nest, x->shape[i], x->strides[i], stride_of(order->values, i),
                        stride_of(order->places, i), 0);
    job.rows = sb_nest_count(&job.nest);
    job.wide = !job.keys_only && (job.key_bits > 32 || job.n > (int64_t)UINT32_MAX);
    job.item_size = job.keys_only ? (job.key_bits <= 32 ? 4 : 8) : job.wide ? 16 : 8;
    job.capacity = job.n;
    if (!job.keys_only && order->k < job.n / 4 && job.n > 2 * CANDIDATES)
        job.capacity = 2 * order->k + CANDIDATES;
    const bool shared = job.rows < context->threads && job.capacity >= LONG_ROW;
    job.chunks = !shared ? 1 : context->threads < SB_MAX_CHUNKS ? context->threads : SB_MAX_CHUNKS;
    job.context = shared ? context : NULL;
    job.part_size = part_size(&job);
    size_t parts = shared ? 1 : sb_scratch_parts(context->threads, job.rows);
    job.scratch = sb_scratch_take(parts * job.part_size);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory to sort %lld elements",
                       context->call->op, (long long)job.n);
    if (shared)
        for (int64_t row = 0; row < job.rows; ++row) row_task(&job, row, 0);
    else
        sb_parallel(context, job.rows, row_task, &job);
    sb_scratch_give(job.scratch);
    return SB_OK;
}

const sb_parameter sb_sort_parameters[] = {
    {"axis", SB_INTEGERS, 0.0}, {"descending", SB_FLAG, 0.0}, {NULL, 0, 0.0}};

sb_status sb_sort_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      bool places)
{
    sb_order order = {.x = &inputs[0],
                      .values = places ? NULL : &outputs[0],
                      .places = places ? &outputs[0] : NULL,
                      .descending = sb_attribute_flag(context, "descending")};
    sb_status status = sb_axis_of(context, inputs->rank, -1, &order.axis);
    if (status == SB_OK)
        status = sb_shape_check(context, outputs, inputs->rank, inputs->shape, "result");
    if (status != SB_OK)
        return status;
    order.k = inputs->shape[order.axis];
    return sb_order_run(context, &order);
}
