/* enclosed_function.h - the kernel of a function by float-float arithmetic (enclosed.h): its loops over arrays.
 *
 * Without lanes it is the kernel of function.h.
 */
#ifndef SB_SIMD_ENCLOSED_FUNCTION_H
#define SB_SIMD_ENCLOSED_FUNCTION_H

#include "function/one_operand.h"
#include "lanes/enclosed.h"

#if SB_HAS_LANES

enum { ENCLOSED_WORD = 32 }; /* lanes in a word of bits */

/* Lanes that are sure become the open ones; non-zero if any is open. */
static inline uint32_t enclosed_open(uint32_t *lanes, int64_t count)
{
    uint32_t any = 0;
    for (int64_t i = 0; i < count / ENCLOSED_WORD; i++) {
        lanes[i] = ~lanes[i];
        any |= lanes[i];
    }
    return any;
}

#endif
#endif
