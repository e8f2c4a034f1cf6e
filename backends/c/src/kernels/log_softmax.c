/* log_softmax.c - logarithm of softmax along one axis in one pass over memory (clauses R4, S1,
 * G7.1).
 *
 * It computes the nodes of the graph, each rounded to binary32: m = max(x), d = x - m, s =
 * sum(exp(d)) by T1, d - log(s). If a value is NaN, the maximum may be any number, since s is NaN
 * then. If the maximum is a zero, it may have either sign, since no result depends on it: with
 * zeros of both signs, s is 2 or more and no result is a zero.
 */
#include "simd/vector_f32.h"

#include "fused/axis_rows.h"
#include "fused/fetch.h"
#include "fused/row_steps.h"
#include "reduce/tree.h"
#include "simd/rows.h"
#include "fused/view_rows.h"

static void log_softmax_part(const sb_axis_part *part)
{
    const int64_t n = part->output->length, rows = part->rows;
    const row_way way = way_of_rows(part->output);
    real *d = part->room, *e = d + part->block_reals;
    real s[SB_ROWS_OF_BLOCK];
    const real_rows x = view_rows(&part->inputs[0], part->first, rows, d);
    for (int64_t i = 0; i < rows; ++i) {
        const real *row = x.x + i * x.step;
        differences(row, largest(row, n), n, d + i * n);
    }
    if (sb_is_fetched(n * part->output->count))
        sb_exp_fetching(rows * n, d, e, x.x + rows * x.step, NULL);
    else
        sb_each_exp_f32(rows * n, d, e);
    sb_tree_sum_rows_f32(e, n, rows, n, s);
    sb_each_log_f32(rows, s, s);
    for (int64_t i = 0; i < rows; ++i) {
        const real *from = d + i * n, logarithm = s[i];
        real *y = row_place(part->output, way, part->first + i, e + i * n);
        SB_VECTORISE
        for (int64_t j = 0; j < n; ++j) y[j] = real_canonical(from[j] - logarithm);
    }
    keep_rows(part->output, part->first, rows, e, way);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_axis_run(context, inputs, outputs, 2, log_softmax_part);
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_axis_supports(inputs, input_count, outputs, output_count, 1);
}

const sb_kernel sb_kernel_log_softmax = {
    .op = "log_softmax", .supports = supports, .run = run, .parameters = sb_slices_parameters};
