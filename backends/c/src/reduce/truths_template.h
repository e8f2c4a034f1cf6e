/* truths_template.h - functions that count non-zero elements of WIDTH bits, in counters of WIDTH
 * bits. So a vector has as many counters as elements; see reduce/whole.c. */
#define NAMED_OF(name, width) name##_##width
#define NAMED_FOR(name, width) NAMED_OF(name, width)
#define NAMED(name) NAMED_FOR(name, WIDTH)
#define TYPE_OF(width) uint##width##_t
#define TYPE_FOR(width) TYPE_OF(width)
#define TYPE TYPE_FOR(WIDTH)

/* Return the count among n contiguous elements, at most PART. Each of LANES counters counts PART /
 * LANES elements. */
static uint64_t NAMED(count)(const char *p, int64_t n, int sign)
{
    const TYPE mask = (TYPE)((TYPE)-1 >> sign);
    TYPE counts[LANES] = {0}, x;
    uint64_t total = 0;
    int64_t at = 0;
    for (; at + LANES <= n; at += LANES)
        for (int i = 0; i < LANES; ++i) {
            memcpy(&x, p + (at + i) * (int64_t)sizeof x, sizeof x);
            counts[i] = (TYPE)(counts[i] + ((x & mask) != 0));
        }
    for (; at < n; ++at) {
        memcpy(&x, p + at * (int64_t)sizeof x, sizeof x);
        total += (x & mask) != 0;
    }
    for (int i = 0; i < LANES; ++i) total += counts[i];
    return total;
}

/* Add 1 to the counter of each of n contiguous elements that is not zero. */
static void NAMED(count_each)(const char *restrict p, int64_t n, int sign, void *restrict counters)
{
    const TYPE mask = (TYPE)((TYPE)-1 >> sign);
    TYPE x, *counts = counters;
    for (int64_t i = 0; i < n; ++i) {
        memcpy(&x, p + i * (int64_t)sizeof x, sizeof x);
        counts[i] = (TYPE)(counts[i] + ((x & mask) != 0));
    }
}

static void NAMED(add_counts)(const void *counters, int64_t n, uint64_t *totals)
{
    const TYPE *counts = counters;
    for (int64_t i = 0; i < n; ++i) totals[i] += counts[i];
}

static const truths NAMED(truths) = {NAMED(count), NAMED(count_each), NAMED(add_counts)};
#undef NAMED_OF
#undef NAMED_FOR
#undef NAMED
#undef TYPE_OF
#undef TYPE_FOR
#undef TYPE
#undef WIDTH
