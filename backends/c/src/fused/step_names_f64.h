/* step_names_f64.h - the names that templates of fused steps use, for binary64; see
 * step_names_f32.h. */
#undef real
#undef REAL
#undef REAL_SQRT
#define real double
#define REAL(name) name##_f64
#define REAL_SQRT(x) __builtin_sqrt(x)
