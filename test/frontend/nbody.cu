// All-pairs gravity with tiles of positions in shared memory.
#include <cmath>
#include <cstdio>
#include <helper_math.h>
#define SOFTENING 1e-9f
struct Body { float x, y, z, vx, vy, vz; };
__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj) {
    float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
    float distSqr = dot(r, r) + SOFTENING;
    float invDist = rsqrtf(distSqr);
    float s = bj.w * invDist * invDist * invDist;
    ai += r * s;
    return ai;
}
template <int TILE> __global__ void integrate(const float4 *__restrict__ position, float4 *velocity, float dt, int n) {
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = position[i];
    float3 acceleration = {0.0f, 0.0f, 0.0f};
    for (int t = 0; t < n / TILE; ++t) {
        tile[threadIdx.x] = position[t * TILE + threadIdx.x];
        __syncthreads();
#pragma unroll 32
        for (int j = 0; j < TILE; ++j) acceleration = bodyBodyInteraction(acceleration, mine, tile[j]);
        __syncthreads();
    }
    velocity[i] += make_float4(acceleration * dt);
}
__global__ void bodyForce(Body *p, float dt, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        float Fx = 0.0f, Fy = 0.0f, Fz = 0.0f;
        for (int j = 0; j < n; j++) {
            float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
            float distSqr = dx * dx + dy * dy + dz * dz + SOFTENING;
            float invDist = 1.0f / sqrtf(distSqr), invDist3 = invDist * invDist * invDist;
            Fx += dx * invDist3; Fy += dy * invDist3; Fz += dz * invDist3;
        }
        p[i].vx += dt * Fx; p[i].vy += dt * Fy; p[i].vz += dt * Fz;
    }
}
int main(const int argc, const char **argv) {
    int nBodies = argc > 1 ? atoi(argv[1]) : 30720;
    Body *buf;
    float4 *pos, *vel;
    cudaMalloc(&buf, nBodies * sizeof(Body));
    cudaMalloc(&pos, nBodies * sizeof(float4));
    cudaMalloc(&vel, nBodies * sizeof(float4));
    bodyForce<<<(nBodies + 255) / 256, 256>>>(buf, 0.01f, nBodies);
    integrate<256><<<nBodies / 256, 256>>>(pos, vel, 0.01f, nBodies);
    cudaDeviceSynchronize();
}
