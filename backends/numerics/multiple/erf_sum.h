/* erf_sum.h - S(x) = the sum over k >= 0 of x^k / (1 3 5 ... (2k + 1)), for x >= 0; erf.h uses it.
 *
 * The method is Horner's rule in fixed point: S = 1 + x/3 (1 + x/5 (1 + ... )), from the innermost
 * sum outward, with two terms per division. The numbers have limbs + 1 words after the point.
 * Before the point they have as many words as S needs: because (2k + 1)!! >= (2k)!! = 2^k k!, S <=
 * e^(x/2) < 2^(3x/4), and the inner sums are not larger.
 *
 * Errors, for the middle of x, in units of the last place after the point: each product and each
 * quotient is truncated, less than a unit below the exact value. Let a = 2k - 1, b = 2k + 1, and
 * t_k the term of x^k. The error of 1 + x (b + x R) / (a b) is then less than (x + 1) / (a b) + 1.
 * It is later multiplied by t_(k-2), where t_(k-2) x / a = t_(k-1). So its contribution is less
 * than t_(k-1) / b + 2 t_(k-2). The sum of all contributions is below 2 S units. The first omitted
 * term and the terms after it, whose ratios x / (2k + 1) are 1/2 or less, are together at most
 * twice the first omitted term. The derivative of a term is k/(2k + 1) of the previous term, so S'
 * <= S/2, and for an error d <= 1 of x, |S(x + d) - S(x)| <= (e^(d/2) - 1) S(x) <= d S(x).
 */
#ifndef SB_MULTIPLE_ERF_SUM_H
#define SB_MULTIPLE_ERF_SUM_H

#include "multiple/exp_log.h"

/* Return an integer that is not below a ball, for balls below 2^30. */
SB_MULTIPLE int64_t sb_ceiling(const sb_workspace *c, sb_ball a)
{
    const sb_radius top = sb_above(c, a);
    if (top.m == 0 || top.e < -62)
        return 1;
    return (int64_t)(top.e >= 0 ? top.m << (top.e < 30 ? top.e : 30) : (top.m >> -top.e) + 1);
}

/* Return a number of terms after which the next term is small compared to the largest term, and the
 * later ratios are 1/2 or less. It is a guess, and only the radius depends on it. */
SB_MULTIPLE uint64_t sb_erf_terms(const sb_workspace *c, sb_ball x, uint64_t twice)
{
    const int64_t step = sb_rough_log(x.words[c->limbs - 1]) + 256 * (x.exponent - 64);
    const int64_t small = 256 * (64 * (int64_t)c->limbs + 8);
    int64_t term = 0, greatest = 0;
    uint64_t k = 0;
    while (2 * k + 3 < twice || term > greatest - small) {
        k++;
        term += step - sb_rough_log(2 * k + 1);
        greatest = term > greatest ? term : greatest;
    }
    return k;
}

/* Return x^k / (2k + 1)!!, rounded up. */
SB_MULTIPLE sb_radius sb_erf_term(sb_radius x, uint64_t k)
{
    sb_radius term = sb_radius_of(1, 0);
    for (uint64_t i = 1; i <= k; i++)
        term = sb_radius_mul(term, sb_radius_div(x, sb_radius_of(2 * i + 1, 0)));
    return term;
}

/* Compute to = a 2^shift, for shift < 64, in count + 1 words. */
SB_MULTIPLE void sb_words_raised(uint64_t *to, const uint64_t *a, int count, int shift)
{
    to[count] = 0;
    sb_words_copy(to, a, count);
    if (shift != 0)
        to[count] = sb_words_times(to, count, UINT64_C(1) << shift);
}

/* Compute sum = floor(sum x), where x has `count` words, and `behind` of them are after the point.
 * `product` has space for the whole product. */
SB_MULTIPLE void sb_erf_times(uint64_t *sum, int size, const uint64_t *x, int count, int64_t behind,
                              uint64_t *product)
{
    int top = size;
    while (sum[top - 1] == 0) top--;
    sb_words_clear(product, size + count);
    for (int i = 0; i < count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < top; j++) {
            const sb_two_words part = (sb_two_words)x[i] * sum[j] + product[i + j] + carry;
            product[i + j] = (uint64_t)part;
            carry = (uint64_t)(part >> 64);
        }
        product[i + top] = carry;
    }
    for (int i = 0; i < size; i++) sum[i] = i + behind < top + count ? product[i + behind] : 0;
}

/* Compute sum = floor(sum / k) + 1, where the value 1 is a unit of word `one`. */
SB_MULTIPLE void sb_erf_over(uint64_t *sum, int size, uint64_t k, int one)
{
    int top = size;
    while (top > 0 && sum[top - 1] == 0) top--;
    sb_words_over(sum, top, k);
    sb_words_raise(sum, size, one, 1);
}

SB_MULTIPLE sb_ball sb_erf_sum(sb_workspace *c, sb_ball x)
{
    const sb_ball start = sb_of_integer(c, 1, 0);
    if (x.unknown || !sb_radius_within(x.radius, 0) || !sb_within(c, x, 20))
        return sb_unknown();
    if (x.zero) /* S(d) - 1 <= d */
        return sb_widened(start, x.radius);
    const int limbs = c->limbs, one = limbs + 1;
    const int64_t ceiling = sb_ceiling(c, x);
    const int size = one + 1 + (int)((ceiling * 3 / 4 + 32) / 64); /* b is below 2^32 */
    int low = 0; /* number of low words of x that are 0 */
    while (x.words[low] == 0) low++;
    const int kept = limbs - low, shift = (int)(x.exponent & 63), count = kept + 1;
    const int64_t behind = kept - ((x.exponent - shift) / 64);
    uint64_t *const place = sb_take(c, limbs);
    const int64_t mark = c->used;
    uint64_t *const sum = sb_take(c, 2 * (int64_t)size + 2 * (int64_t)count);
    if (sum == NULL)
        return sb_unknown();
    uint64_t *const factor = sum + size, *const product = factor + count;
    sb_words_raised(factor, x.words + low, kept, shift);
    sb_words_clear(sum, size);
    sum[one] = 1;
    const uint64_t terms = sb_erf_terms(c, x, 2 * (uint64_t)ceiling);
    uint64_t k = terms - 1;
    if (k % 2 == 1) {
        sb_erf_times(sum, size, factor, count, behind, product);
        sb_erf_over(sum, size, 2 * k + 1, one);
        k--;
    }
    for (; k >= 2; k -= 2) { /* 1 + x/a (1 + x/b sum) = 1 + x (b + x sum) / (a b) */
        sb_erf_times(sum, size, factor, count, behind, product);
        sb_words_raise(sum, size, one, 2 * k + 1);
        sb_erf_times(sum, size, factor, count, behind, product);
        sb_erf_over(sum, size, (2 * k - 1) * (2 * k + 1), one);
    }
    const sb_ball found = sb_of_words(c, sum, size, -64 * (int64_t)one, false, false, place);
    c->used = mark;
    const sb_radius rest =
        sb_radius_mul(sb_radius_of(2, 0), sb_erf_term(sb_middle_above(c, x), terms));
    const sb_radius each = sb_radius_add(sb_radius_of(2, -64 * (int64_t)one), x.radius);
    const sb_radius all = sb_radius_add(rest, sb_radius_mul(each, sb_above(c, found)));
    return sb_widened(found, all);
}
#endif
