/* exp_log.h - exp, expm1, log and log1p of balls.
 *
 * exp: x = n log 2 + r with |r| <= 1/2, then y = r / 2^k and Taylor's series of e^y - 1. Then e^2y
 * - 1 = (e^y - 1) (e^y - 1 + 2) is applied k times, which preserves the relative precision of small
 * results. log: x = 2^k z with 0.7 < z < 1.42. Some y near log z, computed with 62 bits, makes t =
 * z / e^y - 1 small. log x = k log 2 + y + log(1 + t) holds for every y. log(1 + t) = 2 atanh(t /
 * (2 + t)) is computed by its series.
 */
#ifndef SB_MULTIPLE_EXP_LOG_H
#define SB_MULTIPLE_EXP_LOG_H

#include "multiple/constants.h"
#include "multiple/series.h"

/* Return e^r - 1 for |r| <= 1. The ratio of the first omitted term to the last term y^i / i! is |y|
 * / (i + 1) <= 1/2, and all later ratios are smaller. */
SB_MULTIPLE sb_ball sb_expm1_small(sb_workspace *c, sb_ball r)
{
    if (!sb_within(c, r, 0))
        return sb_unknown();
    int64_t steps = r.zero ? 0 : sb_halvings(c) + r.exponent;
    steps = steps < 0 ? 0 : steps;
    const sb_ball y = sb_scaled(r, -steps);
    sb_ball term = sb_variable(c, y), sum = sb_variable(c, y);
    const int64_t mark = c->used;
    for (uint64_t i = 2; sb_counts(c, term, sum); i++) {
        sb_keep(c, &term, sb_over(c, sb_mul(c, term, y), i));
        sb_keep(c, &sum, sb_add(c, sum, term));
        c->used = mark;
    }
    sum = sb_with_rest(c, sum, term);
    for (; steps > 0; steps--) {
        sb_keep(c, &sum, sb_add(c, sb_square(c, sum), sb_scaled(sum, 1)));
        c->used = mark;
    }
    return sum;
}

/* Return an integer near x / log 2 for |x| < 2^24. It is 0 for |x| < 1/4. */
SB_MULTIPLE int64_t sb_count_of_log_2(const sb_workspace *c, sb_ball x)
{
    if (x.zero || x.exponent < -1)
        return 0;
    const uint64_t top = x.words[c->limbs - 1] >> 32; /* x = top 2^(exponent - 32) */
    const uint64_t quotient =
        top * UINT64_C(0xb8aa3b29) >> 32; /* times 2^31 / log 2; the unit is 2^(exponent - 31) */
    const int64_t n =
        (int64_t)((quotient + (UINT64_C(1) << (30 - x.exponent))) >> (31 - x.exponent));
    return x.negative ? -n : n;
}

/* Split x = n log 2 + rest. Return the rest; it is unknown if |x| may be 2^24 or more. */
SB_MULTIPLE sb_ball sb_without_log_2(sb_workspace *c, sb_ball x, int64_t *n)
{
    *n = 0;
    if (!sb_within(c, x, 24))
        return sb_unknown();
    *n = sb_count_of_log_2(c, x);
    if (*n == 0)
        return x;
    const sb_ball all = sb_times(c, sb_log_2(c), (uint64_t)(*n < 0 ? -*n : *n));
    return sb_sub(c, x, *n < 0 ? sb_negated(all) : all);
}

/* Return whether all numbers of the ball x are below -2^20. Then 0 < e^x < 2^-2^20. */
SB_MULTIPLE bool sb_far_below(sb_ball x)
{
    return !x.unknown && x.negative && x.exponent > 22 &&
           sb_radius_within(x.radius, x.exponent - 2);
}

SB_MULTIPLE sb_ball sb_exp(sb_workspace *c, sb_ball x)
{
    if (sb_far_below(x))
        return sb_about_zero(sb_radius_of(1, -(1 << 20)));
    int64_t n;
    const sb_ball r = sb_without_log_2(c, x, &n);
    return sb_scaled(sb_add_integer(c, sb_expm1_small(c, r), 1), n);
}

SB_MULTIPLE sb_ball sb_expm1(sb_workspace *c, sb_ball x)
{
    if (sb_far_below(x))
        return sb_add_integer(c, sb_exp(c, x), -1);
    int64_t n;
    const sb_ball r = sb_without_log_2(c, x, &n), small = sb_expm1_small(c, r);
    return n == 0 ? small : sb_add_integer(c, sb_scaled(sb_add_integer(c, small, 1), n), -1);
}

/* Return log(1 + t) for |t| <= 1/8: s = t / (2 + t) is below 1/14, and the ratio of two terms is
 * below s^2. */
SB_MULTIPLE sb_ball sb_log1p_small(sb_workspace *c, sb_ball t)
{
    if (!sb_within(c, t, -3))
        return sb_unknown();
    const sb_ball s = sb_div(c, t, sb_add_integer(c, t, 2)), square = sb_square(c, s);
    sb_ball power = sb_variable(c, s), sum = sb_variable(c, s), term = s;
    const int64_t mark = c->used;
    for (uint64_t odd = 3; sb_counts(c, power, sum); odd += 2) {
        sb_keep(c, &power, sb_mul(c, power, square));
        term = sb_over(c, power, odd);
        sb_keep(c, &sum, sb_add(c, sum, term));
        c->used = mark;
    }
    return sb_scaled(sb_with_rest(c, sum, power), 1);
}

/* Return log z in units of 2^-62, with about 58 correct bits. The word z represents z 2^-63, which
 * is in 0.7 .. 1.42. */
SB_MULTIPLE int64_t sb_log_of_word(uint64_t z)
{
    const uint64_t one = UINT64_C(1) << 63;
    const bool below = z < one;
    const uint64_t apart = below ? one - z : z - one;
    const uint64_t whole = (z >> 1) + (one >> 1); /* (z + 1) / 2 in units of 2^-63 */
    const uint64_t s = sb_word_over(apart >> 2, apart << 62, whole); /* 2^-63 (z - 1) / (z + 1) */
    const uint64_t square = (uint64_t)((sb_two_words)s * s >> 63);
    uint64_t power = s, sum = 0;
    for (uint64_t odd = 1; power != 0; odd += 2) {
        sum += power / odd;
        power = (uint64_t)((sb_two_words)power * square >> 63);
    }
    return below ? -(int64_t)sum : (int64_t)sum; /* 2 atanh in units of 2^-62 */
}

SB_MULTIPLE sb_ball sb_log(sb_workspace *c, sb_ball x)
{
    if (x.unknown || x.zero || x.negative || !sb_radius_within(x.radius, x.exponent - 8))
        return sb_unknown();
    const uint64_t top = x.words[c->limbs - 1];
    const bool low = top < UINT64_C(0xb504f333f9de6484); /* sqrt(1/2) */
    const int64_t k = low ? x.exponent - 1 : x.exponent;
    const sb_ball z = sb_scaled(x, -k), more = sb_add_integer(c, z, -1);
    sb_ball found;
    if (sb_within(c, more, -16)) {
        found = sb_log1p_small(c, more);
    } else {
        const int64_t guess = sb_log_of_word(low ? top : top >> 1);
        const sb_ball y = sb_of_integer(c, guess, -62);
        const sb_ball product =
            sb_mul(c, z, sb_add_integer(c, sb_expm1_small(c, sb_negated(y)), 1));
        found = sb_add(c, sb_log1p_small(c, sb_add_integer(c, product, -1)), y);
    }
    if (k == 0)
        return found;
    const sb_ball all = sb_times(c, sb_log_2(c), (uint64_t)(k < 0 ? -k : k));
    return sb_add(c, found, k < 0 ? sb_negated(all) : all);
}

SB_MULTIPLE sb_ball sb_log1p(sb_workspace *c, sb_ball x)
{
    return sb_within(c, x, -16) ? sb_log1p_small(c, x) : sb_log(c, sb_add_integer(c, x, 1));
}
#endif
