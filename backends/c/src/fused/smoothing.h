/* smoothing.h - the attribute label_smoothing, s (clause G7.13). */
#ifndef SB_FUSED_SMOOTHING_H
#define SB_FUSED_SMOOTHING_H

#include "kernel.h"

typedef struct sb_smoothing {
    bool on;            /* s is not 0 */
    float kept, spread; /* 1 - s and s / C, computed in binary64 and rounded once (G3) */
} sb_smoothing;

static inline sb_status sb_smoothing_of(sb_context *context, int64_t classes, sb_smoothing *found)
{
    const double s = sb_attribute_number(context, "label_smoothing");
    if (!(s >= 0.0 && s <= 1.0))
        return sb_fail(context, SB_INVALID, "%s: label_smoothing=%g must lie from 0 to 1",
                       context->call->op, s);
    *found = (sb_smoothing){s != 0.0, (float)(1.0 - s), (float)(s / (double)classes)};
    return SB_OK;
}

#endif
