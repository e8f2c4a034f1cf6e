// dot.cu - matrix times vector, and dot; see contract/strips.cuh.
#include "contract/strips.cuh"

enum { SB_DOT_THREADS = 128, SB_WIDE_DOT_THREADS = 64 };
enum { THREADS = sizeof(sb_number) == 8 ? SB_WIDE_DOT_THREADS : SB_DOT_THREADS };

#define SB_STRIPS(name, shared)                                                                    \
    extern "C" __global__ void __launch_bounds__(THREADS)                                          \
        SB_JOIN_3(sb_dot_, name, SB_A)(const sb_product p)                                         \
    {                                                                                              \
        typedef sb_rows<sb_first_form, sb_second_form, sb_result_form, THREADS, shared> rows;      \
        __shared__ typename rows::room room;                                                       \
        rows::run(p, room);                                                                        \
    }

SB_STRIPS(rows_, true)
SB_STRIPS(pairs_, false)

extern "C" __global__ void __launch_bounds__(THREADS)
    SB_JOIN(sb_dot_columns_, SB_A)(const sb_product p)
{
    __shared__ sb_number vector[SB_TERMS];
    sb_columns<sb_first_form, sb_second_form, sb_result_form, THREADS>::run(p, vector);
}
