/* dot, matmul, bmm, linear and outer (T4.2 to T4.4), all computed as a bmm of rows with rows. */
#include "contraction.h"
#include "ops.h"
#include "tree.h"

/* An operand as `batch` matrices of `rows` rows, each with `terms` terms of a contraction. Element
   [batch, row, term] has the offset batch * rows * terms + row * row_step + term * term_step. */
typedef struct {
    int64_t batch, rows, terms, row_step, term_step;
} Matrix;

static Matrix rows_by_terms(int64_t batch, int64_t rows, int64_t terms)
{
    return (Matrix){batch, rows, terms, terms, 1};
}

static Matrix terms_by_rows(int64_t batch, int64_t terms, int64_t rows)
{
    return (Matrix){batch, rows, terms, 1, rows};
}

/* Returns a copy of the elements in which the terms of each row are contiguous. */
static uint64_t *gathered(const Matrix *matrix, const uint64_t *bits)
{
    const int64_t area = times(matrix->rows, matrix->terms);
    uint64_t *all = allocate(times(matrix->batch, area), sizeof *all), *next = all;
    for (int64_t batch = 0; batch < (area ? matrix->batch : 0); ++batch)
        for (int64_t row = 0; row < matrix->rows; ++row)
            for (int64_t term = 0; term < matrix->terms; ++term)
                *next++ = bits[batch * area + row * matrix->row_step + term * matrix->term_step];
    return all;
}

static double *as_doubles(Format format, uint64_t *bits, int64_t count)
{
    double *values = allocate(count, sizeof *values);
    for (int64_t i = 0; i < count; ++i) values[i] = float_value(format, bits[i]);
    return values;
}

/* T4.4: exact modulo 2^32, by the wrapping sum of unsigned words. */
static void integer_products(Call *call, const Matrix *a, const uint64_t *left, const Matrix *b,
                             const uint64_t *right, uint64_t *y)
{
    for (int64_t i = 0; i < call->result[0].count; ++i) {
        const int64_t batch = i / b->rows / a->rows;
        const uint64_t *x = left + i / b->rows * a->terms;
        const uint64_t *w = right + (batch * b->rows + i % b->rows) * b->terms;
        int64_t sum = 0; /* products are below 2^16 in magnitude, so 2^47 of them fit */
        for (int64_t k = 0; k < a->terms; ++k)
            sum += integer_value(call->operand[0].format, x[k]) *
                   integer_value(call->operand[1].format, w[k]);
        y[i] = cast_bits(I64, (uint64_t)sum, I32, SATURATE);
    }
}

static void multiply(Call *call, const Matrix *a, const Matrix *b, uint64_t *y)
{
    const Format to = call->result[0].format;
    const bool single = computes_in_single(call);
    uint64_t *left = gathered(a, call->operand[0].bits);
    uint64_t *right = gathered(b, call->operand[1].bits);
    if (!is_float(call->operand[0].format)) {
        integer_products(call, a, left, b, right, y);
        return;
    }
    const double *x = as_doubles(call->operand[0].format, left, call->operand[0].count);
    const double *w = as_doubles(call->operand[1].format, right, call->operand[1].count);
    const double *bias = call->operands > 2 ? widened(&call->operand[2]) : NULL;
    for (int64_t i = 0; i < call->result[0].count; ++i) {
        const int64_t batch = i / b->rows / a->rows, column = i % b->rows;
        double sum = contraction(single, x + i / b->rows * a->terms,
                                 w + (batch * b->rows + column) * b->terms, a->terms);
        if (bias)
            sum = add_in(single, sum, bias[column]); /* T4.3 */
        y[i] = round_double(to, sum, SATURATE);
    }
}

/* Returns the layout of operand a or b of matmul and bmm: [.., M, K], [.., K, N], or transposed. */
static Matrix stored(const Tensor *x, bool is_a, bool transposed)
{
    const int64_t batch = x->rank == 3 ? x->shape[0] : 1;
    const int64_t first = x->shape[x->rank - 2], second = x->shape[x->rank - 1];
    return is_a != transposed ? rows_by_terms(batch, first, second)
                              : terms_by_rows(batch, first, second);
}

void run_product(Call *call, int which)
{
    const Tensor *a = &call->operand[0], *b = &call->operand[1];
    Matrix left, right;
    int64_t shape[MAX_RANK];
    int rank = 0;
    if (which == LINEAR) {
        if (!a->rank)
            refuse("x has rank 0");
        demand_rank(call, 1, 2);
        for (; rank < a->rank - 1; ++rank) shape[rank] = a->shape[rank];
        left = rows_by_terms(1, elements(rank, shape), a->shape[rank]);
        right = rows_by_terms(1, b->shape[0], b->shape[1]);
    } else if (which == MATMUL || which == BMM) {
        demand_rank(call, 0, which == BMM ? 3 : 2);
        demand_rank(call, 1, which == BMM ? 3 : 2);
        left = stored(a, true, flag_attribute(call, "transpose_a", false));
        right = stored(b, false, flag_attribute(call, "transpose_b", false));
        if (which == BMM)
            shape[rank++] = left.batch;
        shape[rank++] = left.rows;
    } else {
        demand_rank(call, 0, 1);
        demand_rank(call, 1, 1);
        left = which == DOT ? rows_by_terms(1, 1, a->count) : rows_by_terms(1, a->count, 1);
        right = which == DOT ? rows_by_terms(1, 1, b->count) : rows_by_terms(1, b->count, 1);
        if (which == OUTER)
            shape[rank++] = left.rows;
    }
    if (which != DOT)
        shape[rank++] = right.rows;
    if (left.terms != right.terms || left.batch != right.batch)
        refuse("the operands do not fit together");
    if (call->operands > 2) {
        demand_rank(call, 2, 1);
        if (call->operand[2].count != right.rows)
            refuse("the bias has not one element for each column");
    }
    multiply(call, &left, &right, make_result(call, 0, rank, shape));
}
