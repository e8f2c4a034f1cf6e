/* root.h - the square root of a ball, and the integer nearest to a ball.
 *
 * Newton's iteration finds some y > 0, starting from a root of 64 bits. The proof does not depend
 * on the iteration: sqrt(a) is between y and a / y. If a is the square of a number of 64 bits or
 * less, y is that number from the start, so is a / y, and the ball is exact.
 */
#ifndef SB_MULTIPLE_ROOT_H
#define SB_MULTIPLE_ROOT_H

#include "multiple/arithmetic.h"

/* Return the middle of a ball as an exact number. */
SB_MULTIPLE sb_ball sb_middle(sb_ball a)
{
    a.radius = sb_no_radius();
    return a;
}

/* Return floor(sqrt(v)), computed bit by bit. */
SB_MULTIPLE uint64_t sb_root_of_words(sb_two_words v)
{
    uint64_t root = 0;
    for (int bit = 63; bit >= 0; bit--) {
        const uint64_t tried = root | UINT64_C(1) << bit;
        if ((sb_two_words)tried * tried <= v)
            root = tried;
    }
    return root;
}

/* Return the square root of the middle, with about 62 correct bits. */
SB_MULTIPLE sb_ball sb_first_root(sb_workspace *c, sb_ball a)
{
    const int limbs = c->limbs;
    sb_two_words top = (sb_two_words)a.words[limbs - 1] << 64 | a.words[limbs - 2];
    const int odd = (int)(a.exponent & 1);
    top >>= odd;
    const uint64_t root = sb_root_of_words(top);
    uint64_t *const place = sb_take(c, limbs);
    if (place == NULL)
        return sb_unknown();
    return sb_of_words(c, &root, 1, (a.exponent + odd) / 2 - 64, false, false, place);
}

/* |sqrt x - sqrt a| = |x - a| / (sqrt x + sqrt a) <= r / sqrt a, for x >= 0. */
SB_MULTIPLE sb_ball sb_sqrt(sb_workspace *c, sb_ball a)
{
    if (a.unknown || a.negative || sb_below(c, a).m == 0)
        return sb_unknown();
    const sb_ball middle = sb_middle(a);
    sb_ball y = sb_variable(c, sb_first_root(c, middle));
    const int64_t mark = c->used;
    for (int bits = 60; bits < 64 * c->limbs && !y.unknown; bits *= 2) {
        const sb_ball next = sb_scaled(sb_add(c, y, sb_div(c, middle, y)), -1);
        sb_keep(c, &y, sb_middle(next));
        c->used = mark;
    }
    const sb_ball other = sb_div(c, middle, y);
    const sb_ball apart = sb_sub(c, other, y);
    if (apart.unknown)
        return sb_unknown();
    sb_ball root = sb_widened(y, sb_above(c, apart));
    c->used = mark;
    if (a.radius.m != 0) {
        const sb_radius least = sb_below(c, root);
        if (least.m == 0)
            return sb_unknown();
        root = sb_widened(root, sb_radius_div(a.radius, least));
    }
    return root;
}

/* Return the integer nearest to the middle of a ball, and write its magnitude modulo 2^64. The
 * result is unknown if the words of the middle do not reach down to the units digit. */
SB_MULTIPLE sb_ball sb_nearest(sb_workspace *c, sb_ball a, uint64_t *modulo)
{
    const int limbs = c->limbs;
    *modulo = 0;
    if (a.unknown || a.exponent >= 64 * (int64_t)limbs)
        return sb_unknown();
    if (a.zero || a.exponent < 0)
        return sb_about_zero(sb_no_radius());
    uint64_t *const place = sb_take(c, limbs);
    const int64_t mark = c->used;
    uint64_t *const words = sb_take(c, limbs + 2);
    if (words == NULL)
        return sb_unknown();
    const int units = (int)(64 * (int64_t)limbs - a.exponent), half = units - 1;
    sb_words_copy(words, a.words, limbs);
    words[limbs] = words[limbs + 1] = 0;
    sb_words_raise(words, limbs + 1, half / 64, UINT64_C(1) << half % 64);
    sb_words_clear(words, units / 64);
    const int at = units / 64, part = units % 64;
    words[at] = words[at] >> part << part;
    *modulo = part == 0 ? words[at] : words[at] >> part | words[at + 1] << (64 - part);
    const sb_ball found =
        sb_of_words(c, words, limbs + 1, sb_last_place(c, a), a.negative, false, place);
    c->used = mark;
    return found;
}
#endif
