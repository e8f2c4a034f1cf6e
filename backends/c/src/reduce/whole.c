/* whole.c - see whole.h. */
#include "reduce/whole.h"

#include <string.h>

#include "scalar/portable.h"

enum { PART = 1024, LANES = 64, ROWS = UINT8_MAX };
_Static_assert(PART / LANES <= UINT8_MAX, "a counter of a byte would be full");

static bool has_formats(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count, int32_t result)
{
    return input_count == 1 && output_count == 1 && sb_format_size(inputs[0]) > 0 &&
           outputs[0] == result;
}

bool sb_whole_sum_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                           int output_count)
{
    return has_formats(inputs, input_count, outputs, output_count, SB_I64) && inputs[0] >= SB_I64;
}

bool sb_whole_count_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                             int output_count)
{
    return has_formats(inputs, input_count, outputs, output_count, SB_I64);
}

bool sb_whole_truth_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                             int output_count)
{
    return has_formats(inputs, input_count, outputs, output_count, SB_BOOL);
}

static bool adds_values(sb_whole whole)
{
    return whole == SB_WHOLE_SUM || whole == SB_WHOLE_PRODUCT;
}

#define LOAD load_i8
#define TYPE int8_t
#define LEAF(x, sign) (int64_t)(x)
#include "reduce/leaves_template.h"
#define LOAD load_i16
#define TYPE int16_t
#define LEAF(x, sign) (int64_t)(x)
#include "reduce/leaves_template.h"
#define LOAD load_i32
#define TYPE int32_t
#define LEAF(x, sign) (int64_t)(x)
#include "reduce/leaves_template.h"
#define LOAD load_u8
#define TYPE uint8_t
#define LEAF(x, sign) (x)
#include "reduce/leaves_template.h"
#define LOAD load_u32
#define TYPE uint32_t
#define LEAF(x, sign) (x)
#include "reduce/leaves_template.h"
#define LOAD load_bool
#define TYPE uint8_t
#define LEAF(x, sign) ((x) != 0)
#include "reduce/leaves_template.h"
#define LOAD load_i64
#define TYPE uint64_t
#define LEAF(x, sign) (x)
#include "reduce/leaves_template.h"

/* A shift by 1 removes the sign from the pattern of a float. */
#define LOAD load_truth_8
#define TYPE uint8_t
#define LEAF(x, sign) ((uint8_t)((x) << (sign)) != 0)
#include "reduce/leaves_template.h"
#define LOAD load_truth_16
#define TYPE uint16_t
#define LEAF(x, sign) ((uint16_t)((x) << (sign)) != 0)
#include "reduce/leaves_template.h"
#define LOAD load_truth_32
#define TYPE uint32_t
#define LEAF(x, sign) ((x) << (sign) != 0)
#include "reduce/leaves_template.h"
#define LOAD load_truth_64
#define TYPE uint64_t
#define LEAF(x, sign) ((x) << (sign) != 0)
#include "reduce/leaves_template.h"

/* Functions that count elements of one width. With `sign` 1 they ignore the sign bit of a float. */
typedef struct truths {
    uint64_t (*count)(const char *p, int64_t n, int sign);
    void (*count_each)(const char *p, int64_t n, int sign, void *counters);
    void (*add_counts)(const void *counters, int64_t n, uint64_t *totals);
} truths;

#define WIDTH 8
#include "reduce/truths_template.h"
#define WIDTH 16
#include "reduce/truths_template.h"
#define WIDTH 32
#include "reduce/truths_template.h"
#define WIDTH 64
#include "reduce/truths_template.h"

static const truths *truths_of(int32_t format)
{
    switch (sb_format_size(format)) {
    case 1: return &truths_8;
    case 2: return &truths_16;
    case 4: return &truths_32;
    default: return &truths_64;
    }
}

/* Load sign-extended values. A true bool is 1. */
static void load_values(const char *p, int64_t stride, int32_t format, int64_t n, uint64_t *leaves)
{
    switch (format) {
    case SB_I8: load_i8(p, stride, n, 0, leaves); break;
    case SB_I16: load_i16(p, stride, n, 0, leaves); break;
    case SB_I32: load_i32(p, stride, n, 0, leaves); break;
    case SB_U8: load_u8(p, stride, n, 0, leaves); break;
    case SB_U32: load_u32(p, stride, n, 0, leaves); break;
    case SB_BOOL: load_bool(p, stride, n, 0, leaves); break;
    default: load_i64(p, stride, n, 0, leaves);
    }
}

/* Load 1 for each element that is not zero: a float with any bit set other than the sign, or an
 * integer with any bit set. */
static void load_truth(const char *p, int64_t stride, int32_t format, int64_t n, uint64_t *leaves)
{
    const int sign = format < SB_I64;
    switch (sb_format_size(format)) {
    case 1: load_truth_8(p, stride, n, sign, leaves); break;
    case 2: load_truth_16(p, stride, n, sign, leaves); break;
    case 4: load_truth_32(p, stride, n, sign, leaves); break;
    default: load_truth_64(p, stride, n, sign, leaves);
    }
}

static void load_leaves(sb_whole whole, const char *p, int64_t stride, int32_t format, int64_t n,
                        uint64_t *leaves)
{
    (adds_values(whole) ? load_values : load_truth)(p, stride, format, n, leaves);
}

static uint64_t joined(sb_whole whole, const uint64_t *leaves, int64_t n, uint64_t so_far)
{
    if (whole == SB_WHOLE_PRODUCT)
        for (int64_t i = 0; i < n; ++i) so_far *= leaves[i];
    else
        for (int64_t i = 0; i < n; ++i) so_far += leaves[i];
    return so_far;
}

static uint64_t identity(sb_whole whole) { return whole == SB_WHOLE_PRODUCT; }

static void whole_rows(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                       const void *argument, void *scratch, void *states)
{
    const sb_whole whole = *(const sb_whole *)argument;
    const sb_loops *terms = &reduction->reduced;
    int64_t size = terms->rank ? terms->shape[terms->rank - 1] : 1;
    int64_t stride = terms->rank ? terms->in[terms->rank - 1] : 0;
    const truths *loops = truths_of(reduction->in_format);
    const int sign = reduction->in_format < SB_I64;
    const bool counts =
        !adds_values(whole) && stride == (int64_t)sb_format_size(reduction->in_format);
    uint64_t *leaves = scratch, *totals = states;
    for (int64_t j = 0; j < piece->count; ++j) {
        totals[j] = identity(whole);
        int64_t at = piece->start, end = at + piece->terms;
        for (int64_t n; at < end; at += n) {
            n = size - at % size; /* the remaining elements with a common stride */
            n = n < PART ? n : PART;
            n = n < end - at ? n : end - at;
            const char *terms_at = piece->input + j * cut->in + sb_term_offset(reduction, at);
            if (counts) {
                totals[j] += loops->count(terms_at, n, sign);
                continue;
            }
            load_leaves(whole, terms_at, stride, reduction->in_format, n, leaves);
            totals[j] = joined(whole, leaves, n, totals[j]);
        }
    }
}

/* Count columns of at most ROWS terms, in counters of the element's width. */
static void count_rows(const sb_reduction *reduction, const sb_piece *piece, int64_t start,
                       int64_t end, void *counters, uint64_t *totals)
{
    const truths *loops = truths_of(reduction->in_format);
    const int sign = reduction->in_format < SB_I64;
    memset(counters, 0, (size_t)piece->count * sb_format_size(reduction->in_format));
    for (int64_t i = start; i < end; ++i)
        loops->count_each(piece->input + sb_term_offset(reduction, i), piece->count, sign,
                          counters);
    loops->add_counts(counters, piece->count, totals);
}

static void whole_columns(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                          const void *argument, void *scratch, void *states)
{
    (void)cut;
    const sb_whole whole = *(const sb_whole *)argument;
    uint64_t *leaves = scratch, *totals = states;
    int64_t size = (int64_t)sb_format_size(reduction->in_format);
    const int64_t end = piece->start + piece->terms;
    for (int64_t j = 0; j < piece->count; ++j) totals[j] = identity(whole);
    if (!adds_values(whole)) {
        for (int64_t i = piece->start; i < end; i += ROWS)
            count_rows(reduction, piece, i, i + ROWS < end ? i + ROWS : end, leaves, totals);
        return;
    }
    for (int64_t i = piece->start; i < end; ++i) {
        load_values(piece->input + sb_term_offset(reduction, i), size, reduction->in_format,
                    piece->count, leaves);
        for (int64_t j = 0; j < piece->count; ++j)
            totals[j] = whole == SB_WHOLE_PRODUCT ? totals[j] * leaves[j] : totals[j] + leaves[j];
    }
}

static size_t whole_scratch(const sb_cut *cut, const void *argument)
{
    (void)argument;
    return (size_t)(cut->by_columns ? cut->segment : PART) * sizeof(uint64_t);
}

static void add_chunks(void *states, int64_t count)
{
    uint64_t *totals = states;
    totals[0] = joined(SB_WHOLE_SUM, totals + 1, count - 1, totals[0]);
}

static void multiply_chunks(void *states, int64_t count)
{
    uint64_t *totals = states;
    totals[0] = joined(SB_WHOLE_PRODUCT, totals + 1, count - 1, totals[0]);
}

static void whole_finish(const sb_reduction *reduction, const void *argument, int64_t number,
                         int64_t count, void *states, char *out, int64_t stride)
{
    (void)number;
    const sb_whole whole = *(const sb_whole *)argument;
    const uint64_t *totals = states;
    for (int64_t i = 0; i < count; ++i, out += stride) {
        unsigned char truth =
            whole == SB_WHOLE_ANY ? totals[i] != 0 : totals[i] == (uint64_t)reduction->terms;
        if (whole == SB_WHOLE_ANY || whole == SB_WHOLE_ALL)
            memcpy(out, &truth, 1);
        else
            memcpy(out, &totals[i], sizeof totals[i]);
    }
}

sb_status sb_whole_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                       sb_whole whole)
{
    sb_reduction reduction;
    sb_status status = sb_reduction_of(context, &inputs[0], &outputs[0], &reduction);
    if (status != SB_OK || reduction.outputs == 0)
        return status;
    sb_method method = {.state = sizeof(uint64_t),
                        .scratch = whole_scratch,
                        .rows = whole_rows,
                        .columns = whole_columns,
                        .join = whole == SB_WHOLE_PRODUCT ? multiply_chunks : add_chunks,
                        .finish = whole_finish};
    if (reduction.terms == 0) {
        uint64_t nothing = identity(whole);
        sb_method_fill(&reduction, &method, &whole, &nothing);
        return SB_OK;
    }
    sb_cut cut = sb_cut_of(&reduction, context->threads);
    return sb_method_run(context, &reduction, &cut, &method, &whole);
}
