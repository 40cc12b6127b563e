// Templates, functors, views, spans, layouts and references.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

template <typename T>
class View {
public:
    __host__ __device__ View(T* data, int rows, int columns) : data(data), rows(rows), columns(columns) {}
    __device__ T& operator()(int row, int column) const { return data[row * columns + column]; }
    __device__ bool holds(int row, int column) const { return row < rows && column < columns; }
    int rows, columns;
private:
    T* data;

public:
    __device__ T* row(int r) const { return data + r * columns; }
};

template <typename T>
__global__ void negate(View<const T> in, View<T> out) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (in.holds(row, column)) out(row, column) = -in(row, column);
}

template <typename T>
__global__ void turned(View<const T> in, View<T> out) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y;
    if (in.holds(row, column)) out(row, column) = in(row, column);
}

template <int Stride, typename T>
__global__ void strided(const T* __restrict__ in, T* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * Stride];
}

template <typename Op>
__global__ void apply(const int* in, int* out, int n, Op op) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = op(in, i);
}

struct Reversed { int n; __device__ int operator()(const int* in, int i) const { return in[n - 1 - i]; } };
struct EveryThird { __device__ int operator()(const int* in, int i) const { return in[3 * i]; } };

template <int Rows, int Columns, int Pad>
__global__ void tileTurned(const float* in, float* out) {
    __shared__ float tile[Rows][Columns + Pad];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * Columns + threadIdx.x];
    __syncthreads();
    auto column = [&](int c, int r) { return tile[r][c]; };
    int flat = threadIdx.y * Columns + threadIdx.x;
    out[flat] = column(flat / Rows, flat % Rows);
}

template <typename Layout>
__global__ void through(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[Layout::place(i)] = in[i];
}

struct Interleaved { __device__ static int place(int i) { return (i % 64) * 8 + i / 64; } };
struct Blocks { __device__ static int place(int i) { return (i & ~15) | (15 - (i & 15)); } };

template <typename T>
struct Span {
    T* first;
    T* last;
    __device__ T* begin() const { return first; }
    __device__ T* end() const { return last; }
};

template <typename T>
__global__ void spanSums(const T* in, T* out, int each) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Span<const T> own{in + i * each, in + (i + 1) * each};
    T sum = 0;
    for (T value : own) sum += value;
    out[i] = sum;
}

__device__ void exchange(int& __restrict__ a, int& __restrict__ b) {
    int kept = a;
    a = b;
    b = kept;
}

__global__ void mirrorInPlace(int* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) exchange(data[i], data[n - 1 - i]);
}

template <int N>
__device__ int dot(const int (&row)[N], const int* column) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < N; k++) sum += row[k] * column[k];
    return sum;
}

__global__ void smallMatrix(const int (*rows)[6], const int* column, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = dot(rows[i], column);
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
    negate<int><<<dim3(2, 9), 64>>>(View<const int>((const int*)in, 9, 100), View<int>((int*)out, 9, 100));
    report("negate");
    turned<int><<<dim3(2, 9), 64>>>(View<const int>((const int*)in, 128, 9), View<int>((int*)out, 128, 9));
    report("turned");
    strided<2, int><<<4, 128>>>((const int*)in, (int*)out);
    report("strided2");
    strided<3, double><<<2, 64>>>((const double*)in, (double*)out);
    report("strided3");
    strided<8, unsigned char><<<4, 128>>>(in, out);
    report("strided8");
    apply<<<3, 128>>>((const int*)in, (int*)out, 1000, Reversed{1000});
    report("reversed");
    apply<<<3, 128>>>((const int*)in, (int*)out, 1000, EveryThird{});
    report("everyThird");
    tileTurned<8, 32, 0><<<1, dim3(32, 8)>>>((const float*)in, (float*)out);
    report("tileTurned0");
    tileTurned<8, 32, 1><<<1, dim3(32, 8)>>>((const float*)in, (float*)out);
    report("tileTurned1");
    through<Interleaved><<<4, 128>>>((const int*)in, (int*)out, 512);
    report("interleaved");
    through<Blocks><<<4, 128>>>((const int*)in, (int*)out, 512);
    report("blocks");
    spanSums<int><<<4, 64>>>((const int*)in, (int*)out, 5);
    report("spanSums");
    mirrorInPlace<<<4, 64>>>((int*)out, 300);
    report("mirrorInPlace");
    smallMatrix<<<3, 64>>>((const int (*)[6])in, (const int*)in + 7, (int*)out);
    report("smallMatrix");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
