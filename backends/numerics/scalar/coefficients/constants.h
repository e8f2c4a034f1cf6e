/* constants.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_CONSTANTS_H
#define SB_SCALAR_COEFFICIENTS_CONSTANTS_H

#include "scalar/portable.h"

/* log 2. */
#define SB_LOG2 0x1.62e42fefa39efp-1
#define SB_LOG2_TAIL 0x1.abc9e3b39803fp-56

/* log 2: parts of 42 bits, and the rest. */
#define SB_LOG2_HIGH 0x1.62e42fefa3800p-1
#define SB_LOG2_LOW 0x1.ef35793c76730p-45
#define SB_LOG2_MIDDLE 0x1.ef35793c76000p-45
#define SB_LOG2_LAST 0x1.cc01f97b57a08p-87

/* log(2)/16: parts of 38 bits, and the rest. */
#define SB_LOG2_SIXTEENTH_HIGH 0x1.62e42fefa0000p-5
#define SB_LOG2_SIXTEENTH_LOW 0x1.cf79abc9e3b3ap-44
#define SB_LOG2_SIXTEENTH_MIDDLE 0x1.cf79abc9e0000p-44
#define SB_LOG2_SIXTEENTH_LAST 0x1.d9cc01f97b57ap-83

/* 1 / log 2. */
#define SB_LOG2_INVERSE 0x1.71547652b82fep+0
#define SB_LOG2_INVERSE_TAIL 0x1.777d0ffda0d24p-56

/* log 10. */
#define SB_LOG10 0x1.26bb1bbb55516p+1
#define SB_LOG10_TAIL -0x1.f48ad494ea3e9p-53

/* 1 / log 10. */
#define SB_LOG10_INVERSE 0x1.bcb7b1526e50ep-2
#define SB_LOG10_INVERSE_TAIL 0x1.95355baaafad3p-57

/* log10(2). */
#define SB_LOG10_OF_2 0x1.34413509f79ffp-2

/* log10(2): parts of 41 bits, and the rest. */
#define SB_LOG10_OF_2_HIGH 0x1.34413509f7000p-2
#define SB_LOG10_OF_2_LOW 0x1.3fde623e2566bp-43
#define SB_LOG10_OF_2_MIDDLE 0x1.3fde623e25000p-43
#define SB_LOG10_OF_2_LAST 0x1.9ac0b7c917827p-85

/* 1 / log10(2). */
#define SB_LOG10_OF_2_INVERSE 0x1.a934f0979a371p+1

/* pi. */
#define SB_PI 0x1.921fb54442d18p+1

/* pi: parts of 32 bits, and the rest. */
#define SB_PI_HIGH 0x1.921fb54400000p+1
#define SB_PI_MIDDLE 0x1.0b4611a600000p-33
#define SB_PI_LAST 0x1.3198a2e037073p-68

/* pi / 2. */
#define SB_HALF_PI 0x1.921fb54442d18p+0

/* 1 / pi. */
#define SB_PI_INVERSE 0x1.45f306dc9c883p-2

/* 2 / pi. */
#define SB_TWO_OVER_PI 0x1.45f306dc9c883p-1

/* 2 / sqrt(pi). */
#define SB_TWO_OVER_ROOT_PI 0x1.20dd750429b6dp+0
#define SB_TWO_OVER_ROOT_PI_TAIL 0x1.1ae3a914fed80p-56

/* log(2 pi) / 2. */
#define SB_HALF_LOG_2PI 0x1.d67f1c864beb5p-1
#define SB_HALF_LOG_2PI_TAIL -0x1.65b5a1b7ff5dfp-55

/* sqrt(2). */
#define SB_ROOT_2 0x1.6a09e667f3bcdp+0
#define SB_ROOT_2_TAIL -0x1.bdd3413b26456p-54

/* sqrt(1/2). */
#define SB_ROOT_HALF 0x1.6a09e667f3bcdp-1

/* 1/3. */
#define SB_THIRD 0x1.5555555555555p-2

/* 1/6. */
#define SB_SIXTH 0x1.5555555555555p-3

#endif
