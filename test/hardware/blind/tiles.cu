// Shared memory: several arrays out of one, swizzles, rings, tiles of vectors, structures and bytes.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

#define SIDE 32

__global__ void carvedArrays(const int* in, int* out, int n) {
    extern __shared__ int pool[];
    int* keys = pool;
    int* values = keys + blockDim.x;
    short* small = (short*)(values + blockDim.x);
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    keys[t] = i < n ? in[i] : 0;
    values[blockDim.x - 1 - t] = t;
    small[2 * t] = (short)t;
    __syncthreads();
    out[i] = keys[blockDim.x - 1 - t] + values[t] + small[2 * (t ^ 1)];
}

__global__ void swizzledTranspose(const int* in, int* out) {
    __shared__ int tile[SIDE * SIDE];
    for (int row = threadIdx.y; row < SIDE; row += 8)
        tile[row * SIDE + (threadIdx.x ^ row)] = in[row * SIDE + threadIdx.x];
    __syncthreads();
    for (int row = threadIdx.y; row < SIDE; row += 8)
        out[row * SIDE + threadIdx.x] = tile[threadIdx.x * SIDE + (row ^ threadIdx.x)];
}

__global__ void plainTranspose(const int* in, int* out) {
    __shared__ int tile[SIDE][SIDE];
    for (int row = threadIdx.y; row < SIDE; row += 8) tile[row][threadIdx.x] = in[row * SIDE + threadIdx.x];
    __syncthreads();
    for (int row = threadIdx.y; row < SIDE; row += 8) out[row * SIDE + threadIdx.x] = tile[threadIdx.x][row];
}

__global__ void paddedDoubles(const double* in, double* out) {
    __shared__ double tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = tile[x][y];
}

__global__ void unpaddedDoubles(const double* in, double* out) {
    __shared__ double tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = tile[x][y];
}

struct Entry { int key; int count; int next; };

__global__ void entriesInShared(const int* in, int* out) {
    __shared__ Entry entries[128];
    int t = threadIdx.x;
    entries[t].key = in[t];
    entries[t].count = 1;
    entries[t].next = (t + 5) % 128;
    __syncthreads();
    Entry other = entries[entries[t].next];
    out[t] = other.key + other.count;
}

__global__ void ringBuffer(const int* in, int* out, int rounds) {
    __shared__ int ring[4 * 64];
    int t = threadIdx.x;
    for (int slot = 0; slot < 3; slot++) ring[slot * 64 + t] = in[slot * 64 + t];
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        ring[(round + 3) % 4 * 64 + t] = in[(round + 3) * 64 + t];
        __syncthreads();
        sum += ring[round % 4 * 64 + (t + 1) % 64];
        __syncthreads();
    }
    out[t] = sum;
}

__global__ void vectorTile(const float4* in, float4* out) {
    __shared__ float4 tile[4][32];
    int lane = threadIdx.x, row = threadIdx.y;
    tile[row][lane] = in[row * 32 + lane];
    __syncthreads();
    float4 v = tile[lane & 3][(row * 8 + (lane >> 2)) & 31];
    out[row * 32 + lane] = make_float4(v.w, v.z, v.y, v.x);
}

__global__ void floatsOfVectors(const float* in, float* out) {
    __shared__ float4 packed[64];
    int t = threadIdx.x;
    float* flat = (float*)packed;
    flat[4 * t + 1] = in[t];
    flat[4 * t + 2] = in[t + 64];
    __syncthreads();
    out[t] = packed[t].y - packed[63 - t].z;
}

__global__ void twoTiles(const int* a, const int* b, int* c, int width) {
    extern __shared__ int shared[];
    int* left = shared;
    int* right = shared + 16 * 16;
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int step = 0; step < width; step += 16) {
        left[y * 16 + x] = a[(blockIdx.y * 16 + y) * width + step + x];
        right[x * 16 + y] = b[(step + y) * width + blockIdx.x * 16 + x];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += left[y * 16 + k] * right[x * 16 + k];
        __syncthreads();
    }
    c[(blockIdx.y * 16 + y) * width + blockIdx.x * 16 + x] = sum;
}

__global__ void byteHistogram(const unsigned char* in, unsigned* out) {
    __shared__ unsigned char counts[64][64];
    int t = threadIdx.x;
    for (int bin = 0; bin < 64; bin++) counts[t][bin] = 0;
    for (int i = 0; i < 8; i++) counts[t][(i * 64 + t) & 63]++;
    __syncthreads();
    unsigned sum = in[t];
    for (int other = 0; other < 64; other++) sum += counts[other][t];
    out[t] = sum;
}

static unsigned char *in, *out;
static const size_t bytes = 1 << 18;

// Prints a checksum of what the kernel wrote and clears it for the next one.
static void report(const char* name) {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    unsigned* host = (unsigned*)malloc(bytes);
    CHECK(cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost));
    unsigned sum = 2166136261u;
    for (size_t i = 0; i < bytes / 4; i++) sum = (sum ^ host[i]) * 16777619u;
    printf("%s %08x\n", name, sum);
    free(host);
    CHECK(cudaMemset(out, 0, bytes));
}

static void prepare() {
    unsigned* host = (unsigned*)malloc(bytes);
    for (size_t i = 0; i < bytes / 4; i++) host[i] = (unsigned)(i * 7 % 251);
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(out, 0, bytes));
    free(host);
}

int main() {
    prepare();
    const int threads = 96;
    carvedArrays<<<5, threads, threads * (2 * sizeof(int) + 2 * sizeof(short))>>>((const int*)in, (int*)out, 450);
    report("carvedArrays");
    swizzledTranspose<<<1, dim3(32, 8)>>>((const int*)in, (int*)out);
    report("swizzledTranspose");
    plainTranspose<<<1, dim3(32, 8)>>>((const int*)in, (int*)out);
    report("plainTranspose");
    paddedDoubles<<<1, dim3(16, 16)>>>((const double*)in, (double*)out);
    report("paddedDoubles");
    unpaddedDoubles<<<1, dim3(16, 16)>>>((const double*)in, (double*)out);
    report("unpaddedDoubles");
    entriesInShared<<<1, 128>>>((const int*)in, (int*)out);
    report("entriesInShared");
    ringBuffer<<<1, 64>>>((const int*)in, (int*)out, 13);
    report("ringBuffer");
    vectorTile<<<1, dim3(32, 4)>>>((const float4*)in, (float4*)out);
    report("vectorTile");
    floatsOfVectors<<<1, 64>>>((const float*)in, (float*)out);
    report("floatsOfVectors");
    twoTiles<<<dim3(3, 3), dim3(16, 16), 2 * 16 * 16 * sizeof(int)>>>((const int*)in, (const int*)in + 4096, (int*)out, 48);
    report("twoTiles");
    byteHistogram<<<1, 64>>>(in, (unsigned*)out);
    report("byteHistogram");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
