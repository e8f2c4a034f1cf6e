/* flushed_loop.h - binary32 loops of one hardware operation that is slow for subnormal numbers.
 *
 * On x86 an operation that reads or produces a subnormal number takes some hundred cycles. So a
 * block is computed with subnormal numbers treated as zeros. The processor's flags show whether
 * this may have changed a result: `underflow` if a result was flushed, and `division by zero` if a
 * divisor may have been flushed. The block is then computed again by `exactly`, with integers and
 * binary64 (subnormal.h). An operand that is treated as zero without setting a flag must not change
 * the result; for x * x it does not.
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
