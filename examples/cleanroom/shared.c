/* Elements are read into row-major order before an op, and written after it. */
#define _DEFAULT_SOURCE /* for mmap and mprotect, which are not in C11 */
#include "shared.h"

#include <string.h>
#include <sys/mman.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "arrays are little endian");

static struct {
    unsigned char *base;
    int64_t size;
} given, made;
static int64_t page_size;

static unsigned char *map(int file, int64_t size, int protection)
{
    void *base = mmap(NULL, size ? (size_t)size : 1, protection, MAP_SHARED, file, 0);
    if (base == MAP_FAILED)
        refuse("the shared memory cannot be mapped");
    return base;
}

void map_shared(int operands, int64_t operand_bytes, int results, int64_t result_bytes,
                int64_t page)
{
    given.size = operand_bytes;
    made.size = result_bytes;
    page_size = page;
    given.base = map(operands, operand_bytes, PROT_READ);
    made.base = map(results, result_bytes, PROT_NONE);
}

void unmap_shared(void)
{
    if (given.base)
        munmap(given.base, given.size ? (size_t)given.size : 1);
    if (made.base)
        munmap(made.base, made.size ? (size_t)made.size : 1);
    given.base = made.base = NULL;
}

static int read_integers(const Json *list, int64_t *values)
{
    int count = 0;
    if (list->kind != LIST || list->items > MAX_RANK)
        refuse("an array of more than %d axes, or without a list of them", MAX_RANK);
    for (const Json *each = list->first; each; each = each->next)
        values[count++] = json_integer(each, "a size or stride");
    return count;
}

Layout read_array(const Json *array, Tensor *tensor)
{
    Layout layout;
    const Json *format = member(array, "format");
    tensor->format = format->kind == TEXT ? format_named(format->text) : FORMATS;
    tensor->rank = read_integers(member(array, "shape"), tensor->shape);
    if (tensor->format == FORMATS ||
        read_integers(member(array, "strides"), layout.stride) != tensor->rank)
        refuse("an array of an unknown format, or with strides for another rank");
    tensor->count = elements(tensor->rank, tensor->shape);
    layout.at = json_integer(member(array, "at"), "at");
    return layout;
}

/* Computes the offset of the lowest byte of an array, and of the byte after the highest. */
static void extent(const Tensor *tensor, const Layout *layout, int64_t size, int64_t *low,
                   int64_t *high)
{
    *low = layout->at;
    *high = layout->at + bytes_of(tensor->format);
    for (int axis = 0; axis < tensor->rank; ++axis) {
        const int64_t reach = layout->stride[axis] * (tensor->shape[axis] - 1);
        *(reach < 0 ? low : high) += reach;
    }
    if (*low < 0 || *high > size)
        refuse("an array reaches outside of the shared memory");
}

/* Copies all elements in row-major order, with the last axis in the inner loop. */
static void transfer(const Tensor *tensor, const Layout *layout, unsigned char *base, bool load)
{
    const size_t width = (size_t)bytes_of(tensor->format);
    const int last = tensor->rank - 1;
    const int64_t line = tensor->rank ? tensor->shape[last] : 1;
    const int64_t step = tensor->rank ? layout->stride[last] : 0;
    int64_t index[MAX_RANK] = {0};
    uint64_t *bits = tensor->bits;
    unsigned char *at = base + layout->at;
    for (int64_t done = 0; done < tensor->count; done += line) {
        for (int64_t i = 0; i < line; ++i, ++bits) {
            if (load)
                memcpy(bits, at + i * step, width); /* `bits` is zeroed, and little endian */
            else
                memcpy(at + i * step, bits, width);
        }
        for (int axis = last - 1; axis >= 0; --axis) {
            at += layout->stride[axis];
            if (++index[axis] < tensor->shape[axis])
                break;
            at -= layout->stride[axis] * tensor->shape[axis];
            index[axis] = 0;
        }
    }
}

void load_operand(Tensor *tensor, const Layout *layout)
{
    int64_t low, high;
    tensor->bits = allocate(tensor->count, sizeof *tensor->bits);
    if (!tensor->count)
        return;
    extent(tensor, layout, given.size, &low, &high);
    transfer(tensor, layout, given.base, true);
}

void store_result(const Tensor *tensor, const Layout *layout)
{
    int64_t low, high;
    if (!tensor->count)
        return;
    extent(tensor, layout, made.size, &low, &high);
    low -= low % page_size;
    if (mprotect(made.base + low, (size_t)(high - low), PROT_READ | PROT_WRITE))
        refuse("the memory of a result cannot be made writable");
    transfer(tensor, layout, made.base, false);
}
