/* remembered.h - the results of a function for every pattern of a short format, kept.
 *
 * A function of one operand has 2^16 results in f16 or bf16 and 2^8 in fp8. Once so many operands
 * have been asked for that making all results costs little beside them, they are made by the
 * function's own loop and kept for the life of the library, 128 KiB for a function in f16 or bf16;
 * from then on an element costs a look-up. The bits are those of the loop, whatever happens when.
 * Threads may come at once: whoever makes the results first keeps them. They are kept for the first
 * parameters that come (the alpha of elu); calls with others go by the loop. Gathering is left
 * aside: 0.18 ns an element instead of 0.24 on one processor, but several times as much on others.
 */
#ifndef SB_REMEMBERED_H
#define SB_REMEMBERED_H

#include <stdatomic.h>

#include "elementwise/elementwise.h"

typedef struct sb_remembered {
    _Atomic(void *) results; /* NULL: not made yet */
    _Atomic int64_t asked;   /* operands so far */
} sb_remembered;

/* y[i] from the results that are kept, or that are made now by `loop`; false, and nothing written,
 * if it is too early for that, memory is short, or the parameters are others. */
bool sb_remembered_16(sb_remembered *kept, sb_loop loop, int64_t count, const uint16_t *x,
                      uint16_t *y, const double *parameters);
bool sb_remembered_8(sb_remembered *kept, sb_loop loop, int64_t count, const uint8_t *x, uint8_t *y,
                     const double *parameters);

#endif
