/* triangle.c - see triangle.h. */
#include "moves/triangle.h"

#include "elementwise/elementwise.h"
#include "moves/index.h"
#include "moves/nest.h"
#include "scalar/portable.h"

const sb_parameter sb_triangle_parameters[] = {{"diagonal", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};

typedef void (*copy_run)(char *out, int64_t out_stride, const char *in, int64_t in_stride,
                         int64_t n);

typedef struct triangle_job {
    sb_nest nest; /* matrices; arrays: 0 the result, 1 x */
    char *output;
    const char *input;
    int64_t rows, width;
    int64_t out_step[2], in_step[2]; /* strides of rows and columns */
    int64_t diagonal;                /* between -rows and the width */
    int64_t count, rows_per_task;    /* number of rows of all matrices */
    bool lower;
    size_t size;
    copy_run copy;
} triangle_job;

#define COPY copy_f64
#define PATTERN uint64_t
#define INFINITE UINT64_C(0x7ff0000000000000)
#define CANONICAL_NAN UINT64_C(0x7ff8000000000000)
#include "moves/canonical_copy_template.h"
#define COPY copy_f32
#define PATTERN uint32_t
#define INFINITE 0x7f800000u
#define CANONICAL_NAN 0x7fc00000u
#include "moves/canonical_copy_template.h"
#define COPY copy_f16
#define PATTERN uint16_t
#define INFINITE 0x7c00u
#define CANONICAL_NAN 0x7e00u
#include "moves/canonical_copy_template.h"
#define COPY copy_bf16
#define PATTERN uint16_t
#define INFINITE 0x7f80u
#define CANONICAL_NAN 0x7fc0u
#include "moves/canonical_copy_template.h"
#define COPY copy_f8e4m3fn
#define PATTERN uint8_t
#define INFINITE 0x7eu /* the greatest number: the format has no infinities */
#define CANONICAL_NAN 0x7fu
#include "moves/canonical_copy_template.h"
#define COPY copy_f8e5m2
#define PATTERN uint8_t
#define INFINITE 0x7cu
#define CANONICAL_NAN 0x7eu
#include "moves/canonical_copy_template.h"

static void copy_part(const triangle_job *job, char *out, const char *in, int64_t first,
                      int64_t end)
{
    const int64_t so = job->out_step[1], si = job->in_step[1];
    if (end <= first)
        return;
    if (job->copy != NULL)
        job->copy(out + first * so, so, in + first * si, si, end - first);
    else
        sb_copy_run(out + first * so, so, in + first * si, si, job->size, end - first);
}

static void clear_part(const triangle_job *job, char *out, int64_t first, int64_t end)
{
    const int64_t so = job->out_step[1];
    if (end > first)
        sb_fill_run(out + first * so, so, 0, job->size, end - first);
}

static void task(void *argument, int64_t number, int thread)
{
    const triangle_job *job = argument;
    const int64_t end = (number + 1) * job->rows_per_task;
    (void)thread;
    for (int64_t i = number * job->rows_per_task; i < end && i < job->count; ++i) {
        const int64_t matrix = i / job->rows, row = i % job->rows;
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->nest, matrix, offsets);
        char *out = job->output + offsets[0] + row * job->out_step[0];
        const char *in = job->input + offsets[1] + row * job->in_step[0];
        int64_t border = row + job->diagonal + job->lower; /* the first column on the right side of
                                                            * the diagonal */
        border = border < 0 ? 0 : border > job->width ? job->width : border;
        if (job->lower) {
            copy_part(job, out, in, 0, border);
            clear_part(job, out, border, job->width);
        } else {
            clear_part(job, out, 0, border);
            copy_part(job, out, in, border, job->width);
        }
    }
}

/* Exchange rows and columns of the matrices if columns are closer together in the result's memory.
 * The lower side then becomes the upper side, and the sign of the diagonal changes. */
static void exchange(triangle_job *job)
{
    const int64_t rows = job->rows, out = job->out_step[0], in = job->in_step[0];
    job->rows = job->width, job->width = rows;
    job->out_step[0] = job->out_step[1], job->out_step[1] = out;
    job->in_step[0] = job->in_step[1], job->in_step[1] = in;
    job->diagonal = -job->diagonal;
    job->lower = !job->lower;
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

sb_status sb_triangle_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                          bool lower)
{
    static const copy_run copies[SB_FORMAT_COUNT] = {
        [SB_F64] = copy_f64,   [SB_F32] = copy_f32,           [SB_F16] = copy_f16,
        [SB_BF16] = copy_bf16, [SB_F8E4M3FN] = copy_f8e4m3fn, [SB_F8E5M2] = copy_f8e5m2};
    const sb_array *x = &inputs[0], *y = &outputs[0];
    const int rank = x->rank;
    int64_t diagonal;
    if (rank < 2)
        return sb_fail(context, SB_INVALID, "%s: x has rank %d; give an array of rank 2 or more",
                       context->call->op, rank);
    sb_status status = sb_integer_of(context, "diagonal", 0, &diagonal);
    if (status == SB_OK)
        status = sb_shape_check(context, y, rank, x->shape, "result");
    if (status != SB_OK || sb_element_count(y) == 0)
        return status;
    triangle_job job = {.output = y->data,
                        .input = x->data,
                        .rows = x->shape[rank - 2],
                        .width = x->shape[rank - 1],
                        .out_step = {y->strides[rank - 2], y->strides[rank - 1]},
                        .in_step = {x->strides[rank - 2], x->strides[rank - 1]},
                        .lower = lower,
                        .size = sb_format_size(x->format),
                        .copy = copies[x->format]};
    for (int i = 0; i + 2 < rank; ++i)
        sb_nest_add(&job.nest, y->shape[i], y->strides[i], x->strides[i], 0, 0);
    job.diagonal = diagonal < -job.rows ? -job.rows : diagonal > job.width ? job.width : diagonal;
    if (job.rows > 1 && job.width > 1 && magnitude(job.out_step[0]) < magnitude(job.out_step[1]))
        exchange(&job);
    job.count = sb_nest_count(&job.nest) * job.rows;
    job.rows_per_task = sb_rows_per_task(job.width);
    sb_parallel(context, (job.count + job.rows_per_task - 1) / job.rows_per_task, task, &job);
    return SB_OK;
}

bool sb_triangle_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                          int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0];
}
