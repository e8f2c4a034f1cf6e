/* remembered_template.h - the stored results of remembered.h for patterns of BITS bits, of type
 * PATTERN. */
#define OF_BITS(name) SB_PASTE(name##_, BITS)

enum { OF_BITS(PATTERNS) = 1 << BITS };

typedef struct OF_BITS(results) {
    double parameters[SB_MAX_PARAMETERS];
    PATTERN of[OF_BITS(PATTERNS)], patterns[OF_BITS(PATTERNS)];
} OF_BITS(results);

static const OF_BITS(results) *
    OF_BITS(make)(sb_remembered *kept, sb_loop loop, const double *parameters)
{
    OF_BITS(results) *made = malloc(sizeof *made);
    void *first = NULL;
    if (made == NULL)
        return NULL;
    for (int i = 0; i < OF_BITS(PATTERNS); i++) made->patterns[i] = (PATTERN)i;
    const void *const inputs[] = {made->patterns};
    memcpy(made->parameters, parameters, sizeof made->parameters);
    loop(OF_BITS(PATTERNS), inputs, made->of, parameters);
    if (atomic_compare_exchange_strong(&kept->results, &first, (void *)made))
        return made;
    free(made); /* another thread was first */
    return first;
}

bool OF_BITS(sb_remembered)(sb_remembered *kept, sb_loop loop, int64_t count, const PATTERN *x,
                            PATTERN *y, const double *parameters)
{
    const int64_t enough = (int64_t)WORTH << BITS;
    const OF_BITS(results) *all = atomic_load_explicit(&kept->results, memory_order_acquire);
    if (all == NULL) {
        const int64_t before = atomic_fetch_add_explicit(&kept->asked, count, memory_order_relaxed);
        all = before >= enough ? OF_BITS(make)(kept, loop, parameters) : NULL;
    }
    if (all == NULL || memcmp(all->parameters, parameters, sizeof all->parameters) != 0)
        return false;
    int64_t i = 0;
    for (; i + 8 <= count; i += 8) {
        /* a copy, because y might overlap the results as far as the compiler knows */
        PATTERN some[8];
        for (int j = 0; j < 8; j++) some[j] = all->of[x[i + j]];
        memcpy(y + i, some, sizeof some);
    }
    for (; i < count; i++) y[i] = all->of[x[i]];
    return true;
}
#undef OF_BITS
#undef BITS
#undef PATTERN
