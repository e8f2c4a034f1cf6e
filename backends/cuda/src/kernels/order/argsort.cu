// argsort.cu - the op argsort (clause S3); see order/order.cuh.
#include "order/order.cuh"

SB_ORDER_KERNELS(argsort)
