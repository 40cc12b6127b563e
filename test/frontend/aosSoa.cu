// Arrays of structures against structures of arrays, packed and padded.
#include <cstdio>
struct Particle { float x, y, z; float vx, vy, vz; int kind; };
struct __align__(16) Padded { float x, y, z, w; };
struct rgb_t { unsigned char r, g, b; };
struct Particles { float *x, *y, *z, *vx, *vy, *vz; int *kind; };
__global__ void moveAos(Particle *p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].x += p[i].vx * dt;
    p[i].y += p[i].vy * dt;
    p[i].z += p[i].vz * dt;
}
__global__ void moveSoa(Particles p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p.x[i] += p.vx[i] * dt;
    p.y[i] += p.vy[i] * dt;
    p.z[i] += p.vz[i] * dt;
}
__global__ void copyStruct(Particle *to, const Particle *from, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) to[i] = from[i]; }
__global__ void normPadded(Padded *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { Padded q = p[i]; q.w = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z); p[i] = q; }
}
__global__ void grey(const rgb_t *in, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (unsigned char)(0.299f * in[i].r + 0.587f * in[i].g + 0.114f * in[i].b);
}
int main() {
    const int n = 1 << 18;
    Particle *aos, *copy;
    Particles soa;
    cudaMalloc(&aos, n * sizeof(Particle));
    cudaMalloc(&copy, n * sizeof(Particle));
    for (float **field : {&soa.x, &soa.y, &soa.z, &soa.vx, &soa.vy, &soa.vz}) cudaMalloc(field, n * sizeof(float));
    cudaMalloc(&soa.kind, n * sizeof(int));
    moveAos<<<n / 256, 256>>>(aos, 0.1f, n);
    moveSoa<<<n / 256, 256>>>(soa, 0.1f, n);
    copyStruct<<<n / 256, 256>>>(copy, aos, n);
    normPadded<<<n / 512, 256>>>((Padded *)aos, n / 2);
    grey<<<n / 256, 256>>>((rgb_t *)aos, (unsigned char *)copy, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
