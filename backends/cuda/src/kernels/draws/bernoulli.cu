// bernoulli.cu - the op bernoulli (clause D2): true if the random number is below ceil(p 2^32).
#include "draws/draws.cuh"

struct bernoulli_rule {
    enum { words = 1 };
    static SB_DEVICE sb_result value(uint32_t k, uint32_t, const int64_t *numbers)
    {
        return (sb_result)((int64_t)k < numbers[0]);
    }
};

SB_DRAW(bernoulli, bernoulli_rule)
