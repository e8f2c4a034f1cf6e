/* easy_pow_template.h - powers whose exponent is -1, 0.5, 1 or 2 for all elements: a template with
 * FORMAT and SQUARE_ROOT. Such a power is a quotient, a root, the base or a product, and one
 * operation rounds it correctly (S4). See easy_f32 and easy_f64 in function/two_operands_kernel.h.
 */
static bool NAME(all_equal)(const ELEMENT *y, int64_t count)
{
    unsigned others = 0;
    for (int64_t i = 0; i < count; i++) others |= y[i] != y[0];
    return others == 0;
}

static bool NAME(easy)(int64_t count, const void *const *inputs, void *output)
{
    const ELEMENT *x = inputs[0], *y = inputs[1];
    ELEMENT *z = output;
    const ELEMENT p = count > 0 ? y[0] : 0, infinity = (ELEMENT)__builtin_inf();
    if (!(p == 2 || p == 1 || p == -1 || p == (ELEMENT)0.5) || !NAME(all_equal)(y, count))
        return false;
    if (p == 2) {
        SB_VECTORISE
        for (int64_t i = 0; i < count; i++) z[i] = OF_FORMAT(canonical)(x[i] * x[i]);
    } else if (p == 1) {
        SB_VECTORISE
        for (int64_t i = 0; i < count; i++) z[i] = OF_FORMAT(canonical)(x[i]);
    } else if (p == -1) {
        SB_VECTORISE
        for (int64_t i = 0; i < count; i++) z[i] = OF_FORMAT(canonical)(1 / x[i]);
    } else { /* a root, except that -0 and -infinity give +0 and infinity */
        SB_VECTORISE
        for (int64_t i = 0; i < count; i++)
            z[i] = x[i] == -infinity ? infinity : OF_FORMAT(canonical)(SQUARE_ROOT(x[i] + 0));
    }
    return true;
}
#undef FORMAT
#undef SQUARE_ROOT
