/* settle_outside_template.h - see decide_lanes.h.
 *
 * Lanes outside of low .. high, and NaN, become the canonical NaN and are no longer open.
 */
LANES_FN uint32_t NAME(settle_outside)(const float *x, ELEMENT *y, uint32_t *open, int64_t count,
                                       float low, float high)
{
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        for (int j = 0; j < 32; j += 16) {
            lanes a = lanes_load(x + i + j);
            __mmask16 m = _mm512_cmp_ps_mask(a, lanes_set(low), _CMP_NGE_UQ);
            m |= _mm512_cmp_ps_mask(a, lanes_set(high), _CMP_NLE_UQ);
            NAME(store_nan)(y + i + j, m);
            open[i / 32] &= ~((uint32_t)m << j);
        }
        any |= open[i / 32];
    }
    return any;
}
#undef FORMAT
