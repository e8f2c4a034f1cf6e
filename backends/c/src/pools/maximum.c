/* maximum.c - the S3 maximum of each window, and the first tap that has it (clause G10.3).
 *
 * Elements are converted to integers in the order of S3, with NaN as the greatest, so that one
 * comparison finds the first maximum. A row of windows is processed together, tap by tap.
 */
#include "simd/vector_f32.h"

#include "elementwise/elementwise.h"
#include "memory/scratch.h"
#include "pools/pool.h"
#include "pools/windows.h"
#define SB_ROWS_INLINE
#include "simd/rows.h"

typedef struct maximum_job {
    sb_windows windows;
    const sb_array *input, *output, *indices;
    char *scratch;
    size_t scratch_size, row_size;
} maximum_job;

static int32_t key_of(float x)
{
    const uint32_t u = f32_to_bits(x);
    const int32_t key = (int32_t)(u >> 31 != 0 ? u ^ 0x7fffffffu : u);
    return x != x ? INT32_MAX : key;
}

/* Return the number that a key represents. The greatest key gives a NaN, which rounds to the
 * canonical NaN of every format. */
static float of_key(int32_t key)
{
    return f32_from_bits(key < 0 ? (uint32_t)key ^ 0x7fffffffu : (uint32_t)key);
}

/* Apply tap `tap` to windows first to end - 1 of a row. It reads keys[stride * window]. */
static void take_tap(const int32_t *keys, int64_t stride, int64_t first, int64_t end, int32_t tap,
                     int32_t *most, int32_t *taps)
{
    if (stride == 1) {
        SB_VECTORISE
        for (int64_t w = first; w < end; ++w) {
            const bool more = keys[w] > most[w];
            most[w] = more ? keys[w] : most[w];
            taps[w] = more ? tap : taps[w];
        }
        return;
    }
    SB_VECTORISE
    for (int64_t w = first; w < end; ++w) {
        const int32_t key = keys[stride * w];
        const bool more = key > most[w];
        most[w] = more ? key : most[w];
        taps[w] = more ? tap : taps[w];
    }
}

/* Return the range of windows, first to end - 1, for which tap `tap` of an axis reads an element.
 */
static sb_taps windows_of_tap(const sb_window_axis *axis, int64_t tap)
{
    const int64_t before = axis->padding - axis->dilation * tap, stride = axis->stride;
    const int64_t first = before > 0 ? (before + stride - 1) / stride : 0;
    const int64_t beyond = axis->size + before;
    const int64_t end = beyond > 0 ? (beyond + stride - 1) / stride : 0;
    return (sb_taps){first, end < axis->places ? end : axis->places};
}

static void row_of_windows(const maximum_job *job, const int32_t *keys, int64_t place,
                           int32_t *most, int32_t *taps)
{
    const sb_window_axis *down = &job->windows.axis[0], *across = &job->windows.axis[1];
    const sb_taps rows = sb_taps_of(down, place);
    for (int64_t w = 0; w < across->places; ++w) most[w] = INT32_MIN;
    for (int64_t t = rows.first; t < rows.end; ++t) {
        const int64_t row = down->stride * place + down->dilation * t - down->padding;
        for (int64_t u = 0; u < across->taps; ++u) {
            const sb_taps windows = windows_of_tap(across, u);
            take_tap(keys + row * across->size + across->dilation * u - across->padding,
                     across->stride, windows.first, windows.end, (int32_t)(t * across->taps + u),
                     most, taps);
        }
    }
}

static void plane_task(void *argument, int64_t plane, int thread)
{
    const maximum_job *job = argument;
    const sb_windows *windows = &job->windows;
    const sb_window_axis *down = &windows->axis[0], *across = &windows->axis[1];
    const int64_t sample = plane / windows->channels, channel = plane % windows->channels;
    char *scratch = job->scratch + (size_t)thread * job->scratch_size;
    float *row = (float *)(void *)scratch;
    int32_t *most = (int32_t *)(void *)(scratch + job->row_size);
    int32_t *taps = (int32_t *)(void *)(scratch + 2 * job->row_size);
    int32_t *keys = (int32_t *)(void *)(scratch + 3 * job->row_size);
    const char *from = sb_pool_plane(job->input, sample, channel);
    for (int64_t h = 0; h < down->size; ++h) {
        load_row(from + h * sb_pool_stride(job->input, 0), sb_pool_stride(job->input, 1),
                 job->input->format, across->size, row);
        for (int64_t w = 0; w < across->size; ++w) keys[h * across->size + w] = key_of(row[w]);
    }
    for (int64_t place = 0; place < down->places; ++place) {
        row_of_windows(job, keys, place, most, taps);
        for (int64_t w = 0; w < across->places; ++w) row[w] = of_key(most[w]);
        store_row(row, across->places,
                  sb_pool_plane(job->output, sample, channel) +
                      place * sb_pool_stride(job->output, 0),
                  sb_pool_stride(job->output, 1), job->output->format);
        char *to =
            sb_pool_plane(job->indices, sample, channel) + place * sb_pool_stride(job->indices, 0);
        for (int64_t w = 0; w < across->places; ++w) {
            const int64_t t = taps[w] / across->taps, u = taps[w] % across->taps;
            const int64_t index =
                (down->stride * place + down->dilation * t - down->padding) * across->size +
                across->stride * w + across->dilation * u - across->padding;
            memcpy(to + w * sb_pool_stride(job->indices, 1), &index, sizeof index);
        }
    }
}

sb_status sb_max_pool_run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    maximum_job job = {.input = inputs, .output = &outputs[0], .indices = &outputs[1]};
    const sb_status status = sb_windows_of(context, inputs, outputs, false, &job.windows);
    if (status != SB_OK)
        return status;
    const sb_window_axis *down = &job.windows.axis[0], *across = &job.windows.axis[1];
    bool fits = outputs[1].rank == outputs[0].rank;
    for (int i = 0; fits && i < outputs[0].rank; ++i)
        fits = outputs[1].shape[i] == outputs[0].shape[i];
    if (!fits || down->taps * across->taps > INT32_MAX)
        return sb_fail(context, SB_INVALID, "%s: results differ in shape, or too many taps",
                       context->call->op);
    const int64_t planes = job.windows.samples * job.windows.channels;
    const int64_t longest = across->size > across->places ? across->size : across->places;
    job.row_size = sb_scratch_rounded((size_t)longest * sizeof(int32_t));
    job.scratch_size = 3 * job.row_size +
                       sb_scratch_rounded((size_t)(down->size * across->size) * sizeof(int32_t));
    job.scratch = sb_scratch_take(sb_scratch_parts(context->threads, planes) * job.scratch_size);
    if (job.scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for a plane", context->call->op);
    char *scratch = job.scratch;
    sb_parallel(context, planes, plane_task, &job);
    sb_scratch_give(scratch);
    return SB_OK;
}

bool sb_max_pool_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                          int output_count)
{
    return input_count == 1 && output_count == 2 && outputs[0] == inputs[0] &&
           outputs[1] == SB_I64 &&
           (inputs[0] == SB_F32 || inputs[0] == SB_F16 || inputs[0] == SB_BF16);
}
