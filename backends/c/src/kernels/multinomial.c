/* multinomial.c - the op multinomial (clause D3.7), computed by the kernels of its nodes.
 *
 * With replacement, a binary search (order/search.h) returns the number of sums that do not exceed
 * a draw. So C classes and N draws take C + N log C steps. A NaN is neither above nor below any
 * number: sums that are NaN do not count, and for a draw that is NaN the result is 0.
 */
#include "memory/scratch.h"
#include "moves/index.h"
#include "moves/nest.h"
#include "order/search.h"

static const sb_parameter attributes[] = {{"num_samples", SB_INTEGERS, 0.0},
                                          {"replacement", SB_FLAG, 0.0},
                                          {"seed", SB_INTEGERS, 0.0},
                                          {"stream", SB_INTEGERS, 0.0},
                                          {NULL, 0, 0.0}};

enum { MOST_ATTRIBUTES = 3 };

/* A matrix in row-major order. */
typedef struct matrix {
    int64_t shape[2], strides[2];
    sb_array array;
} matrix;

static void make_matrix(matrix *m, void *data, int32_t format, int64_t rows, int64_t columns)
{
    const int64_t size = (int64_t)sb_format_size(format);
    m->shape[0] = rows, m->shape[1] = columns;
    m->strides[0] = columns * size, m->strides[1] = size;
    m->array = (sb_array){data, m->shape, m->strides, 2, format};
}

/* Run the kernel of another op with its own attributes. */
static sb_status run_op(const sb_context *context, const char *op, const sb_attribute *given,
                        int count, const sb_array *inputs, int input_count, const sb_array *outputs,
                        int output_count)
{
    sb_call call = {.op = op,
                    .attributes = given,
                    .attribute_count = count,
                    .input_count = input_count,
                    .output_count = output_count,
                    .threads = context->call->threads};
    sb_context inner = *context;
    inner.call = &call;
    inner.kernel = sb_kernel_find(op);
    return inner.kernel->run(&inner, inputs, outputs);
}

/* Draw numbers with `op`, using the seed and the stream of the call. */
static sb_status draw(const sb_context *context, const char *op, const matrix *y)
{
    const sb_attribute *seed = sb_attribute_find(context, "seed");
    const sb_attribute *stream = sb_attribute_find(context, "stream");
    sb_attribute given[MOST_ATTRIBUTES] = {{.name = "shape", .values = y->shape, .count = 2}};
    int count = 1;
    if (seed != NULL)
        given[count++] = *seed;
    if (stream != NULL)
        given[count++] = *stream;
    return run_op(context, op, given, count, NULL, 0, &y->array, 1);
}

static double at(const matrix *m, int64_t row, int64_t column)
{
    const int64_t place = row * m->shape[1] + column;
    return m->array.format == SB_F64 ? ((const double *)m->array.data)[place]
                                     : (double)((const float *)m->array.data)[place];
}

/* Multiply each element by the last sum of its row, rounded once. */
static void scale(const matrix *u, const matrix *sums)
{
    const int64_t n = u->shape[1], last = sums->shape[1] - 1;
    for (int64_t row = 0; row < u->shape[0]; ++row) {
        const double total = at(sums, row, last);
        if (u->array.format == SB_F64) {
            double *p = (double *)u->array.data + row * n;
            for (int64_t i = 0; i < n; ++i) p[i] *= total;
        } else {
            float *p = (float *)u->array.data + row * n;
            for (int64_t i = 0; i < n; ++i) p[i] *= (float)total;
        }
    }
}

/* Convert the counts of sums before a draw to classes. The counts still include NaN. */
static void limit(const matrix *w, const matrix *sums, const matrix *t, int64_t *classes)
{
    const int64_t n = t->shape[1];
    for (int64_t row = 0; row < w->shape[0]; ++row) {
        int64_t last = 0, lost = 0;
        for (int64_t i = 0; i < w->shape[1]; ++i) {
            last = at(w, row, i) > 0.0 ? i : last;
            lost += at(sums, row, i) != at(sums, row, i);
        }
        for (int64_t i = 0; i < n; ++i) {
            int64_t *p = classes + row * n + i;
            const double drawn = at(t, row, i);
            *p = drawn != drawn ? 0 : *p - lost < last ? *p - lost : last;
        }
    }
}

/* Draw classes with replacement. `spare` has the size of w, and `drawn` has one number per sample.
 */
static sb_status with_replacement(sb_context *context, const matrix *w, matrix *spare,
                                  matrix *drawn, matrix *classes)
{
    static const int64_t last_axis = -1;
    const sb_attribute axis = {.name = "axis", .values = &last_axis, .count = 1};
    sb_status status = run_op(context, "cumsum", &axis, 1, &w->array, 1, &spare->array, 1);
    if (status == SB_OK)
        status = draw(context, "uniform", drawn);
    if (status != SB_OK)
        return status;
    scale(drawn, spare);
    status = sb_search_run(context, &spare->array, &drawn->array, &classes->array, true);
    if (status == SB_OK)
        limit(w, spare, drawn, classes->array.data);
    return status;
}

/* Draw classes without replacement: the classes of the largest keys. */
static sb_status without_replacement(sb_context *context, matrix *w, matrix *spare, matrix *drawn,
                                     matrix *classes)
{
    static const int64_t last_axis = -1;
    const sb_attribute given[] = {{.name = "axis", .values = &last_axis, .count = 1},
                                  {.name = "k", .values = &classes->shape[1], .count = 1}};
    const sb_array results[] = {drawn->array, classes->array};
    sb_status status = draw(context, "exponential", spare);
    const sb_array operands[] = {w->array, spare->array};
    if (status == SB_OK)
        status = run_op(context, "div", NULL, 0, operands, 2, &w->array, 1);
    return status == SB_OK ? run_op(context, "topk", given, 2, &w->array, 1, results, 2) : status;
}

static void store(const sb_array *y, const int64_t *classes)
{
    const int64_t n = y->shape[y->rank - 1], step = y->strides[y->rank - 1];
    const int64_t rows = sb_element_count(y) / n;
    sb_nest nest = {0};
    for (int i = 0; i + 1 < y->rank; ++i) sb_nest_add(&nest, y->shape[i], y->strides[i], 0, 0, 0);
    for (int64_t row = 0; row < rows; ++row) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&nest, row, offsets);
        sb_copy_run((char *)y->data + offsets[0], step, (const char *)(classes + row * n),
                    sizeof *classes, sizeof *classes, n);
    }
}

/* Check the call and the shape of the result, and write a message if they are invalid. */
static sb_status check(sb_context *context, const sb_array *x, const sb_array *y, int64_t *samples)
{
    int64_t shape[SB_MAX_RANK];
    sb_status status = sb_integer_of(context, "num_samples", -1, samples);
    if (status != SB_OK)
        return status;
    if (*samples < 0)
        return sb_fail(context, SB_INVALID,
                       "multinomial: num_samples=%lld must be given and not negative",
                       (long long)*samples);
    const int64_t classes = x->rank > 0 ? x->shape[x->rank - 1] : 0;
    if (classes == 0)
        return sb_fail(context, SB_INVALID, "multinomial: the weights have no class");
    if (!sb_attribute_flag(context, "replacement") && *samples > classes)
        return sb_fail(context, SB_INVALID,
                       "multinomial: %lld of %lld classes cannot be drawn without replacement",
                       (long long)*samples, (long long)classes);
    for (int i = 0; i + 1 < x->rank; ++i) shape[i] = x->shape[i];
    shape[x->rank - 1] = *samples;
    return sb_shape_check(context, y, x->rank, shape, "result");
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const sb_array *x = &inputs[0], *y = &outputs[0];
    const int32_t format = x->format == SB_F64 ? SB_F64 : SB_F32;
    const size_t size = sb_format_size(format);
    int64_t samples, strides[SB_MAX_RANK];
    sb_status status = check(context, x, y, &samples);
    if (status != SB_OK || sb_element_count(y) == 0)
        return status;
    const int64_t classes = x->shape[x->rank - 1], rows = sb_element_count(x) / classes;
    const size_t wide = sb_scratch_rounded((size_t)(rows * classes) * size);
    const size_t drawn_size = sb_scratch_rounded((size_t)(rows * samples) * size);
    char *block =
        sb_scratch_take(2 * wide + drawn_size + (size_t)(rows * samples) * sizeof(int64_t));
    if (block == NULL)
        return sb_fail(context, SB_NO_MEMORY, "multinomial: no memory for %lld weights",
                       (long long)(rows * classes));
    matrix w, spare, drawn, found;
    make_matrix(&w, block, format, rows, classes);
    make_matrix(&spare, block + wide, format, rows, classes);
    make_matrix(&drawn, block + 2 * wide, format, rows, samples);
    make_matrix(&found, block + 2 * wide + drawn_size, SB_I64, rows, samples);
    int64_t stride = (int64_t)size;
    for (int i = x->rank - 1; i >= 0; stride *= x->shape[i--]) strides[i] = stride;
    const sb_array widened = {block, x->shape, strides, x->rank, format};
    status = run_op(context, "cast", NULL, 0, x, 1, &widened, 1);
    if (status == SB_OK)
        status = sb_attribute_flag(context, "replacement")
                     ? with_replacement(context, &w, &spare, &drawn, &found)
                     : without_replacement(context, &w, &spare, &drawn, &found);
    if (status == SB_OK)
        store(y, found.array.data);
    sb_scratch_give(block);
    return status;
}

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && outputs[0] == SB_I64 &&
           (inputs[0] == SB_F32 || inputs[0] == SB_F16 || inputs[0] == SB_BF16 ||
            inputs[0] == SB_F64);
}

const sb_kernel sb_kernel_multinomial = {
    .op = "multinomial", .supports = supports, .run = run, .parameters = attributes};
