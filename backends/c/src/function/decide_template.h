/* decide_template.h - decide() for a format of 16 or 8 bits; see decide.h. */
static uint32_t NAME(decide)(const double *v, ELEMENT *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    float w[DECIDE_STAGE];
    narrow(v, w, count);
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) {
        y[i] = OF_FORMAT(from_f32)(w[i]);
        open[i] = OF_FORMAT(midpoint)(w[i]) | (w[i] != w[i]);
        any |= open[i];
    }
    return any;
}
#undef FORMAT
