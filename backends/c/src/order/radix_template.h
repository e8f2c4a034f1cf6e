/* radix_template.h - see radix.h; included once for each kind of item, with ITEM, NAME and KEY. */

enum { NAME(FEW) = 32 };

typedef struct NAME(pass) {
    const ITEM *from;
    ITEM *to;
    int64_t n, chunk;
    int64_t *counts;
    int shift;
} NAME(pass);

static inline unsigned NAME(digit)(ITEM item, int shift)
{
    return (unsigned)(KEY(item) >> shift) & (SB_DIGITS - 1);
}

static void NAME(count)(void *argument, int64_t index, int thread)
{
    const NAME(pass) *pass = argument;
    (void)thread;
    int64_t *counts = pass->counts + index * SB_DIGITS;
    int64_t start = index * pass->chunk, end = start + pass->chunk;
    end = end < pass->n ? end : pass->n;
    for (int d = 0; d < SB_DIGITS; ++d) counts[d] = 0;
    for (int64_t i = start; i < end; ++i) ++counts[NAME(digit)(pass->from[i], pass->shift)];
}

static void NAME(move)(void *argument, int64_t index, int thread)
{
    const NAME(pass) *pass = argument;
    (void)thread;
    int64_t *places = pass->counts + index * SB_DIGITS;
    int64_t start = index * pass->chunk, end = start + pass->chunk;
    end = end < pass->n ? end : pass->n;
    for (int64_t i = start; i < end; ++i)
        pass->to[places[NAME(digit)(pass->from[i], pass->shift)]++] = pass->from[i];
}

/* Convert the counts to first positions, by digit and then by chunk. Return false if all items have
 * the same digit. */
static bool NAME(places)(const sb_radix *radix, int64_t n)
{
    int64_t before = 0;
    for (int d = 0; d < SB_DIGITS; ++d) {
        int64_t start = before;
        for (int c = 0; c < radix->chunks; ++c) {
            int64_t count = radix->counts[c * SB_DIGITS + d];
            radix->counts[c * SB_DIGITS + d] = before;
            before += count;
        }
        if (before - start == n)
            return false;
    }
    return true;
}

static void NAME(each)(const sb_radix *radix, sb_task task, NAME(pass) * pass)
{
    if (radix->context != NULL && radix->chunks > 1)
        sb_parallel(radix->context, radix->chunks, task, pass);
    else
        for (int c = 0; c < radix->chunks; ++c) task(pass, c, 0);
}

/* Sort a few items by insertion: each is moved down past all greater items. */
static void NAME(insert)(ITEM *items, int64_t n, int first, int bits)
{
    const uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    for (int64_t i = 1; i < n; ++i) {
        ITEM item = items[i];
        uint64_t key = (uint64_t)KEY(item) >> first & mask;
        int64_t j = i;
        for (; j > 0 && ((uint64_t)KEY(items[j - 1]) >> first & mask) > key; --j)
            items[j] = items[j - 1];
        items[j] = item;
    }
}

ITEM *NAME(sb_radix)(const sb_radix *radix, ITEM *items, ITEM *spare, int64_t n, int first,
                     int bits)
{
    if (n <= NAME(FEW)) {
        NAME(insert)(items, n, first, bits);
        return items;
    }
    NAME(pass)
    pass = {.n = n, .chunk = (n + radix->chunks - 1) / radix->chunks, .counts = radix->counts};
    for (int done = 0; done < bits; done += SB_DIGIT_BITS) {
        pass.from = items;
        pass.to = spare;
        pass.shift = first + done;
        NAME(each)(radix, NAME(count), &pass);
        if (!NAME(places)(radix, n))
            continue;
        NAME(each)(radix, NAME(move), &pass);
        spare = items;
        items = pass.to;
    }
    return items;
}

#undef ITEM
#undef NAME
#undef KEY
