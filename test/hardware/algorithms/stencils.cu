// Grids and dynamic programming: heat, waves, lattices, hotspots, alignments, cellular automata.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void heat2d(const float* in, float* out, int nx, int ny, float alpha) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= 0 || y <= 0 || x >= nx - 1 || y >= ny - 1) return;
    int i = y * nx + x;
    out[i] = in[i] + alpha * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] - 4.0f * in[i]);
}

template <int BX, int BY>
__global__ void heat2dTile(const float* in, float* out, int nx, int ny, float alpha) {
    __shared__ float tile[BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    bool inside = x < nx && y < ny;
    if (inside) {
        tile[ty][tx] = in[y * nx + x];
        if (threadIdx.x == 0) tile[ty][0] = x > 0 ? in[y * nx + x - 1] : 0.0f;
        if (threadIdx.x == BX - 1 || x == nx - 1) tile[ty][tx + 1] = x < nx - 1 ? in[y * nx + x + 1] : 0.0f;
        if (threadIdx.y == 0) tile[0][tx] = y > 0 ? in[(y - 1) * nx + x] : 0.0f;
        if (threadIdx.y == BY - 1 || y == ny - 1) tile[ty + 1][tx] = y < ny - 1 ? in[(y + 1) * nx + x] : 0.0f;
    }
    __syncthreads();
    if (inside) out[y * nx + x] = tile[ty][tx] + alpha * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * tile[ty][tx]);
}

__global__ void heat3d(const double* in, double* out, int nx, int ny, int nz, double c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x == 0 || y == 0 || z == 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    int p = (z * ny + y) * nx + x;
    out[p] = in[p] + c * (in[p + 1] + in[p - 1] + in[p + nx] + in[p - nx] + in[p + nx * ny] + in[p - nx * ny] - 6.0 * in[p]);
}

__global__ void wave3dColumns(const float* now, float* then, int nx, int ny, int nz) {
    __shared__ float plane[8 + 2][16 + 2];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int at = y * nx + x, slab = nx * ny;
    float below = now[at], here = now[at + slab], above;
    for (int z = 1; z < nz - 1; ++z) {
        at += slab;
        above = now[at + slab];
        __syncthreads();
        plane[ty][tx] = here;
        if (threadIdx.x < 1) {
            plane[ty][0] = x > 0 ? now[at - 1] : 0;
            plane[ty][17] = x + 16 < nx ? now[at + 16] : 0;
        }
        if (threadIdx.y < 1) {
            plane[0][tx] = y > 0 ? now[at - nx] : 0;
            plane[9][tx] = y + 8 < ny ? now[at + 8 * nx] : 0;
        }
        __syncthreads();
        then[at] = 2 * here - then[at] + 0.1f * (below + above + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] - 6 * here);
        below = here;
        here = above;
    }
}

__global__ void jacobi1d(const float* in, float* out, int n, int steps) {
    extern __shared__ float cells[];
    int i = blockIdx.x * (blockDim.x - 2 * steps) + threadIdx.x - steps;
    cells[threadIdx.x] = i >= 0 && i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 1; s <= steps; ++s) {
        float v = cells[threadIdx.x];
        if (threadIdx.x >= s && threadIdx.x < blockDim.x - s) v = (cells[threadIdx.x - 1] + cells[threadIdx.x] + cells[threadIdx.x + 1]) / 3.0f;
        __syncthreads();
        cells[threadIdx.x] = v;
        __syncthreads();
    }
    if (threadIdx.x >= steps && threadIdx.x < blockDim.x - steps && i < n) out[i] = cells[threadIdx.x];
}

#define MIN(a, b) ((a) <= (b) ? (a) : (b))
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))

__global__ void hotspot(int iteration, const float* power, const float* src, float* dst, int cols, int rows, float step, float Rx, float Ry, float Rz) {
    __shared__ float t[16][16];
    __shared__ float p[16][16];
    __shared__ float next[16][16];
    float amb = 80.0f;
    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    int small = 16 - iteration * 2;
    int blkY = small * by - iteration, blkX = small * bx - iteration;
    int blkYmax = blkY + 15, blkXmax = blkX + 15;
    int y = blkY + ty, x = blkX + tx, index = cols * y + x;
    if (IN_RANGE(y, 0, rows - 1) && IN_RANGE(x, 0, cols - 1)) {
        t[ty][tx] = src[index];
        p[ty][tx] = power[index];
    }
    __syncthreads();
    int validYmin = blkY < 0 ? -blkY : 0, validYmax = blkYmax > rows - 1 ? 15 - (blkYmax - rows + 1) : 15;
    int validXmin = blkX < 0 ? -blkX : 0, validXmax = blkXmax > cols - 1 ? 15 - (blkXmax - cols + 1) : 15;
    int N = ty - 1 < validYmin ? validYmin : ty - 1, S = ty + 1 > validYmax ? validYmax : ty + 1;
    int W = tx - 1 < validXmin ? validXmin : tx - 1, E = tx + 1 > validXmax ? validXmax : tx + 1;
    bool computed = false;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, 14 - i) && IN_RANGE(ty, i + 1, 14 - i) && IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax)) {
            computed = true;
            next[ty][tx] = t[ty][tx] + step * (p[ty][tx] + (t[S][tx] + t[N][tx] - 2.0f * t[ty][tx]) * Ry + (t[ty][E] + t[ty][W] - 2.0f * t[ty][tx]) * Rx + (amb - t[ty][tx]) * Rz);
        }
        __syncthreads();
        if (i == iteration - 1) break;
        if (computed) t[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (computed) dst[index] = next[ty][tx];
}

__global__ void pathfinder(int iteration, const int* wall, const int* src, int* results, int cols, int startStep, int border) {
    __shared__ int prev[128];
    __shared__ int result[128];
    int bx = blockIdx.x, tx = threadIdx.x;
    int small = 128 - iteration * 2;
    int blkX = small * bx - border, blkXmax = blkX + 127;
    int xidx = blkX + tx;
    int validXmin = blkX < 0 ? -blkX : 0, validXmax = blkXmax > cols - 1 ? 127 - (blkXmax - cols + 1) : 127;
    int W = tx - 1 < validXmin ? validXmin : tx - 1, E = tx + 1 > validXmax ? validXmax : tx + 1;
    bool isValid = IN_RANGE(tx, validXmin, validXmax);
    if (IN_RANGE(xidx, 0, cols - 1)) prev[tx] = src[xidx];
    __syncthreads();
    bool computed = false;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, 126 - i) && isValid) {
            computed = true;
            int shortest = MIN(prev[W], prev[tx]);
            shortest = MIN(shortest, prev[E]);
            result[tx] = shortest + wall[cols * (startStep + i) + xidx];
        }
        __syncthreads();
        if (i == iteration - 1) break;
        if (computed) prev[tx] = result[tx];
        __syncthreads();
    }
    if (computed) results[xidx] = result[tx];
}

__global__ void needleDiagonal(const int* reference, int* matrix, int cols, int penalty, int block) {
    __shared__ int temp[17][17];
    __shared__ int ref[16][16];
    int tx = threadIdx.x;
    int base = cols * 16 * block + 16 * block;
    int index = base + tx + cols + 1, indexN = base + tx + 1, indexW = base + cols, indexNW = base;
    if (tx == 0) temp[0][0] = matrix[indexNW];
    for (int ty = 0; ty < 16; ty++) ref[ty][tx] = reference[index + cols * ty];
    __syncthreads();
    temp[tx + 1][0] = matrix[indexW + cols * tx];
    __syncthreads();
    temp[0][tx + 1] = matrix[indexN];
    __syncthreads();
    for (int m = 0; m < 16; m++) {
        if (tx <= m) {
            int x = tx + 1, y = m - tx + 1;
            temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1] - penalty, temp[y - 1][x] - penalty));
        }
        __syncthreads();
    }
    for (int m = 14; m >= 0; m--) {
        if (tx <= m) {
            int x = tx + 16 - m, y = 16 - tx;
            temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1] - penalty, temp[y - 1][x] - penalty));
        }
        __syncthreads();
    }
    for (int ty = 0; ty < 16; ty++) matrix[index + ty * cols] = temp[ty + 1][tx + 1];
}

__global__ void lifeBytes(const unsigned char* in, unsigned char* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) alive += in[(y + dy + h) % h * w + (x + dx + w) % w];
    out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x]);
}

__global__ void lifeBits(const unsigned* in, unsigned* out, int words, int rows) {
    int x = threadIdx.x, y = blockIdx.x;
    int up = (y + rows - 1) % rows, down = (y + 1) % rows, left = (x + words - 1) % words, right = (x + 1) % words;
    unsigned ones = 0, twos = 0, fours = 0;
    int rowsAround[3] = {up, y, down};
    for (int r = 0; r < 3; ++r) {
        unsigned c = in[rowsAround[r] * words + x];
        unsigned l = (c << 1) | (in[rowsAround[r] * words + left] >> 31), ri = (c >> 1) | (in[rowsAround[r] * words + right] << 31);
        unsigned parts[3] = {l, r == 1 ? 0u : c, ri};
        for (int k = 0; k < 3; ++k) {
            unsigned carry = ones & parts[k];
            ones ^= parts[k];
            unsigned carry2 = twos & carry;
            twos ^= carry;
            fours |= carry2;
        }
    }
    out[y * words + x] = twos & ~fours & (ones | in[y * words + x]);
}

struct Cell { float f[9]; };

__global__ void latticeSoA(const float* f, float* g, int nx, int ny, float omega) {
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= nx) return;
    float v[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        int sx = (x - cx[k] + nx) % nx, sy = (y - cy[k] + ny) % ny;
        v[k] = f[(k * ny + sy) * nx + sx];
        rho += v[k];
        ux += cx[k] * v[k];
        uy += cy[k] * v[k];
    }
    ux /= rho;
    uy /= rho;
    float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        float cu = 3.0f * (cx[k] * ux + cy[k] * uy);
        g[(k * ny + y) * nx + x] = v[k] + omega * (w[k] * rho * (1 + cu + 0.5f * cu * cu - square) - v[k]);
    }
}

__global__ void latticeAoS(const Cell* f, float* density, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float rho = 0;
    for (int k = 0; k < 9; ++k) rho += f[i].f[k];
    density[i] = rho;
}

__global__ void redBlack(float* u, const float* rhs, int n, int color) {
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1, y = blockIdx.y + 1;
    x += (y + color) & 1;
    if (x >= n - 1) return;
    u[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x] - rhs[y * n + x]);
}

__global__ void upwind(const float* q, const float* v, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (i >= n - 2) return;
    float flux;
    if (v[i] > 0) flux = v[i] * (3 * q[i] - 4 * q[i - 1] + q[i - 2]) * 0.5f;
    else flux = v[i] * (-q[i + 2] + 4 * q[i + 1] - 3 * q[i]) * 0.5f;
    out[i] = q[i] - 0.1f * flux;
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
    std::vector<float> x(16384), p(16384);
    std::vector<double> d(8192);
    std::vector<int> walls(8192);
    std::vector<unsigned char> life(4096);
    unsigned state = 31;
    auto next = [&] { state = state * 1664525u + 1013904223u; return state >> 12; };
    for (auto& v : x) v = (next() % 1024) / 64.0f + 1.0f;
    for (auto& v : p) v = (int)(next() % 64) / 16.0f - 2.0f;
    for (auto& v : d) v = (next() % 1024) / 32.0;
    for (auto& v : walls) v = next() % 10;
    for (auto& v : life) v = next() % 3 == 0;
    float *X = upload(x), *P = upload(p), *Y;
    double *D = upload(d), *E = upload(d);
    int *W = upload(walls), *M = upload(walls);
    unsigned char* L = upload(life);
    CHECK(cudaMalloc(&Y, 65536));
    CHECK(cudaMemset(Y, 0, 65536));
    heat2d<<<dim3(3, 6), dim3(32, 8)>>>(X, Y, 90, 45, 0.2f); show("heat2d", Y, 4050);
    heat2dTile<32, 4><<<dim3(3, 10), dim3(32, 4)>>>(X, Y, 75, 38, 0.2f); show("heat2dTile", Y, 2850);
    heat3d<<<dim3(2, 3, 4), dim3(16, 4, 4)>>>(D, E, 30, 12, 15, 0.1); show("heat3d", E, 5400);
    wave3dColumns<<<dim3(2, 2), dim3(16, 8)>>>(X, P, 32, 16, 12); show("wave3dColumns", P, 6144);
    jacobi1d<<<5, 128, 512>>>(X, Y, 570, 6); show("jacobi1d", Y, 570);
    hotspot<<<dim3(4, 4), dim3(16, 16)>>>(2, P, X, Y, 44, 42, 0.01f, 0.1f, 0.2f, 0.05f); show("hotspot", Y, 1848);
    CHECK(cudaMemset(Y, 0, 65536));
    pathfinder<<<4, 128>>>(5, W, M, (int*)Y, 450, 1, 5); show("pathfinder", (int*)Y, 450);
    needleDiagonal<<<1, 16>>>(W, M, 65, 3, 1); show("needleDiagonal", M, 4225);
    lifeBytes<<<dim3(2, 8), dim3(32, 4)>>>(L, (unsigned char*)Y, 50, 30); show("lifeBytes", (unsigned char*)Y, 1500);
    lifeBits<<<20, 12>>>((unsigned*)X, (unsigned*)Y, 12, 20); show("lifeBits", (unsigned*)Y, 240);
    latticeSoA<<<dim3(2, 10), 32>>>(X, Y, 50, 10, 0.6f); show("latticeSoA", Y, 4500);
    latticeAoS<<<3, 128>>>((Cell*)X, Y, 300); show("latticeAoS", Y, 300);
    redBlack<<<dim3(1, 30), 32>>>(X, P, 60, 0); redBlack<<<dim3(1, 30), 32>>>(X, P, 60, 1); show("redBlack", X, 1920);
    upwind<<<4, 96>>>(X, P, Y, 370); show("upwind", Y, 360);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
