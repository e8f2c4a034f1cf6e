/* flushed_loop.h - binary32 loops of one hardware operation that is slow for subnormal numbers.
 *
 * On x86 an operation that reads or produces a subnormal number costs some hundred cycles. So a
 * block is computed with subnormal numbers treated as zeros. The processor's own flags say whether
 * this has changed anything: `underflow` where a result was flushed, `division by zero` where a
 * divisor may have been flushed. The block is then computed again by `exactly`, through integers
 * and binary64 (subnormal.h). If an operand can be treated as zero without a flag, this must not
 * change the result. It does not for x * x.
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
