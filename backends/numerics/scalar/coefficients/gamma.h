/* gamma.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_GAMMA_H
#define SB_SCALAR_COEFFICIENTS_GAMMA_H

#include "scalar/portable.h"

/* 1 / Gamma(1 + d), |d| <= 1/2: relative error below 2^-48. */
SB_TABLE double reciprocal_gamma_quick[14] = {
    0x1.ffffffffffff2p-1, 0x1.2788cfc6fb619p-1, -0x1.4fcf4026ae580p-1, -0x1.5815e8fa278a6p-5,
    0x1.55123209f9081p-3, -0x1.59af103c12770p-5, -0x1.3b4af093c26ffp-7, 0x1.d919c50ea1d01p-8,
    -0x1.3171c46c703dap-10, -0x1.c364d9dec4f47p-13, 0x1.0cab1a6bfbbc5p-13, -0x1.51d55f41d43fcp-16,
    -0x1.7f58c3af31619p-20, 0x1.316f2b33b6819p-20,
};

/* 1 / Gamma(1 + d), |d| <= 1/2: relative error below 2^-99. */
SB_TABLE double reciprocal_gamma_leading[17][2] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58},
    {-0x1.4fcf4026afa2ep-1, 0x1.8a3db7a90c42ap-56},
    {-0x1.5815e8fa27048p-5, 0x1.b85ea59bc3638p-60},
    {0x1.5512320b43fbep-3, 0x1.77e9bfd84d0f8p-57},
    {-0x1.59af103c34092p-5, -0x1.ef8da0241c465p-59},
    {-0x1.3b4af28483e21p-7, -0x1.38dbcf40c139bp-61},
    {0x1.d919c527f60b2p-8, -0x1.a91714b11611fp-62},
    {-0x1.317112ce3a2a8p-10, 0x1.0b48922be53b9p-64},
    {-0x1.c364fe6f1563dp-13, 0x1.6707f71f86f2ep-69},
    {0x1.0c8a78cd9f9d2p-13, -0x1.6193e5e682992p-67},
    {-0x1.51ce8af47eabep-16, 0x1.26de8c501cb48p-75},
    {-0x1.4fad41fc34fbbp-20, -0x1.01776ab160dc8p-75},
    {0x1.302509dbc0de3p-20, -0x1.bf09003481b1ap-75},
    {-0x1.b9986666c225dp-23, -0x1.d12e45de59d01p-79},
    {0x1.a44b7ba22d629p-28, -0x1.4d6f19c81365fp-82},
    {0x1.57bc3fc384334p-28, -0x1.30a82205f48c5p-86},
};
SB_TABLE double reciprocal_gamma_rest[12] = {
    -0x1.44b4cedca388fp-30, 0x1.cae7675c18607p-34, 0x1.11d065bfaf1d0p-37, -0x1.0423bac8ca3f4p-38,
    0x1.1f201512e1f85p-41, -0x1.72cb88ea6df34p-46, -0x1.815f706e5c3adp-48, 0x1.6198492eb2bfdp-50,
    -0x1.10635c468d886p-53, 0x1.5e3d879f843d7p-60, 0x1.a4a28483844cep-60, -0x1.0f421ada1d199p-62,
};

#endif
