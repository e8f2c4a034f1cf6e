/* probe.c - detection of the instruction sets that the processor and the operating system support.
 *
 * It is compiled without SIMD flags, so that it runs on every processor. The result decides which
 * of the other libraries may be loaded.
 */
#include <stdint.h>
#include <string.h>

__attribute__((visibility("default"))) int32_t sb_probe(const char *isa)
{
    if (strcmp(isa, "baseline") == 0)
        return 1;
#if defined(__x86_64__)
    /* The compiler's runtime uses CPUID and, for the register state, XGETBV. */
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("f16c");
    if (strcmp(isa, "avx2") == 0)
        return avx2;
    if (strcmp(isa, "avx512") == 0)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    return 0;
}
