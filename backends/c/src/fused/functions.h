/* functions.h - correctly rounded functions for use in other kernels: y[i] = f(x[i]), contiguous. y
 * may be x.
 *
 * Each function is the loop of the kernel of the same name, so a fused kernel computes the same
 * bits as the op (clause G1).
 */
#ifndef SB_FUSED_FUNCTIONS_H
#define SB_FUSED_FUNCTIONS_H

#include <stdint.h>

void sb_each_exp_f32(int64_t count, const float *x, float *y);
void sb_each_log_f32(int64_t count, const float *x, float *y);
void sb_each_rsqrt_f32(int64_t count, const float *x, float *y);

void sb_each_exp_f64(int64_t count, const double *x, double *y);
void sb_each_log_f64(int64_t count, const double *x, double *y);
void sb_each_log1p_f64(int64_t count, const double *x, double *y);
void sb_each_normal_quantile_f64(int64_t count, const double *x, double *y);

#endif
