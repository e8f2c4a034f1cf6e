/* quick_exp.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_QUICK_EXP_H
#define SB_SCALAR_COEFFICIENTS_QUICK_EXP_H

#include "scalar/portable.h"

/* (2^r - 1) / r for |r| <= 1/2: relative error below 2^-46.5. */
SB_TABLE double quick_exp2[10] = {
    0x1.62e42fefa39f7p-1, 0x1.ebfbdff82c590p-3, 0x1.c6b08d7044119p-5, 0x1.3b2ab6fba385fp-7,
    0x1.5d87fe908f88ap-10, 0x1.4309130378460p-13, 0x1.ffcb76789860fp-17, 0x1.62bfe46117445p-20,
    0x1.b6571de2f2351p-24, 0x1.e5e9f548e5725p-28,
};

/* (10^r - 1) / r for |r| <= log10(2)/2: relative error below 2^-46.5. */
SB_TABLE double quick_exp10[10] = {
    0x1.26bb1bbb5551cp+1, 0x1.53524c73cea6ap+1, 0x1.0470591ddf5b9p+1, 0x1.2bd7609fd83b2p+0,
    0x1.1429ffe4c1c9bp-1, 0x1.a7ed70930234ep-3, 0x1.16e496b8fc37ep-4, 0x1.41167853d3a17p-6,
    0x1.497dd38a9feb6p-8, 0x1.2f55b6cf146d8p-10,
};

/* (e^r - 1 - r) / r^2 for |r| <= log(2)/2: relative error below 2^-43. */
SB_TABLE double quick_expm1[9] = {
    0x1.0000000000000p-1, 0x1.5555555553b73p-3, 0x1.5555555554cb5p-5, 0x1.1111111c4922fp-7,
    0x1.6c16c1739102bp-10, 0x1.a019ad9b7de29p-13, 0x1.a019c9a023ca4p-16, 0x1.72c73793a7076p-19,
    0x1.2880486603845p-22,
};

/* (sinh r - r) / r^3 in r^2, |r| <= log(2)/2: relative error below 2^-41. */
SB_TABLE double quick_sinh[4] = {
    0x1.5555555554f8ep-3, 0x1.1111111711fbcp-7, 0x1.a019c3408dcb4p-13, 0x1.72ad8d5e3bdb4p-19,
};

/* (cosh r - 1) / r^2 in r^2, |r| <= log(2)/2: relative error below 2^-48. */
SB_TABLE double quick_cosh[5] = {
    0x1.0000000000001p-1, 0x1.5555555553d42p-5, 0x1.6c16c17898d4ap-10, 0x1.a019b8dac4bc4p-16,
    0x1.2891c1456157fp-22,
};

#endif
