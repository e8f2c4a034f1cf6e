/* enclosed_template.h - the loops over arrays of a function of binary32 lanes; see
 * enclosed_function.h. ENCLOSED is the function's name in lanes/, for instance enclosed_exp.
 */
#define OF_FUNCTION(name) SB_PASTE(ENCLOSED, _##name)

static __attribute__((noinline)) void confine(const float *x, float *y, uint32_t *sure,
                                              int64_t count)
{
    for (int64_t i = 0; i < count; i += ENCLOSED_WORD) {
        uint32_t near = 0, known = 0;
        for (int64_t j = 0; j < ENCLOSED_WORD; j += LANES_COUNT) {
            lanes operand = lanes_load(x + i + j), far = OF_FUNCTION(far)(operand);
            lanes_mask m = lanes_equal(lanes_every(), far, far);
            lanes_store(y + i + j, lanes_select(m, far, lanes_load(y + i + j)));
            lanes_mask_store(&known, j, m);
            m = lanes_int_at_most(lanes_every(), OF_FUNCTION(key)(operand), OF_FUNCTION(limit)());
            lanes_mask_store(&near, j, m);
        }
        sure[i / ENCLOSED_WORD] = (sure[i / ENCLOSED_WORD] & near) | known;
    }
}

/* Compute y from x for a `count` that is a multiple of 64. Bit i of `open` says that lane i is
 * undecided. Return non-zero if any lane is undecided. x and y do not overlap. The loop has no
 * branch for an open lane: the branch would be mispredicted each time, and cost as much as ten
 * vectors. Only if an operand beyond the limit was found, which is rare, all operands are examined
 * again. */
static uint32_t enclose(const float *x, float *y, uint32_t *open, int64_t count)
{
    const OF_FUNCTION(tables) tables = OF_FUNCTION(load)();
    lanes_int most = lanes_int_set(0);
    LANES_TWICE
    for (int64_t i = 0; i < count; i += LANES_COUNT) {
        lanes operand = lanes_load(x + i);
        enclosed v = ENCLOSED(operand, &tables);
        lanes_mask sure = lanes_equal(lanes_every(), v.low, v.high);
        lanes_mask_store(open, i, OF_FUNCTION(within)(sure, operand));
        lanes_store(y + i, v.y);
        most = OF_FUNCTION(most)(most, operand);
    }
    if (!lanes_all(lanes_int_at_most(lanes_every(), most, OF_FUNCTION(limit)())))
        confine(x, y, open, count);
    return enclosed_open(open, count);
}

/* Compute w from x, with NaN for "undecided". */
static void nearly(const float *x, float *w, int64_t count)
{
    const OF_FUNCTION(tables) tables = OF_FUNCTION(load)();
    for (int64_t i = 0; i < count; i += LANES_COUNT) {
        lanes operand = lanes_load(x + i), value = OF_FUNCTION(nearly)(operand, &tables);
        lanes_mask m;
        m = lanes_int_at_most(lanes_every(), OF_FUNCTION(key)(operand), OF_FUNCTION(limit)());
        lanes_store(w + i, lanes_select(m, value, lanes_set(__builtin_nanf(""))));
    }
}
