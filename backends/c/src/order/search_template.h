/* search_template.h - counts among the sorted keys of a row: a template for one width of keys. KEY
 * is the unsigned integer type of a key, and WIDTH is its number of bits. See search.c.
 */
#define SEARCHED(name) SB_PASTE(name##_u, WIDTH)

/* Count the ascending keys that are below each wanted key or, with `right`, not above it. Several
 * searches run together, so that their loads overlap. All searches take the same number of steps.
 */
static inline void SEARCHED(count_behind)(const KEY *keys, int64_t n, const KEY *wanted,
                                          int64_t count, bool right, int64_t *places)
{
    for (int64_t start = 0; start < count; start += TOGETHER) {
        const int lanes = count - start < TOGETHER ? (int)(count - start) : TOGETHER;
        const KEY *key = wanted + start;
        int64_t low[TOGETHER] = {0};
        for (int64_t size = n; size > 1; size -= size / 2) {
            const int64_t half = size / 2;
            for (int i = 0; i < lanes; ++i) {
                const KEY at = keys[low[i] + half - 1];
                low[i] += (right ? at <= key[i] : at < key[i]) ? half : 0;
            }
        }
        for (int i = 0; i < lanes; ++i) {
            const KEY at = n > 0 ? keys[low[i]] : 0;
            places[start + i] = low[i] + (n > 0 && (right ? at <= key[i] : at < key[i]));
        }
    }
}

/* Return whether the keys ascend or, with `down`, descend. Equal adjacent keys satisfy both. */
static inline bool SEARCHED(in_order)(const KEY *keys, int64_t n, bool down)
{
    for (int64_t start = 1; start < n; start += STRETCH) {
        const int64_t end = n - start < STRETCH ? n : start + STRETCH;
        unsigned wrong = 0;
        for (int64_t i = start; i < end; ++i)
            wrong |= down ? keys[i - 1] < keys[i] : keys[i - 1] > keys[i];
        if (wrong)
            return false;
    }
    return true;
}

/* Sort the keys of a row in ascending order, into one of the two buffers. Count the keys that are
 * not NaN; NaNs have the greatest key of a float format. */
static void SEARCHED(order_row)(const search_job *job, const sb_radix *radix, const char *in,
                                void *buffer, void *spare, ordered *row)
{
    KEY *keys = buffer;
    const int64_t n = job->n;
    SEARCHED(sb_keys)(job->format, in, job->boundary_step, n, false, keys);
    if (!SEARCHED(in_order)(keys, n, false)) {
        if (SEARCHED(in_order)(keys, n, true))
            for (int64_t i = 0; i < n / 2; ++i) {
                const KEY key = keys[i];
                keys[i] = keys[n - 1 - i];
                keys[n - 1 - i] = key;
            }
        else
            keys = SEARCHED(sb_radix)(radix, keys, spare, n, 0, job->key_bits);
    }
    const KEY nan = (KEY)(~UINT64_C(0) >> (64 - job->key_bits));
    int64_t numbers = n;
    if (job->has_nan)
        SEARCHED(count_behind)(keys, n, &nan, 1, false, &numbers);
    *row = (ordered){keys, numbers};
}

/* Compute the results for the values of one block, at most BLOCK. */
static void SEARCHED(search_block)(const search_job *job, const ordered *row, const char *in,
                                   int64_t count, int64_t *places)
{
    KEY wanted[BLOCK];
    SEARCHED(sb_keys)(job->format, in, job->value_step, count, false, wanted);
    if (job->right)
        SEARCHED(count_behind)(row->keys, row->numbers, wanted, count, true, places);
    else
        SEARCHED(count_behind)(row->keys, row->numbers, wanted, count, false, places);
    for (int64_t i = 0; i < count; ++i) places[i] += job->n - row->numbers;
}
#undef SEARCHED
#undef KEY
#undef WIDTH
