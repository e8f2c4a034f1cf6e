/* quick_stage_template.h - the stage of quick_stage.h for one format. */
static uint32_t NAME(run_carefully)(const sb_function *f, const float *x, ELEMENT *y,
                                    uint32_t *open, int64_t count, const double *parameters)
{
    double a[STAGE], v[STAGE];
    uint32_t undecided[STAGE], any = 0;
    for (int64_t done = 0; done < count; done += STAGE) {
        const int64_t part = count - done < STAGE ? count - done : STAGE;
        widen_f32(x + done, a, part);
        f->approximate(a, v, part, parameters);
        any |= NAME(decide)(v, y + done, undecided, part);
        for (int64_t i = 0; i < part; i += 32) {
            uint32_t bits = 0;
            for (int j = 0; j < 32; j++) bits |= (undecided[i + j] != 0 ? 1u : 0u) << j;
            open[(done + i) / 32] = bits;
        }
    }
    return any;
}

/* Compute y[i], and set bit i of `open` if it is not decided. The count is a multiple of 64, and
 * operands and results do not overlap. Return non-zero if any bit is set. */
static uint32_t NAME(run_quick)(const sb_function *f, const float *x, ELEMENT *y, uint32_t *open,
                                int64_t count, const double *parameters)
{
    double v[NARROW_STAGE];
    uint32_t any = 0;
    int careful = subnormal_lanes(x, count) != 0;
    if (!careful) {
        sb_environment saved = sb_environment_flush();
        f->approximate_f32(x, v, count, parameters);
        careful = sb_environment_underflowed();
        any = NAME(decide_lanes)(v, y, open, count);
        careful |= NAME(underflowed)();
        sb_environment_leave(saved);
    }
    if (careful)
        any = NAME(run_carefully)(f, x, y, open, count, parameters);
    if (any != 0)
        any = NAME(settle_outside)(x, y, open, count, (float)f->low, (float)f->high);
    return any;
}
#undef FORMAT
