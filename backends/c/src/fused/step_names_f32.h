/* step_names_f32.h - what templates of fused steps call binary32; step_names_f64.h has the other.
 * No guard: templates are included once for each. */
#undef real
#undef REAL
#undef REAL_SQRT
#define real float
#define REAL(name) name##_f32
#define REAL_SQRT(x) __builtin_sqrtf(x)
