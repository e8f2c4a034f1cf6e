/* gamma.h - log Gamma and Gamma by Stirling's series.
 *
 * For real z > 0, log Gamma(z) = (z - 1/2) log z - z + log(2 pi)/2 + the sum over k >= 1 of B_2k /
 * (2k (2k - 1) z^(2k-1)). This is an asymptotic series. Its truncation error is below the first
 * omitted term (Whittaker and Watson, A Course of Modern Analysis, 12.33). The last term is added
 * to the radius, not to the sum. B_2k = (-1)^(k-1) 2k T_k / (4^k (4^k - 1)) with the tangent
 * numbers T_k. They are computed by additions of positive numbers (Brent and Harvey, Fast
 * computation of Bernoulli, Tangent and Secant numbers, 2011), so the relative radii of the balls
 * stay small. A small z is shifted: Gamma(x) = Gamma(x + m) / (x (x + 1) ... (x + m - 1)). A
 * negative z is reflected: Gamma(x) Gamma(1 - x) = pi / sin(pi x).
 */
#ifndef SB_MULTIPLE_GAMMA_H
#define SB_MULTIPLE_GAMMA_H

#include "multiple/circular.h"

enum { SB_SLOT_HEAD = 3 };

/* Store a non-zero ball in an array of words: exponent, radius, middle. */
SB_MULTIPLE void sb_put(const sb_workspace *c, uint64_t *slot, sb_ball a)
{
    slot[0] = (uint64_t)a.exponent;
    slot[1] = a.radius.m;
    slot[2] = (uint64_t)a.radius.e;
    if (!a.zero)
        sb_words_copy(slot + SB_SLOT_HEAD, a.words, c->limbs);
}

SB_MULTIPLE sb_ball sb_got(uint64_t *slot)
{
    const sb_radius radius = {slot[1], (int64_t)slot[2]};
    const sb_ball found = {slot + SB_SLOT_HEAD, (int64_t)slot[0], radius, false, false, false};
    return found;
}

/* Return T_1 to T_count, in slots of limbs + SB_SLOT_HEAD words, or NULL if there is no space. */
SB_MULTIPLE uint64_t *sb_tangent_numbers(sb_workspace *c, int count)
{
    const int64_t size = c->limbs + SB_SLOT_HEAD;
    uint64_t *const first = sb_take(c, size * count);
    const int64_t mark = c->used;
    if (sb_take(c, 8 * size + 8) == NULL) /* space for one step of the loop below */
        return NULL;
    c->used = mark;
    sb_put(c, first, sb_of_integer(c, 1, 0));
    for (int k = 1; k < count; k++) {
        c->used = mark;
        sb_put(c, first + k * size, sb_times(c, sb_got(first + (k - 1) * size), (uint64_t)k));
    }
    for (int k = 1; k < count; k++) {
        for (int j = k; j < count; j++) {
            c->used = mark;
            uint64_t *const slot = first + j * size;
            sb_ball sum = sb_times(c, sb_got(slot), (uint64_t)(j - k + 2));
            if (j > k)
                sum = sb_add(c, sum, sb_times(c, sb_got(slot - size), (uint64_t)(j - k)));
            sb_put(c, slot, sum);
        }
    }
    c->used = mark;
    return first;
}

/* Return a number of terms of Stirling's series after which the next term is below the last place
 * of z. It is a guess, and only the radius depends on it. |B_2k| is near (2k / (2 pi e))^2k, and
 * 256 log2(2 pi e) is 1048. */
SB_MULTIPLE int sb_stirling_terms(const sb_workspace *c, sb_ball z)
{
    const uint64_t top = z.words[c->limbs - 1];
    const int64_t size = sb_rough_log(top) + 256 * (z.exponent - 64);
    int k = 1;
    while (k < 40 * c->limbs &&
           2 * k * (sb_rough_log(2 * (uint64_t)k) - 1048 - size) > -256 * (64 * c->limbs + 8))
        k++;
    return k;
}

enum { SB_FRACTIONS = 17 };

/* |B_2k| / (2k (2k - 1)) in lowest terms, from k = 1 on, as long as numerators have at most 64
 * bits. */
SB_TABLE uint64_t sb_stirling_fractions[SB_FRACTIONS][2] = {{1u, 12u},
                                                            {1u, 360u},
                                                            {1u, 1260u},
                                                            {1u, 1680u},
                                                            {1u, 1188u},
                                                            {691u, 360360u},
                                                            {1u, 156u},
                                                            {3617u, 122400u},
                                                            {43867u, 244188u},
                                                            {174611u, 125400u},
                                                            {77683u, 5796u},
                                                            {236364091u, 1506960u},
                                                            {657931u, 300u},
                                                            {3392780147u, 93960u},
                                                            {UINT64_C(1723168255201), 2492028u},
                                                            {UINT64_C(7709321041217), 505920u},
                                                            {UINT64_C(151628697551), 396u}};

/* Return x |B_2k| / (2k (2k - 1)) = x T_k / ((2k - 1) 4^k (4^k - 1)). `tangent` is T_k for k beyond
 * the table of fractions. */
SB_MULTIPLE sb_ball sb_stirling_term(sb_workspace *c, sb_ball x, int k, uint64_t *tangent)
{
    if (k <= SB_FRACTIONS) {
        const uint64_t *const fraction = sb_stirling_fractions[k - 1];
        return sb_over(c, sb_times(c, x, fraction[0]), fraction[1]);
    }
    const sb_ball least = sb_add_integer(c, sb_of_integer(c, 1, 2 * k), -1);
    const sb_ball over = sb_times(c, sb_scaled(least, 2 * k), (uint64_t)(2 * k - 1));
    return sb_div(c, sb_mul(c, sb_got(tangent), x), over);
}

/* Return the sum of (-1)^(k-1) |B_2k| / (2k (2k - 1) z^(2k-1)), with the last term as the radius.
 */
SB_MULTIPLE sb_ball sb_stirling_sum(sb_workspace *c, sb_ball z)
{
    const int count = sb_stirling_terms(c, z) + 1;
    const int64_t size = c->limbs + SB_SLOT_HEAD;
    uint64_t *const tangents = count > SB_FRACTIONS ? sb_tangent_numbers(c, count) : NULL;
    if (tangents == NULL && count > SB_FRACTIONS)
        return sb_unknown();
    const sb_ball inverse = sb_inverse(c, 1, z), square = sb_negated(sb_square(c, inverse));
    sb_ball power = sb_variable(c, inverse);
    sb_ball sum = sb_variable(c, sb_about_zero(sb_no_radius()));
    const int64_t mark = c->used;
    for (int k = 1; k <= count; k++) {
        uint64_t *const tangent = tangents == NULL ? NULL : tangents + (k - 1) * size;
        const sb_ball term = sb_stirling_term(c, power, k, tangent);
        sb_keep(c, &sum, k < count ? sb_add(c, sum, term) : sb_with_rest(c, sum, term));
        sb_keep(c, &power, sb_mul(c, power, square));
        c->used = mark;
    }
    return sum;
}

SB_MULTIPLE sb_ball sb_half_log_of_2_pi(sb_workspace *c)
{
    if (c->limbs <= SB_CONSTANT_WORDS)
        return sb_of_constant(c, &sb_constant_half_log_of_2_pi);
    return sb_scaled(sb_log(c, sb_scaled(sb_pi(c), 1)), -1);
}

/* Return log Gamma(z), for z that is not small. */
SB_MULTIPLE sb_ball sb_stirling(sb_workspace *c, sb_ball z)
{
    if (z.unknown || z.zero || z.negative || sb_below(c, z).m == 0)
        return sb_unknown();
    const sb_ball half = sb_of_integer(c, 1, -1), log_z = sb_log(c, z);
    const sb_ball main = sb_sub(c, sb_mul(c, sb_sub(c, z, half), log_z), z);
    return sb_add(c, sb_add(c, main, sb_half_log_of_2_pi(c)), sb_stirling_sum(c, z));
}

/* Return a shift that makes x + shift at least 32 for each word. x is positive. */
SB_MULTIPLE int64_t sb_shift(const sb_workspace *c, sb_ball x)
{
    const int64_t wanted = 32 * (int64_t)c->limbs;
    if (x.exponent > 40)
        return 0;
    const int64_t whole =
        x.exponent <= 0 ? 0 : (int64_t)(x.words[c->limbs - 1] >> (64 - x.exponent));
    return whole < wanted ? wanted - whole : 0;
}

/* Return x (x + 1) ... (x + m - 1). */
SB_MULTIPLE sb_ball sb_rising(sb_workspace *c, sb_ball x, int64_t m)
{
    sb_ball product = sb_variable(c, sb_of_integer(c, 1, 0));
    const int64_t mark = c->used;
    for (int64_t i = 0; i < m && !product.unknown; i++) {
        sb_keep(c, &product, sb_mul(c, product, sb_add_integer(c, x, i)));
        c->used = mark;
    }
    return product;
}

/* Return log Gamma(x) or Gamma(x) for x > 0. */
SB_MULTIPLE sb_ball sb_lgamma_positive(sb_workspace *c, sb_ball x)
{
    if (x.unknown || x.zero)
        return sb_unknown();
    const int64_t m = sb_shift(c, x);
    const sb_ball far = sb_stirling(c, sb_add_integer(c, x, m));
    return m == 0 ? far : sb_sub(c, far, sb_log(c, sb_rising(c, x, m)));
}

SB_MULTIPLE sb_ball sb_tgamma_positive(sb_workspace *c, sb_ball x)
{
    if (x.unknown || x.zero)
        return sb_unknown();
    const int64_t m = sb_shift(c, x);
    const sb_ball far = sb_exp(c, sb_stirling(c, sb_add_integer(c, x, m)));
    return m == 0 ? far : sb_div(c, far, sb_rising(c, x, m));
}

/* Return pi / sin(pi x) for x that is not an integer. */
SB_MULTIPLE sb_ball sb_reflection(sb_workspace *c, double x)
{
    return sb_div(c, sb_pi(c), sb_sin_of(c, sb_half_turns(c, x)));
}

/* Return log |Gamma(x)| or Gamma(x) for x that is not a pole. */
SB_MULTIPLE sb_ball sb_lgamma(sb_workspace *c, double x)
{
    const sb_ball exact = sb_of_double(c, x);
    if (!exact.negative)
        return sb_lgamma_positive(c, exact);
    sb_ball factor = sb_reflection(c, x);
    factor.negative = false; /* the magnitude, because a ball that contains 0 has no logarithm */
    const sb_ball other = sb_lgamma_positive(c, sb_add_integer(c, sb_negated(exact), 1));
    return sb_sub(c, sb_log(c, factor), other);
}

SB_MULTIPLE sb_ball sb_tgamma(sb_workspace *c, double x)
{
    const sb_ball exact = sb_of_double(c, x);
    if (!exact.negative)
        return sb_tgamma_positive(c, exact);
    const sb_ball other = sb_tgamma_positive(c, sb_add_integer(c, sb_negated(exact), 1));
    return sb_div(c, sb_reflection(c, x), other);
}
#endif
