/* enclosed_function.h - support for functions in float-float arithmetic (lanes/enclosed.h). Their
 * loops over arrays are in enclosed_template.h. In a build without lanes, these functions have only
 * the later stages.
 */
#ifndef SB_ENCLOSED_FUNCTION_H
#define SB_ENCLOSED_FUNCTION_H

#include "function/one_operand.h"
#include "lanes/enclosed.h"

#if SB_HAS_LANES

enum { ENCLOSED_WORD = 32 }; /* lanes in one word of bits */

/* Replace the bits of decided lanes by the bits of open lanes. Return non-zero if any lane is open.
 */
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
