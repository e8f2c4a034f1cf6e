/* arithmetic.h - sums, products, quotients and square roots of balls; see number.h.
 *
 * In the comments below, a and b are the middles, r and s the radii, and x and y the exact numbers
 * that the balls enclose.
 */
#ifndef SB_MULTIPLE_ARITHMETIC_H
#define SB_MULTIPLE_ARITHMETIC_H

#include "multiple/number.h"

/* Shift the words of a middle down by `bits`, into a frame of limbs + 1 words with a guard word at
 * the bottom. Return whether bits were lost. */
SB_MULTIPLE bool sb_shifted(uint64_t *frame, const uint64_t *words, int limbs, int64_t bits)
{
    const int count = limbs + 1;
    const int64_t whole = bits / 64;
    const int part = (int)(bits % 64);
    bool lost = false;
    for (int i = 0; i < count; i++) { /* word i of the frame is made from word i + whole */
        const int64_t from = i + whole;
        const uint64_t low = from >= 1 && from < count ? words[from - 1] : 0;
        const uint64_t high = from + 1 < count ? words[from] : 0;
        frame[i] = part == 0 ? low : low >> part | high << (64 - part);
    }
    for (int64_t i = 1; i < count && i <= whole; i++) {
        const uint64_t kept = i == whole && part != 0 ? words[i - 1] << (64 - part) : 0;
        lost |= i < whole ? words[i - 1] != 0 : kept != 0;
    }
    return lost;
}

/* |x + y - (a + b)| <= r + s. If the exponents differ by at most 64, the frame with a guard word
 * holds the sum exactly. Otherwise the lost part of b is less than a unit of the frame. The sum is
 * at most one bit shorter than a, so this unit is not above the last place of the sum.
 */
SB_MULTIPLE sb_ball sb_add(sb_workspace *c, sb_ball a, sb_ball b)
{
    if (a.unknown || b.unknown)
        return sb_unknown();
    if (a.zero)
        return sb_widened(b, a.radius);
    if (b.zero)
        return sb_widened(a, b.radius);
    const int limbs = c->limbs;
    if (a.exponent < b.exponent ||
        (a.exponent == b.exponent && sb_words_compare(a.words, b.words, limbs) < 0)) {
        const sb_ball other = a;
        a = b;
        b = other;
    }
    uint64_t *const place = sb_take(c, limbs);
    const int64_t mark = c->used;
    uint64_t *const sum = sb_take(c, 2 * (int64_t)limbs + 3);
    if (sum == NULL)
        return sb_unknown();
    uint64_t *const frame = sum + limbs + 2;
    sum[0] = 0;
    sb_words_copy(sum + 1, a.words, limbs);
    const bool lost = sb_shifted(frame, b.words, limbs, a.exponent - b.exponent);
    if (a.negative == b.negative) {
        sum[limbs + 1] = sb_words_add(sum, frame, limbs + 1);
    } else {
        sum[limbs + 1] = 0;
        sb_words_sub(sum, frame, limbs + 1);
    }
    const int64_t low = sb_last_place(c, a) - 64;
    const sb_ball found = sb_of_words(c, sum, limbs + 2, low, a.negative, lost, place);
    c->used = mark;
    return sb_widened(found, sb_radius_add(a.radius, b.radius));
}

SB_MULTIPLE sb_ball sb_sub(sb_workspace *c, sb_ball a, sb_ball b)
{
    return sb_add(c, a, sb_negated(b));
}

/* |x y - a b| <= |a| s + r (|b| + s). */
SB_MULTIPLE sb_ball sb_mul(sb_workspace *c, sb_ball a, sb_ball b)
{
    if (a.unknown || b.unknown)
        return sb_unknown();
    const sb_radius radius = sb_radius_add(sb_radius_mul(sb_middle_above(c, a), b.radius),
                                           sb_radius_mul(a.radius, sb_above(c, b)));
    if (a.zero || b.zero)
        return sb_about_zero(radius);
    const int limbs = c->limbs;
    uint64_t *const place = sb_take(c, limbs);
    const int64_t mark = c->used;
    uint64_t *const product = sb_take(c, 2 * (int64_t)limbs);
    if (product == NULL)
        return sb_unknown();
    sb_words_product(product, a.words, b.words, limbs);
    const int64_t low = sb_last_place(c, a) + sb_last_place(c, b);
    const sb_ball found =
        sb_of_words(c, product, 2 * limbs, low, a.negative != b.negative, false, place);
    c->used = mark;
    return sb_widened(found, radius);
}

SB_MULTIPLE sb_ball sb_square(sb_workspace *c, sb_ball a) { return sb_mul(c, a, a); }

/* |k x - k a| = k r. */
SB_MULTIPLE sb_ball sb_times(sb_workspace *c, sb_ball a, uint64_t k)
{
    if (a.unknown)
        return a;
    const sb_radius radius = sb_radius_mul(a.radius, sb_radius_of(k, 0));
    if (a.zero || k == 0)
        return sb_about_zero(radius);
    const int limbs = c->limbs;
    uint64_t *const place = sb_take(c, limbs);
    const int64_t mark = c->used;
    uint64_t *const product = sb_take(c, limbs + 1);
    if (product == NULL)
        return sb_unknown();
    sb_words_copy(product, a.words, limbs);
    product[limbs] = sb_words_times(product, limbs, k);
    const sb_ball found =
        sb_of_words(c, product, limbs + 1, sb_last_place(c, a), a.negative, false, place);
    c->used = mark;
    return sb_widened(found, radius);
}

/* |x / k - a / k| = r / k, for k > 0. The quotient has a guard word. */
SB_MULTIPLE sb_ball sb_over(sb_workspace *c, sb_ball a, uint64_t k)
{
    if (a.unknown)
        return a;
    const int down = 63 - SB_LEADING_ZEROS(k); /* k >= 2^down */
    const sb_radius divisor = {down < 32 ? k << (31 - down) : k >> (down - 31), down - 31};
    const sb_radius radius = sb_radius_div(a.radius, divisor);
    if (a.zero)
        return sb_about_zero(radius);
    const int limbs = c->limbs;
    uint64_t *const place = sb_take(c, limbs);
    const int64_t mark = c->used;
    uint64_t *const quotient = sb_take(c, limbs + 1);
    if (quotient == NULL)
        return sb_unknown();
    quotient[0] = 0;
    sb_words_copy(quotient + 1, a.words, limbs);
    const bool rest = sb_words_over(quotient, limbs + 1, k) != 0;
    const sb_ball found =
        sb_of_words(c, quotient, limbs + 1, sb_last_place(c, a) - 64, a.negative, rest, place);
    c->used = mark;
    return sb_widened(found, radius);
}

/* |x / y - a / b| = |(x - a) / y + a (b - y) / (b y)| <= (r + |a / b| s) / |y|.
 * The middles have their top bits set, so a quotient of limbs + 2 words has a guard word. */
SB_MULTIPLE sb_ball sb_div(sb_workspace *c, sb_ball a, sb_ball b)
{
    const sb_radius least = sb_below(c, b);
    if (a.unknown || b.unknown || least.m == 0)
        return sb_unknown();
    if (a.zero)
        return sb_about_zero(sb_radius_div(a.radius, least));
    const int limbs = c->limbs;
    uint64_t *const place = sb_take(c, limbs);
    const int64_t mark = c->used;
    uint64_t *const quotient = sb_take(c, 3 * (int64_t)limbs + 5);
    if (quotient == NULL)
        return sb_unknown();
    uint64_t *const rest = quotient + limbs + 2;
    sb_words_clear(rest, limbs + 2);
    sb_words_copy(rest + limbs + 1, a.words, limbs);
    rest[2 * limbs + 1] = 0;
    const bool cut = sb_words_quotient(quotient, rest, b.words, limbs, limbs + 2);
    const int64_t low = a.exponent - b.exponent - 64 * (int64_t)(limbs + 1);
    sb_ball found = sb_of_words(c, quotient, limbs + 2, low, a.negative != b.negative, cut, place);
    c->used = mark;
    if (a.radius.m == 0 && b.radius.m == 0)
        return found;
    const sb_radius size = sb_above(c, found);
    const sb_radius part = sb_radius_add(a.radius, sb_radius_mul(size, b.radius));
    return sb_widened(found, sb_radius_div(part, least));
}

/* Return k / x. */
SB_MULTIPLE sb_ball sb_inverse(sb_workspace *c, int64_t k, sb_ball a)
{
    return sb_div(c, sb_of_integer(c, k, 0), a);
}

SB_MULTIPLE sb_ball sb_add_integer(sb_workspace *c, sb_ball a, int64_t k)
{
    return sb_add(c, a, sb_of_integer(c, k, 0));
}
#endif
