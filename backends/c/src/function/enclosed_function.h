/* enclosed_function.h - for functions by float-float arithmetic (lanes/enclosed.h), whose loops
 * over arrays are in enclosed_template.h. Without lanes such a function has the later stages alone.
 */
#ifndef SB_ENCLOSED_FUNCTION_H
#define SB_ENCLOSED_FUNCTION_H

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
