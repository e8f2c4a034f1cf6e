/* short_comparison_template.h - the six comparisons of a short float format: a template; see
 * compare.h.
 *
 * Its parameters are SB_FORMAT; SB_SIGNED and SB_UNSIGNED, the integers of its size; and SB_LAST,
 * the largest magnitude that is not a NaN. All are undefined at the end.
 */

SB_FN SB_SIGNED SB_OF_FORMAT(value)(SB_UNSIGNED a)
{
    const int magnitude = (1 << (8 * sizeof a - 1)) - 1;
    return (SB_SIGNED)(a >> (8 * sizeof a - 1) ? -(a & magnitude) : a);
}

SB_FN int SB_OF_FORMAT(is_unordered)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    const int magnitude = (1 << (8 * sizeof a - 1)) - 1;
    return (a & magnitude) > SB_LAST || (b & magnitude) > SB_LAST;
}

SB_FN uint8_t SB_OF_FORMAT(eq)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    const SB_SIGNED x = SB_OF_FORMAT(value)(a), y = SB_OF_FORMAT(value)(b);
    return SB_OF_FORMAT(is_unordered)(a, b) ? 0 : x == y;
}

SB_FN uint8_t SB_OF_FORMAT(ne)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    const SB_SIGNED x = SB_OF_FORMAT(value)(a), y = SB_OF_FORMAT(value)(b);
    return SB_OF_FORMAT(is_unordered)(a, b) ? 1 : x != y;
}

SB_FN uint8_t SB_OF_FORMAT(lt)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    const SB_SIGNED x = SB_OF_FORMAT(value)(a), y = SB_OF_FORMAT(value)(b);
    return SB_OF_FORMAT(is_unordered)(a, b) ? 0 : x < y;
}

SB_FN uint8_t SB_OF_FORMAT(le)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    const SB_SIGNED x = SB_OF_FORMAT(value)(a), y = SB_OF_FORMAT(value)(b);
    return SB_OF_FORMAT(is_unordered)(a, b) ? 0 : x <= y;
}

SB_FN uint8_t SB_OF_FORMAT(gt)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    const SB_SIGNED x = SB_OF_FORMAT(value)(a), y = SB_OF_FORMAT(value)(b);
    return SB_OF_FORMAT(is_unordered)(a, b) ? 0 : x > y;
}

SB_FN uint8_t SB_OF_FORMAT(ge)(SB_UNSIGNED a, SB_UNSIGNED b)
{
    const SB_SIGNED x = SB_OF_FORMAT(value)(a), y = SB_OF_FORMAT(value)(b);
    return SB_OF_FORMAT(is_unordered)(a, b) ? 0 : x >= y;
}

#undef SB_FORMAT
#undef SB_SIGNED
#undef SB_UNSIGNED
#undef SB_LAST
