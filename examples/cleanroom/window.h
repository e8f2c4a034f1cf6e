/* The positions of the taps of a convolution (T5.1), on one, two or three spatial axes. */
#ifndef WINDOW_H
#define WINDOW_H

#include "call.h"

enum { SPATIAL = 3 }; /* absent first axes have size, kernel and stride 1 */

typedef struct {
    int axes; /* number of spatial axes of the call */
    int64_t input[SPATIAL], kernel[SPATIAL], output[SPATIAL];
    int64_t stride[SPATIAL], padding[SPATIAL], dilation[SPATIAL];
    int64_t groups;
    int64_t inputs, taps, outputs; /* element counts */
} Window;

/* Reads the attributes that all convolutions have, and sets all sizes to 1. */
Window read_window(const Call *call, int axes);

/* Sets sizes (input, kernel or output) from one integer per spatial axis. */
void set_sizes(const Window *window, int64_t sizes[SPATIAL], const int64_t *given);
/* Returns the sizes (input, kernel or output) of the spatial axes of the call. */
const int64_t *sizes_of(const Window *window, const int64_t sizes[SPATIAL]);

/* Computes the element counts after all sizes are set. Refuses an empty kernel axis. */
void count_elements(Window *window);

/* Computes the output sizes from input and kernel (T5.1, T5.5). Refuses a kernel larger than the
   input. */
void set_output(Window *window);

/* Returns the row-major input position that a tap of an output position reads, or -1 if outside. */
int64_t input_place(const Window *window, int64_t output, int64_t tap);

/* Returns whether a tap fits an input position (T5.7). If it fits, `output` becomes the matching
   output position, or -1 if that is outside. */
bool tap_fits(const Window *window, int64_t input, int64_t tap, int64_t *output);

/* Refuses a number of channels that is not divisible by the number of groups. */
void demand_groups(const Window *window, int64_t channels);

/* Returns the bias (operand 2) of `channels` elements, or NULL if the call has no bias. */
const double *read_bias(const Call *call, int64_t channels);

/* Returns memory for a result of shape [first, second, sizes..]. */
uint64_t *make_spatial(Call *call, const Window *window, int64_t first, int64_t second,
                       const int64_t sizes[SPATIAL]);

#endif
