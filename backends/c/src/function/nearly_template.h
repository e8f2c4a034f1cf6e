/* nearly_template.h - the loop of lanes_stage.h over a format of 16 or 8 bits. HAS_QUICK is 1 if
 * quick_stage.h supports the format and is faster than binary32 lanes by `approximate`.
 */
static uint32_t NAME(run)(const sb_function *f, const float *x, float *w, ELEMENT *y,
                          uint32_t *open, int64_t count, const double *parameters)
{
#if HAS_QUICK
    if (f->nearly == NULL)
        return NAME(run_quick)(f, x, y, open, count, parameters);
#endif
    run_nearly(f, x, w, count, parameters);
    return NAME(round_nearly)(w, y, open, count);
}

/* Use the approximate result, except close to a midpoint of the format. */
static void NAME(nearly)(const sb_function *f, int64_t count, const ELEMENT *from, ELEMENT *to,
                         const double *parameters)
{
    ELEMENT operands[NARROW_STAGE], results[NARROW_STAGE];
    float wide[NARROW_STAGE], w[NARROW_STAGE];
    uint32_t open[NARROW_STAGE / 32];
    for (int64_t done = 0; done < count; done += NARROW_STAGE) {
        const int64_t part = count - done < NARROW_STAGE ? count - done : NARROW_STAGE;
        const int whole = part % PAD == 0;
        const ELEMENT *source = from + done;
        ELEMENT *target = whole ? to + done : results;
        if (!whole) {
            memset(operands, 0, sizeof operands);
            source = memcpy(operands, source, (size_t)part * sizeof *source);
        }
        NAME(enter)(source, wide, padded(part));
        if (NAME(run)(f, wide, w, target, open, padded(part), parameters) != 0)
            NAME(settle)(f, wide, open, part, target, parameters);
        if (!whole)
            memcpy(to + done, results, (size_t)part * sizeof *results);
    }
}
#undef FORMAT
#undef HAS_QUICK
