/* search.h - places of values among boundaries (clause S3.9), by sorted integer keys. */
#ifndef SB_ORDER_SEARCH_H
#define SB_ORDER_SEARCH_H

#include "kernel.h"

/* Store the number of boundaries of each row that are before each value, as i64: boundaries that
 * are less than the value or, with `right`, not greater. Checks the shapes; the formats of
 * boundaries and values are the same. */
sb_status sb_search_run(sb_context *context, const sb_array *boundaries, const sb_array *values,
                        const sb_array *places, bool right);

#endif
