/* steps_template.h - the functions of steps.h in words of one width: a template.
 *
 * Its parameters are SB_WORD, the word; SB_STEP_BITS, the struct of a format's patterns; and
 * SB_SIZED(name), the name of a function for this width. All are undefined at the end.
 */

SB_FN SB_WORD SB_SIZED(step_or_nan)(SB_STEP_BITS f, SB_WORD x, SB_WORD y)
{
    return (SB_WORD)(x & ~f.sign) > (SB_WORD)f.top ? (SB_WORD)f.nan : y;
}

SB_FN SB_WORD SB_SIZED(relu_bits)(SB_STEP_BITS f, SB_WORD x)
{
    return SB_SIZED(step_or_nan)(f, x, x < (SB_WORD)f.sign ? x : (SB_WORD)0);
}

SB_FN SB_WORD SB_SIZED(relu6_bits)(SB_STEP_BITS f, SB_WORD x)
{
    SB_WORD y = x < (SB_WORD)f.sign ? x : (SB_WORD)0;
    return SB_SIZED(step_or_nan)(f, x, y < (SB_WORD)f.six ? y : (SB_WORD)f.six);
}

/* Return x > 0 ? one : other. The bit `sign` is set in -0 and in negative numbers. */
SB_FN SB_WORD SB_SIZED(step_at_zero)(SB_STEP_BITS f, SB_WORD x, SB_WORD other)
{
    SB_WORD y = (SB_WORD)(x - 1u) < (SB_WORD)(f.sign - 1u) ? (SB_WORD)f.one : other;
    return SB_SIZED(step_or_nan)(f, x, y);
}

SB_FN SB_WORD SB_SIZED(relu_derivative_bits)(SB_STEP_BITS f, SB_WORD x)
{
    return SB_SIZED(step_at_zero)(f, x, (SB_WORD)0);
}

SB_FN SB_WORD SB_SIZED(relu6_derivative_bits)(SB_STEP_BITS f, SB_WORD x)
{
    SB_WORD y = (SB_WORD)(x - 1u) < (SB_WORD)(f.six - 1u) ? (SB_WORD)f.one : (SB_WORD)0;
    return SB_SIZED(step_or_nan)(f, x, y);
}

SB_FN SB_WORD SB_SIZED(hardsigmoid_derivative_bits)(SB_STEP_BITS f, SB_WORD x)
{
    SB_WORD y = (SB_WORD)(x & ~f.sign) < (SB_WORD)f.three ? (SB_WORD)f.sixth : (SB_WORD)0;
    return SB_SIZED(step_or_nan)(f, x, y);
}

#undef SB_WORD
#undef SB_STEP_BITS
#undef SB_SIZED
