/* doubles.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_DOUBLES_H
#define SB_SCALAR_COEFFICIENTS_DOUBLES_H

#include "scalar/portable.h"

/* 2^(j/16). */
SB_TABLE double doubles_power[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
};

/* e^r for |r| <= log(2)/32: relative error below 2^-47.5. */
SB_TABLE double doubles_exp_five[6] = {
    0x1.0000000000014p+0, 0x1.0000000000003p+0, 0x1.fffffffd0a4fbp-2, 0x1.555555547cda0p-3,
    0x1.5557629088717p-5, 0x1.11123d32bbe51p-7,
};

/* The same: relative error below 2^-54. */
SB_TABLE double doubles_exp_six[7] = {
    0x1.0000000000000p+0, 0x1.000000000000ap+0, 0x1.0000000000003p-1, 0x1.5555555404955p-3,
    0x1.55555554acf57p-5, 0x1.11126f386b131p-7, 0x1.6c181f934b58cp-10,
};

/* (e^r - 1) / r for |r| <= log(2)/32: relative error below 2^-49. */
SB_TABLE double doubles_expm1_slope[6] = {
    0x1.0000000000003p+0, 0x1.0000000000001p-1, 0x1.555555547cda0p-3, 0x1.55555554e917bp-5,
    0x1.11123d32bbe51p-7, 0x1.6c17ed8da4b83p-10,
};

/* (x - tanh(x)) / x^3 in x^2, |x| <= 1/4: relative error below 2^-47. */
SB_TABLE double doubles_tanhshrink_rest[7] = {
    0x1.5555555555551p-2, -0x1.111111110dad2p-3, 0x1.ba1ba1ac8748ap-5, -0x1.664f3e4c9bb5cp-6,
    0x1.226a8b66370d4p-7, -0x1.d578fd2c2365bp-9, 0x1.5d8ce3a0d6b4bp-10,
};

/* 1 / (1 + j/15), */
SB_TABLE double doubles_one_inverse[16] = {
    0x1.0000000000000p+0, 0x1.e000000000000p-1, 0x1.c3c3c3c3c3c3cp-1, 0x1.aaaaaaaaaaaabp-1,
    0x1.9435e50d79436p-1, 0x1.8000000000000p-1, 0x1.6db6db6db6db7p-1, 0x1.5d1745d1745d1p-1,
    0x1.4de9bd37a6f4ep-1, 0x1.4000000000000p-1, 0x1.3333333333333p-1, 0x1.2762762762762p-1,
    0x1.1c71c71c71c72p-1, 0x1.1249249249249p-1, 0x1.08d3dcb08d3ddp-1, 0x1.0000000000000p-1,
};

/* less 1, */
SB_TABLE double doubles_one_inverse_less[16] = {
    0x0.0p+0, -0x1.0000000000000p-4, -0x1.e1e1e1e1e1e20p-4, -0x1.5555555555554p-3,
    -0x1.af286bca1af28p-3, -0x1.0000000000000p-2, -0x1.2492492492492p-2, -0x1.45d1745d1745ep-2,
    -0x1.642c8590b2164p-2, -0x1.8000000000000p-2, -0x1.999999999999ap-2, -0x1.b13b13b13b13cp-2,
    -0x1.c71c71c71c71cp-2, -0x1.db6db6db6db6ep-2, -0x1.ee58469ee5846p-2, -0x1.0000000000000p-1,
};

/* and its negative logarithm. */
SB_TABLE double doubles_one_log[16] = {
    0x0.0p+0, 0x1.08598b59e3a07p-4, 0x1.005588ad375aep-3, 0x1.7565011e49675p-3,
    0x1.e41fccb76b0d7p-3, 0x1.269621134db92p-2, 0x1.588c2d913348fp-2, 0x1.882f1ef83ed45p-2,
    0x1.b5b3e24235e88p-2, 0x1.e148a1a2726cep-2, 0x1.058aefa811452p-1, 0x1.199fac68b4ab8p-1,
    0x1.2cf25fad8f1c3p-1, 0x1.3f91275240811p-1, 0x1.5188a4a02d7fep-1, 0x1.62e42fefa39efp-1,
};

/* Reciprocals of significands, */
SB_TABLE double doubles_inverse[16] = {
    0x1.2f68500000000p+0, 0x1.2492500000000p+0, 0x1.1a7b900000000p+0, 0x1.1111100000000p+0,
    0x1.0842100000000p+0, 0x1.0000000000000p+0, 0x1.e1e1e00000000p-1, 0x1.c71c800000000p-1,
    0x1.af28600000000p-1, 0x1.9999a00000000p-1, 0x1.8618600000000p-1, 0x1.745d200000000p-1,
    0x1.642c800000000p-1, 0x1.5555600000000p-1, 0x1.47ae200000000p-1, 0x1.3b13c00000000p-1,
};

/* their negative logarithms. */
SB_TABLE double doubles_log[16] = {
    -0x1.5bf422b543aa2p-3, -0x1.117918227db7cp-3, -0x1.93358dd593a69p-4, -0x1.08597b59e3987p-4,
    -0x1.0415c89e74404p-5, 0x0.0p+0, 0x1.f0a32c01163a6p-5, 0x1.e26ff6e2b12e6p-4,
    0x1.5ff33f0a7a014p-3, 0x1.c8ff5c79a9e22p-3, 0x1.1675cebaba62ep-2, 0x1.4618a421c6342p-2,
    0x1.739d8f6bbd207p-2, 0x1.9f321ecbfa04cp-2, 0x1.c8ff5879aa442p-2, 0x1.f128c5faf18edp-2,
};

/* log(1 + r) / r for |r| <= 1/30: relative error below 2^-48. */
SB_TABLE double doubles_log_slope[8] = {
    0x1.ffffffffffff4p-1, -0x1.fffffffffffeap-2, 0x1.55555555fdb8ap-2, -0x1.00000000978dep-2,
    0x1.9999828089ef6p-3, -0x1.5555408b6ab0bp-3, 0x1.251408068267ep-3, -0x1.0074c616623a2p-3,
};

/* The same to base 2: a multiple of 2^-40, */
SB_TABLE double doubles_log2[16] = {
    -0x1.f5fdb2f5a0000p-3, -0x1.8a89c5ebd0000p-3, -0x1.22da9cb030000p-3, -0x1.7d603257b0000p-4,
    -0x1.7739358840000p-5, 0x0.0p+0, 0x1.663f86c1e0000p-4, 0x1.5c01474aa0000p-3,
    0x1.fbc1bc5aa0000p-3, 0x1.49a76da78c000p-2, 0x1.91bbae5744000p-2, 0x1.d6751b6344000p-2,
    0x1.0c105b9808000p-1, 0x1.2b801d5eb0000p-1, 0x1.49a76ac4e2000p-1, 0x1.669fe6448e000p-1,
};

/* and the rest. */
SB_TABLE double doubles_log2_tail[16] = {
    -0x1.1b48087579ad7p-44, -0x1.32e9705474ab0p-43, 0x1.bb5b69843dd11p-43, -0x1.1104133efc88fp-42,
    -0x1.c44ca1305d28dp-42, 0x0.0p+0, -0x1.d77883209a378p-42, 0x1.45205ca949286p-43,
    0x1.7d7f34c5d6945p-43, -0x1.7e51101c1d27ep-42, -0x1.668e564d2fd4bp-43, -0x1.de341d2f99618p-47,
    -0x1.17dedd718b05ep-42, 0x1.4871afd4784c0p-42, -0x1.222ac0c0a7aeap-44, 0x1.12ec2a047318fp-43,
};

/* (log(1 + r) - r) / r^2 for |r| <= 1/30: relative error below 2^-46. */
SB_TABLE double doubles_log_rest[8] = {
    -0x1.fffffffffffeap-2, 0x1.5555555555542p-2, -0x1.00000000978dep-2, 0x1.9999999aad292p-3,
    -0x1.5555408b6ab0bp-3, 0x1.2492363e5759ap-3, -0x1.0074c616623a2p-3, 0x1.c7f0c3bafcb10p-4,
};

/* (2^r - 1) / r for |r| <= 1/32: relative error below 2^-46. */
SB_TABLE double doubles_exp2_slope[6] = {
    0x1.62e42fefa39f3p-1, 0x1.ebfbdff82c590p-3, 0x1.c6b08d6f284fcp-5, 0x1.3b2ab6fb407d6p-7,
    0x1.5d897f8d10645p-10, 0x1.430a1de30f221p-13,
};

/* Of w = -log(1 - x^2), and the least 1 - x^2. */
#define DOUBLES_INVERSE_STEP 0x1.0a3d70a3d70a4p+0
#define DOUBLES_INVERSE_END 0x1.1000000000000p-24

/* erfinv(x) / x in w / 1.04 - j - 1/2, w = -log(1 - x^2): relative error below 2^-46. */
SB_TABLE double doubles_inverse_erf[10][16] = {
    {
        0x1.0279260565524p+0, 0x1.445fe62e6896fp+0, 0x1.86a9ed37eaf66p+0, 0x1.c690d059abadep+0,
        0x1.015df9663231ep+1, 0x1.1d6fc62e3c2ffp+1, 0x1.379d8a36ff889p+1, 0x1.501f8e23e8ad0p+1,
        0x1.6730022832e26p+1, 0x1.7d02715abc9cfp+1, 0x1.91c1e8fa04f97p+1, 0x1.a591a96efc367p+1,
        0x1.b88e81f701e8dp+1, 0x1.cad0241d812bdp+1, 0x1.dc6a3c8ca27c1p+1, 0x1.ed6d4dcb1229ap+1,
    },
    {
        0x1.01cd25891f7c8p-2, 0x1.0ab6eac015af9p-2, 0x1.05bbb2e058606p-2, 0x1.f13b670ef2998p-3,
        0x1.d12441ab11bccp-3, 0x1.b175e9bf30f3cp-3, 0x1.94de55c0b5702p-3, 0x1.7bff511093d39p-3,
        0x1.6698fa16579d0p-3, 0x1.54277aabf1091p-3, 0x1.442517d7c3159p-3, 0x1.361f6e1911975p-3,
        0x1.29ba86dbe90f7p-3, 0x1.1eadfb2eb0d9ap-3, 0x1.14c0ed661a9f5p-3, 0x1.0bc66c7352546p-3,
    },
    {
        0x1.133bd81e262c7p-7, 0x1.1f85de816c9e6p-11, -0x1.41d18caf6a29dp-8, -0x1.e92b12a044c52p-8,
        -0x1.04a4ca9da4ee1p-7, -0x1.e5d103763c8f8p-8, -0x1.abc1dbdb833dfp-8, -0x1.70f0bf0af3105p-8,
        -0x1.3d4979c6af9fep-8, -0x1.124fc4b14e143p-8, -0x1.de5c0d651c7b8p-9, -0x1.a4f7032262b1ap-9,
        -0x1.75c2b2c64aa93p-9, -0x1.4e8d8fd9628e7p-9, -0x1.2da40f031be8fp-9, -0x1.11ba5a3ffe638p-9,
    },
    {
        -0x1.6c84a88484c11p-9, -0x1.2e14fbf959c34p-9, -0x1.57d173cd6ab95p-10,
        -0x1.d29d4fb32954fp-12, 0x1.e87400cb5d5b0p-15, 0x1.159d7313d4086p-12,
        0x1.433a443f6f803p-12, 0x1.29c895a934272p-12, 0x1.f85ca4521a5a5p-13,
        0x1.9e37371451fcdp-13, 0x1.51dde8ef0e96dp-13, 0x1.14bf767c4aa22p-13,
        0x1.c96d075a67378p-14, 0x1.7e026b683e8a8p-14, 0x1.42671f7a4c45dp-14,
        0x1.12cfeeb3f38d9p-14,
    },
    {
        -0x1.245b71a862d31p-18, 0x1.c450faf3f9acap-13, 0x1.080d59de22fd3p-12,
        0x1.69ad9c6b36518p-13, 0x1.5c53dcb63b01bp-14, 0x1.b717314286743p-16,
        -0x1.f27434027d98ep-22, -0x1.46a3e985c4e10p-17, -0x1.798ee6bca4999p-17,
        -0x1.50365baf36f48p-17, -0x1.12175f8414849p-17, -0x1.b0ed9695751c5p-18,
        -0x1.53697e9fc5d74p-18, -0x1.0b2a4dc8093b9p-18, -0x1.a869f9a2dc455p-19,
        -0x1.54cd89685efd1p-19,
    },
    {
        0x1.e0874a805cf8cp-15, 0x1.b3ce870183e26p-16, -0x1.1b84f17daec97p-17,
        -0x1.4672cef80d97ep-16, -0x1.f7c6c4a92ba3dp-17, -0x1.0a604cff35a37p-17,
        -0x1.ab53d7332d1afp-19, -0x1.c57fc7c52c283p-21, 0x1.4ecedb650d18ep-24,
        0x1.76acd7ed34aecp-22, 0x1.8c46818edbd4dp-22, 0x1.4fbeb8336cb1bp-22,
        0x1.0776f5ddc1cabp-22, 0x1.92616599c4f4bp-23, 0x1.3192aa28b16a6p-23,
        0x1.d2488f632825fp-24,
    },
    {
        -0x1.1cac73c64d8dbp-19, -0x1.c9865c27b8d03p-18, -0x1.056f2e0035891p-18,
        -0x1.dbd51d8233540p-24, 0x1.445ab5c6df3d4p-20, 0x1.13d80b6d54303p-20,
        0x1.2f9f57704a07cp-21, 0x1.06f60e7d8fe35p-22, 0x1.686304405f02ap-24,
        0x1.258ec97805e59p-26, -0x1.933952bf2d1f5p-28, -0x1.8339d010f4c9cp-27,
        -0x1.6eeba53896bc3p-27, -0x1.26e17c41ca7d2p-27, -0x1.be8748680301bp-28,
        -0x1.4b337e41564ccp-28,
    },
    {
        -0x1.4e147e63e4418p-20, -0x1.b2c9c16a0e129p-27, 0x1.571a653bef21ep-21,
        0x1.8bd3060ffb0c1p-22, 0x1.71d5a1f2a4343p-25, -0x1.1498686f5b463p-24,
        -0x1.fa3c3ba631258p-25, -0x1.1b576cd8b469cp-25, -0x1.fada96343b074p-27,
        -0x1.7c8ca3252b9a2p-28, -0x1.bd83ff0805a21p-30, -0x1.8af21394661aep-33,
        0x1.13be05ad9ef21p-32, 0x1.5b8e7ce50029ep-32, 0x1.2aa6ff10459c6p-32,
        0x1.c976b8e848e53p-33,
    },
    {
        0x1.7e5193f368e87p-24, 0x1.49eddf48c0106p-23, 0x1.be8d0e70f448fp-28,
        -0x1.afc83a11ff770p-25, -0x1.c40af4505388ep-26, -0x1.01a659d4bdb0ep-28,
        0x1.9fcd410604785p-29, 0x1.91b6b096d5032p-29, 0x1.c4eb5c82254efp-30,
        0x1.9ba6d0583792ep-31, 0x1.433a4ae83a70fp-32, 0x1.af454244c3647p-34,
        0x1.988ffe7a1a2ccp-36, -0x1.bb0b998b62f00p-40, -0x1.0e92af2d2e57fp-37,
        -0x1.0dd17e3bf7b6fp-37,
    },
    {
        0x1.cbd16a4b2525bp-26, -0x1.8f9f389e49ea5p-27, -0x1.e121a6e3c876ap-27,
        0x1.23d2ef6dee62fp-32, 0x1.d2086bd8dbc57p-29, 0x1.9bee12e32cec9p-30,
        0x1.cbf5a9c96ba75p-33, -0x1.2299f592eae7bp-33, -0x1.1a975b93144b5p-33,
        -0x1.3c9a0452e8789p-34, -0x1.20f3a2140ab88p-35, -0x1.cff7a71d2025dp-37,
        -0x1.4952d477aa24fp-38, -0x1.800191585d647p-40, -0x1.cd4475402fd54p-43,
        0x1.2db0bc508d9ddp-43,
    },
};

#endif
