// Structures of structures, unions, pitched volumes, rows and columns, vector types.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

struct Point { int x, y, z; };
struct Segment { Point from, to; int tag; };
struct Cell { short kind; unsigned char flags[2]; int links[4]; };
struct Columns { const int* x; const int* y; int* sum; };
struct Volume { int width, height, depth; size_t pitch; const unsigned char* base; };
union Word { unsigned whole; unsigned char parts[4]; unsigned short halves[2]; };
struct alignas(16) Quad { int a, b, c, d; };
struct Row { int values[8]; };

__global__ void segmentLengths(const Segment* segments, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int dx = segments[i].to.x - segments[i].from.x;
    int dz = segments[i].to.z - segments[i].from.z;
    out[i] = dx * dx + dz * dz;
}

__global__ void relink(Cell* cells, const int* from, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        cells[i].kind = (short)from[i];
        cells[i].links[2] = from[i + 1];
    }
}

__global__ void addColumns(Columns table, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) table.sum[i] = table.x[i] + table.y[n - 1 - i];
}

__global__ void sliceSum(Volume volume, int* out) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= volume.width || y >= volume.height) return;
    int sum = 0;
    for (int z = 0; z < volume.depth; z++) {
        const int* row = (const int*)(volume.base + (size_t)(z * volume.height + y) * volume.pitch);
        sum += row[x];
    }
    out[y * volume.width + x] = sum;
}

__global__ void swapHalves(const Word* in, Word* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Word word = in[i];
    Word turned;
    turned.halves[0] = word.halves[1];
    turned.halves[1] = word.parts[0];
    out[i] = turned;
}

__global__ void quadColumns(const Quad* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Quad quad = in[i];
        out[i] = quad.a + quad.d;
        out[i + 2 * n] = quad.b * quad.c;
    }
}

__global__ void rowSums(const Row* rows, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += rows[i].values[k];
    out[i] = sum;
}

__global__ void rowSumsTurned(const int (*columns)[512], int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += columns[k][i];
    out[i] = sum;
}

__global__ void bytesOfWords(const unsigned char* bytes, unsigned char* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = bytes[4 * i + 3];
}

__global__ void pairsOfDoubles(const double2* in, double* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double2 pair = in[i];
    out[2 * i] = pair.y;
    out[2 * i + 1] = pair.x;
}

__global__ void threeFloats(const float3* in, float3* out, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 v = in[i];
    out[i] = make_float3(v.z * scale, v.y, v.x);
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
    const int n = 500;
    segmentLengths<<<4, 128>>>((const Segment*)in, (int*)out, n);
    report("segmentLengths");
    relink<<<(n + 127) / 128, 128>>>((Cell*)out, (const int*)in, n);
    report("relink");
    Columns table = {(const int*)in, (const int*)in + 1024, (int*)out};
    addColumns<<<4, 128>>>(table, 512);
    report("addColumns");
    Volume volume = {40, 24, 3, 192, in};
    sliceSum<<<dim3(3, 3), dim3(16, 8)>>>(volume, (int*)out);
    report("sliceSum");
    swapHalves<<<4, 96>>>((const Word*)in, (Word*)out);
    report("swapHalves");
    quadColumns<<<4, 128>>>((const Quad*)in, (int*)out, n);
    report("quadColumns");
    rowSums<<<4, 128>>>((const Row*)in, (int*)out, n);
    report("rowSums");
    rowSumsTurned<<<4, 128>>>((const int (*)[512])in, (int*)out, n);
    report("rowSumsTurned");
    bytesOfWords<<<4, 128>>>(in, out);
    report("bytesOfWords");
    pairsOfDoubles<<<2, 128>>>((const double2*)in, (double*)out);
    report("pairsOfDoubles");
    threeFloats<<<3, 128>>>((const float3*)in, (float3*)out, 2.0f);
    report("threeFloats");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
