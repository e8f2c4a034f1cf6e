/* step_names_f32.h - the names that templates of fused steps use, for binary32; step_names_f64.h
 * has them for binary64. There is no include guard, as each template includes them again. */
#undef real
#undef REAL
#undef REAL_SQRT
#define real float
#define REAL(name) name##_f32
#define REAL_SQRT(x) __builtin_sqrtf(x)
