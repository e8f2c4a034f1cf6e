/* remembered.h - stored results of a function for every bit pattern of a short format.
 *
 * A function of one operand has 2^16 results in f16 or bf16 and 2^8 in fp8. All of them are
 * computed when enough operands have been requested to make the cost small in comparison. The
 * function's own loop computes them. They are stored for the life of the library: 128 KiB for a
 * function in f16 or bf16. From then on an element costs a look-up. The bits always equal the
 * results of the loop.
 *
 * Threads may call simultaneously: the first thread that has all results stores them. Results are
 * stored only for the first parameters that are requested (such as alpha of elu). Calls with
 * different parameters use the loop. Gather instructions are not used: on one processor they take
 * 0.18 ns per element instead of 0.24 ns, but on others several times as much.
 */
#ifndef SB_REMEMBERED_H
#define SB_REMEMBERED_H

#include <stdatomic.h>

#include "elementwise/elementwise.h"

typedef struct sb_remembered {
    _Atomic(void *) results; /* NULL: not computed yet */
    _Atomic int64_t asked;   /* operands requested so far */
} sb_remembered;

/* Write y[i] from the stored results, or compute and store them now with `loop`. Return false,
 * without writing y, if too few operands have been requested, if memory is short, or if the
 * parameters differ. */
bool sb_remembered_16(sb_remembered *kept, sb_loop loop, int64_t count, const uint16_t *x,
                      uint16_t *y, const double *parameters);
bool sb_remembered_8(sb_remembered *kept, sb_loop loop, int64_t count, const uint8_t *x, uint8_t *y,
                     const double *parameters);

#endif
