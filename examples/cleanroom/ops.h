/* The families of ops. Each function computes the ops of one family; `which` selects the op. It
   checks the shapes, attributes and indices of the call, and makes the results. */
#ifndef OPS_H
#define OPS_H

#include "call.h"

typedef enum { ADD, SUB, MUL, DIV, SQRT, FMA, FMOD, REMAINDER } Arithmetic;
typedef enum { FLOOR, CEIL, TRUNC, ROUND_HALF_EVEN, SIGN, NEG, ABS, CAST } OfOne;
typedef enum { EQ, NE, LT, LE, GT, GE, MINIMUM, MAXIMUM } Comparison;

void run_arithmetic(Call *call, int which);
void run_of_one(Call *call, int which);
void run_comparison(Call *call, int which);
void run_bitwise(Call *call, int which);
void run_copysign(Call *call, int which);
void run_where(Call *call, int which);

typedef enum { MEAN, VAR, STD, NORM, LOGSUMEXP, TREE_SUM, TREE_PROD } Statistic;
typedef enum { MAX, MIN, ARGMAX, ARGMIN } Extreme;
typedef enum { ALL, ANY, COUNT_NONZERO } Truth;
typedef enum { SORT, ARGSORT, TOPK } Ordering;
typedef enum { GATHER, INDEX_SELECT, EMBEDDING, ONE_HOT } Lookup;
typedef enum { SCATTER_ADD, INDEX_ADD, GATHER_GRADIENT, EMBEDDING_GRADIENT } Scatter;

void run_statistic(Call *call, int which);
void run_extreme(Call *call, int which);
void run_truth(Call *call, int which);
void run_sum_exact(Call *call, int which);
void run_scan(Call *call, int which); /* a Fold */
void run_ordering(Call *call, int which);
void run_lookup(Call *call, int which);
void run_scatter(Call *call, int which);

typedef enum { DOT, MATMUL, BMM, LINEAR, OUTER } Product;

void run_product(Call *call, int which);
void run_dot_exact(Call *call, int which);
void run_einsum(Call *call, int which);
void run_pad(Call *call, int which);
void run_unfold(Call *call, int which);
void run_convolution(Call *call, int axes); /* `axes`: number of spatial axes, also below */
void run_weight_gradient(Call *call, int axes);
void run_input_gradient(Call *call, int axes);
void run_transposed(Call *call, int axes);

#endif
