/* A call: its operands, its attributes and the results to be computed. */
#ifndef CALL_H
#define CALL_H

#include "formats.h"
#include "json.h"
#include "memory.h"

enum { MAX_RANK = 64, MAX_OPERANDS = 3, MAX_RESULTS = 2 };

typedef struct {
    Format format;
    int rank;
    int64_t shape[MAX_RANK];
    int64_t count; /* number of elements */
    uint64_t
        *bits; /* of each element, in row-major order; the layout in memory is irrelevant (C1.3) */
} Tensor;

typedef struct {
    int operands, results;
    Tensor operand[MAX_OPERANDS], result[MAX_RESULTS];
    const Json *attributes;
} Call;

/* Returns the number of elements of a shape: the product of its sizes. */
int64_t elements(int rank, const int64_t *shape);

/* Returns memory for the elements of a result. Refuses a result of a different shape. */
uint64_t *make_result(Call *call, int which, int rank, const int64_t *shape);

void demand_rank(const Call *call, int which, int rank);
/* Refuses two operands of different shapes. */
void demand_same_shape(const Call *call, int which, int other);

/* Returns whether the compute format is binary32 instead of binary64 (R4.1). */
bool computes_in_single(const Call *call);
/* Returns the elements of an operand, converted to double exactly. */
double *widened(const Tensor *tensor);

/* A shape seen along one axis: `before` times `size` times `after` elements. */
typedef struct {
    int axis;
    int64_t before, size, after;
} Along;
Along along_axis(const Tensor *tensor, int axis);

/* Attributes, checked by clause A1. Each function refuses a value of the wrong type or range. */
void only_attributes(const Call *call, const char *names); /* a blank follows each name */
bool flag_attribute(const Call *call, const char *name, bool otherwise);
int64_t integer_attribute(const Call *call, const char *name, int64_t least, int64_t most);
bool has_attribute(const Call *call, const char *name);
/* Reads `count` integers of at least `least`. `otherwise` is the default of each; if it is below 0,
   the attribute is required. */
void integers_attribute(const Call *call, const char *name, int count, int64_t least,
                        int64_t otherwise, int64_t *values);
double real_attribute(const Call *call, const char *name, double otherwise);
const char *word_attribute(const Call *call, const char *name, const char *otherwise);
int axis_attribute(const Call *call, int otherwise);
/* Marks the axes of the first operand that the attribute `axes` names (A1.4). */
void axes_attribute(const Call *call, bool named[MAX_RANK]);

#endif
