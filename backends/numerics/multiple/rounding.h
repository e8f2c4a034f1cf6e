/* rounding.h - both ends of a ball rounded to binary64: to nearest, ties to even (clause R1).
 *
 * Rounding is monotone, so every number between two numbers with the same rounded value has that
 * rounded value too. An exact ball, which contains one number, is always rounded, even if it is a
 * tie.
 */
#ifndef SB_MULTIPLE_ROUNDING_H
#define SB_MULTIPLE_ROUNDING_H

#include "multiple/number.h"

/* Return the bit pattern of a natural number of `count` words, with more than 53 bits, times 2^low.
 */
SB_MULTIPLE uint64_t sb_pattern(const uint64_t *words, int count, int64_t low)
{
    const int64_t least = -1074, most = 1024;
    int top = count - 1;
    while (top > 0 && words[top] == 0) top--;
    if (words[top] == 0)
        return 0;
    const int64_t size = 64 * (int64_t)(top + 1) - SB_LEADING_ZEROS(words[top]);
    if (size + low > most)
        return UINT64_C(0x7ff) << 52;
    const int64_t last = size + low - 53 > least ? size + low - 53 : least;
    const int64_t drop = last - low; /* positive, because size is above 53 */
    if (drop > size)
        return 0;
    const int at = (int)(drop / 64), part = (int)(drop % 64);
    uint64_t kept = at < count ? words[at] >> part : 0;
    if (part != 0 && at + 1 < count)
        kept |= words[at + 1] << (64 - part);
    const int half_at = (int)((drop - 1) / 64), half_part = (int)((drop - 1) % 64);
    const bool half = (words[half_at] >> half_part & 1) != 0;
    bool sticky = (words[half_at] & ((UINT64_C(1) << half_part) - 1)) != 0;
    for (int i = 0; i < half_at; i++) sticky |= words[i] != 0;
    kept += half && (sticky || (kept & 1) != 0);
    /* The hidden bit carries into the exponent field, and a carry beyond the largest finite number
     * gives the pattern of infinity. */
    return ((uint64_t)(last - least) << 52) + kept;
}

/* Return m 2^e, rounded. */
SB_MULTIPLE double sb_exact(uint64_t m, int64_t e, bool negative)
{
    const uint64_t words[2] = {0, m};
    return f64_from_bits(sb_pattern(words, 2, e - 64) | (negative ? SB_SIGN : 0));
}

/* Compute the radius as m 2^(64 at) units of the last place of the middle; m has two words. Return
 * false if the radius may be as large as the middle. */
SB_MULTIPLE bool sb_radius_words(const sb_workspace *c, sb_ball a, int *at, uint64_t *m)
{
    int64_t shift = a.radius.e - sb_last_place(c, a);
    uint64_t units = a.radius.m;
    if (shift < 0) {
        units = (shift <= -32 ? 0 : units >> -shift) + 1;
        shift = 0;
    }
    if (shift + 34 > 64 * (int64_t)c->limbs)
        return false;
    const int part = (int)(shift % 64);
    *at = (int)(shift / 64);
    m[0] = units << part;
    m[1] = part == 0 ? 0 : units >> (64 - part);
    return true;
}

/* Return whether all numbers in the ball round to one number, which is then the result. */
SB_MULTIPLE bool sb_rounded(sb_workspace *c, sb_ball a, double *result)
{
    if (a.unknown || a.zero) {
        *result = 0.0;
        return !a.unknown && a.radius.m == 0;
    }
    const int limbs = c->limbs;
    const int64_t mark = c->used;
    uint64_t *const frame = sb_take(c, limbs + 1), m[2];
    int at;
    if (frame == NULL)
        return false;
    sb_words_copy(frame, a.words, limbs);
    frame[limbs] = 0;
    const int64_t low = sb_last_place(c, a);
    uint64_t pattern = 0;
    bool agreed = true;
    if (a.radius.m == 0) {
        pattern = sb_pattern(frame, limbs + 1, low);
    } else if (sb_radius_words(c, a, &at, m)) {
        sb_words_raise(frame, limbs + 1, at, m[0]);
        sb_words_raise(frame, limbs + 1, at + 1, m[1]);
        pattern = sb_pattern(frame, limbs + 1, low);
        sb_words_copy(frame, a.words, limbs);
        frame[limbs] = 0;
        agreed = !sb_words_lower(frame, limbs + 1, at, m[0]) &&
                 !sb_words_lower(frame, limbs + 1, at + 1, m[1]) &&
                 sb_pattern(frame, limbs + 1, low) == pattern;
    } else {
        agreed = false;
    }
    c->used = mark;
    *result = f64_from_bits(pattern | (a.negative ? SB_SIGN : 0));
    return agreed;
}
#endif
