// Linear algebra: products of every shape, sparse formats, eliminations and factorisations.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void gemvRow(const float* A, const float* x, float* y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0.0f;
        for (int c = 0; c < cols; ++c) sum += A[row * cols + c] * x[c];
        y[row] = sum;
    }
}

__global__ void gemvWarp(const float* __restrict__ A, const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;
    const float4* a4 = reinterpret_cast<const float4*>(A + row * cols);
    const float4* x4 = reinterpret_cast<const float4*>(x);
    float sum = 0;
    for (int c = lane; c < cols / 4; c += 32) {
        float4 a = a4[c], b = x4[c];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) y[row] = sum;
}

__global__ void gemvTransposed(const float* A, const float* x, float* y, int rows, int cols) {
    __shared__ float xs[64];
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int start = 0; start < rows; start += 64) {
        if (threadIdx.x < 64 && start + threadIdx.x < rows) xs[threadIdx.x] = x[start + threadIdx.x];
        __syncthreads();
        if (c < cols)
            for (int r = start; r < min(start + 64, rows); ++r) sum = fmaf(A[r * cols + c], xs[r - start], sum);
        __syncthreads();
    }
    if (c < cols) y[c] = sum;
}

#define TM 4
#define BLOCK 32

__global__ void gemmRegister(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float As[BLOCK][8];
    __shared__ float Bs[8][BLOCK];
    const int row = blockIdx.y, col = blockIdx.x;
    const int tc = threadIdx.x % BLOCK, tr = threadIdx.x / BLOCK;
    A += row * BLOCK * K;
    B += col * BLOCK;
    C += row * BLOCK * N + col * BLOCK;
    const int ia = threadIdx.x / 8, ja = threadIdx.x % 8;
    float results[TM] = {0.0f};
    for (int k = 0; k < K; k += 8) {
        As[ia][ja] = A[ia * K + ja];
        Bs[threadIdx.x / BLOCK][tc] = B[(threadIdx.x / BLOCK) * N + tc];
        __syncthreads();
        A += 8;
        B += 8 * N;
        for (int d = 0; d < 8; ++d) {
            float b = Bs[d][tc];
            for (int r = 0; r < TM; ++r) results[r] += As[tr * TM + r][d] * b;
        }
        __syncthreads();
    }
    for (int r = 0; r < TM; ++r) C[(tr * TM + r) * N + tc] = 2.0f * results[r] + 0.5f * C[(tr * TM + r) * N + tc];
}

template <int T, typename Real>
__global__ void gemmEdges(const Real* A, const Real* B, Real* C, int m, int n, int k) {
    __shared__ Real a[T][T + 1];
    __shared__ Real b[T][T];
    int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
    Real sum = 0;
    for (int t = 0; t < (k + T - 1) / T; ++t) {
        a[threadIdx.y][threadIdx.x] = r < m && t * T + threadIdx.x < k ? A[r * k + t * T + threadIdx.x] : Real(0);
        b[threadIdx.y][threadIdx.x] = c < n && t * T + threadIdx.y < k ? B[(t * T + threadIdx.y) * n + c] : Real(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < T; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    if (r < m && c < n) C[r * n + c] = sum;
}

__global__ void gemmBatchedSmall(const float* A, const float* B, float* C) {
    const float* a = A + blockIdx.x * 36;
    const float* b = B + blockIdx.x * 36;
    int i = threadIdx.y, j = threadIdx.x;
    float s = 0;
    for (int k = 0; k < 6; ++k) s += a[i * 6 + k] * b[k * 6 + j];
    C[blockIdx.x * 36 + i * 6 + j] = s;
}

__global__ void spmvScalar(int rows, const int* ptr, const int* indices, const float* data, const float* x, float* y) {
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < rows) {
        float dot = 0;
        int start = ptr[row], end = ptr[row + 1];
        for (int j = start; j < end; j++) dot += data[j] * x[indices[j]];
        y[row] += dot;
    }
}

__global__ void spmvVector(int rows, const int* ptr, const int* indices, const float* data, const float* x, float* y) {
    __shared__ float vals[128];
    int thread = blockDim.x * blockIdx.x + threadIdx.x;
    int warp = thread / 32, lane = thread & 31;
    int row = warp;
    if (row < rows) {
        int start = ptr[row], end = ptr[row + 1];
        vals[threadIdx.x] = 0;
        for (int j = start + lane; j < end; j += 32) vals[threadIdx.x] += data[j] * x[indices[j]];
        __syncwarp();
        if (lane < 16) vals[threadIdx.x] += vals[threadIdx.x + 16];
        __syncwarp();
        if (lane < 8) vals[threadIdx.x] += vals[threadIdx.x + 8];
        __syncwarp();
        if (lane < 4) vals[threadIdx.x] += vals[threadIdx.x + 4];
        __syncwarp();
        if (lane < 2) vals[threadIdx.x] += vals[threadIdx.x + 2];
        __syncwarp();
        if (lane < 1) vals[threadIdx.x] += vals[threadIdx.x + 1];
        __syncwarp();
        if (lane == 0) y[row] += vals[threadIdx.x];
    }
}

__global__ void spmvEll(int rows, int perRow, const int* columns, const float* values, const float* x, float* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < perRow; ++k) {
        int c = columns[k * rows + row];
        if (c < 0) break;
        sum += values[k * rows + row] * __ldg(&x[c]);
    }
    y[row] = sum;
}

__global__ void spmvCoo(int entries, const int* row, const int* col, const float* value, const float* x, float* y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < entries; i += blockDim.x * gridDim.x) atomicAdd(&y[row[i]], value[i] * x[col[i]]);
}

__global__ void Fan1(float* m, const float* a, int size, int t) {
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
    *(m + size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) =
        *(a + size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) / *(a + size * t + t);
}

__global__ void Fan2(const float* m, float* a, float* b, int size, int t) {
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= size - t) return;
    int xidx = blockIdx.x * blockDim.x + threadIdx.x;
    int yidx = blockIdx.y * blockDim.y + threadIdx.y;
    a[size * (xidx + 1 + t) + (yidx + t)] -= m[size * (xidx + 1 + t) + t] * a[size * t + (yidx + t)];
    if (yidx == 0) b[xidx + 1 + t] -= m[size * (xidx + 1 + t) + (yidx + t)] * b[t];
}

__global__ void luDiagonal(float* m, int dim, int offset) {
    __shared__ float shadow[16][16];
    int at = offset * dim + offset;
    for (int i = 0; i < 16; i++) {
        shadow[i][threadIdx.x] = m[at + threadIdx.x];
        at += dim;
    }
    __syncthreads();
    for (int i = 0; i < 15; i++) {
        if (threadIdx.x > i) {
            for (int j = 0; j < i; j++) shadow[threadIdx.x][i] -= shadow[threadIdx.x][j] * shadow[j][i];
            shadow[threadIdx.x][i] /= shadow[i][i];
        }
        __syncthreads();
        if (threadIdx.x > i)
            for (int j = 0; j < i + 1; j++) shadow[i + 1][threadIdx.x] -= shadow[i + 1][j] * shadow[j][threadIdx.x];
        __syncthreads();
    }
    at = (offset + 1) * dim + offset;
    for (int i = 1; i < 16; i++) {
        m[at + threadIdx.x] = shadow[i][threadIdx.x];
        at += dim;
    }
}

__global__ void luInternal(float* m, int dim, int offset) {
    __shared__ float row[16][16];
    __shared__ float col[16][16];
    int globalRow = offset + (blockIdx.y + 1) * 16, globalCol = offset + (blockIdx.x + 1) * 16;
    row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + globalCol + threadIdx.x];
    col[threadIdx.y][threadIdx.x] = m[(globalRow + threadIdx.y) * dim + offset + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 16; i++) sum += col[threadIdx.y][i] * row[i][threadIdx.x];
    m[(globalRow + threadIdx.y) * dim + globalCol + threadIdx.x] -= sum;
}

__global__ void choleskyColumn(float* a, int n, int j) {
    int i = j + 1 + threadIdx.x;
    __shared__ float pivot;
    if (threadIdx.x == 0) {
        pivot = sqrtf(a[j * n + j]);
        a[j * n + j] = pivot;
    }
    __syncthreads();
    if (i < n) {
        float l = a[i * n + j] / pivot;
        a[i * n + j] = l;
    }
    __syncthreads();
    if (i < n)
        for (int k = j + 1; k <= i; ++k) a[i * n + k] -= a[i * n + j] * a[k * n + j];
}

__global__ void solveLower(const float* L, const float* b, float* x, int n) {
    __shared__ float known[64];
    int i = threadIdx.x;
    float v = i < n ? b[i] : 0;
    for (int j = 0; j < n; ++j) {
        if (i == j) known[j] = v / L[j * n + j];
        __syncthreads();
        if (i > j && i < n) v -= L[i * n + j] * known[j];
    }
    if (i < n) x[i] = known[i];
}

__global__ void transposeDiagonal(float* out, const float* in, int width, int height) {
    __shared__ float tile[16][17];
    int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = bx * 16 + threadIdx.x, y = by * 16 + threadIdx.y;
    int from = x + y * width;
    x = by * 16 + threadIdx.x;
    y = bx * 16 + threadIdx.y;
    int to = x + y * height;
    for (int i = 0; i < 16; i += 4) tile[threadIdx.y + i][threadIdx.x] = in[from + i * width];
    __syncthreads();
    for (int i = 0; i < 16; i += 4) out[to + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

__global__ void axpby(double a, const double* x, double b, double* y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + b * y[i];
}

__global__ void outerProduct(const short* u, const short* v, int* out, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) out[i * n + j] = u[i] * v[j];
}

struct Complex { float re, im; };
__device__ Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }

__global__ void complexProduct(const Complex* a, const Complex* b, Complex* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] * b[i] + c[i];
}

__global__ void tridiagonal(const float* a, const float* b, const float* c, const float* d, float* x, int n) {
    extern __shared__ float rows[];
    float *A = rows, *B = rows + n, *C = rows + 2 * n, *D = rows + 3 * n;
    int i = threadIdx.x;
    A[i] = a[i]; B[i] = b[i]; C[i] = c[i]; D[i] = d[i];
    __syncthreads();
    for (int delta = 1; delta < n; delta *= 2) {
        float na, nb, nc, nd;
        int left = i - delta, right = i + delta;
        float k1 = left >= 0 ? A[i] / B[left] : 0.0f;
        float k2 = right < n ? C[i] / B[right] : 0.0f;
        nb = B[i] - (left >= 0 ? C[left] * k1 : 0.0f) - (right < n ? A[right] * k2 : 0.0f);
        nd = D[i] - (left >= 0 ? D[left] * k1 : 0.0f) - (right < n ? D[right] * k2 : 0.0f);
        na = left >= 0 ? -A[left] * k1 : 0.0f;
        nc = right < n ? -C[right] * k2 : 0.0f;
        __syncthreads();
        A[i] = na; B[i] = nb; C[i] = nc; D[i] = nd;
        __syncthreads();
    }
    x[i] = D[i] / B[i];
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 13 + 1);
    printf("%s %.5g\n", name, weighted);
}

template <typename T>
T* upload(const std::vector<T>& host) {
    T* device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main() {
    const int n = 64;
    std::vector<float> m(n * n), x(512), spd(n * n);
    std::vector<double> dx(512);
    std::vector<short> sh(n);
    unsigned state = 5;
    auto next = [&] { state = state * 1664525u + 1013904223u; return state >> 8; };
    for (auto& v : m) v = (next() % 64) / 16.0f;
    for (auto& v : x) v = (next() % 32) / 8.0f + 0.5f;
    for (int i = 0; i < n; ++i) { sh[i] = next() % 100; m[i * n + i] += 100; }
    for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) spd[i * n + j] = (i == j ? 200.0f : 0.0f) + (m[i * n + j] + m[j * n + i]) / 2;
    for (int i = 0; i < 512; ++i) dx[i] = x[i] * 3.0;
    std::vector<int> ptr(101), idx, rows;
    std::vector<float> vals;
    for (int r = 0; r < 100; ++r) {
        ptr[r] = idx.size();
        int count = next() % 40;
        for (int k = 0; k < count; ++k) { idx.push_back(next() % 512); rows.push_back(r); vals.push_back((next() % 16) / 4.0f); }
    }
    ptr[100] = idx.size();
    std::vector<int> ell(100 * 12, -1);
    std::vector<float> ellv(100 * 12, 0);
    for (int r = 0; r < 100; ++r) for (int k = 0; k < (r * 7) % 13 && k < 12; ++k) { ell[k * 100 + r] = next() % 512; ellv[k * 100 + r] = k + 1; }
    float *A = upload(m), *X = upload(x), *V = upload(vals), *EV = upload(ellv), *S = upload(spd), *y;
    int *P = upload(ptr), *I = upload(idx), *R = upload(rows), *E = upload(ell);
    double *D = upload(dx), *D2 = upload(dx);
    short* SH = upload(sh);
    CHECK(cudaMalloc(&y, 65536));
    auto clear = [&] { CHECK(cudaMemset(y, 0, 65536)); };
    clear();
    gemvRow<<<1, 64>>>(A, X, y, 60, 64); show("gemvRow", y, 60);
    gemvWarp<<<8, 64>>>(A, X, y, 15, 128); show("gemvWarp", y, 15);
    gemvTransposed<<<1, 96>>>(A, X, y, 50, 80); show("gemvTransposed", y, 80);
    clear();
    gemmRegister<<<dim3(2, 2), 256>>>(A, A, y, 64, 64, 64); show("gemmRegister", y, 4096);
    gemmEdges<16, float><<<dim3(3, 2), dim3(16, 16)>>>(A, A, y, 30, 45, 37); show("gemmEdges float", y, 1350);
    gemmEdges<8, double><<<dim3(2, 2), dim3(8, 8)>>>(D, D, (double*)y, 13, 11, 20); show("gemmEdges double", (double*)y, 143);
    gemmBatchedSmall<<<20, dim3(6, 6)>>>(A, A + 100, y); show("gemmBatchedSmall", y, 720);
    clear();
    spmvScalar<<<2, 64>>>(100, P, I, V, X, y); show("spmvScalar", y, 100);
    spmvVector<<<25, 128>>>(100, P, I, V, X, y); show("spmvVector", y, 100);
    spmvEll<<<2, 64>>>(100, 12, E, EV, X, y); show("spmvEll", y, 100);
    clear();
    spmvCoo<<<3, 128>>>((int)idx.size(), R, I, V, X, y); show("spmvCoo", y, 100);
    float *m2, *a2 = upload(m), *b2 = upload(x);
    CHECK(cudaMalloc(&m2, 16384)); CHECK(cudaMemset(m2, 0, 16384));
    for (int t = 0; t < 3; ++t) {
        Fan1<<<1, 64>>>(m2, a2, 40, t);
        Fan2<<<dim3(3, 3), dim3(16, 16)>>>(m2, a2, b2, 40, t);
    }
    show("Fan", a2, 1600); show("Fan b", b2, 40);
    luDiagonal<<<1, 16>>>(a2, 64, 16); luInternal<<<dim3(2, 2), dim3(16, 16)>>>(a2, 64, 16); show("lu", a2, 4096);
    choleskyColumn<<<1, 64>>>(S, 64, 0); choleskyColumn<<<1, 64>>>(S, 64, 1); show("cholesky", S, 128);
    solveLower<<<1, 64>>>(A, X, y, 50); show("solveLower", y, 50);
    transposeDiagonal<<<dim3(4, 4), dim3(16, 4)>>>(y, A, 64, 64); show("transposeDiagonal", y, 4096);
    axpby<<<2, 128>>>(1.5, D, -0.25, D2, 500); show("axpby", D2, 500);
    outerProduct<<<dim3(2, 8), dim3(32, 8)>>>(SH, SH, (int*)y, 60); show("outerProduct", (int*)y, 3600);
    clear();
    complexProduct<<<2, 64>>>((Complex*)A, (Complex*)X, (Complex*)y, 100); show("complexProduct", y, 200);
    tridiagonal<<<1, 64, 1024>>>(X, A, X + 64, X + 128, y, 64);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
