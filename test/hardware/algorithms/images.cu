// Images: filters with and without tiles, transforms, colours, morphology, fractals.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

__constant__ float kernelWeights[9];
__constant__ unsigned char structuring[25] = {0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0};

__device__ unsigned char clampByte(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

__global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int gx = -in[(y - 1) * width + x - 1] - 2 * in[y * width + x - 1] - in[(y + 1) * width + x - 1] +
             in[(y - 1) * width + x + 1] + 2 * in[y * width + x + 1] + in[(y + 1) * width + x + 1];
    int gy = -in[(y - 1) * width + x - 1] - 2 * in[(y - 1) * width + x] - in[(y - 1) * width + x + 1] +
             in[(y + 1) * width + x - 1] + 2 * in[(y + 1) * width + x] + in[(y + 1) * width + x + 1];
    out[y * width + x] = clampByte(abs(gx) + abs(gy));
}

__global__ void sobelTile(const unsigned char* in, unsigned char* out, int width, int height) {
    __shared__ unsigned char tile[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int dy = threadIdx.y; dy < 18; dy += 16)
        for (int dx = threadIdx.x; dx < 18; dx += 16) {
            int sx = min(max((int)blockIdx.x * 16 + dx - 1, 0), width - 1);
            int sy = min(max((int)blockIdx.y * 16 + dy - 1, 0), height - 1);
            tile[dy][dx] = in[sy * width + sx];
        }
    __syncthreads();
    if (x >= width || y >= height) return;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    short gx = tile[ty - 1][tx + 1] + 2 * tile[ty][tx + 1] + tile[ty + 1][tx + 1] - tile[ty - 1][tx - 1] - 2 * tile[ty][tx - 1] - tile[ty + 1][tx - 1];
    short gy = tile[ty + 1][tx - 1] + 2 * tile[ty + 1][tx] + tile[ty + 1][tx + 1] - tile[ty - 1][tx - 1] - 2 * tile[ty - 1][tx] - tile[ty - 1][tx + 1];
    out[y * width + x] = (abs(gx) + abs(gy)) / 8;
}

#define RADIUS 4

__global__ void convolutionRows(float* out, const float* in, int width, int pitch) {
    __shared__ float data[4][16 * 6];
    const int baseX = (blockIdx.x * 4 - 1) * 16 + threadIdx.x, baseY = blockIdx.y * 4 + threadIdx.y;
    in += baseY * pitch + baseX;
    out += baseY * pitch + baseX;
#pragma unroll
    for (int i = 1; i < 5; i++) data[threadIdx.y][threadIdx.x + i * 16] = in[i * 16];
    data[threadIdx.y][threadIdx.x] = baseX >= 0 ? in[0] : 0;
    data[threadIdx.y][threadIdx.x + 80] = width - baseX > 80 ? in[80] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i < 5; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++) sum += kernelWeights[RADIUS - j] * data[threadIdx.y][threadIdx.x + i * 16 + j];
        out[i * 16] = sum;
    }
}

__global__ void convolutionColumns(float* out, const float* in, int height, int pitch) {
    __shared__ float data[16][6 * 8 + 1];
    const int baseX = blockIdx.x * 16 + threadIdx.x, baseY = (blockIdx.y * 4 - 1) * 8 + threadIdx.y;
    in += baseY * pitch + baseX;
    out += baseY * pitch + baseX;
#pragma unroll
    for (int i = 1; i < 5; i++) data[threadIdx.x][threadIdx.y + i * 8] = in[i * 8 * pitch];
    data[threadIdx.x][threadIdx.y] = baseY >= 0 ? in[0] : 0;
    data[threadIdx.x][threadIdx.y + 40] = height - baseY > 40 ? in[40 * pitch] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i < 5; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -RADIUS; j <= RADIUS; j++) sum += kernelWeights[RADIUS - j] * data[threadIdx.x][threadIdx.y + i * 8 + j];
        out[i * 8 * pitch] = sum;
    }
}

__global__ void boxFilterX(const float* in, float* out, int w, int h, int r) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h) return;
    const float* id = in + y * w;
    float* od = out + y * w;
    float scale = 1.0f / (float)((r << 1) + 1);
    float t = id[0] * r;
    for (int x = 0; x < r + 1; x++) t += id[x];
    od[0] = t * scale;
    for (int x = 1; x < r + 1; x++) {
        t += id[x + r];
        t -= id[0];
        od[x] = t * scale;
    }
    for (int x = r + 1; x < w - r; x++) {
        t += id[x + r];
        t -= id[x - r - 1];
        od[x] = t * scale;
    }
    for (int x = w - r; x < w; x++) {
        t += id[w - 1];
        t -= id[x - r - 1];
        od[x] = t * scale;
    }
}

__global__ void boxFilterY(const float* in, float* out, int w, int h, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    float scale = 1.0f / (2 * r + 1);
    float t = in[x] * r;
    for (int y = 0; y < r + 1; y++) t += in[y * w + x];
    out[x] = t * scale;
    for (int y = 1; y < h; y++) {
        t += in[min(y + r, h - 1) * w + x];
        t -= in[max(y - r - 1, 0) * w + x];
        out[y * w + x] = t * scale;
    }
}

#define ORDER(a, b) { unsigned char lo = min(a, b), hi = max(a, b); a = lo; b = hi; }

__global__ void median3x3(const unsigned char* in, unsigned char* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w - 2 || y >= h - 2) return;
    unsigned char v[9];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) v[i * 3 + j] = in[(y + i) * w + x + j];
    ORDER(v[1], v[2]) ORDER(v[4], v[5]) ORDER(v[7], v[8]) ORDER(v[0], v[1]) ORDER(v[3], v[4]) ORDER(v[6], v[7])
    ORDER(v[1], v[2]) ORDER(v[4], v[5]) ORDER(v[7], v[8]) ORDER(v[0], v[3]) ORDER(v[5], v[8]) ORDER(v[4], v[7])
    ORDER(v[3], v[6]) ORDER(v[1], v[4]) ORDER(v[2], v[5]) ORDER(v[4], v[7]) ORDER(v[4], v[2]) ORDER(v[6], v[4]) ORDER(v[4], v[2])
    out[y * w + x] = v[4];
}

__global__ void grayscale(const uchar4* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 p = in[i];
    out[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
}

__global__ void planarRgb(const unsigned char* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int c = 0; c < 3; ++c) out[c * n + i] = in[3 * i + c];
}

__global__ void dilate(const unsigned char* in, unsigned char* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    unsigned char best = 0;
    for (int i = -2; i <= 2; ++i)
        for (int j = -2; j <= 2; ++j) {
            int sx = x + j, sy = y + i;
            if (sx < 0 || sy < 0 || sx >= w || sy >= h) continue;
            if (structuring[(i + 2) * 5 + j + 2] && in[sy * w + sx] > best) best = in[sy * w + sx];
        }
    out[y * w + x] = best;
}

__global__ void resizeBilinear(const float* in, int w, int h, float* out, int ow, int oh) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;
    float sx = (x + 0.5f) * w / ow - 0.5f, sy = (y + 0.5f) * h / oh - 0.5f;
    int x0 = (int)floorf(sx), y0 = (int)floorf(sy);
    float fx = sx - x0, fy = sy - y0;
    int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    x0 = max(x0, 0);
    y0 = max(y0, 0);
    float top = in[y0 * w + x0] * (1 - fx) + in[y0 * w + x1] * fx;
    float bottom = in[y1 * w + x0] * (1 - fx) + in[y1 * w + x1] * fx;
    out[y * ow + x] = top * (1 - fy) + bottom * fy;
}

__global__ void bilateral(const float* in, float* out, int w, int h, float sigma) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float center = in[y * w + x], sum = 0, total = 0;
    for (int i = -2; i <= 2; ++i)
        for (int j = -2; j <= 2; ++j) {
            int sx = min(max(x + j, 0), w - 1), sy = min(max(y + i, 0), h - 1);
            float v = in[sy * w + sx], d = v - center;
            float weight = __expf(-(i * i + j * j) * 0.125f - d * d * sigma);
            sum += v * weight;
            total += weight;
        }
    out[y * w + x] = sum / total;
}

__device__ int escape(double cx, double cy, int limit) {
    double x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y < 4.0) {
        double t = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = t;
        ++n;
    }
    return n;
}

__global__ void mandelbrotDouble(int* out, int w, int h, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = escape(3.0 * x / w - 2.0, 2.0 * y / h - 1.0, limit);
}

__global__ void mandelbrotFloat(unsigned char* out, int w, float scale, int limit) {
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < w * w; p += gridDim.x * blockDim.x) {
        float cx = (p % w) * scale - 2.0f, cy = (p / w) * scale - 1.2f;
        float x = cx, y = cy, xx = x * x, yy = y * y;
        int n = limit;
        while (--n && xx + yy < 4.0f) {
            y = 2 * x * y + cy;
            x = xx - yy + cx;
            xx = x * x;
            yy = y * y;
        }
        out[p] = limit - n;
    }
}

__global__ void dct8x8(const float* in, float* out, int pitch) {
    __shared__ float block[8][9];
    int x = threadIdx.x, y = threadIdx.y;
    const float* src = in + blockIdx.y * 8 * pitch + blockIdx.x * 8;
    block[y][x] = src[y * pitch + x];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < 8; ++k) s += block[y][k] * cosf((2 * k + 1) * x * 0.19634954f);
    __syncthreads();
    block[y][x] = s * (x == 0 ? 0.35355339f : 0.5f);
    __syncthreads();
    s = 0;
    for (int k = 0; k < 8; ++k) s += block[k][x] * cosf((2 * k + 1) * y * 0.19634954f);
    out[(blockIdx.y * 8 + y) * pitch + blockIdx.x * 8 + x] = s * (y == 0 ? 0.35355339f : 0.5f);
}

__global__ void integralRows(const unsigned char* in, unsigned* out, int w) {
    int lane = threadIdx.x;
    unsigned carry = 0;
    for (int start = 0; start < w; start += 32) {
        unsigned v = start + lane < w ? in[blockIdx.x * w + start + lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned up = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d) v += up;
        }
        v += carry;
        if (start + lane < w) out[blockIdx.x * w + start + lane] = v;
        carry = __shfl_sync(0xffffffff, v, 31);
    }
}

__global__ void rotate90(const uchar4* in, uchar4* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[x * h + h - 1 - y] = in[y * w + x];
}

__global__ void blendAlpha(const float4* a, const float4* b, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = a[i], q = b[i];
    float s = p.w, t = 1.0f - s;
    out[i] = make_float4(p.x * s + q.x * t, p.y * s + q.y * t, p.z * s + q.z * t, fmaxf(p.w, q.w));
}

template <typename T>
void show(const char* name, const T* device, int n) {
    std::vector<T> host(n);
    CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    double weighted = 0;
    for (int i = 0; i < n; ++i) weighted += (double)host[i] * (i % 13 + 1);
    printf("%s %.4g\n", name, weighted);
}

template <typename T>
T* upload(const std::vector<T>& host) {
    T* device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main() {
    std::vector<unsigned char> bytes(16384);
    std::vector<float> reals(16384);
    unsigned state = 17;
    for (int i = 0; i < 16384; ++i) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = state >> 24;
        reals[i] = (state >> 22) / 1024.0f;
    }
    float weights[9] = {0.02f, 0.05f, 0.12f, 0.2f, 0.22f, 0.2f, 0.12f, 0.05f, 0.02f};
    CHECK(cudaMemcpyToSymbol(kernelWeights, weights, sizeof weights));
    unsigned char *B = upload(bytes), *b;
    float *F = upload(reals), *f;
    CHECK(cudaMalloc(&b, 65536)); CHECK(cudaMalloc(&f, 65536));
    CHECK(cudaMemset(b, 0, 65536)); CHECK(cudaMemset(f, 0, 65536));
    sobel<<<dim3(3, 5), dim3(32, 8)>>>(B, b, 90, 37); show("sobel", b, 3330);
    sobelTile<<<dim3(4, 3), dim3(16, 16)>>>(B, b, 60, 45); show("sobelTile", b, 2700);
    convolutionRows<<<dim3(2, 6), dim3(16, 4)>>>(f, F, 128, 128); show("convolutionRows", f, 3072);
    convolutionColumns<<<dim3(4, 2), dim3(16, 8)>>>(f, F, 64, 64); show("convolutionColumns", f, 4096);
    boxFilterX<<<1, 64>>>(F, f, 64, 50, 3); show("boxFilterX", f, 3200);
    boxFilterY<<<1, 96>>>(F, f, 80, 40, 4); show("boxFilterY", f, 3200);
    median3x3<<<dim3(2, 4), dim3(32, 8)>>>(B, b, 62, 33); show("median3x3", b, 1900);
    grayscale<<<10, 128>>>((uchar4*)B, b, 1200); show("grayscale", b, 1200);
    planarRgb<<<10, 128>>>(B, b, 1250); show("planarRgb", b, 3750);
    dilate<<<dim3(2, 20), 64>>>(B, b, 100, 20); show("dilate", b, 2000);
    resizeBilinear<<<dim3(3, 4), dim3(16, 16)>>>(F, 70, 50, f, 45, 60); show("resizeBilinear", f, 2700);
    bilateral<<<dim3(2, 4), dim3(32, 8)>>>(F, f, 50, 30, 2.0f); show("bilateral", f, 1500);
    mandelbrotDouble<<<dim3(2, 4), dim3(32, 8)>>>((int*)f, 60, 30, 40); show("mandelbrotDouble", (int*)f, 1800);
    mandelbrotFloat<<<4, 128>>>(b, 48, 0.05f, 50); show("mandelbrotFloat", b, 2304);
    dct8x8<<<dim3(4, 3), dim3(8, 8)>>>(F, f, 32); show("dct8x8", f, 768);
    integralRows<<<20, 32>>>(B, (unsigned*)f, 75); show("integralRows", (unsigned*)f, 1500);
    rotate90<<<dim3(3, 5), dim3(16, 8)>>>((uchar4*)B, (uchar4*)b, 45, 40); show("rotate90", b, 7200);
    blendAlpha<<<4, 128>>>((float4*)F, (float4*)F + 600, (float4*)f, 500); show("blendAlpha", f, 2000);
    CHECK(cudaDeviceSynchronize());
    return 0;
}
