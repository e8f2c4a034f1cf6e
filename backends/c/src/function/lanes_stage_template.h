/* lanes_stage_template.h - the stages of lanes_stage.h for one format. */

/* Compute y[i] for the open operands, in whole vectors. The last vector is filled up with ones. */
static void NAME(settle_some)(const sb_function *f, float *gathered, const int *places, int left,
                              ELEMENT *y, const double *parameters)
{
    double x[STAGE];
    ELEMENT settled[STAGE];
    const int whole = (left + VECTOR - 1) / VECTOR * VECTOR;
    for (int i = left; i < whole; i++) gathered[i] = 1.0f;
    widen_f32(gathered, x, whole);
    NAME(resolve)(f, x, settled, whole, parameters);
    for (int i = 0; i < left; i++) y[places[i]] = settled[i];
}

static void NAME(settle)(const sb_function *f, const float *from, const uint32_t *open,
                         int64_t count, ELEMENT *y, const double *parameters)
{
    float x[STAGE];
    int places[STAGE], left = 0;
    const int words = (int)padded(count) / 32;
    for (int w = next_open(open, 0, words); w < words; w = next_open(open, w + 1, words))
        for (uint32_t bits = open[w]; bits != 0; bits &= bits - 1) {
            const int i = 32 * w + __builtin_ctz(bits);
            if (i >= count)
                break;
            places[left] = i;
            x[left++] = from[i];
            if (left == STAGE) {
                NAME(settle_some)(f, x, places, left, y, parameters);
                left = 0;
            }
        }
    if (left != 0)
        NAME(settle_some)(f, x, places, left, y, parameters);
}
#undef FORMAT
