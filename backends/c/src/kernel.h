/* kernel.h - the interface between kernel files and the core.
 *
 * Each file src/kernels/<op>.c defines `const sb_kernel sb_kernel_<op>`. The build generates the
 * table of kernels from the files in the folder, so a new kernel needs no change to a list. Before
 * `run` is called, the core has checked pointers, ranks and overlap, and has set the floating-point
 * environment.
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
    int threads; /* maximum number of parts into which work is divided; at least 1 */
    int at_once; /* threads that may run simultaneously */
    bool looks;  /* threads do not exceed processors: they may poll before they sleep */
    char *message;
    size_t message_size;
} sb_context;

typedef enum sb_parameter_kind {
    SB_FLAG = 1, /* one integer, 0 or 1 */
    SB_INTEGERS, /* any number of integers; a null pointer if left out */
    SB_NUMBER,   /* one binary64 number (one integer is accepted too) */
    SB_REAL,     /* a number that is finite when rounded to binary32 (R4) */
    SB_FACTOR,   /* a number that is finite when rounded to binary32, or in binary64 if an operand
                  * has that format (R4.3) */
    SB_DIVISOR,  /* like SB_FACTOR, but also not zero after that rounding */
    SB_WORD      /* one word, or one integer, from the kernel's list */
} sb_parameter_kind;

/* An attribute that an op takes. A table of attributes ends with a null name:
 *
 *     static const sb_parameter attributes[] = {{"alpha", SB_REAL, 1.0}, {NULL, 0, 0.0}};
 *
 * The kernel names it as `.parameters = attributes`. The core refuses every attribute that the
 * table does not name or whose kind, count or range is wrong, so a kernel need not check that.
 */
typedef struct sb_parameter {
    const char *name;
    sb_parameter_kind kind;
    double otherwise; /* the default of a number or of a flag (0 or 1) */
} sb_parameter;

struct sb_kernel {
    const char *op;
    bool (*supports)(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count);
    sb_status (*run)(sb_context *context, const sb_array *inputs, const sb_array *outputs);
    bool in_place; /* an output may be the same array as an input */
    bool lasting;  /* elementwise: the computation takes longer than memory traffic, so results are
                    * not streamed */
    const sb_parameter *parameters; /* NULL: the op has no attributes */
};

/* Return the kernel of the op, or NULL. */
const sb_kernel *sb_kernel_find(const char *op);

/* Write the one-line message and return the status. Use it as `return sb_fail(...)`. */
sb_status sb_fail(sb_context *context, sb_status status, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

/* Return the attribute as the caller gave it, or NULL if it was left out. */
const sb_attribute *sb_attribute_find(const sb_context *context, const char *name);

/* Return a flag or a number that the kernel's table names: the given value, or the default. A
 * number is the caller's binary64 value. The kernel rounds it to the compute format (clause R4). */
bool sb_attribute_flag(const sb_context *context, const char *name);
double sb_attribute_number(const sb_context *context, const char *name);

/* Return a number rounded once to binary32, as functions in formats below f64 use it (R4). */
double sb_attribute_real(const sb_context *context, const char *name);

/* Return the index of an SB_WORD attribute in `words`. For an unknown word, return -1 and write a
 * message. `words` ends with a null pointer, and its first word is the default. An integer counts
 * as the word that consists of its decimal digits. */
int sb_attribute_word(sb_context *context, const char *name, const char *const *words);

/* Run task(argument, i) for i in 0 .. count-1, in any order, on up to context->threads threads.
 * Each thread has the default floating-point environment. The work of a task must not depend on the
 * thread that runs it. `thread` is below context->threads and below count. */
typedef void (*sb_task)(void *argument, int64_t index, int thread);
void sb_parallel(sb_context *context, int64_t count, sb_task task, void *argument);

size_t sb_format_size(int32_t format);
int64_t sb_element_count(const sb_array *array);

/* Size of a buffer that holds the text of any shape. */
enum { SB_SHAPE_TEXT = SB_MAX_RANK * 21 + 3 };

/* Write the sizes of an array as text for a message, such as (2, 0, 3), and return `text`. */
const char *sb_shape_text(const sb_array *array, char text[SB_SHAPE_TEXT]);

#endif
