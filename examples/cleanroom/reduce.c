/* Reductions over axes: trees (T3), extremes, indices of extremes, and logical reductions. */
#include "elementary.h"
#include "ops.h"
#include "order.h"
#include "slices.h"
#include "tree.h"

#include <math.h>
#include <stdio.h>

/* T3.3: integers are exact modulo 2^64, so the order does not matter. */
static uint64_t fold_integers(Fold fold, const Tensor *x, const Slices *slices, int64_t first)
{
    uint64_t value = fold == SUM ? 0 : 1;
    for (int64_t i = 0; i < slices->length; ++i) {
        const int64_t place = first + slices->offset[i];
        const uint64_t term = (uint64_t)integer_value(x->format, x->bits[place]);
        value = fold == SUM ? value + term : value * term;
    }
    return value;
}

static double fold(Fold fold, bool single, const double *x, int64_t n)
{
    Tree tree = new_tree(fold, single);
    for (int64_t i = 0; i < n; ++i) add_leaf(&tree, x[i]);
    return tree_value(&tree);
}

static double mean(bool single, const double *x, int64_t n)
{
    const double count = round_in(single, (double)n); /* n is below 2^53 */
    return divide_in(single, fold(SUM, single, x, n), count);
}

/* T3.var; overwrites x with the leaves of the tree. */
static double variance(bool single, double *x, int64_t n, int64_t correction)
{
    const double middle = mean(single, x, n);
    if (!n)
        return bits_double(canonical_nan(F64));
    for (int64_t i = 0; i < n; ++i) {
        const double distance = subtract_in(single, x[i], middle);
        x[i] = multiply_in(single, distance, distance);
    }
    const int64_t divisor = n > correction ? n - correction : 0;
    return divide_in(single, fold(SUM, single, x, n), round_in(single, (double)divisor));
}

/* T3.norm; order 0 means "inf". Overwrites x with the leaves of the tree. */
static double norm(bool single, double *x, int64_t n, int order)
{
    double greatest = 0;
    for (int64_t i = 0; i < n; ++i) {
        x[i] = order == 2 ? multiply_in(single, x[i], x[i]) : fabs(x[i]);
        if (!(x[i] <= greatest) && !isnan(greatest))
            greatest = x[i];
    }
    if (!order)
        return greatest;
    const double sum = fold(SUM, single, x, n);
    return order == 1 ? sum : root_in(single, sum);
}

/* T3.logsumexp; overwrites x with the leaves of the tree. */
static double log_sum_exp(bool single, double *x, int64_t n)
{
    double greatest = n ? x[0] : 0;
    for (int64_t i = 0; i < n; ++i) {
        if (isnan(x[i]))
            return x[i];
        greatest = x[i] > greatest ? x[i] : greatest; /* the sign of 0 is irrelevant */
    }
    if (isinf(greatest))
        greatest = 0;
    for (int64_t i = 0; i < n; ++i) {
        const double distance = subtract_in(single, x[i], greatest);
        x[i] = single ? exp_in_single(distance) : exp_in_double(distance);
    }
    const double sum = fold(SUM, single, x, n);
    return add_in(single, greatest, single ? log_in_single(sum) : log_in_double(sum));
}

static int order_of_norm(const Call *call)
{
    const Json *value = member(call->attributes, "ord");
    if (value->kind == NOTHING)
        return 2;
    if (value->kind == TEXT && value->text[0] == 'i' && value->text[1] == 'n' &&
        value->text[2] == 'f' && !value->text[3])
        return 0;
    return (int)integer_attribute(call, "ord", 1, 2);
}

void run_statistic(Call *call, int which)
{
    const Tensor *x = &call->operand[0];
    const Format to = call->result[0].format;
    const bool single = computes_in_single(call), integers = !is_float(x->format);
    const int64_t widest = (int64_t)1 << 31;
    int64_t correction = 1;
    int order = 0;
    uint64_t *y;
    if ((which == VAR || which == STD) && has_attribute(call, "correction"))
        correction = integer_attribute(call, "correction", -widest, widest);
    if (which == NORM)
        order = order_of_norm(call);
    const Slices slices = cut_slices(call, &y);
    double *slice = allocate(slices.length, sizeof *slice);
    for (int64_t i = 0; i < slices.count; ++i) {
        if (integers) {
            y[i] = fold_integers(which == TREE_SUM ? SUM : PRODUCT, x, &slices, slices.first[i]);
            continue;
        }
        for (int64_t j = 0; j < slices.length; ++j)
            slice[j] = float_value(x->format, x->bits[slices.first[i] + slices.offset[j]]);
        double value;
        switch (which) {
        case MEAN: value = mean(single, slice, slices.length); break;
        case VAR: value = variance(single, slice, slices.length, correction); break;
        case STD:
            value = root_in(single, variance(single, slice, slices.length, correction));
            break;
        case NORM: value = norm(single, slice, slices.length, order); break;
        case LOGSUMEXP: value = log_sum_exp(single, slice, slices.length); break;
        case TREE_SUM: value = fold(SUM, single, slice, slices.length); break;
        default: value = fold(PRODUCT, single, slice, slices.length); break;
        }
        y[i] = round_double(to, value, SATURATE);
    }
}

/* Returns the index of the first extreme in a slice of at least one element (S3.5). */
static int64_t extreme(const Tensor *x, const Slices *slices, int64_t first, bool greatest)
{
    int64_t best = 0;
    uint64_t best_key = 0;
    for (int64_t i = 0; i < slices->length; ++i) {
        const uint64_t bits = x->bits[first + slices->offset[i]];
        const uint64_t key = order_key(x->format, bits, false);
        if (is_nan(x->format, bits))
            return i;
        if (i == 0 || (greatest ? key > best_key : key < best_key)) {
            best = i;
            best_key = key;
        }
    }
    return best;
}

void run_extreme(Call *call, int which)
{
    const Tensor *x = &call->operand[0];
    const Format to = call->result[0].format;
    uint64_t *y;
    const Slices slices = cut_slices(call, &y);
    if (slices.empty_axis) {
        char shape[200] = "", *at = shape;
        for (int axis = 0; axis < x->rank && at < shape + 170; ++axis)
            at += snprintf(at, 24, "%s%lld", axis ? ", " : "", (long long)x->shape[axis]);
        refuse("an axis of size 0 has no extreme, in [%s]", shape); /* T3.2 */
    }
    for (int64_t i = 0; i < slices.count; ++i) {
        const int64_t first = slices.first[i];
        const int64_t place = extreme(x, &slices, first, which == MAX || which == ARGMAX);
        const uint64_t bits = x->bits[first + slices.offset[place]];
        if (which == ARGMAX || which == ARGMIN)
            y[i] = (uint64_t)place;
        else
            y[i] = as_result(to, cast_bits(x->format, bits, to, SATURATE));
    }
}

void run_truth(Call *call, int which)
{
    const Tensor *x = &call->operand[0];
    uint64_t *y;
    const Slices slices = cut_slices(call, &y);
    for (int64_t i = 0; i < slices.count; ++i) {
        int64_t count = 0;
        for (int64_t j = 0; j < slices.length; ++j) {
            const uint64_t bits = x->bits[slices.first[i] + slices.offset[j]];
            count += (int64_t)cast_bits(x->format, bits, BOOL, SATURATE) != 0;
        }
        y[i] = which == COUNT_NONZERO ? (uint64_t)count
               : which == ANY         ? count > 0
                                      : count == slices.length;
    }
}
