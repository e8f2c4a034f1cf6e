/* constants.h - pi, log 2 and log 10 to the precision of the context.
 *
 * pi = 16 atan(1/5) - 4 atan(1/239) (John Machin, 1706).
 * log 2 = 14 atanh(1/31) + 10 atanh(1/49) + 6 atanh(1/161), and
 * log 10 = 46 atanh(1/31) + 34 atanh(1/49) + 20 atanh(1/161):
 * for 2 atanh(1/n) = log((n + 1) / (n - 1)), here of 16/15, 25/24 and 81/80, of which the products
 * with the powers 7, 5, 3 and 23, 17, 10 are 2 and 10.
 *
 * The sums are of fixed-point numbers of a word before the point and limbs + 1 behind it. A power
 * of 1/n is a floor of floors, so the floor of the true one, and so is a term: each is off by less
 * than a unit. The sum ends with the first power that comes out as 0, and the rest of the series,
 * whose ratio is below 1/25, is below 2 units. So a sum of N terms is off by less than N + 2 units,
 * and the radius is the sum of these, each times its factor.
 */
#ifndef SB_MULTIPLE_CONSTANTS_H
#define SB_MULTIPLE_CONSTANTS_H

#include "multiple/arithmetic.h"

/* sum = atan(1/n) for alternating signs, else atanh(1/n): the bound of its error. A power of 0
 * words above it is not looked at. */
SB_MULTIPLE uint64_t sb_inverse_tangent(uint64_t *sum, uint64_t *power, uint64_t *term, int count,
                                        uint64_t n, bool alternating)
{
    int top = count;
    uint64_t terms = 0;
    sb_words_clear(power, count);
    sb_words_clear(sum, count);
    power[count - 1] = 1;
    sb_words_over(power, count, n);
    for (uint64_t odd = 1;; odd += 2) {
        while (top > 0 && power[top - 1] == 0) top--;
        if (top == 0)
            return terms + 2;
        sb_words_copy(term, power, top);
        sb_words_over(term, top, odd);
        const bool minus = alternating && (odd & 2) != 0;
        const uint64_t carry = minus ? sb_words_sub(sum, term, top) : sb_words_add(sum, term, top);
        if (minus)
            sb_words_lower(sum, count, top, carry);
        else
            sb_words_raise(sum, count, top, carry);
        sb_words_over(power, top, n * n);
        terms++;
    }
}

/* The sum of factors[i] times the inverse tangent of 1 / n[i]; a negative factor is taken away. */
SB_MULTIPLE sb_ball sb_inverse_tangents(sb_workspace *c, const int *factors, const int *n,
                                        int pieces, bool alternating)
{
    const int count = c->limbs + 2;
    uint64_t *const place = sb_take(c, c->limbs);
    const int64_t mark = c->used;
    uint64_t *const total = sb_take(c, 4 * (int64_t)count);
    if (total == NULL)
        return sb_unknown();
    uint64_t *const sum = total + count, *const power = sum + count, *const term = power + count;
    uint64_t error = 0;
    sb_words_clear(total, count);
    for (int i = 0; i < pieces; i++) {
        const bool minus = factors[i] < 0;
        const uint64_t factor = (uint64_t)(minus ? -factors[i] : factors[i]);
        const uint64_t off =
            sb_inverse_tangent(sum, power, term, count, (uint64_t)n[i], alternating);
        error += factor * off;
        sb_words_times(sum, count, factor);
        if (minus)
            sb_words_sub(total, sum, count);
        else
            sb_words_add(total, sum, count);
    }
    const int64_t low = -64 * (int64_t)(count - 1);
    const sb_ball found = sb_of_words(c, total, count, low, false, false, place);
    c->used = mark;
    return sb_widened(found, sb_radius_of(error, low));
}

SB_MULTIPLE sb_ball sb_pi(sb_workspace *c)
{
    const int factors[2] = {16, -4}, n[2] = {5, 239};
    return sb_inverse_tangents(c, factors, n, 2, true);
}

SB_MULTIPLE sb_ball sb_log_2(sb_workspace *c)
{
    const int factors[3] = {14, 10, 6}, n[3] = {31, 49, 161};
    return sb_inverse_tangents(c, factors, n, 3, false);
}

SB_MULTIPLE sb_ball sb_log_10(sb_workspace *c)
{
    const int factors[3] = {46, 34, 20}, n[3] = {31, 49, 161};
    return sb_inverse_tangents(c, factors, n, 3, false);
}
#endif
