/* order.h - sort, argsort and topk along an axis (clause S3), by stable sorts of integer keys.
 *
 * sort moves only keys, because a key determines its element. argsort and topk move a key together
 * with its position. topk keeps a buffer of candidates: an element enters it if its key is below
 * the k-th smallest key so far. A full buffer is sorted and cut to k.
 */
#ifndef SB_ORDER_ORDER_H
#define SB_ORDER_ORDER_H

#include "kernel.h"

typedef struct sb_order {
    const sb_array *x;
    const sb_array *values, *places; /* results, or NULL */
    int axis;
    int64_t k; /* number of results along the axis */
    bool descending;
} sb_order;

sb_status sb_order_run(sb_context *context, const sb_order *order);

/* Run sort or argsort: read the attributes axis and descending, check the shapes, and sort. */
sb_status sb_sort_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      bool places);
extern const sb_parameter sb_sort_parameters[];

#endif
