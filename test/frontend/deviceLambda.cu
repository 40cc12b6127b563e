// Extended lambdas, functors and variadic templates.
#include <cstdio>
#include <utility>
template <typename F, typename... Args> __global__ void launchKernel(F f, Args... args) { f(args...); }
template <typename Function> __global__ void parallelFor(int n, Function f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
template <typename T> struct Axpy {
    T a;
    const T *x;
    T *y;
    __device__ void operator()(int i) const { y[i] = a * x[i] + y[i]; }
};
template <typename Op, typename T> __device__ T fold(T first, Op) { return first; }
template <typename Op, typename T, typename... R> __device__ T fold(T first, T second, Op op, R... rest) { return op(first, second); }
template <typename L> void cudaFor(int n, L &&f) { parallelFor<<<(n + 255) / 256, 256>>>(n, std::forward<L>(f)); }
int main() {
    float *x, *y;
    int n = 10000;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaFor(n, [=] __device__(int i) { x[i] = i; y[i] = 2.0f * i; });
    cudaFor(n, Axpy<float>{3.0f, x, y});
    auto both = [] __host__ __device__(float a, float b) { return a > b ? a : b; };
    cudaFor(n, [=] __device__(int i) mutable { y[i] = both(x[i], y[i]); });
    launchKernel<<<1, 1>>>([] __device__(int a, const float *p) { printf("%d %f\n", a, p[a]); }, 3, (const float *)y);
    cudaDeviceSynchronize();
    printf("%f\n", both(y[0], 1.0f));
}
