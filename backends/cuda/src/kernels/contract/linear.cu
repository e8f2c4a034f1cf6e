// linear.cu - the kernels of matmul.cu, of which linear is the general case: batches are a part of every product.
#include "kernels/contract/matmul.cu"
