// Nearest-centre assignment and accumulation by atomics.
#include <cfloat>
#include <cstdio>
#include <cstdlib>
__constant__ float c_centres[256];
__global__ void assign(const float *__restrict__ features, int *__restrict__ membership, int points, int clusters, int dims) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= points) return;
    float best = FLT_MAX;
    int index = -1;
    for (int c = 0; c < clusters; c++) {
        float dist = 0.0f;
        for (int d = 0; d < dims; d++) {
            float diff = features[d * points + p] - c_centres[c * dims + d];
            dist += diff * diff;
        }
        if (dist < best) { best = dist; index = c; }
    }
    membership[p] = index;
}
__global__ void accumulate(const float *features, const int *membership, float *sums, int *counts, int points, int dims) {
    extern __shared__ float local[];
    for (int i = threadIdx.x; i < dims * gridDim.y; i += blockDim.x) local[i] = 0;
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < points) {
        int c = membership[p];
        for (int d = 0; d < dims; d++) atomicAdd(&sums[c * dims + d], features[d * points + p]);
        atomicAdd(&counts[c], 1);
    }
}
int main() {
    const int points = 10000, clusters = 8, dims = 4;
    float centres[clusters * dims];
    for (auto &c : centres) c = rand() / (float)RAND_MAX;
    float *features, *sums;
    int *membership, *counts;
    cudaMalloc(&features, points * dims * sizeof *features);
    cudaMalloc(&membership, points * sizeof *membership);
    cudaMalloc(&sums, clusters * dims * sizeof *sums);
    cudaMalloc(&counts, clusters * sizeof *counts);
    for (int iteration = 0; iteration < 5; iteration++) {
        cudaMemcpyToSymbol(c_centres, centres, sizeof centres);
        assign<<<(points + 255) / 256, 256>>>(features, membership, points, clusters, dims);
        cudaMemset(sums, 0, clusters * dims * sizeof *sums);
        accumulate<<<dim3((points + 255) / 256, 1), 256, dims * sizeof(float)>>>(features, membership, sums, counts, points, dims);
        cudaMemcpyFromSymbol(centres, c_centres, sizeof centres, 0, cudaMemcpyDeviceToHost);
    }
    printf("%f\n", centres[0]);
}
