/* saturated_limit_template.h - the limit (enclosed.h) of LIMITED, beyond which operands are
 * rare, by keys. The function is infinite from INFINITE_FROM on and rounds to 0 from ZERO_FROM
 * down.
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
    return enclosed_saturated(x, ZERO_FROM, INFINITE_FROM);
}
#endif
#undef LIMITED
#undef ZERO_FROM
#undef INFINITE_FROM
