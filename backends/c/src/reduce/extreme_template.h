/* extreme_template.h - extremes over any axes as a method; included once for each width of keys.
 *
 * The largest key does not depend on the order of evaluation. The index is the first one with that
 * key, because only a larger key replaces an earlier key.
 */
#include "reduce/keys.h"

enum { PART = 2048 }; /* keys in a buffer */

typedef struct extreme {
    key key;
    int64_t index;
} extreme;

typedef struct extreme_job {
    sb_order order;
    bool indices;
} extreme_job;

static key largest_key(const key *keys, int64_t n)
{
    enum { SIDE = 4 * LANES }; /* independent maxima in several vectors */
    key side[SIDE], largest = KEY_LEAST;
    for (int s = 0; s < SIDE; ++s) side[s] = KEY_LEAST;
    int64_t i = 0;
    for (; i + SIDE <= n; i += SIDE)
        for (int s = 0; s < SIDE; ++s) side[s] = keys[i + s] > side[s] ? keys[i + s] : side[s];
    for (; i < n; ++i) side[0] = keys[i] > side[0] ? keys[i] : side[0];
    for (int s = 0; s < SIDE; ++s) largest = side[s] > largest ? side[s] : largest;
    return largest;
}

static int64_t first_with_key(const key *keys, key wanted)
{
    int64_t i = 0;
    while (keys[i] != wanted) ++i;
    return i;
}

/* Load the keys of terms start .. start + n - 1 of the output at `base`. */
static void gather_keys(const sb_reduction *reduction, const char *base, int64_t start, int64_t n,
                        sb_order order, key *keys)
{
    int last = reduction->reduced.rank - 1;
    int64_t size = last < 0 ? 1 : reduction->reduced.shape[last];
    int64_t stride = last < 0 ? 0 : reduction->reduced.in[last];
    while (n > 0) {
        int64_t run = size - start % size;
        run = run < n ? run : n;
        load_keys(base + sb_term_offset(reduction, start), stride, reduction->in_format, run, order,
                  keys);
        keys += run;
        start += run;
        n -= run;
    }
}

static void extreme_rows(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                         const void *argument, void *scratch, void *states)
{
    const extreme_job *job = argument;
    extreme *found = states;
    key *keys = scratch;
    for (int64_t j = 0; j < piece->count; ++j) {
        found[j] = (extreme){KEY_LEAST, piece->start};
        for (int64_t done = 0; done < piece->terms; done += PART) {
            int64_t n = piece->terms - done < PART ? piece->terms - done : PART;
            gather_keys(reduction, piece->input + j * cut->in, piece->start + done, n, job->order,
                        keys);
            key k = largest_key(keys, n);
            if (k > found[j].key) {
                found[j].key = k;
                if (job->indices)
                    found[j].index = piece->start + done + first_with_key(keys, k);
            }
        }
    }
}

static void extreme_columns(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                            const void *argument, void *scratch, void *states)
{
    const extreme_job *job = argument;
    int64_t size = (int64_t)sb_format_size(reduction->in_format), n = piece->count;
    int64_t *index = scratch;
    key *largest = (key *)(index + cut->segment), *keys = largest + cut->segment;
    for (int64_t j = 0; j < n; ++j) {
        largest[j] = KEY_LEAST;
        index[j] = piece->start;
    }
    for (int64_t i = piece->start; i < piece->start + piece->terms; ++i) {
        load_keys(piece->input + sb_term_offset(reduction, i), size, reduction->in_format, n,
                  job->order, keys);
        for (int64_t j = 0; job->indices && j < n; ++j)
            index[j] = keys[j] > largest[j] ? i : index[j];
        for (int64_t j = 0; j < n; ++j) largest[j] = keys[j] > largest[j] ? keys[j] : largest[j];
    }
    extreme *found = states;
    for (int64_t j = 0; j < n; ++j) found[j] = (extreme){largest[j], index[j]};
}

static size_t extreme_scratch(const sb_cut *cut, const void *argument)
{
    (void)argument;
    return cut->by_columns ? (size_t)cut->segment * (sizeof(int64_t) + 2 * sizeof(key))
                           : PART * sizeof(key);
}

static void extreme_join(void *states, int64_t count)
{
    extreme *found = states;
    for (int64_t i = 1; i < count; ++i)
        if (found[i].key > found[0].key)
            found[0] = found[i];
}

static void extreme_finish(const sb_reduction *reduction, const void *argument, int64_t number,
                           int64_t count, void *states, char *out, int64_t stride)
{
    (void)number;
    const extreme_job *job = argument;
    const extreme *found = states;
    for (int64_t i = 0; i < count; ++i, out += stride)
        if (job->indices)
            memcpy(out, &found[i].index, sizeof found[i].index);
        else
            store_key(found[i].key, job->order, reduction->in_format, reduction->out_format, out);
}

sb_status REAL(sb_extreme_reduce)(sb_context *context, sb_reduction *reduction, sb_order order,
                                  bool indices)
{
    if (reduction->outputs == 0)
        return SB_OK;
    extreme_job job = {.order = order, .indices = indices};
    sb_method method = {.state = sizeof(extreme),
                        .scratch = extreme_scratch,
                        .rows = extreme_rows,
                        .columns = extreme_columns,
                        .join = extreme_join,
                        .finish = extreme_finish};
    if (reduction->terms == 0) {
        extreme nothing = {0, 0}; /* the greatest magnitude without terms is +0 */
        sb_method_fill(reduction, &method, &job, &nothing);
        return SB_OK;
    }
    sb_cut cut = sb_cut_of(reduction, context->threads);
    return sb_method_run(context, reduction, &cut, &method, &job);
}
