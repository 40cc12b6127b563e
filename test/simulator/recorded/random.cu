// The generators of curand's device interface: raw words, and every distribution made of them.
#include <curand_kernel.h>
#include <stdio.h>

template <typename STATE>
__global__ void raw(unsigned* out) {
    int t = threadIdx.x;
    STATE s;
    curand_init(1234ull + (t & 1), t, t < 4 ? 0 : t < 6 ? 7 : 1000003ull * t, &s);
    for (int i = 0; i < 6; ++i) out[t * 8 + i] = curand(&s);
    skipahead(5ull, &s);
    out[t * 8 + 6] = curand(&s);
    out[t * 8 + 7] = curand(&s);
}
template <typename STATE>
__global__ void far(unsigned* out) {
    int t = threadIdx.x;
    STATE s;
    curand_init(0xdeadbeefcafef00dull, 123456789ull * t * t, 0x123456789ull * t, &s);
    skipahead_sequence(3ull, &s);
    for (int i = 0; i < 8; ++i) out[t * 8 + i] = curand(&s);
}
template <typename STATE>
__global__ void distributions(float* f, double* d, unsigned* n) {
    int t = threadIdx.x;
    STATE s;
    curand_init(42ull, t, 0, &s);
    for (int i = 0; i < 3; ++i) f[t * 8 + i] = curand_uniform(&s);
    for (int i = 0; i < 3; ++i) f[t * 8 + 3 + i] = curand_normal(&s);
    float2 p = curand_normal2(&s);
    f[t * 8 + 6] = p.x + 2 * p.y;
    f[t * 8 + 7] = curand_log_normal(&s, 0.5f, 0.25f);
    d[t * 4] = curand_uniform_double(&s);
    d[t * 4 + 1] = curand_normal_double(&s);
    d[t * 4 + 2] = curand_normal_double(&s);
    d[t * 4 + 3] = curand_log_normal_double(&s, 0.5, 0.25);
    n[t * 3] = curand_poisson(&s, 2.5);
    n[t * 3 + 1] = curand_poisson(&s, 30.0);
    n[t * 3 + 2] = curand_poisson(&s, 5000.0);
}
__global__ void fours(unsigned* n, float* f, double* d) {
    int t = threadIdx.x;
    curandStatePhilox4_32_10_t s;
    curand_init(99ull, t, t, &s);
    uint4 a = curand4(&s);
    n[t * 4] = a.x;
    n[t * 4 + 1] = a.y;
    n[t * 4 + 2] = a.z;
    n[t * 4 + 3] = a.w;
    float4 u = curand_uniform4(&s), v = curand_normal4(&s);
    f[t * 8] = u.x;
    f[t * 8 + 1] = u.y;
    f[t * 8 + 2] = u.z;
    f[t * 8 + 3] = u.w;
    f[t * 8 + 4] = v.x;
    f[t * 8 + 5] = v.y;
    f[t * 8 + 6] = v.z;
    f[t * 8 + 7] = v.w;
    double2 w = curand_uniform2_double(&s), x = curand_normal2_double(&s);
    d[t * 4] = w.x;
    d[t * 4 + 1] = w.y;
    d[t * 4 + 2] = x.x;
    d[t * 4 + 3] = x.y;
}

static void words(const char* name, const void* device, int count) {
    unsigned host[256];
    cudaMemcpy(host, device, count * 4, cudaMemcpyDeviceToHost);
    printf("%s", name);
    for (int i = 0; i < count; ++i) printf(" %08x", host[i]);
    printf("\n");
}

int main() {
    unsigned* n;
    float* f;
    double* d;
    cudaMalloc(&n, 1024);
    cudaMalloc(&f, 1024);
    cudaMalloc(&d, 1024);
#define GENERATOR(STATE)                          \
    raw<STATE><<<1, 8>>>(n);                      \
    words(#STATE, n, 64);                         \
    far<STATE><<<1, 4>>>(n);                      \
    words(#STATE " far", n, 32);                  \
    distributions<STATE><<<1, 4>>>(f, d, n);      \
    words(#STATE " floats", f, 32);               \
    words(#STATE " doubles", d, 32);              \
    words(#STATE " poisson", n, 12);
    GENERATOR(curandStateXORWOW_t)
    GENERATOR(curandStatePhilox4_32_10_t)
    GENERATOR(curandStateMRG32k3a_t)
    fours<<<1, 4>>>(n, f, d);
    words("fours", n, 16);
    words("fours floats", f, 32);
    words("fours doubles", d, 32);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
