// Estimate of pi with one generator a thread, states in global memory.
#include <curand_kernel.h>
#include <cstdio>
__global__ void setup(curandState *state, unsigned long long seed) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &state[id]);
}
__global__ void estimate(curandState *state, unsigned long long *hits, int trials) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandState local = state[id];
    unsigned long long count = 0;
    for (int i = 0; i < trials; i++) {
        float x = curand_uniform(&local), y = curand_uniform(&local);
        if (x * x + y * y <= 1.0f) count++;
    }
    state[id] = local;
    atomicAdd(hits, count);
}
__global__ void normals(float4 *out, unsigned long long seed) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, id, 0, &state);
    out[id] = curand_normal4(&state);
}
int main() {
    curandState *states;
    unsigned long long *hits, host = 0;
    float4 *out;
    cudaMalloc(&states, 64 * 256 * sizeof(curandState));
    cudaMalloc(&hits, sizeof(*hits));
    cudaMalloc(&out, 64 * 256 * sizeof(float4));
    cudaMemset(hits, 0, sizeof(*hits));
    setup<<<64, 256>>>(states, 1234ULL);
    estimate<<<64, 256>>>(states, hits, 1000);
    normals<<<64, 256>>>(out, 99);
    cudaMemcpy(&host, hits, sizeof host, cudaMemcpyDeviceToHost);
    printf("%f\n", 4.0 * host / (64.0 * 256 * 1000));
}
