/* short_part_template.h - quick_part_<FORMAT> on lanes, for f16 or bf16; see short_loops.h.
 *
 *   OPERATION   OPERATION(x, parameter) on lanes
 *   PLACE       the part returns non-zero if PLACE(bits) is below 0x100 for any operand, or if the
 *               parameter is subnormal
 *   ROUND       rounds lanes to the format
 *   INFINITE, CANONICAL_NAN   patterns of the format
 */
LANES_FN void NAME(quick_step)(const uint16_t *x, uint16_t *y, lanes parameter, lanes_mask *numbers,
                               short_bits *least)
{
    lanes_two t = NAME(short_enter)(x);
    (void)parameter;
    *least = short_lesser(*least, PLACE(short_load(x)));
    t.a = OPERATION(t.a, parameter);
    t.b = OPERATION(t.b, parameter);
    *numbers = lanes_numbers(*numbers, t);
    NAME(short_leave)(y, t, ROUND);
}

/* The last vector is padded. */
static __attribute__((noinline)) int NAME(quick_part)(int64_t count, const uint16_t *x, uint16_t *y,
                                                      const double *parameters)
{
    const lanes parameter = lanes_set((float)parameters[0]);
    const int64_t whole = count / SHORT_COUNT * SHORT_COUNT;
    lanes_mask numbers = lanes_every();
    short_bits least = short_set(f32_is_subnormal((float)parameters[0]) ? 0 : -1);
    for (int64_t i = 0; i < whole; i += SHORT_COUNT)
        NAME(quick_step)(x + i, y + i, parameter, &numbers, &least);
    if (whole != count) {
        const size_t rest = (size_t)(count - whole) * sizeof *x;
        uint16_t some[SHORT_COUNT];
        for (int i = 0; i < SHORT_COUNT; i++)
            some[i] = 0x3c00; /* an ordinary number in both formats */
        memcpy(some, x + whole, rest);
        NAME(quick_step)(some, some, parameter, &numbers, &least);
        memcpy(y + whole, some, rest);
    }
    if (!lanes_all(numbers))
        SB_VECTORISE
    for (int64_t i = 0; i < count; i++)
        y[i] = (uint16_t)(y[i] & 0x7fff) > INFINITE ? CANONICAL_NAN : y[i];
    return short_any_below(least, 0x100);
}
#undef FORMAT
#undef PLACE
#undef ROUND
#undef INFINITE
#undef CANONICAL_NAN
