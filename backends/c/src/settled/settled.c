/* settled.c - every function of numerics/multiple/functions, in one compilation unit.
 *
 * settlings.h, which the build generates from that folder, includes the headers and lists the ops.
 * They are one unit because all share the arithmetic of balls. The unit is compiled once for all
 * instruction sets: it computes only with integers, so no compiler flag can change its bits.
 */
#include "settled/settled.h"

#include <stdlib.h>

#include "multiple/settle.h"
#include "settlings.h"

/* Replace a block of words by a larger one. `owner` points to the block. */
static uint64_t *more_words(void *owner, int64_t *size)
{
    uint64_t **const block = owner;
    free(*block);
    *block = (uint64_t)*size <= SIZE_MAX / sizeof **block ? malloc((size_t)*size * sizeof **block)
                                                          : NULL;
    return *block;
}

static bool settled(const sb_settling *f, const double *operands, double *result)
{
    uint64_t *block = NULL;
    const bool found = sb_settled(f, operands, more_words, &block, result);
    free(block);
    return found;
}

#define SETTLED(op)                                                                                \
    bool sb_settled_##op(const double *operands, double *result)                                   \
    {                                                                                              \
        static const sb_settling f = SB_SETTLING(op);                                              \
        return settled(&f, operands, result);                                                      \
    }
SB_EVERY_SETTLING(SETTLED)
