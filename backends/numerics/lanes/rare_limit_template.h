/* rare_limit_template.h - the limit (enclosed.h) of LIMITED, for functions in which operands beyond
 * the limit are rare.
 *
 * If a function is infinite from some operand upwards and rounds to 0 from another operand
 * downwards, define both INFINITE_FROM and ZERO_FROM. Otherwise define neither.
 */
#if LANES_COUNT > 1
LANES_FN lanes_mask SB_PASTE(LIMITED, _within)(lanes_mask sure, lanes x)
{
    (void)x;
    return sure;
}

LANES_FN lanes_int SB_PASTE(LIMITED, _most)(lanes_int most, lanes x)
{
    return lanes_int_max(most, SB_PASTE(LIMITED, _key)(x));
}

LANES_FN lanes SB_PASTE(LIMITED, _far)(lanes x)
{
#ifdef ZERO_FROM
    return enclosed_saturated(x, ZERO_FROM, INFINITE_FROM);
#else
    (void)x;
    return enclosed_unknown();
#endif
}
#endif
#undef LIMITED
#undef ZERO_FROM
#undef INFINITE_FROM
