/* kernel.h - what a kernel file provides, and what the core provides to it.
 *
 * Each file src/kernels/<op>.c defines `const sb_kernel sb_kernel_<op>`; the build lists the folder
 * and generates the table, so there is no list to edit. The core has checked pointers, ranks and
 * overlap, and has set the floating-point environment, before `run` is called.
 */
#ifndef SB_KERNEL_H
#define SB_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "samebits.h"

typedef struct sb_kernel sb_kernel;

typedef struct sb_context {
    const sb_call *call;
    const sb_kernel *kernel;
    int threads; /* >= 1: parts that work is cut into, if it is enough */
    int at_once; /* threads that may run at the same time */
    bool looks;  /* no more than there are processors: they may look before they sleep */
    char *message;
    size_t message_size;
} sb_context;

typedef enum sb_parameter_kind {
    SB_FLAG = 1, /* one integer, 0 or 1 */
    SB_INTEGERS, /* any count of integers; left out means None */
    SB_NUMBER,   /* one binary64 number (given as one integer too) */
    SB_REAL,     /* the same, finite when rounded to binary32 (R4) */
    SB_FACTOR,   /* the same, finite when rounded to binary32, or in binary64 where an operand is of
                    that format (R4.3) */
    SB_DIVISOR,  /* the same, and then not zero */
    SB_WORD      /* one word, or one integer, of a few that the kernel knows */
} sb_parameter_kind;

/* An attribute that an op takes. A table of these ends with a null name:
 *
 *     static const sb_parameter attributes[] = {{"alpha", SB_REAL, 1.0}, {NULL, 0, 0.0}};
 *
 * and stands in the kernel as `.parameters = attributes`. The core refuses every attribute that the
 * table does not name, and every one of another kind, count or range, so a kernel need not look. */
typedef struct sb_parameter {
    const char *name;
    sb_parameter_kind kind;
    double otherwise; /* the default: of a number, or of a flag (0 or 1) */
} sb_parameter;

struct sb_kernel {
    const char *op;
    bool (*supports)(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count);
    sb_status (*run)(sb_context *context, const sb_array *inputs, const sb_array *outputs);
    bool in_place; /* an output may be exactly one of the inputs */
    bool lasting;  /* elementwise: takes longer than memory does, so that its results are not
                      streamed */
    const sb_parameter *parameters; /* NULL: the op has no attributes */
};

/* The kernel called `op`, or NULL. */
const sb_kernel *sb_kernel_find(const char *op);

/* Write the one line and return the status, for `return sb_fail(...)`. */
sb_status sb_fail(sb_context *context, sb_status status, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

/* The attribute as given, or NULL if it was left out. */
const sb_attribute *sb_attribute_find(const sb_context *context, const char *name);

/* A flag or a number of the kernel's table: as given, else its default there. A number is the
 * caller's binary64 value; rounding it to the compute format (clause R4) is the kernel's business.
 */
bool sb_attribute_flag(const sb_context *context, const char *name);
double sb_attribute_number(const sb_context *context, const char *name);

/* A number as functions of formats below f64 take it: rounded once to binary32 (R4). */
double sb_attribute_real(const sb_context *context, const char *name);

/* Which of the words an SB_WORD attribute is: its index in `words`, which ends with a null pointer
 * and whose first is the default; an integer counts as its decimal digits. -1, with a message, for
 * any other. */
int sb_attribute_word(sb_context *context, const char *name, const char *const *words);

/* Run task(argument, i) for i in 0 .. count-1, in any order, on up to context->threads threads,
 * each with the default floating-point environment. The tasks must not depend on which thread runs
 * them; `thread` is below context->threads and below count. */
typedef void (*sb_task)(void *argument, int64_t index, int thread);
void sb_parallel(sb_context *context, int64_t count, sb_task task, void *argument);

size_t sb_format_size(int32_t format);
int64_t sb_element_count(const sb_array *array);

/* Room for the text of any shape. */
enum { SB_SHAPE_TEXT = SB_MAX_RANK * 21 + 3 };

/* The sizes of an array as a text for messages, (2, 0, 3); returns `text`. */
const char *sb_shape_text(const sb_array *array, char text[SB_SHAPE_TEXT]);

#endif
