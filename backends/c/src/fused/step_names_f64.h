/* step_names_f64.h - what templates of fused steps call binary64; see step_names_f32.h. */
#undef real
#undef REAL
#undef REAL_SQRT
#define real double
#define REAL(name) name##_f64
#define REAL_SQRT(x) __builtin_sqrt(x)
