/* log_softmax_gradient.c - the gradient of log_softmax from its result (clauses R4, S1, G7.1).
 *
 * It computes the nodes of the graph, each rounded to binary32: s = sum(g) by T1, g - exp(y) * s.
 */
#include "simd/vector_f32.h"

#include "fused/axis_rows.h"
#include "elementwise/elementwise.h"
#include "fused/fetch.h"
#include "reduce/tree.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

static void log_softmax_gradient_part(const sb_axis_part *part)
{
    const int64_t n = part->output->length, rows = part->rows;
    const row_way way = way_of_rows(part->output);
    real *made = part->room, *e = made + part->block_reals;
    real s[SB_ROWS_OF_BLOCK];
    const real_rows g = view_rows(&part->inputs[0], part->first, rows, made);
    const real_rows y = view_rows(&part->inputs[1], part->first, rows, e);
    for (int64_t i = 0; i < rows; ++i) {
        const real *gi = g.x + i * g.step, *yi = y.x + i * y.step;
        if (sb_is_fetched(n * part->output->count))
            sb_exp_fetching(n, yi, e + i * n, gi + rows * g.step, yi + rows * y.step);
        else
            sb_each_exp_f32(n, yi, e + i * n);
    }
    sb_tree_sum_rows_f32(g.x, g.step, rows, n, s);
    for (int64_t i = 0; i < rows; ++i) {
        const real *gi = g.x + i * g.step, *p = e + i * n, sum = s[i];
        real *dx = row_place(part->output, way, part->first + i, made + i * n);
        SB_VECTORISE
        for (int64_t j = 0; j < n; ++j) dx[j] = real_canonical(gi[j] - p[j] * sum);
    }
    keep_rows(part->output, part->first, rows, made, way);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_axis_run(context, inputs, outputs, 2, log_softmax_gradient_part);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_axis_supports(inputs, input_count, outputs, output_count, 2);
}

const sb_kernel sb_kernel_log_softmax_gradient = {.op = "log_softmax_gradient",
                                                  .supports = supports,
                                                  .run = run,
                                                  .parameters = sb_slices_parameters};
