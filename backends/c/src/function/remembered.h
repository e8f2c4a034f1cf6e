/* remembered.h - stored results of a function for every pattern of a short format.
 *
 * A function of one operand has 2^16 results in f16 or bf16 and 2^8 in fp8. All of them are
 * computed once enough operands have been requested that this costs little in comparison. The
 * function's own loop computes them. They are stored for the life of the library: 128 KiB for a
 * function in f16 or bf16. From then on an element costs a look-up. The bits are always the bits of
 * the loop.
 *
 * Threads may call at the same time: the first thread that has all results stores them. Results are
 * stored only for the first parameters that are requested (the alpha of elu). Calls with other
 * parameters use the loop. Gather instructions are not used: they take 0.18 ns an element instead
 * of 0.24 on one processor, but several times as much on others.
 */
#ifndef SB_REMEMBERED_H
#define SB_REMEMBERED_H

#include <stdatomic.h>

#include "elementwise/elementwise.h"

typedef struct sb_remembered {
    _Atomic(void *) results; /* NULL: not computed yet */
    _Atomic int64_t asked;   /* operands requested so far */
} sb_remembered;

/* Write y[i] from the stored results, or compute and store them now by `loop`. Return false,
 * without writing y, if it is too early for that, memory is short, or the parameters differ. */
bool sb_remembered_16(sb_remembered *kept, sb_loop loop, int64_t count, const uint16_t *x,
                      uint16_t *y, const double *parameters);
bool sb_remembered_8(sb_remembered *kept, sb_loop loop, int64_t count, const uint8_t *x, uint8_t *y,
                     const double *parameters);

#endif
