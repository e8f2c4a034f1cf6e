/* base.c - see base.h. */
#include "scatter/base.h"

#include "moves/nest.h"

typedef struct base_job {
    sb_nest nest; /* arrays: 0 the result, 1 the prior */
    const sb_array *prior, *result;
    int64_t run, strides[SB_NEST_ARRAYS], rows, rows_per_task;
} base_job;

#define CANONICAL(type, sign, last, nan)                                                           \
    for (int64_t i = 0; i < n; ++i) {                                                              \
        type u;                                                                                    \
        memcpy(&u, in + i * si, sizeof u);                                                         \
        u = (u & (sign - 1)) > last ? nan : u;                                                     \
        memcpy(out + i * so, &u, sizeof u);                                                        \
    }                                                                                              \
    break;

/* A copy of a row in which every NaN is the canonical one. */
static void canonical_run(int32_t format, char *out, int64_t so, const char *in, int64_t si,
                          int64_t n)
{
    switch (format) {
    case SB_F64:
        CANONICAL(uint64_t, UINT64_C(0x8000000000000000), UINT64_C(0x7ff0000000000000),
                  UINT64_C(0x7ff8000000000000))
    case SB_F32: CANONICAL(uint32_t, 0x80000000u, 0x7f800000u, 0x7fc00000u)
    case SB_F16: CANONICAL(uint16_t, 0x8000u, 0x7c00u, 0x7e00)
    case SB_BF16: CANONICAL(uint16_t, 0x8000u, 0x7f80u, 0x7fc0)
    case SB_F8E4M3FN: CANONICAL(uint8_t, 0x80u, 0x7eu, 0x7f)
    case SB_F8E5M2: CANONICAL(uint8_t, 0x80u, 0x7cu, 0x7e)
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
