/* search.h - positions of values among boundaries (clause S3.9), by sorted integer keys. */
#ifndef SB_ORDER_SEARCH_H
#define SB_ORDER_SEARCH_H

#include "kernel.h"

/* For each value, store the number of boundaries of its row that are before it, as i64: the
 * boundaries that are less than the value or, with `right`, not greater. The shapes are checked
 * here. Boundaries and values have the same format. */
sb_status sb_search_run(sb_context *context, const sb_array *boundaries, const sb_array *values,
                        const sb_array *places, bool right);

#endif
