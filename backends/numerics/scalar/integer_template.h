/* integer_template.h - arithmetic, order and bits of integers: a template; see integers.h.
 *
 * Its parameters are SB_FORMAT, SB_TYPE and SB_WIDE, the unsigned type in which it computes. All
 * are undefined at the end.
 */

SB_FN SB_TYPE SB_OF_FORMAT(add)(SB_TYPE a, SB_TYPE b) { return (SB_TYPE)((SB_WIDE)a + (SB_WIDE)b); }
SB_FN SB_TYPE SB_OF_FORMAT(sub)(SB_TYPE a, SB_TYPE b) { return (SB_TYPE)((SB_WIDE)a - (SB_WIDE)b); }
SB_FN SB_TYPE SB_OF_FORMAT(mul)(SB_TYPE a, SB_TYPE b) { return (SB_TYPE)((SB_WIDE)a * (SB_WIDE)b); }
SB_FN SB_TYPE SB_OF_FORMAT(minimum)(SB_TYPE a, SB_TYPE b) { return b < a ? b : a; }
SB_FN SB_TYPE SB_OF_FORMAT(maximum)(SB_TYPE a, SB_TYPE b) { return b > a ? b : a; }
SB_FN SB_TYPE SB_OF_FORMAT(bitwise_and)(SB_TYPE a, SB_TYPE b) { return (SB_TYPE)(a & b); }
SB_FN SB_TYPE SB_OF_FORMAT(bitwise_or)(SB_TYPE a, SB_TYPE b) { return (SB_TYPE)(a | b); }
SB_FN SB_TYPE SB_OF_FORMAT(bitwise_xor)(SB_TYPE a, SB_TYPE b) { return (SB_TYPE)(a ^ b); }

#undef SB_FORMAT
#undef SB_TYPE
#undef SB_WIDE
