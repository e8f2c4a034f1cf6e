/* integral_template.h - functions of integral.h in binary32 or binary64: a template.
 *
 * Its parameters are SB_FORMAT; SB_TYPE; SB_UNSIGNED, the integer of its size; SB_TOP, the index of
 * the sign bit; and SB_WHOLE, 2^(p-1). All are undefined at the end.
 */

/* Return the integer to which a >= 0 rounds, or the nearest integer below or above. */
SB_FN SB_TYPE SB_OF_FORMAT(nearest_whole)(SB_TYPE a) { return (a + SB_WHOLE) - SB_WHOLE; }

SB_FN SB_TYPE SB_OF_FORMAT(whole_below)(SB_TYPE a)
{
    const SB_TYPE nearest = SB_OF_FORMAT(nearest_whole)(a);
    return nearest - (nearest > a ? (SB_TYPE)1 : (SB_TYPE)0);
}

SB_FN SB_TYPE SB_OF_FORMAT(whole_above)(SB_TYPE a)
{
    const SB_TYPE nearest = SB_OF_FORMAT(nearest_whole)(a);
    return nearest + (nearest < a ? (SB_TYPE)1 : (SB_TYPE)0);
}

SB_FN SB_UNSIGNED SB_OF_FORMAT(sign_bit)(SB_TYPE x)
{
    return SB_OF_FORMAT(to_bits)(x) & (SB_UNSIGNED)1 << SB_TOP;
}

SB_FN SB_TYPE SB_OF_FORMAT(magnitude)(SB_TYPE x)
{
    return SB_OF_FORMAT(from_bits)(SB_OF_FORMAT(to_bits)(x) ^ SB_OF_FORMAT(sign_bit)(x));
}

/* Return the magnitude `bits` with the sign of x. If x has no fraction, return x. */
SB_FN SB_TYPE SB_OF_FORMAT(whole)(SB_TYPE x, SB_UNSIGNED bits)
{
    const SB_UNSIGNED r = bits | SB_OF_FORMAT(sign_bit)(x), whole = SB_OF_FORMAT(to_bits)(x);
    const int has_fraction = SB_OF_FORMAT(magnitude)(x) < SB_WHOLE;
    return SB_OF_FORMAT(canonical)(SB_OF_FORMAT(from_bits)(has_fraction ? r : whole));
}

SB_FN SB_TYPE SB_OF_FORMAT(round_half_even)(SB_TYPE x)
{
    const SB_TYPE nearest = SB_OF_FORMAT(nearest_whole)(SB_OF_FORMAT(magnitude)(x));
    return SB_OF_FORMAT(whole)(x, SB_OF_FORMAT(to_bits)(nearest));
}

SB_FN SB_TYPE SB_OF_FORMAT(trunc)(SB_TYPE x)
{
    const SB_TYPE below = SB_OF_FORMAT(whole_below)(SB_OF_FORMAT(magnitude)(x));
    return SB_OF_FORMAT(whole)(x, SB_OF_FORMAT(to_bits)(below));
}

SB_FN SB_TYPE SB_OF_FORMAT(floor)(SB_TYPE x)
{
    const SB_TYPE a = SB_OF_FORMAT(magnitude)(x);
    const SB_UNSIGNED b = SB_OF_FORMAT(to_bits)(SB_OF_FORMAT(whole_below)(a));
    const SB_UNSIGNED c = SB_OF_FORMAT(to_bits)(SB_OF_FORMAT(whole_above)(a));
    const SB_UNSIGNED negative = 0 - (SB_OF_FORMAT(sign_bit)(x) >> SB_TOP);
    return SB_OF_FORMAT(whole)(x, (b & ~negative) | (c & negative));
}

SB_FN SB_TYPE SB_OF_FORMAT(ceil)(SB_TYPE x)
{
    const SB_TYPE a = SB_OF_FORMAT(magnitude)(x);
    const SB_UNSIGNED b = SB_OF_FORMAT(to_bits)(SB_OF_FORMAT(whole_below)(a));
    const SB_UNSIGNED c = SB_OF_FORMAT(to_bits)(SB_OF_FORMAT(whole_above)(a));
    const SB_UNSIGNED negative = 0 - (SB_OF_FORMAT(sign_bit)(x) >> SB_TOP);
    return SB_OF_FORMAT(whole)(x, (c & ~negative) | (b & negative));
}

SB_FN SB_TYPE SB_OF_FORMAT(sign)(SB_TYPE x)
{
    const SB_UNSIGNED sign = SB_OF_FORMAT(sign_bit)(x);
    const SB_UNSIGNED one = SB_OF_FORMAT(to_bits)((SB_TYPE)1) | sign;
    const SB_UNSIGNED number = x == 0 ? sign : one;
    return SB_OF_FORMAT(canonical)(x != x ? x : SB_OF_FORMAT(from_bits)(number));
}

#undef SB_FORMAT
#undef SB_TYPE
#undef SB_UNSIGNED
#undef SB_TOP
#undef SB_WHOLE
