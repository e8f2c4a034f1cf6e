/* nest.c - see nest.h. */
#include "moves/nest.h"

#include "scalar/portable.h"

static bool merges(const sb_nest *nest, int64_t size, const int64_t strides[SB_NEST_ARRAYS])
{
    if (nest->rank == 0)
        return false;
    for (int i = 0; i < SB_NEST_ARRAYS; ++i)
        if (nest->stride[i][nest->rank - 1] != strides[i] * size)
            return false;
    return true;
}

void sb_nest_add(sb_nest *nest, int64_t size, int64_t s0, int64_t s1, int64_t s2, int64_t s3)
{
    const int64_t strides[SB_NEST_ARRAYS] = {s0, s1, s2, s3};
    if (size == 1)
        return;
    bool merged = size > 0 && merges(nest, size, strides);
    int axis = merged ? nest->rank - 1 : nest->rank++;
    nest->shape[axis] = merged ? nest->shape[axis] * size : size;
    for (int i = 0; i < SB_NEST_ARRAYS; ++i) nest->stride[i][axis] = strides[i];
}

int64_t sb_nest_count(const sb_nest *nest)
{
    int64_t count = 1;
    for (int i = 0; i < nest->rank; ++i) count *= nest->shape[i];
    return count;
}

int64_t sb_nest_take_last(sb_nest *nest, int64_t strides[SB_NEST_ARRAYS])
{
    int last = nest->rank - 1;
    for (int i = 0; i < SB_NEST_ARRAYS; ++i) strides[i] = last < 0 ? 0 : nest->stride[i][last];
    if (last < 0)
        return 1;
    nest->rank = last;
    return nest->shape[last];
}

void sb_nest_cut_last(sb_nest *nest)
{
    const int last = nest->rank - 1;
    if (last < 0 || nest->rank == SB_MAX_RANK || nest->shape[last] % SB_MOVE_GRAIN != 0)
        return;
    nest->shape[last] /= SB_MOVE_GRAIN;
    nest->shape[nest->rank] = SB_MOVE_GRAIN;
    for (int i = 0; i < SB_NEST_ARRAYS; ++i) {
        nest->stride[i][nest->rank] = nest->stride[i][last];
        nest->stride[i][last] *= SB_MOVE_GRAIN;
    }
    ++nest->rank;
}

void sb_nest_offsets(const sb_nest *nest, int64_t number, int64_t offsets[SB_NEST_ARRAYS])
{
    for (int i = 0; i < SB_NEST_ARRAYS; ++i) offsets[i] = 0;
    for (int axis = nest->rank - 1; axis >= 0; --axis) {
        int64_t at = number % nest->shape[axis];
        number /= nest->shape[axis];
        for (int i = 0; i < SB_NEST_ARRAYS; ++i) offsets[i] += at * nest->stride[i][axis];
    }
}

/* With a constant `size`, this compiles to one load and one store per element. */
SB_FN void copy_each(char *out, int64_t out_stride, const char *in, int64_t in_stride, size_t size,
                     int64_t n)
{
    for (int64_t i = 0; i < n; ++i) memcpy(out + i * out_stride, in + i * in_stride, size);
}

void sb_copy_run(char *out, int64_t out_stride, const char *in, int64_t in_stride, size_t size,
                 int64_t n)
{
    if (n <= 0)
        return;
    if (out_stride == (int64_t)size && in_stride == (int64_t)size) {
        memcpy(out, in, (size_t)n * size);
        return;
    }
    if (out_stride == (int64_t)size && in_stride == -(int64_t)size) { /* reversed, by vectors */
        switch (size) {
        case 1: copy_each(out, 1, in, -1, 1, n); return;
        case 2: copy_each(out, 2, in, -2, 2, n); return;
        case 4: copy_each(out, 4, in, -4, 4, n); return;
        default: copy_each(out, 8, in, -8, 8, n); return;
        }
    }
    switch (size) {
    case 1: copy_each(out, out_stride, in, in_stride, 1, n); break;
    case 2: copy_each(out, out_stride, in, in_stride, 2, n); break;
    case 4: copy_each(out, out_stride, in, in_stride, 4, n); break;
    default: copy_each(out, out_stride, in, in_stride, 8, n);
    }
}

#define FILL fill_8
#define TYPE uint8_t
#include "moves/fill_template.h"
#define FILL fill_16
#define TYPE uint16_t
#include "moves/fill_template.h"
#define FILL fill_32
#define TYPE uint32_t
#include "moves/fill_template.h"
#define FILL fill_64
#define TYPE uint64_t
#include "moves/fill_template.h"

void sb_fill_run(char *out, int64_t out_stride, uint64_t bits, size_t size, int64_t n)
{
    if (size == 1)
        fill_8(out, out_stride, bits, n);
    else if (size == 2)
        fill_16(out, out_stride, bits, n);
    else if (size == 4)
        fill_32(out, out_stride, bits, n);
    else
        fill_64(out, out_stride, bits, n);
}
