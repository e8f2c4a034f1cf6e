/* round_nearly_template.h - the conversions of lanes_stage.h for a format without conversion
 * instructions. */

/* Round w to y if SB_NEAR_ERROR allows it. Bit i of `open` says that y[i] is not decided. Counts
 * are padded. */
static uint32_t NAME(round_nearly)(const float *w, ELEMENT *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        uint32_t near[32], bits = 0, some = 0;
        SB_VECTORISE
        for (int j = 0; j < 32; j++) {
            y[i + j] = OF_FORMAT(from_f32)(w[i + j]);
            near[j] = OF_FORMAT(near_midpoint)(w[i + j]) | (w[i + j] != w[i + j]);
            some |= near[j];
        }
        if (some != 0)
            for (int j = 0; j < 32; j++) bits |= (near[j] != 0 ? 1u : 0u) << j;
        open[i / 32] = bits;
        any |= bits;
    }
    return any;
}

static void NAME(enter)(const ELEMENT *from, float *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++) x[i] = NAME(f32_from)(from[i]);
}
#undef FORMAT
