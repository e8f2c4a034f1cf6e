/* radius.h - upper bounds of errors: numbers of 32 bits with an exponent, always rounded upward.
 *
 * A radius is m 2^e with m = 0, or 2^31 <= m < 2^32. Every function returns at least the exact
 * result, and exceeds it by a factor below 1 + 2^-30. Sums, products and quotients of magnitudes
 * are monotone. So a result computed from radii by these functions is an upper bound of the exact
 * result.
 */
#ifndef SB_MULTIPLE_RADIUS_H
#define SB_MULTIPLE_RADIUS_H

#include "multiple/words.h"

typedef struct sb_radius {
    uint64_t m;
    int64_t e;
} sb_radius;

SB_MULTIPLE sb_radius sb_no_radius(void)
{
    const sb_radius none = {0, 0};
    return none;
}

/* Return a radius that is at least m 2^e. */
SB_MULTIPLE sb_radius sb_radius_of(uint64_t m, int64_t e)
{
    if (m == 0)
        return sb_no_radius();
    const int shift = 32 - SB_LEADING_ZEROS(m);
    sb_radius found = {m, e + shift};
    if (shift <= 0) {
        found.m = m << -shift;
    } else {
        const uint64_t cut = m & ((UINT64_C(1) << shift) - 1);
        found.m = (m >> shift) + (cut != 0);
        if (found.m >> 32 != 0) {
            found.m = UINT64_C(1) << 31;
            found.e++;
        }
    }
    return found;
}

SB_MULTIPLE sb_radius sb_radius_add(sb_radius a, sb_radius b)
{
    if (a.m == 0)
        return b;
    if (b.m == 0)
        return a;
    const sb_radius more = a.e >= b.e ? a : b, less = a.e >= b.e ? b : a;
    const int64_t shift = more.e - less.e;
    return sb_radius_of(more.m + (shift < 32 ? (less.m >> shift) + (shift > 0) : 1), more.e);
}

SB_MULTIPLE sb_radius sb_radius_mul(sb_radius a, sb_radius b)
{
    return sb_radius_of(a.m * b.m, a.e + b.e);
}

/* Return a radius that is at least a / b. b must be a lower bound of the divisor, and not 0. */
SB_MULTIPLE sb_radius sb_radius_div(sb_radius a, sb_radius b)
{
    if (a.m == 0)
        return a;
    return sb_radius_of((a.m << 32) / b.m + 1, a.e - b.e - 32);
}

SB_MULTIPLE sb_radius sb_radius_scale(sb_radius a, int64_t exponent)
{
    a.e += exponent;
    return a;
}

/* Return whether a <= 2^exponent, exactly. */
SB_MULTIPLE bool sb_radius_within(sb_radius a, int64_t exponent)
{
    return a.m == 0 || a.e + 32 <= exponent || (a.m == UINT64_C(1) << 31 && a.e + 31 <= exponent);
}
#endif
