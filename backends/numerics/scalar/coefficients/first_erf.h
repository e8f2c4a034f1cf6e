/* first_erf.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_FIRST_ERF_H
#define SB_SCALAR_COEFFICIENTS_FIRST_ERF_H

#include "scalar/portable.h"

/* erf about 25 j/64, |u| <= 25/128: the error is below 2^-53 of the terms from u^4
 * on, and 2^-65 of erf. */
SB_TABLE double first_erf_terms[20][16] = {
    {
        0x0.0p+0, 0x1.ad68966569a87p-2, 0x1.762870f720c6fp-1, 0x1.ce1962c0e0d8bp-1,
        0x1.f21c9f12f0677p-1, 0x1.fd0f5317f582fp-1, 0x1.ff87b1913e853p-1, 0x1.fff18ebe2b0e1p-1,
        0x1.fffeb3ebb267bp-1, 0x1.ffffe9bf4098cp-1, 0x1.fffffee3cc32cp-1, 0x1.fffffff57632dp-1,
        0x1.ffffffffb5be5p-1, 0x1.fffffffffe7c0p-1, 0x1.fffffffffffa2p-1, 0x1.fffffffffffffp-1,
    },
    {
        0x0.0p+0, -0x1.be29b0c63c263p-56, 0x1.118a1b821cf7cp-55, 0x1.18d61bf7e554bp-55,
        -0x1.7efe429672266p-58, -0x1.c8821e4d91d38p-55, -0x1.3ca99c8d2cea5p-56, -0x1.9834155e7a96bp-57,
        0x1.e47f697047cbap-57, -0x1.4c976a857e98dp-55, 0x1.e429188c25b27p-56, 0x1.933c09746690ep-59,
        -0x1.729d6819c7f34p-56, -0x1.b5336a8a00d3cp-57, 0x1.d07509a1a9433p-57, -0x1.a4702e8f38ceap-58,
    },
    {
        0x1.20dd750429b6dp+0, 0x1.eff8c4b1375dbp-1, 0x1.39ccc1b136d5ap-1, 0x1.24a55399ea239p-2,
        0x1.92470a61b6965p-4, 0x1.978ae8b55ce1bp-6, 0x1.30499b503957fp-8, 0x1.4ee1429bf7cc0p-11,
        0x1.0f9e1b4dd36dfp-14, 0x1.44ba864670882p-18, 0x1.1e1e857adc568p-22, 0x1.7397c5a66e307p-27,
        0x1.63ac6b4edc88ep-32, 0x1.f5cc7718082b0p-38, 0x1.04e15ecc7f3f6p-43, 0x1.8fd4e01891bf8p-50,
    },
    {
        0x1.1ae3a914fed80p-56, 0x1.2b916b7c50a75p-57, 0x1.fa527d7b328bdp-58, 0x1.4887c60d2b527p-57,
        0x1.c6acd40cee350p-58, -0x1.79276dbe633e9p-62, -0x1.d3cd123992737p-64, 0x1.ce9aa4817ed47p-66,
        -0x1.3fedc80d9c7aep-71, -0x1.28bc96edb220fp-72, 0x1.7f07f5c70a777p-77, -0x1.6f5b55a63182cp-81,
        -0x1.c45991834a34fp-88, -0x1.d3bcf13735396p-92, -0x1.2eb49b373aeeap-98, -0x1.88867c9b72170p-107,
    },
    {
        0x0.0p+0, -0x1.837a59aa73413p-2, -0x1.ea4feea4e5addp-2, -0x1.56f1bdf85e61bp-2,
        -0x1.3a47801c56a57p-3, -0x1.8dfda7411cb46p-5, -0x1.6496420203331p-7, -0x1.c9d7f9113cc8fp-10,
        -0x1.a8670aa99a5bcp-13, -0x1.1d67f003e8e7ap-16, -0x1.1769ce59fb2c8p-20, -0x1.8f2c0951c85e0p-25,
        -0x1.a0ce0dc06a706p-30, -0x1.3e864998c12f4p-35, -0x1.64ac1f9b95f8ap-41, -0x1.24d86a21febfcp-47,
    },
    {
        0x0.0p+0, -0x1.3504cdfc8f816p-57, 0x1.1d1be37df020bp-56, 0x1.f00e3e8913b6cp-61,
        -0x1.033705aa1a197p-57, -0x1.1bebdfb504c54p-59, 0x1.390d1456dde7dp-61, 0x1.87889316f4999p-65,
        -0x1.81838eed57700p-67, -0x1.991fac8b3888dp-77, 0x1.04f91cfdcfe3bp-74, -0x1.12c1c5fcf1a11p-80,
        -0x1.1b79c25e89428p-84, -0x1.b71890e274b72p-89, -0x1.022513ca7d6ddp-96, -0x1.b040bfde12f81p-103,
    },
    {
        -0x1.812746b0379e7p-2, -0x1.cb7bf78e2dcafp-3, 0x1.715e595343362p-5, 0x1.54c0d66d7760fp-3,
        0x1.0453f90d3bd35p-3, 0x1.c24b2053e33aap-5, 0x1.fa73d7eb1b712p-7, 0x1.85661421616b7p-9,
        0x1.a3737e2a2f2bcp-12, 0x1.40ee07ac503f2p-15, 0x1.5fe5d47560890p-19, 0x1.161fb53919dd0p-23,
        0x1.3e380dd7593a5p-28, 0x1.085b8661b36aep-33, 0x1.3fa8302ae20aap-39, 0x1.19d11ffa4697fp-45,
    },
    {
        0x1.ee12e49cab700p-57, -0x1.d361e385002e1p-57, 0x1.4fef0eceb8a7ap-64, -0x1.1b109ebcbfe74p-57,
        -0x1.686e281ba1d91p-57, -0x1.3e9890245da74p-59, -0x1.95a68f0554a01p-61, 0x1.ea4aa61ccf3e8p-63,
        0x1.3f93844cb4b5fp-66, -0x1.ba8e9779b2477p-69, -0x1.06748833f6e85p-73, -0x1.2b4c0ba7a1c7fp-77,
        -0x1.8ad868b975b67p-82, 0x1.832b6d22e7564p-87, 0x1.b885c7e0c1c4cp-95, -0x1.afaacd4b4f189p-102,
    },
    {
        -0x1.0aaaaaaaaaaabp-231, 0x1.5c0fc77611c7cp-3, 0x1.22cdbdb4cce39p-3, 0x1.cf82bac1af900p-7,
        -0x1.8a7c6a239217bp-5, -0x1.33137b26e255cp-5, -0x1.daa3005c2dc23p-7, -0x1.c812e602c3ba2p-9,
        -0x1.24544f02d2a7ep-11, -0x1.02488b68c9c97p-14, -0x1.405da04876025p-18, -0x1.1a2239f3991a8p-22,
        -0x1.638bc4fb02c80p-27, -0x1.42569933ab41dp-32, -0x1.a62b708979ef1p-38, -0x1.909da6c0da8edp-44,
    },
    {
        0x1.ce2f21a042be2p-4, 0x1.4dd7b2cd9f09fp-5, -0x1.da50ae5494465p-5, -0x1.cf38b99941d40p-5,
        -0x1.075c088031ee3p-7, 0x1.a342ba0e729f5p-7, 0x1.250942c315ddcp-7, 0x1.7e02d8bc35a68p-9,
        0x1.2e7e763d3371bp-11, 0x1.3b124fb182ed1p-14, 0x1.bfc96a92d04ebp-18, 0x1.bb32ded21e76cp-22,
        0x1.35753ad4c5875p-26, 0x1.338c498459654p-31, 0x1.b5c6191326c78p-37, 0x1.c055dd040a54dp-43,
    },
    {
        0x1.469675b1156f9p-222, -0x1.9ebc1de82df60p-5, -0x1.75578f3e31163p-6, 0x1.2c1727080a83fp-6,
        0x1.16f9c9c127f14p-6, 0x1.b4bbc50d5a825p-10, -0x1.997578c7d9e0ep-9, -0x1.c522939e25d88p-10,
        -0x1.da496e5354c76p-12, -0x1.2c59503703315p-14, -0x1.f19ff5e45dd62p-18, -0x1.17c6ef0b95f92p-21,
        -0x1.b41f33cb0a2cdp-26, -0x1.dd9c519e2cf82p-31, -0x1.72de320668298p-36, -0x1.9b1eac9b3d7eap-42,
    },
    {
        -0x1.b82ce3128861dp-6, -0x1.099776d3c95a6p-8, 0x1.35331b5e89bc2p-6, 0x1.e06b841aacfe9p-8,
        -0x1.74c2fc9be03e3p-8, -0x1.04937e7844938p-8, -0x1.3903ddc0e039ep-15, 0x1.583413aab7a23p-11,
        0x1.176cf6641d814p-12, 0x1.c5586b325dcdcp-15, 0x1.c0c4db581dbe9p-18, 0x1.22b6eec106d26p-21,
        0x1.fe694e371a48ep-26, 0x1.35de3950394e3p-30, 0x1.07aec040a8f78p-35, 0x1.3d7153b18f703p-41,
    },
    {
        -0x1.e5de40bd8a64ap-214, 0x1.707491371c3c0p-7, 0x1.39c7ec7f6bcb9p-10, -0x1.8df7ea4d72f8ap-8,
        -0x1.760c52301cea4p-10, 0x1.9f5a1fa75876ap-10, 0x1.6a6d7e0e99cb5p-11, -0x1.48c1ace41de6fp-14,
        -0x1.d2ac6c8b2cc24p-14, -0x1.0dba261ecc2f1p-15, -0x1.4b9df73c46825p-18, -0x1.f8ad79f406aedp-22,
        -0x1.f8af0111a9d36p-26, -0x1.5636f124f9ce3p-30, -0x1.40c4891c6a087p-35, -0x1.a4f4907a26aedp-41,
    },
    {
        0x1.565bcd0cdc4b7p-8, -0x1.8a675fc0e9e3fp-13, -0x1.fc37138aa92e1p-9, 0x1.471fa35284ae5p-13,
        0x1.a3cdb65842f13p-10, 0x1.66561136e54eep-14, -0x1.71ebbd098951ap-12, -0x1.4fa98bc4b3798p-14,
        0x1.aafdbd34395ecp-16, 0x1.ea4b9ca4a85cbp-17, 0x1.9133e9b0dcee2p-19, 0x1.70d764ebe44cep-22,
        0x1.aa77274dccef8p-26, 0x1.45ed753b8bd5ap-30, 0x1.528cde75d500dp-35, 0x1.e664dcb1472d3p-41,
    },
    {
        0x1.7d87d12193c45p-207, -0x1.04163b0e67ff0p-9, 0x1.9c22ad5be58d6p-12, 0x1.116a8414f20afp-10,
        -0x1.02c3ba30a841ep-12, -0x1.4a5af4c02fb88p-12, 0x1.644c3963f51b0p-15, 0x1.e4059db7789bfp-15,
        0x1.03f2e6b3e6d84p-18, -0x1.31ddaf688fc59p-18, -0x1.87100e48b2d74p-20, -0x1.c6814e8eeb6acp-23,
        -0x1.36170596e7002p-26, -0x1.0e2ebb68d4908p-30, -0x1.3943fe639a01fp-35, -0x1.ef2973936db2cp-41,
    },
    {
        -0x1.c02dae903db86p-11, 0x1.6817865f23613p-13, 0x1.2f60fec5dbaddp-11, -0x1.03ca258a210bcp-12,
        -0x1.9289259d2195ap-13, 0x1.9a9e24a8bef21p-14, 0x1.4c6dbe59813c9p-15, -0x1.0590c7ddad1c8p-16,
        -0x1.ab2ef6d417274p-18, 0x1.1867a3f372d9fp-21, 0x1.24e1a5d33e069p-21, 0x1.d4bda6b04fdc1p-24,
        0x1.84fddf3007ea9p-27, 0x1.883fb01584021p-31, 0x1.0015e92c921c0p-35, 0x1.bfebdbc20cd97p-41,
    },
    {
        -0x1.b05876e5b0120p-202, 0x1.2f83f6dba7407p-12, -0x1.1add3c1ba0ec5p-13, -0x1.cbe042c991650p-14,
        0x1.6e753da6a3949p-14, 0x1.0a43065fceec7p-16, -0x1.6fae619ee984ap-16, -0x1.b7acedff74f9fp-20,
        0x1.6e3a83bda0a66p-19, 0x1.9ceeae951fd3dp-22, -0x1.20b8b35b2e0bdp-23, -0x1.8beed27f62bd2p-25,
        -0x1.a3d83e3017a9fp-28, -0x1.f41cae6abc261p-32, -0x1.73baf7f23c1f9p-36, -0x1.6a1f4e52970e0p-41,
    },
    {
        0x1.f99a8d620a1e3p-14, -0x1.5d053cb083d28p-15, -0x1.124356b543b1ep-14, 0x1.cae1b68da03efp-15,
        0x1.972a5a31040d7p-18, -0x1.379e8be25d131p-16, 0x1.3674222b6e405p-19, 0x1.8391e13628b88p-19,
        -0x1.bc94f53a268f6p-22, -0x1.2e6dbd1a3daeep-22, 0x1.0904aafbf6df8p-28, 0x1.030b8ff9abffdp-26,
        0x1.82253e7da3a18p-29, 0x1.182116cf61e9dp-32, 0x1.e1316b98265a2p-37, 0x1.07613117cd41dp-41,
    },
    {
        0x1.42b1ee567987ep-198, -0x1.29128eede4258p-15, 0x1.9e4a51c0a0c28p-16, 0x1.675f06e907a4bp-18,
        -0x1.abbcbdd6daf4ep-17, 0x1.93b0599e3b4a2p-19, 0x1.1c5b0289f59dfp-19, -0x1.e291df1d5348fp-21,
        -0x1.7e87c153ecd3bp-23, 0x1.82273b9a84afbp-24, 0x1.103d86fe444d3p-26, -0x1.ae656a2d6e763p-29,
        -0x1.29b540bda8263p-30, -0x1.17601b4924118p-33, -0x1.1d8273347f64bp-37, -0x1.664e54cfe2c53p-42,
    },
    {
        -0x1.ee8b841f59e44p-17, 0x1.cfccb40ab2e7ap-18, 0x1.6dbe30d53e8b1p-18, -0x1.f83af5e25e853p-18,
        0x1.f9b5694c48f42p-20, 0x1.914f2c8253456p-20, -0x1.f6c8b4593041fp-21, -0x1.f02765a45c227p-26,
        0x1.09c999e7ffdb1p-23, -0x1.f0a8949ca84e7p-28, -0x1.27b0c2246d046p-27, -0x1.2e759b688e66ap-34,
        0x1.64b5c1c8f6ff5p-32, 0x1.d7afe61806c82p-35, 0x1.2438b43190474p-38, 0x1.a5ba555796d5fp-43,
    },
};

#endif
