/* comparison_template.h - the six comparisons by the processor: a template; see compare.h.
 *
 * It takes SB_FORMAT and SB_TYPE, which are undefined at the end.
 */

SB_FN uint8_t SB_OF_FORMAT(eq)(SB_TYPE a, SB_TYPE b) { return a == b; }
SB_FN uint8_t SB_OF_FORMAT(ne)(SB_TYPE a, SB_TYPE b) { return a != b; }
SB_FN uint8_t SB_OF_FORMAT(lt)(SB_TYPE a, SB_TYPE b) { return a < b; }
SB_FN uint8_t SB_OF_FORMAT(le)(SB_TYPE a, SB_TYPE b) { return a <= b; }
SB_FN uint8_t SB_OF_FORMAT(gt)(SB_TYPE a, SB_TYPE b) { return a > b; }
SB_FN uint8_t SB_OF_FORMAT(ge)(SB_TYPE a, SB_TYPE b) { return a >= b; }

#undef SB_FORMAT
#undef SB_TYPE
