/* step_names_f32.h - the names that templates of fused steps use, for binary32. step_names_f64.h
 * defines the same names for binary64. There is no include guard, because several templates include
 * these files in turn. */
#undef real
#undef REAL
#undef REAL_SQRT
#define real float
#define REAL(name) name##_f32
#define REAL_SQRT(x) __builtin_sqrtf(x)
