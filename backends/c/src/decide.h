/* decide.h - rounding a binary64 approximation, and telling what its error leaves open.
 *
 * v is within a relative SB_QUICK_ERROR of the exact value, or NaN. What is decided: f32: v (1 - e)
 * and v (1 + e) round alike, so every number between them does; f16, bf16 and fp8: let w = v rounded
 * to binary32. Unless w is a midpoint M of neighbours in the format, v lies on the same side of M as
 * w, at least half a binary32 ulp (relative 2^-25) from it, and so does every number within e of v;
 * then rounding w rounds the exact value. A NaN is never decided. Clauses R1, R2.
 */
#ifndef SB_DECIDE_H
#define SB_DECIDE_H

#include "elementwise.h"
#include "scalar/convert64.h"
#include "scalar/convert8.h"
#include "scalar/midpoint.h"

#define SB_QUICK_ERROR 0x1p-44

