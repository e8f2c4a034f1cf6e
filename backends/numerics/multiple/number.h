/* number.h - balls: a number of many bits, with a bound of its distance from the exact number.
 *
 * A ball has a middle and a radius (see radius.h). The middle is +-0.w 2^exponent, where w are
 * `limbs` words with the top bit set, or it is 0. The ball contains every real number within the
 * radius. A ball of radius 0 is an exact number. The unknown ball contains all real numbers.
 *
 * Each function of balls returns a ball that contains the exact result for all numbers that its
 * operands contain (the theorem of inclusion). Its radius has two parts. The first is the distance
 * between the exact function of the middles and the new middle. It is less than one unit in the
 * last place, and 0 if no bit was truncated. The second is the effect of the radii of the operands,
 * by the inequality next to the code. So a formula that uses these functions needs no analysis of
 * its rounding errors. It only needs a bound of the truncation error of its series.
 *
 * Words are allocated from a context, in order. Code that saves `used` before a loop can free the
 * words that the loop took. A ball never changes after it was made, except by `sb_keep`, so balls
 * may share words. If the words run out, the ball is unknown and the context is `full`: the caller
 * must provide more words.
 */
#ifndef SB_MULTIPLE_NUMBER_H
#define SB_MULTIPLE_NUMBER_H

#include "multiple/radius.h"

typedef struct sb_workspace {
    uint64_t *words;
    int64_t used, size;
    int limbs; /* words of each number, 2 or more */
    bool full;
} sb_workspace;

typedef struct sb_ball {
    uint64_t *words;
    int64_t exponent;
    sb_radius radius;
    bool negative, zero, unknown;
} sb_ball;

SB_MULTIPLE sb_workspace sb_workspace_of(uint64_t *words, int64_t size, int limbs)
{
    const sb_workspace c = {words, 0, size, limbs, false};
    return c;
}

/* Return `count` words, or NULL if there are not enough; then the context is full. */
SB_MULTIPLE uint64_t *sb_take(sb_workspace *c, int64_t count)
{
    if (c->full || count > c->size - c->used) {
        c->full = true;
        return NULL;
    }
    uint64_t *const found = c->words + c->used;
    c->used += count;
    return found;
}

SB_MULTIPLE sb_ball sb_unknown(void)
{
    const sb_ball all = {NULL, 0, {0, 0}, false, true, true};
    return all;
}

/* Return the ball with middle 0 and this radius. */
SB_MULTIPLE sb_ball sb_about_zero(sb_radius radius)
{
    const sb_ball none = {NULL, 0, radius, false, true, false};
    return none;
}

SB_MULTIPLE sb_ball sb_widened(sb_ball a, sb_radius more)
{
    a.radius = sb_radius_add(a.radius, more);
    return a;
}

/* Return the exponent of the last place of a middle. */
SB_MULTIPLE int64_t sb_last_place(const sb_workspace *c, sb_ball a)
{
    return a.exponent - 64 * (int64_t)c->limbs;
}

/* Return the ball around a natural number N times 2^low, truncated to the limbs of the context.
 * With `more`, the exact number v is less than 2^low away from it. Let K be the truncated number
 * and U the unit of its last place. If 2^low <= U, all three are multiples of 2^low, so K <= N
 * 2^low <= K + U - 2^low, and K - 2^low < v < K + U: v is less than U away. If 2^low > U, K is N
 * 2^low, and v is less than 2^low away. Without `more`, v = N 2^low is less than U away, and is K
 * if no bit was truncated. */
SB_MULTIPLE sb_ball sb_of_words(sb_workspace *c, const uint64_t *words, int count, int64_t low,
                                bool negative, bool more, uint64_t *place)
{
    const int limbs = c->limbs;
    int top = count - 1;
    while (top >= 0 && words[top] == 0) top--;
    if (top < 0)
        return sb_about_zero(sb_radius_of(more, low));
    const int shift = SB_LEADING_ZEROS(words[top]);
    bool cut = false;
    for (int i = limbs - 1; i >= 0; i--) {
        const int from = top - (limbs - 1 - i);
        const uint64_t high = from >= 0 ? words[from] : 0, next = from > 0 ? words[from - 1] : 0;
        place[i] = shift == 0 ? high : high << shift | next >> (64 - shift);
    }
    const int below = top - limbs; /* only `shift` bits of this word were used */
    if (below >= 0)
        cut = words[below] << shift != 0;
    for (int i = 0; i < below; i++) cut |= words[i] != 0;
    sb_ball found = {place, low + 64 * (int64_t)(top + 1) - shift, {0, 0}, negative, false, false};
    const int64_t last = sb_last_place(c, found);
    if (cut || more)
        found.radius = sb_radius_of(1, more && low > last ? low : last);
    return found;
}

/* Return an integer times 2^exponent. */
SB_MULTIPLE sb_ball sb_of_integer(sb_workspace *c, int64_t value, int64_t exponent)
{
    uint64_t *const place = sb_take(c, c->limbs);
    if (place == NULL)
        return sb_unknown();
    const uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    return sb_of_words(c, &magnitude, 1, exponent, value < 0, false, place);
}

/* Return a finite number of binary64. */
SB_MULTIPLE sb_ball sb_of_double(sb_workspace *c, double x)
{
    const uint64_t u = f64_to_bits(x), fraction = u & ((UINT64_C(1) << 52) - 1);
    const int64_t field = (int64_t)(u >> 52 & 2047);
    const int64_t value = (int64_t)(field == 0 ? fraction : fraction | UINT64_C(1) << 52);
    return sb_of_integer(c, u & SB_SIGN ? -value : value, (field == 0 ? 1 : field) - 1075);
}

/* Return a ball whose words `sb_keep` may overwrite. */
SB_MULTIPLE sb_ball sb_variable(sb_workspace *c, sb_ball a)
{
    uint64_t *const place = sb_take(c, c->limbs);
    if (place == NULL)
        return sb_unknown();
    if (!a.zero)
        sb_words_copy(place, a.words, c->limbs);
    a.words = place;
    return a;
}

/* Copy a ball into the words of a ball that `sb_variable` has made. */
SB_MULTIPLE void sb_keep(const sb_workspace *c, sb_ball *variable, sb_ball a)
{
    uint64_t *const place = variable->words;
    if (place == NULL || a.unknown) {
        a = sb_unknown();
    } else if (!a.zero && a.words != place) {
        sb_words_copy(place, a.words, c->limbs);
    }
    a.words = place;
    *variable = a;
}

/* Return an upper bound of the magnitude of the middle, or of all numbers in the ball. */
SB_MULTIPLE sb_radius sb_middle_above(const sb_workspace *c, sb_ball a)
{
    if (a.zero)
        return sb_no_radius();
    const sb_radius top = {(a.words[c->limbs - 1] >> 32) + 1, a.exponent - 32};
    return sb_radius_of(top.m, top.e);
}

SB_MULTIPLE sb_radius sb_above(const sb_workspace *c, sb_ball a)
{
    return sb_radius_add(sb_middle_above(c, a), a.radius);
}

/* Return a lower bound of the magnitude of all numbers in the ball; 0 if one of them may be 0. */
SB_MULTIPLE sb_radius sb_below(const sb_workspace *c, sb_ball a)
{
    if (a.zero || a.unknown)
        return sb_no_radius();
    const uint64_t top = a.words[c->limbs - 1] >> 32;
    if (a.radius.m == 0)
        return sb_radius_of(top, a.exponent - 32);
    const int64_t shift = a.exponent - 32 - a.radius.e;
    if (shift < -31)
        return sb_no_radius();
    const uint64_t taken =
        shift > 32 ? 1 : (shift >= 0 ? a.radius.m >> shift : a.radius.m << -shift) + 1;
    return top > taken ? sb_radius_of(top - taken, a.exponent - 32) : sb_no_radius();
}

/* Return the same ball with `c->limbs` words. It was made with `limbs` words. */
SB_MULTIPLE sb_ball sb_resized(sb_workspace *c, sb_ball a, int limbs)
{
    if (a.zero)
        return a;
    uint64_t *const place = sb_take(c, c->limbs);
    if (place == NULL)
        return sb_unknown();
    const int64_t low = a.exponent - 64 * (int64_t)limbs;
    return sb_widened(sb_of_words(c, a.words, limbs, low, a.negative, false, place), a.radius);
}

SB_MULTIPLE sb_ball sb_negated(sb_ball a)
{
    a.negative = !a.negative && !a.zero;
    return a;
}

SB_MULTIPLE sb_ball sb_scaled(sb_ball a, int64_t exponent)
{
    a.exponent += exponent;
    a.radius.e += exponent;
    return a;
}
#endif
