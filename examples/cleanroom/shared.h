/* The memory that the judge shares with this program. */
#ifndef SHARED_H
#define SHARED_H

#include "call.h"

/* Maps the files of operands and results, with these lengths; `page` is the size of a page. Results
   are not writable before `store_result`. */
void map_shared(int operands, int64_t operand_bytes, int results, int64_t result_bytes,
                int64_t page);
void unmap_shared(void);

/* The offset of an array's first element, and its strides, in bytes. */
typedef struct {
    int64_t at, stride[MAX_RANK];
} Layout;

/* Reads the format, shape and layout of an array from a message. */
Layout read_array(const Json *array, Tensor *tensor);

void load_operand(Tensor *tensor, const Layout *layout);
void store_result(const Tensor *tensor, const Layout *layout);

#endif
