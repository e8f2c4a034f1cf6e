/* base.c - see base.h. */
#include "scatter/base.h"

#include "moves/nest.h"
#include "scalar/portable.h"

typedef struct base_job {
    sb_nest nest; /* arrays: 0 the result, 1 the prior */
    const sb_array *prior, *result;
    int64_t run, strides[SB_NEST_ARRAYS], rows, rows_per_task;
} base_job;

#define CANONICAL canonical_f64
#define PATTERN uint64_t
#define SIGN UINT64_C(0x8000000000000000)
#define INFINITE UINT64_C(0x7ff0000000000000)
#define NAN_BITS UINT64_C(0x7ff8000000000000)
#include "scatter/canonical_template.h"
#define CANONICAL canonical_f32
#define PATTERN uint32_t
#define SIGN 0x80000000u
#define INFINITE 0x7f800000u
#define NAN_BITS 0x7fc00000u
#include "scatter/canonical_template.h"
#define CANONICAL canonical_f16
#define PATTERN uint16_t
#define SIGN 0x8000u
#define INFINITE 0x7c00u
#define NAN_BITS 0x7e00
#include "scatter/canonical_template.h"
#define CANONICAL canonical_bf16
#define PATTERN uint16_t
#define SIGN 0x8000u
#define INFINITE 0x7f80u
#define NAN_BITS 0x7fc0
#include "scatter/canonical_template.h"
#define CANONICAL canonical_f8e4m3fn
#define PATTERN uint8_t
#define SIGN 0x80u
#define INFINITE 0x7eu /* the greatest number, because the format has no infinities */
#define NAN_BITS 0x7f
#include "scatter/canonical_template.h"
#define CANONICAL canonical_f8e5m2
#define PATTERN uint8_t
#define SIGN 0x80u
#define INFINITE 0x7cu
#define NAN_BITS 0x7e
#include "scatter/canonical_template.h"

/* Copy a row, and replace every NaN by the canonical one. */
static void canonical_run(int32_t format, char *out, int64_t so, const char *in, int64_t si,
                          int64_t n)
{
    switch (format) {
    case SB_F64: canonical_f64(out, so, in, si, n); break;
    case SB_F32: canonical_f32(out, so, in, si, n); break;
    case SB_F16: canonical_f16(out, so, in, si, n); break;
    case SB_BF16: canonical_bf16(out, so, in, si, n); break;
    case SB_F8E4M3FN: canonical_f8e4m3fn(out, so, in, si, n); break;
    case SB_F8E5M2: canonical_f8e5m2(out, so, in, si, n); break;
    default: sb_copy_run(out, so, in, si, sb_format_size(format), n);
    }
}

static void base_task(void *argument, int64_t task, int thread)
{
    const base_job *job = argument;
    (void)thread;
    const int32_t format = job->result->format;
    const size_t size = sb_format_size(format);
    int64_t end = (task + 1) * job->rows_per_task;
    for (int64_t row = task * job->rows_per_task; row < end && row < job->rows; ++row) {
        int64_t offsets[SB_NEST_ARRAYS];
        sb_nest_offsets(&job->nest, row, offsets);
        char *out = (char *)job->result->data + offsets[0];
        if (job->prior == NULL)
            sb_fill_run(out, job->strides[0], 0, size, job->run);
        else
            canonical_run(format, out, job->strides[0], (const char *)job->prior->data + offsets[1],
                          job->strides[1], job->run);
    }
}

void sb_scatter_base(sb_context *context, const sb_array *prior, const sb_array *result)
{
    base_job job = {.prior = prior, .result = result};
    if (sb_element_count(result) == 0)
        return;
    for (int i = 0; i < result->rank; ++i) {
        int64_t size = result->shape[i], out = result->strides[i];
        int64_t in = prior ? prior->strides[i] : out;
        sb_nest_add(&job.nest, size, out, in, 0, 0);
    }
    sb_nest_cut_last(&job.nest);
    job.run = sb_nest_take_last(&job.nest, job.strides);
    job.rows = sb_nest_count(&job.nest);
    job.rows_per_task = sb_rows_per_task(job.run);
    sb_parallel(context, (job.rows + job.rows_per_task - 1) / job.rows_per_task, base_task, &job);
}
