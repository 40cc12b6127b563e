#include <cuda_runtime.h>

// Whole algorithms, as textbooks have them once they are tuned.
__constant__ float filter[9];

__global__ void nBody(const float4* bodies, float4* forces, int n) {
    __shared__ float4 tile[256];
    float4 own = bodies[blockIdx.x * 256 + threadIdx.x];
    float x = 0, y = 0, z = 0;
    for (int start = 0; start < n; start += 256) {
        tile[threadIdx.x] = bodies[start + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; ++k) {
            float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
            float f = tile[k].w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            x += dx * f;
            y += dy * f;
            z += dz * f;
        }
        __syncthreads();
    }
    forces[blockIdx.x * 256 + threadIdx.x] = make_float4(x, y, z, 0);
}
__global__ void convolveRow(const float* in, float* out, int width) {
    __shared__ float s[128 + 8];
    int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y;
    for (int k = threadIdx.x; k < 136; k += 128) s[k] = in[y * width + blockIdx.x * 128 + k];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 9; ++k) sum += filter[k] * s[threadIdx.x + k];
    out[y * width + x] = sum;
}
__global__ void convolve(const float* in, float* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width - 2 || y >= height - 2) return;
    float sum = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += filter[dy * 3 + dx] * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}
__global__ void mandelbrot(unsigned* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float re = 0, im = 0;
    unsigned k = 0;
    for (; k < 256 && re * re + im * im < 4; ++k) {
        float next = re * re - im * im + 3.0f * x / width - 2;
        im = 2 * re * im + 2.0f * y / height - 1;
        re = next;
    }
    out[y * width + x] = k;
}
__global__ void matrixVector(const float* columns, const float* v, float* out, int rows, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += columns[k * rows + row] * v[k];
    out[row] = sum;
}
__global__ void bitonicStep(float* data, int j, int k) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other > i && ((data[i] > data[other]) == ((i & k) == 0))) {
        float v = data[i];
        data[i] = data[other];
        data[other] = v;
    }
}
__global__ void lifeStep(const unsigned char* in, unsigned char* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int left = (x + width - 1) % width, right = (x + 1) % width;
    int up = (y + height - 1) % height, down = (y + 1) % height;
    int alive = in[up * width + left] + in[up * width + x] + in[up * width + right] + in[y * width + left] +
                in[y * width + right] + in[down * width + left] + in[down * width + x] + in[down * width + right];
    out[y * width + x] = alive == 3 || (alive == 2 && in[y * width + x]);
}
__global__ void sparseEllpack(const int* columns, const float* values, const float* v, float* out, int rows, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; ++k) sum += values[k * rows + row] * v[columns[k * rows + row]];
    out[row] = sum;
}
__global__ void sparseRows(const int* starts, const int* columns, const float* values, const float* v, float* out, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; ++k) sum += values[k] * v[columns[k]];
    out[row] = sum;
}
__global__ void breadthFirst(const int* starts, const int* edges, int* level, int now, int nodes) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || level[node] != now) return;
    for (int k = starts[node]; k < starts[node + 1]; ++k)
        if (level[edges[k]] < 0) level[edges[k]] = now + 1;
}
__global__ void interleave(const float* a, const float* b, float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = make_float2(a[i], b[i]);
}
__global__ void random(unsigned* state, float* out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = state[i];
    float sum = 0;
    for (int k = 0; k < rounds; ++k) {
        s = s * 1664525u + 1013904223u;
        sum += s * 2.3e-10f;
    }
    state[i] = s;
    out[i] = sum / rounds;
}
__global__ void layerNorm(const float* in, const float* gain, float* out, int width) {
    __shared__ float mean;
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < width; ++k) sum += in[blockIdx.x * width + k];
        mean = sum / width;
    }
    __syncthreads();
    for (int x = threadIdx.x; x < width; x += blockDim.x) out[blockIdx.x * width + x] = (in[blockIdx.x * width + x] - mean) * gain[x];
}
__global__ void pack(const float* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (unsigned char)(in[i] * 255);
}
__global__ void clampAll(float* data, int n, float low, float high) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) data[i] = fminf(fmaxf(data[i], low), high);
}

void run(float4* bodies, float4* forces, float* a, float* b, int w, int h) {
    nBody<<<16, 256>>>(bodies, forces, 4096);
    convolveRow<<<dim3(8, 64), 128>>>(a, b, 1024);
    convolve<<<dim3(32, 128), dim3(32, 8)>>>(a, b, w, h);
    matrixVector<<<16, 256>>>(a, b, b, 4096, 128);
}
