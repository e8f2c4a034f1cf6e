// arithmetic.h - the intrinsics of binary32 and binary64 that round to nearest.
//
// Units are compiled without contraction and without excess precision. The runtime sets the CPU to
// round to nearest, with subnormals. So the operators + - * / give the results of these intrinsics.
// Other roundings and approximations are left out, so that a kernel that uses one does not compile.
// For an invalid operation, PTX returns the NaN 7fffffff, and the CPU its own NaN. This does not
// matter, because kernels make the NaNs of their results canonical.
#pragma once

SIMT_INLINE float __fadd_rn(float a, float b) { return a + b; }
SIMT_INLINE float __fsub_rn(float a, float b) { return a - b; }
SIMT_INLINE float __fmul_rn(float a, float b) { return a * b; }
SIMT_INLINE float __fdiv_rn(float a, float b) { return a / b; }
SIMT_INLINE float __frcp_rn(float a) { return 1.0f / a; }
SIMT_INLINE float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }
SIMT_INLINE float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

SIMT_INLINE double __dadd_rn(double a, double b) { return a + b; }
SIMT_INLINE double __dsub_rn(double a, double b) { return a - b; }
SIMT_INLINE double __dmul_rn(double a, double b) { return a * b; }
SIMT_INLINE double __ddiv_rn(double a, double b) { return a / b; }
SIMT_INLINE double __drcp_rn(double a) { return 1.0 / a; }
SIMT_INLINE double __dsqrt_rn(double a) { return __builtin_sqrt(a); }
SIMT_INLINE double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
