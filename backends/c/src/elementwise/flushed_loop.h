/* flushed_loop.h - binary32 loops of one hardware operation that is slow where subnormal numbers
 * turn up.
 *
 * On x86 an operation that takes or makes a subnormal number costs some hundred cycles. So a block
 * is worked on with subnormal numbers as zeros, and the processor's own flags tell whether that has
 * changed anything: `underflow` where a result was flushed, `division by zero` where a divisor may
 * have been. Then the block is done again by `exactly`, through integers and binary64
 * (subnormal.h). An operand that counts as zero without a flag must not change the result: that of
 * x * x does not.
 */
#ifndef SB_FLUSHED_LOOP_H
#define SB_FLUSHED_LOOP_H

#include <string.h>

#include "core/environment.h"
#include "elementwise/elementwise.h"
#include "scalar/subnormal.h"

#if defined(__SSE2__)

enum { FLUSHED_BLOCK = 1024 };

#endif
#endif
