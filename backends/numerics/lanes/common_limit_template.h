/* common_limit_template.h - the limit (enclosed.h) of LIMITED, for functions in which operands
 * beyond the limit are common. */
#if LANES_COUNT > 1
LANES_FN lanes_mask SB_PASTE(LIMITED, _within)(lanes_mask sure, lanes x)
{
    return lanes_int_at_most(sure, SB_PASTE(LIMITED, _key)(x), SB_PASTE(LIMITED, _limit)());
}

LANES_FN lanes_int SB_PASTE(LIMITED, _most)(lanes_int most, lanes x)
{
    (void)x;
    return most;
}

LANES_FN lanes SB_PASTE(LIMITED, _far)(lanes x)
{
    (void)x;
    return enclosed_unknown();
}
#endif
#undef LIMITED
