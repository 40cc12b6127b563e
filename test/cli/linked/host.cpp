#include "shared.h"
#include <numeric>
int globalValue = 42;
double host_mean(const std::vector<float>& v) { return std::accumulate(v.begin(), v.end(), 0.0) / v.size(); }
int fromCpp() {
#ifdef __CUDACC__
  return -1;
#else
  return counter() + twice(3);
#endif
}
