/* scan.h - the ops cumsum and cumprod along one axis (clauses R4, S1, T1, T6).
 *
 * A scan is a reduction with every prefix as a result. Its axis is the reduced axis, the lines are
 * the kept axes, and `reduced.out` is the stride of the result along the axis.
 */
#ifndef SB_SCAN_SCAN_H
#define SB_SCAN_SCAN_H

#include "kernel.h"
#include "reduce/geometry.h"

/* The attribute axis (default -1). */
extern const sb_parameter sb_scan_parameters[];

/* Accept a float format with a result in the same format or, for formats shorter than binary32, in
 * binary32. Also accept integers and bool with a result in i64. */
bool sb_scan_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count);
sb_status sb_scan_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                      bool products);

typedef sb_status sb_scan_lines(sb_context *context, sb_reduction *scan);
sb_scan_lines sb_scan_sum_f32, sb_scan_sum_f64, sb_scan_product_f32, sb_scan_product_f64;
sb_status sb_scan_integers(sb_context *context, sb_reduction *scan, bool products);

#endif
