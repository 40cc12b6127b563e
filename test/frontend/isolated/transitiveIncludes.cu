// Names that nvcc's headers and other standard libraries bring along, with hardly an include.
#include <iostream>
using namespace std;
__global__ void fill(uint8_t *bytes, float *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = min(FLT_MAX, float(INT_MAX)) * bytes[i] + M_PI;
}
template <typename T> __global__ void exchange(T *a, T *b) {
    T mine = std::move(a[threadIdx.x]);
    a[threadIdx.x] = std::max(b[threadIdx.x], mine);
    b[threadIdx.x] = mine;
}
template <typename V> void launchAll(std::vector<V> &host) {
    std::sort(host.begin(), host.end());
    V *p;
    cudaMalloc(&p, host.size() * sizeof(V));
    memcpy(host.data(), host.data(), 4);
    exchange<<<1, 32>>>(p, p);
    std::string name = "done";
    printf("%s %d\n", name.c_str(), rand());
}
int main() {
    std::vector<double> host(32);
    launchAll(host);
    struct timeval now;
    gettimeofday(&now, NULL);
    std::unique_ptr<int[]> owned(new int[3]);
    fill<<<1, 32>>>(nullptr, nullptr, 32);
    assert(strlen("x") == 1);
}
