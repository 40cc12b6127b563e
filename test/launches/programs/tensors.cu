#include <cuda_runtime.h>
#include <stdexcept>
#include "include/tensors.cuh"
void fill(const Tensor& tensor, double value) {
  switch (tensor.type) {
    case 0: return forEach(tensor, Fill<signed char>{(signed char)value});  // launch dense<Fill<signedchar>> ? 128 0 ?; strided<64,Fill<signedchar>> ? 64 0 ?
    case 1: return forEach(tensor, Fill<short>{(short)value});  // launch dense<Fill<short>> ? 128 0 ?
    case 2: return forEach(tensor, Fill<int>{(int)value});  // launch dense<Fill<int>> ? 128 0 ?
    case 3: return forEach(tensor, Fill<long long>{(long long)value});  // launch dense<Fill<longlong>> ? 128 0 ?; strided<64,Fill<longlong>> ? 64 0 ?
    case 4: return forEach(tensor, Fill<float>{(float)value});  // launch dense<Fill<float>> ? 128 0 ?
    case 5: return forEach(tensor, Fill<double>{value});  // launch dense<Fill<double>> ? 128 0 ?; strided<64,Fill<double>> ? 64 0 ?
    default: throw std::invalid_argument("no such type");
  }
}
