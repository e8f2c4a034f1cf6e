/* The tables of SPEC-OPS.md. The first half has the allowed formats of each family of ops;
   FORMATS is an unknown format, which no rule accepts. The second half lists the ops. */
#include "declared.h"
#include "ops.h"
#include "tree.h"

#include <string.h>

static bool counts(const Signature *s, int inputs, int outputs)
{
    return s->inputs == inputs && s->outputs == outputs;
}

static bool any_format(Format format) { return format < FORMATS; }
static bool integer_format(Format format) { return format >= I64 && format < BOOL; }
static bool index_format(Format format) { return format == I64 || format == I32; }

/* T, .. -> T for floats. */
static bool floats(const Signature *s, int inputs)
{
    for (int i = 0; i < s->inputs && i < MAX_OPERANDS; ++i)
        if (s->input[i] != s->output[0])
            return false;
    return counts(s, inputs, 1) && is_float(s->output[0]);
}

static bool float_1(const Signature *s) { return floats(s, 1); }
static bool float_2(const Signature *s) { return floats(s, 2); }
static bool float_3(const Signature *s) { return floats(s, 3); }

/* T, T -> T for integers, without bool. */
static bool integer_2(const Signature *s)
{
    return counts(s, 2, 1) && integer_format(s->output[0]) && s->input[0] == s->output[0] &&
           s->input[1] == s->output[0];
}

static bool number_2(const Signature *s) { return float_2(s) || integer_2(s); }

static bool casts(const Signature *s)
{
    return counts(s, 1, 1) && any_format(s->input[0]) && any_format(s->output[0]);
}

static bool copies(const Signature *s) { return casts(s) && s->input[0] == s->output[0]; }

static bool compares(const Signature *s)
{
    return counts(s, 2, 1) && any_format(s->input[0]) && s->input[0] == s->input[1] &&
           s->output[0] == BOOL;
}

static bool chooses(const Signature *s)
{
    return counts(s, 3, 1) && s->input[0] == BOOL && any_format(s->input[1]) &&
           s->input[1] == s->input[2] && s->input[1] == s->output[0];
}

/* T -> T, or f32 for floats of 16 and 8 bits. */
static bool keeps(Format from, Format to)
{
    return from == to || (is_low_float(from) && to == F32);
}

static bool reduces_floats(const Signature *s)
{
    return counts(s, 1, 1) && is_float(s->input[0]) && keeps(s->input[0], s->output[0]);
}

static bool reduces_all(const Signature *s) { return casts(s) && keeps(s->input[0], s->output[0]); }

static bool reduces_numbers(const Signature *s)
{
    return reduces_floats(s) || (casts(s) && !is_float(s->input[0]) && s->output[0] == I64);
}

static bool to_truth(const Signature *s) { return casts(s) && s->output[0] == BOOL; }
static bool to_index(const Signature *s) { return casts(s) && s->output[0] == I64; }

static bool chooses_top(const Signature *s)
{
    return counts(s, 1, 2) && any_format(s->input[0]) && s->input[0] == s->output[0] &&
           s->output[1] == I64;
}

static bool looks_up(const Signature *s)
{
    return counts(s, 2, 1) && any_format(s->input[0]) && index_format(s->input[1]) &&
           s->input[0] == s->output[0];
}

static bool gradient_of_lookup(const Signature *s) { return looks_up(s) && s->input[0] != BOOL; }

static bool scatters(const Signature *s)
{
    return counts(s, 3, 1) && (is_float(s->input[0]) || integer_format(s->input[0])) &&
           index_format(s->input[1]) && s->input[0] == s->input[2] && s->input[0] == s->output[0];
}

static bool one_hot(const Signature *s)
{
    return counts(s, 1, 1) && index_format(s->input[0]) && s->output[0] == I64;
}

/* The formats of a product of two floats. */
static bool product(Format a, Format b, Format to)
{
    if (!is_float(a) || !is_float(b))
        return false;
    if (is_float8(a) && is_float8(b))
        return to == F32 || to == BF16 || (a == b && to == a);
    return a == b && keeps(a, to);
}

static bool products(const Signature *s)
{
    return counts(s, 2, 1) && product(s->input[0], s->input[1], s->output[0]);
}

/* A product with an optional bias, which has the format of the result. */
static bool biased(const Signature *s)
{
    return products(s) || (counts(s, 3, 1) && product(s->input[0], s->input[1], s->output[0]) &&
                           s->input[2] == s->output[0]);
}

static bool integers(const Signature *s)
{
    const bool small = s->input[0] == U8 || (s->input[0] == I8 && s->input[1] == I8);
    return counts(s, 2, 1) && small && (s->input[1] == U8 || s->input[1] == I8) &&
           s->output[0] == I32;
}

static bool products_or_integers(const Signature *s) { return products(s) || integers(s); }
static bool biased_or_integers(const Signature *s) { return biased(s) || integers(s); }

static bool einsums(const Signature *s)
{
    if (counts(s, 3, 1))
        return is_float(s->input[0]) && s->input[0] == s->input[1] && s->input[0] == s->input[2] &&
               keeps(s->input[0], s->output[0]);
    return products(s) || reduces_floats(s);
}

#define AXES "axes keepdims "
#define WINDOW "stride padding dilation groups "

static const Op declared[] = {
    {"add", 1, number_2, "", run_arithmetic, ADD},
    {"sub", 1, number_2, "", run_arithmetic, SUB},
    {"mul", 1, number_2, "", run_arithmetic, MUL},
    {"div", 1, float_2, "", run_arithmetic, DIV},
    {"sqrt", 1, float_1, "", run_arithmetic, SQRT},
    {"fma", 1, float_3, "", run_arithmetic, FMA},
    {"fmod", 1, float_2, "", run_arithmetic, FMOD},
    {"remainder", 1, float_2, "", run_arithmetic, REMAINDER},
    {"floor", 1, float_1, "", run_of_one, FLOOR},
    {"ceil", 1, float_1, "", run_of_one, CEIL},
    {"trunc", 1, float_1, "", run_of_one, TRUNC},
    {"round_half_even", 1, float_1, "", run_of_one, ROUND_HALF_EVEN},
    {"sign", 1, float_1, "", run_of_one, SIGN},
    {"neg", 1, float_1, "", run_of_one, NEG},
    {"abs", 1, float_1, "", run_of_one, ABS},
    {"cast", 1, casts, "saturate ", run_of_one, CAST},
    {"eq", 1, compares, "", run_comparison, EQ},
    {"ne", 1, compares, "", run_comparison, NE},
    {"lt", 1, compares, "", run_comparison, LT},
    {"le", 1, compares, "", run_comparison, LE},
    {"gt", 1, compares, "", run_comparison, GT},
    {"ge", 1, compares, "", run_comparison, GE},
    {"minimum", 1, number_2, "", run_comparison, MINIMUM},
    {"maximum", 1, number_2, "", run_comparison, MAXIMUM},
    {"bitwise_and", 1, integer_2, "", run_bitwise, '&'},
    {"bitwise_or", 1, integer_2, "", run_bitwise, '|'},
    {"bitwise_xor", 1, integer_2, "", run_bitwise, '^'},
    {"copysign", 1, float_2, "", run_copysign, 0},
    {"where", 1, chooses, "", run_where, 0},

    {"sum", 1, reduces_numbers, AXES, run_statistic, TREE_SUM},
    {"prod", 1, reduces_numbers, AXES, run_statistic, TREE_PROD},
    {"mean", 1, reduces_floats, AXES, run_statistic, MEAN},
    {"var", 1, reduces_floats, AXES "correction ", run_statistic, VAR},
    {"std", 1, reduces_floats, AXES "correction ", run_statistic, STD},
    {"norm", 1, reduces_floats, AXES "ord ", run_statistic, NORM},
    {"logsumexp", 1, reduces_floats, AXES, run_statistic, LOGSUMEXP},
    {"max", 1, reduces_all, AXES, run_extreme, MAX},
    {"amax", 1, reduces_all, AXES, run_extreme, MAX},
    {"min", 1, reduces_all, AXES, run_extreme, MIN},
    {"amin", 1, reduces_all, AXES, run_extreme, MIN},
    {"argmax", 1, to_index, AXES, run_extreme, ARGMAX},
    {"argmin", 1, to_index, AXES, run_extreme, ARGMIN},
    {"all", 1, to_truth, AXES, run_truth, ALL},
    {"any", 1, to_truth, AXES, run_truth, ANY},
    {"count_nonzero", 1, to_index, AXES, run_truth, COUNT_NONZERO},
    {"sum_exact", 1, reduces_floats, AXES, run_sum_exact, 0},
    {"cumsum", 1, reduces_numbers, "axis ", run_scan, SUM},
    {"cumprod", 1, reduces_numbers, "axis ", run_scan, PRODUCT},
    {"sort", 1, copies, "axis descending ", run_ordering, SORT},
    {"argsort", 1, to_index, "axis descending ", run_ordering, ARGSORT},
    {"topk", 1, chooses_top, "k axis largest ", run_ordering, TOPK},
    {"gather", 1, looks_up, "axis ", run_lookup, GATHER},
    {"index_select", 1, looks_up, "axis ", run_lookup, INDEX_SELECT},
    {"embedding", 1, looks_up, "", run_lookup, EMBEDDING},
    {"one_hot", 1, one_hot, "classes ", run_lookup, ONE_HOT},
    {"scatter_add", 1, scatters, "axis ", run_scatter, SCATTER_ADD},
    {"index_add", 1, scatters, "axis ", run_scatter, INDEX_ADD},
    {"gather_gradient", 2, gradient_of_lookup, "axis shape ", run_scatter, GATHER_GRADIENT},
    {"embedding_gradient", 1, gradient_of_lookup, "rows padding_index ", run_scatter,
     EMBEDDING_GRADIENT},

    {"dot", 1, products_or_integers, "", run_product, DOT},
    {"matmul", 1, biased_or_integers, "transpose_a transpose_b ", run_product, MATMUL},
    {"bmm", 1, biased_or_integers, "transpose_a transpose_b ", run_product, BMM},
    {"linear", 1, biased, "", run_product, LINEAR},
    {"outer", 1, products, "", run_product, OUTER},
    {"dot_exact", 1, products, "", run_dot_exact, 0},
    {"einsum", 1, einsums, "equation ", run_einsum, 0},
    {"pad", 1, copies, "widths mode value ", run_pad, 0},
    {"unfold", 1, copies, "kernel_size stride padding dilation ", run_unfold, 0},
    {"conv1d", 1, biased, WINDOW, run_convolution, 1},
    {"conv2d", 1, biased, WINDOW, run_convolution, 2},
    {"conv3d", 1, biased, WINDOW, run_convolution, 3},
    {"conv1d_weight_gradient", 1, products, WINDOW "kernel_size ", run_weight_gradient, 1},
    {"conv2d_weight_gradient", 1, products, WINDOW "kernel_size ", run_weight_gradient, 2},
    {"conv3d_weight_gradient", 1, products, WINDOW "kernel_size ", run_weight_gradient, 3},
    {"conv1d_input_gradient", 1, products, WINDOW "input_size ", run_input_gradient, 1},
    {"conv2d_input_gradient", 1, products, WINDOW "input_size ", run_input_gradient, 2},
    {"conv3d_input_gradient", 1, products, WINDOW "input_size ", run_input_gradient, 3},
    {"conv_transpose1d", 1, biased, WINDOW "output_padding ", run_transposed, 1},
    {"conv_transpose2d", 1, biased, WINDOW "output_padding ", run_transposed, 2},
    {"conv_transpose3d", 1, biased, WINDOW "output_padding ", run_transposed, 3},
};

const Op *op_named(const char *name)
{
    for (size_t i = 0; i < sizeof declared / sizeof *declared; ++i)
        if (!strcmp(declared[i].name, name))
            return &declared[i];
    return NULL;
}
