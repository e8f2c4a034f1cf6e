/* Where the taps of a convolution stand (T5.1), on one, two or three spatial axes. */
#ifndef WINDOW_H
#define WINDOW_H

#include "call.h"

enum { SPATIAL = 3 }; /* fewer axes are as if size, kernel and stride of the first ones were 1 */

typedef struct {
    int axes; /* of the call */
    int64_t input[SPATIAL], kernel[SPATIAL], output[SPATIAL];
    int64_t stride[SPATIAL], padding[SPATIAL], dilation[SPATIAL];
    int64_t groups;
    int64_t inputs, taps, outputs; /* elements of each */
} Window;

/* Reads the attributes that all convolutions have. Sizes are 1. */
Window read_window(const Call *call, int axes);

/* Sets the sizes of one kind from as many integers as there are axes. */
void set_sizes(const Window *window, int64_t sizes[SPATIAL], const int64_t *given);
/* The sizes of one kind, as many as there are axes. */
const int64_t *sizes_of(const Window *window, const int64_t sizes[SPATIAL]);

/* Counts elements when all sizes are set, and refuses an empty kernel axis. */
void count_elements(Window *window);

/* T5.1 and T5.5: the output sizes of input and kernel; refuses a kernel beyond the input. */
void set_output(Window *window);

/* The place in the input, row-major, that a tap of an output position reads; -1 is outside. */
int64_t input_place(const Window *window, int64_t output, int64_t tap);

/* T5.7: whether the tap fits an input position; then `output` is the output position that it pairs
   with, -1 where that is outside. */
bool tap_fits(const Window *window, int64_t input, int64_t tap, int64_t *output);

/* Refuses channels that the groups do not divide. */
void demand_groups(const Window *window, int64_t channels);

/* The bias, operand 2, of so many channels; NULL where there is none. */
const double *read_bias(const Call *call, int64_t channels);

/* Room for a result [first, second, sizes..]. */
uint64_t *make_spatial(Call *call, const Window *window, int64_t first, int64_t second,
                       const int64_t sizes[SPATIAL]);

#endif
