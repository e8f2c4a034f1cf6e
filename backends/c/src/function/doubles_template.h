/* doubles_template.h - approximate_f32 from DOUBLES(x, held) on vectors of binary64.
 *
 * DOUBLES_ZERO, if defined, is a zero z < 0 of the function. DOUBLES loses more than 4 bits only
 * within 3/256 of z, where the bit patterns are an interval. For lanes in this interval, the
 * polynomial DOUBLES_ABOUT_ZERO is used.
 */
static void approximate_f32(const float *x, double *v, int64_t count, const double *parameters)
{
    const doubles_held held = doubles_hold(parameters);
#ifdef DOUBLES_ZERO
    const uint32_t first = f32_to_bits((float)(DOUBLES_ZERO[0] + 0x1.8p-7));
    const uint32_t width = f32_to_bits((float)(DOUBLES_ZERO[0] - 0x1.8p-7)) - first;
    const lanes_int start = lanes_int_set((int32_t)first);
    for (int64_t i = 0; i < count; i += 16) {
        lanes_int u = _mm512_sub_epi32(lanes_bits(lanes_load(x + i)), start);
        __mmask16 near = _mm512_cmplt_epu32_mask(u, lanes_int_set((int32_t)width));
        doubles_store(v + i, DOUBLES(doubles_load_f32(x + i), &held));
        doubles_store(v + i + 8, DOUBLES(doubles_load_f32(x + i + 8), &held));
        if (__builtin_expect(near != 0, 0))
            doubles_about_zero(x + i, v + i, near, DOUBLES_ZERO, DOUBLES_ABOUT_ZERO);
    }
#else
    for (int64_t i = 0; i < count; i += 8)
        doubles_store(v + i, DOUBLES(doubles_load_f32(x + i), &held));
#endif
}
