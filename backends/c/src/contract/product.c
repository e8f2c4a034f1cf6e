/* product.c - conversion of the arrays of a call to matrix products; see product.h. */
#include "contract/product.h"

#include "contract/aligned/aligned.h"
#include "contract/formats.h"
#include "contract/integer.h"
#include "memory/scratch.h"

const sb_parameter sb_product_parameters[] = {
    {"transpose_a", SB_FLAG, 0.0}, {"transpose_b", SB_FLAG, 0.0}, {NULL, 0, 0.0}};

/* A call with fewer fma operations runs on one thread, because waking up other threads would take
 * longer. */
static const double serial_work = 1 << 20;

enum { MOST_THREADS = 256 }; /* each thread has its own scratch memory */

typedef struct batch {
    sb_product first;
    int64_t count, a, b, c; /* number of products, and the byte strides between them */
    sb_context *context;    /* a context with one thread, for products that run in parallel */
    char *scratch;
    size_t size;
} batch;

bool sb_product_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count)
{
    if (input_count < 2 || input_count > 3 || output_count != 1)
        return false;
    if (input_count == 2 && integer_product_fits(inputs[0], inputs[1], outputs[0]))
        return true;
    return float_product_fits(inputs[0], inputs[1], outputs[0]) &&
           (input_count == 2 || inputs[2] == outputs[0]);
}

static size_t product_size(const sb_product *product, int threads)
{
    if (product->width_a)
        return sb_aligned_size(product, threads);
    if (product->c.format == SB_I32)
        return sb_integer_size(threads);
    if (product->k == 0)
        return 0;
    return product->a.format == SB_F64 ? sb_product_size_f64(product, threads)
                                       : sb_product_size_f32(product, threads);
}

static void product_run(sb_context *context, const sb_product *product, char *scratch)
{
    if (product->width_a)
        sb_aligned_run(context, product, scratch);
    else if (product->c.format == SB_I32)
        sb_integer_run(context, product, scratch);
    else if (product->a.format == SB_F64)
        sb_product_run_f64(context, product, scratch);
    else
        sb_product_run_f32(context, product, scratch);
}

/* Return the last two axes of an array as a matrix, which is transposed if `transpose` is set. */
static sb_matrix matrix_of(const sb_array *x, bool transpose, int64_t *rows, int64_t *columns)
{
    int r = x->rank - 2 + transpose, c = x->rank - 1 - transpose;
    *rows = x->shape[r];
    *columns = x->shape[c];
    return (sb_matrix){x->data, x->strides[r], x->strides[c], x->format};
}

static sb_status shape_error(sb_context *context)
{
    return sb_fail(context, SB_INVALID, "%s: the shapes of operands and result do not fit",
                   context->call->op);
}

static sb_status dot_of(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                        batch *all)
{
    const sb_array *a = &inputs[0], *b = &inputs[1];
    if (context->call->input_count != 2 || a->rank != 1 || b->rank != 1 || outputs->rank != 0 ||
        a->shape[0] != b->shape[0])
        return shape_error(context);
    *all = (batch){.count = 1,
                   .first = {.m = 1,
                             .n = 1,
                             .k = a->shape[0],
                             .a = {a->data, 0, a->strides[0], a->format},
                             .b = {b->data, b->strides[0], 0, b->format},
                             .c = {outputs->data, 0, 0, outputs->format}}};
    return SB_OK;
}

static sb_status products_of(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                             int rank, batch *all)
{
    const sb_array *a = &inputs[0], *b = &inputs[1], *c = &outputs[0];
    if (a->rank != rank || b->rank != rank || c->rank != rank)
        return shape_error(context);
    sb_product *p = &all->first;
    int64_t k, m, n;
    *all = (batch){.count = 1};
    p->a = matrix_of(a, sb_attribute_flag(context, "transpose_a"), &p->m, &p->k);
    p->b = matrix_of(b, sb_attribute_flag(context, "transpose_b"), &k, &p->n);
    p->c = matrix_of(c, false, &m, &n);
    if (k != p->k || m != p->m || n != p->n)
        return shape_error(context);
    if (rank == 3) {
        all->count = a->shape[0];
        if (b->shape[0] != all->count || c->shape[0] != all->count)
            return shape_error(context);
        all->a = a->strides[0];
        all->b = b->strides[0];
        all->c = c->strides[0];
    }
    if (context->call->input_count == 3) {
        const sb_array *bias = &inputs[2];
        if (bias->rank != 1 || bias->shape[0] != n)
            return shape_error(context);
        p->bias = (sb_matrix){bias->data, 0, bias->strides[0], bias->format};
    }
    return SB_OK;
}

/* Transpose the products if B has few columns, so that the rows are the short side. */
static void turn_if_tall(batch *all)
{
    sb_product turned = sb_product_transposed(&all->first);
    if (turned.m >= turned.n || !sb_product_is_skinny(&turned))
        return;
    int64_t a = all->a;
    all->first = turned;
    all->a = all->b;
    all->b = a;
}

static sb_product product_at(const batch *all, int64_t index)
{
    sb_product product = all->first;
    product.a.data += index * all->a;
    product.b.data += index * all->b;
    product.c.data += index * all->c;
    return product;
}

static void batch_task(void *argument, int64_t index, int thread)
{
    const batch *all = argument;
    sb_product product = product_at(all, index);
    product_run(all->context, &product, all->scratch + (size_t)thread * all->size);
}

static sb_status run_batch(sb_context *context, batch *all)
{
    const sb_product *p = &all->first;
    double work = (double)p->m * (double)p->n * (double)p->k;
    sb_context serial = *context, together = *context;
    serial.threads = 1;
    together.threads = context->threads < MOST_THREADS ? context->threads : MOST_THREADS;
    if (work * (double)all->count < serial_work)
        together.threads = 1;
    bool many = work < serial_work || all->count >= 4 * context->threads;
    bool side_by_side = all->count > 1 && many;
    size_t parts = sb_scratch_parts(together.threads, all->count);
    all->context = &serial;
    all->size = sb_scratch_rounded(product_size(p, side_by_side ? 1 : together.threads));
    all->scratch = sb_scratch_take(side_by_side ? parts * all->size : all->size);
    if (all->scratch == NULL)
        return sb_fail(context, SB_NO_MEMORY, "%s: no memory for packed operands",
                       context->call->op);
    if (side_by_side)
        sb_parallel(&together, all->count, batch_task, all);
    for (int64_t i = 0; !side_by_side && i < all->count; ++i) {
        sb_product product = product_at(all, i);
        product_run(&together, &product, all->scratch);
    }
    sb_scratch_give(all->scratch);
    return SB_OK;
}

sb_status sb_product_batch(sb_context *context, const sb_product *first, int64_t count, int64_t a,
                           int64_t b, int64_t c)
{
    batch all = {.first = *first, .count = count, .a = a, .b = b, .c = c};
    sb_status status = sb_aligned_widths(context, &all.first);
    if (status != SB_OK || count == 0 || first->m == 0 || first->n == 0)
        return status;
    if (!all.first.width_a)
        turn_if_tall(&all);
    return run_batch(context, &all);
}

sb_status sb_product_call(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                          int rank)
{
    batch all;
    sb_status status = rank == 1 ? dot_of(context, inputs, outputs, &all)
                                 : products_of(context, inputs, outputs, rank, &all);
    if (status != SB_OK)
        return status;
    return sb_product_batch(context, &all.first, all.count, all.a, all.b, all.c);
}
