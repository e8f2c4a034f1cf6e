/* The memory that the judge shares with this program. */
#ifndef SHARED_H
#define SHARED_H

#include "call.h"

/* Maps the files of operands and results, which are so long; `page` is the size of a page. Results
   cannot be written before `store_result`. */
void map_shared(int operands, int64_t operand_bytes, int results, int64_t result_bytes,
                int64_t page);
void unmap_shared(void);

/* Where an array begins, and the distance of its elements on each axis in bytes. */
typedef struct {
    int64_t at, stride[MAX_RANK];
} Layout;

/* Format, shape and layout of an array as a message says them. */
Layout read_array(const Json *array, Tensor *tensor);

void load_operand(Tensor *tensor, const Layout *layout);
void store_result(const Tensor *tensor, const Layout *layout);

#endif
