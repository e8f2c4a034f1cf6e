/* quick_stage_two_template.h - the stage of quick_stage_two.h for one format.
 *
 * Return the number of results, which fill whole vectors. Return 0 if there are subnormal numbers,
 * because decide.h must handle them.
 */
static int64_t NAME(quickly)(const sb_function2 *f, const ELEMENT *a, const ELEMENT *b, ELEMENT *to,
                             int64_t count)
{
    const int64_t whole = (count < LONG_STAGE ? count : LONG_STAGE) / LANES_PAD * LANES_PAD;
    const int apart = a != to && b != to;
    float first[LONG_STAGE], second[LONG_STAGE];
    ELEMENT results[LONG_STAGE], *target = apart ? to : results;
    double v[LONG_STAGE], x[LONG_STAGE + VECTOR], y[LONG_STAGE + VECTOR];
    uint32_t open[LONG_STAGE / 32], any = 0;
    int places[LONG_STAGE];
    uint32_t subnormal = 0;
    const float *left = NAME(enter_lanes)(a, first, whole, apart, &subnormal);
    const float *right = NAME(enter_lanes)(b, second, whole, apart, &subnormal);
    if (subnormal != 0)
        return 0;
    if (!NAME(nearly)(f, left, right, target, open, &any, whole)) {
        sb_environment saved = sb_environment_flush();
        f->approximate_f32(left, right, v, whole);
        int careful = sb_environment_underflowed();
        any = NAME(decide_lanes)(v, target, open, whole);
        careful |= NAME(underflowed)();
        sb_environment_leave(saved);
        if (careful)
            return 0;
    }
    if (!apart)
        memcpy(to, results, (size_t)whole * sizeof *to);
    if (any == 0)
        return whole;
    const int found = gather_open(left, right, open, whole, x, y, places);
    f->evaluate(x, y, (found + VECTOR - 1) / VECTOR * VECTOR);
    for (int i = 0; i < found; i++) to[places[i]] = NAME(last)(x[i]);
    return whole;
}
#undef FORMAT
