/* settle.h - the frame of a correctly rounded function of binary64 (Ziv's loop).
 *
 * 1. `known` gives the results of special values (clause S4), and of every operand whose value is a
 * binary64 number, or a midpoint of two, or so close to a number that no precision can distinguish
 * them. The header of the function names the theorem that excludes all other cases of this kind.
 *
 * 2. `enclosed` makes a ball that contains the exact value; number.h explains why it does.
 *
 * 3. Both ends are rounded. If they agree, they are the result, for every exact value in the ball.
 * Otherwise the precision is doubled: 128 bits and a guard word, 256 bits and a guard word, and so
 * on.
 *
 * 4. By step 1 the value has a positive distance from every point at which the rounding changes,
 * and the balls shrink to a point. So the loop ends without a search for hard cases.
 *
 * (A. Ziv, Fast evaluation of elementary mathematical functions with correctly rounded last bit,
 * ACM TOMS 17, 1991.)
 */
#ifndef SB_MULTIPLE_SETTLE_H
#define SB_MULTIPLE_SETTLE_H

#include "multiple/rounding.h"

enum { SB_FIRST_BITS = 128, SB_FIRST_WORDS = 1024 };

/* x holds the operands, followed by the real attributes. */
typedef bool sb_known(const double *x, double *result);
typedef void sb_enclosed(sb_workspace *c, const double *x, sb_ball *value);

typedef struct sb_settling {
    sb_known *known;
    sb_enclosed *enclosed;
} sb_settling;

/* The two parts of a function of functions/. */
#define SB_SETTLING(name) {sb_##name##_known, sb_##name##_enclosed}

/* Continue the loop at *bits, with `size` words. Return whether the result was found. If not, more
 * words are needed, and *bits is the precision with which to continue. */
SB_FN bool sb_settled_within(const sb_settling *f, const double *x, int *bits, uint64_t *words,
                             int64_t size, double *result)
{
    for (;; *bits *= 2) {
        sb_workspace c = sb_workspace_of(words, size, *bits / 64 + 1);
        sb_ball value = sb_unknown();
        f->enclosed(&c, x, &value);
        if (!c.full && sb_rounded(&c, value, result))
            return true;
        if (c.full)
            return false;
    }
}

/* Return words for a further attempt, at least as many as requested, and write their number to
 * *size. Return NULL if no words are left. Words from earlier calls are no longer used. */
typedef uint64_t *sb_more(void *owner, int64_t *size);

/* Compute the function of x, rounded once. Return false only if `more` has no words left. */
SB_MULTIPLE bool sb_settled(const sb_settling *f, const double *x, sb_more *more, void *owner,
                            double *result)
{
    if (f->known(x, result))
        return true;
    uint64_t first[SB_FIRST_WORDS];
    int bits = SB_FIRST_BITS;
    if (sb_settled_within(f, x, &bits, first, SB_FIRST_WORDS, result))
        return true;
    for (int64_t size = 4 * SB_FIRST_WORDS;; size *= 4) {
        uint64_t *const words = more(owner, &size);
        if (words == NULL)
            return false;
        if (sb_settled_within(f, x, &bits, words, size, result))
            return true;
    }
}
#endif
