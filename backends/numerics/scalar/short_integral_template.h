/* short_integral_template.h - functions of integral.h in a format of 16 or 8 bits, computed in
 * binary32: a template.
 *
 * Its parameters are SB_FORMAT and SB_BITS, the format's integer type. Both are undefined at the
 * end. */

SB_FN SB_BITS SB_OF_FORMAT(round_half_even)(SB_BITS x)
{
    return SB_OF_FORMAT(from_f32)(f32_round_half_even(SB_FROM_FORMAT(f32)(x)));
}

SB_FN SB_BITS SB_OF_FORMAT(trunc)(SB_BITS x)
{
    return SB_OF_FORMAT(from_f32)(f32_trunc(SB_FROM_FORMAT(f32)(x)));
}

SB_FN SB_BITS SB_OF_FORMAT(floor)(SB_BITS x)
{
    return SB_OF_FORMAT(from_f32)(f32_floor(SB_FROM_FORMAT(f32)(x)));
}

SB_FN SB_BITS SB_OF_FORMAT(ceil)(SB_BITS x)
{
    return SB_OF_FORMAT(from_f32)(f32_ceil(SB_FROM_FORMAT(f32)(x)));
}

SB_FN SB_BITS SB_OF_FORMAT(sign)(SB_BITS x)
{
    return SB_OF_FORMAT(from_f32)(f32_sign(SB_FROM_FORMAT(f32)(x)));
}

#undef SB_FORMAT
#undef SB_BITS
