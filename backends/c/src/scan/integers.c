/* integers.c - scans of integers and bool in 64 bits, modulo 2^64. Every grouping gives the same
 * result. */
#include <string.h>

#include "elementwise/cast_stages.h"
#include "memory/scratch.h"
#include "reduce/tasks.h"
#include "scan/scan.h"

typedef struct integer_job {
    const sb_reduction *scan;
    sb_cut cut;
    sb_cast_read *read;
    bool products;
} integer_job;

static sb_cast_read *reader_of(int32_t format)
{
    switch (format) {
    case SB_I64: return sb_i64_read_integers;
    case SB_I32: return sb_i32_read_integers;
    case SB_I16: return sb_i16_read_integers;
    case SB_I8: return sb_i8_read_integers;
    case SB_U32: return sb_u32_read_integers;
    case SB_U8: return sb_u8_read_integers;
    default: return sb_truth_read_integers;
    }
}

static uint64_t combined(const integer_job *job, uint64_t a, int64_t b)
{
    return job->products ? a * (uint64_t)b : a + (uint64_t)b;
}

/* Read n elements, `stride` bytes apart, as 64-bit integers. */
static void read_elements(const integer_job *job, const char *p, int64_t stride, int64_t n,
                          sb_cast_block *block)
{
    const size_t size = sb_format_size(job->scan->in_format);
    int64_t packed[SB_CAST_BLOCK];
    for (int64_t i = 0; i < n; ++i) memcpy((char *)packed + (size_t)i * size, p + i * stride, size);
    job->read(packed, block, n);
}

/* Scan each line of the piece along the axis. */
static void scan_rows(const integer_job *job, const sb_piece *piece)
{
    const sb_loops *axis = &job->scan->reduced;
    const int64_t in = axis->rank ? axis->in[0] : 0, out = axis->rank ? axis->out[0] : 0;
    sb_cast_block block;
    for (int64_t j = 0; j < piece->count; ++j) {
        uint64_t running = job->products;
        for (int64_t done = 0; done < piece->terms; done += SB_CAST_BLOCK) {
            const int64_t left = piece->terms - done,
                          n = left < SB_CAST_BLOCK ? left : SB_CAST_BLOCK;
            read_elements(job, piece->input + j * job->cut.in + done * in, in, n, &block);
            for (int64_t i = 0; i < n; ++i) {
                running = combined(job, running, block.integers[i]);
                memcpy(piece->output + j * job->cut.out + (done + i) * out, &running,
                       sizeof running);
            }
        }
    }
}

/* Scan adjacent lines together. */
static void scan_columns(const integer_job *job, const sb_piece *piece)
{
    const int64_t out = job->scan->reduced.rank ? job->scan->reduced.out[0] : 0;
    uint64_t running[SB_CAST_BLOCK];
    sb_cast_block block;
    for (int64_t j = 0; j < piece->count; j += SB_CAST_BLOCK) {
        const int64_t left = piece->count - j, n = left < SB_CAST_BLOCK ? left : SB_CAST_BLOCK;
        for (int64_t c = 0; c < n; ++c) running[c] = job->products;
        for (int64_t i = 0; i < piece->terms; ++i) {
            read_elements(job, piece->input + j * job->cut.in + sb_term_offset(job->scan, i),
                          job->cut.in, n, &block);
            for (int64_t c = 0; c < n; ++c) {
                running[c] = combined(job, running[c], block.integers[c]);
                memcpy(piece->output + (j + c) * job->cut.out + i * out, &running[c],
                       sizeof running[c]);
            }
        }
    }
}

static void integer_task(void *argument, int64_t index, int thread)
{
    (void)thread;
    const integer_job *job = argument;
    const sb_piece piece = sb_cut_piece(job->scan, &job->cut, index);
    if (job->cut.by_columns)
        scan_columns(job, &piece);
    else
        scan_rows(job, &piece);
}

sb_status sb_scan_integers(sb_context *context, sb_reduction *scan, bool products)
{
    /* A cut for a single thread does not split lines. */
    integer_job job = {scan, sb_cut_of(scan, 1), reader_of(scan->in_format), products};
    sb_parallel(context, sb_cut_tasks(&job.cut), integer_task, &job);
    return SB_OK;
}
