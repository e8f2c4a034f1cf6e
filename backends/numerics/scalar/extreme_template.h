/* extreme_template.h - minimum and maximum of one format: a template; see compare.h.
 *
 * Its parameters are SB_FORMAT; SB_SIGNED and SB_UNSIGNED, the integers of its size; SB_LAST, the
 * largest magnitude that is not a NaN; and SB_CANONICAL, the canonical NaN. All are undefined at
 * the end.
 */

SB_FN SB_SIGNED SB_OF_FORMAT(rank)(SB_UNSIGNED a)
{
    const SB_UNSIGNED sign = (SB_UNSIGNED)((SB_UNSIGNED)1 << (8 * sizeof a - 1));
    return (SB_SIGNED)(a & sign ? a ^ (SB_UNSIGNED)(sign - 1) : a);
}

SB_FN SB_UNSIGNED SB_OF_FORMAT(or_nan)(SB_UNSIGNED a, SB_UNSIGNED b, SB_UNSIGNED r)
{
    const SB_UNSIGNED mask = (SB_UNSIGNED)(((SB_UNSIGNED)1 << (8 * sizeof a - 1)) - 1);
    return (a & mask) > SB_LAST || (b & mask) > SB_LAST ? (SB_UNSIGNED)SB_CANONICAL : r;
}

SB_FN SB_UNSIGNED SB_OF_FORMAT(minimum)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    return SB_OF_FORMAT(or_nan)(a, b, SB_OF_FORMAT(rank)(a) < SB_OF_FORMAT(rank)(b) ? a : b);
}

SB_FN SB_UNSIGNED SB_OF_FORMAT(maximum)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    return SB_OF_FORMAT(or_nan)(a, b, SB_OF_FORMAT(rank)(a) > SB_OF_FORMAT(rank)(b) ? a : b);
}

#undef SB_FORMAT
#undef SB_SIGNED
#undef SB_UNSIGNED
#undef SB_LAST
#undef SB_CANONICAL
