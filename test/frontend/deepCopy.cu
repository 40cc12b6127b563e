// Structures with pointers: rows of pointers, deep copies, symbols that hold pointers.
#include <cstring>
struct Vector { int length; float *data; };
__device__ float *d_global;
__constant__ Vector c_vector;
__global__ void viaRows(float **rows, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w && y < h) rows[y][x] += 1.0f;
}
__global__ void viaStruct(Vector *v) { if (threadIdx.x < v->length) v->data[threadIdx.x] *= 2; }
__global__ void viaSymbol() { d_global[threadIdx.x] += c_vector.data[threadIdx.x]; }
int main() {
    const int w = 256, h = 16;
    float *rows[h], **d_rows;
    for (int y = 0; y < h; y++) cudaMalloc(&rows[y], w * sizeof(float));
    cudaMalloc(&d_rows, h * sizeof(float *));
    cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
    viaRows<<<dim3(1, h), w>>>(d_rows, w, h);
    Vector host = {w, rows[0]}, *d_vector;
    cudaMalloc(&d_vector, sizeof(Vector));
    cudaMemcpy(d_vector, &host, sizeof(Vector), cudaMemcpyHostToDevice);
    viaStruct<<<1, w>>>(d_vector);
    cudaMemcpyToSymbol(d_global, &rows[1], sizeof(float *));
    cudaMemcpyToSymbol(c_vector, &host, sizeof host, 0, cudaMemcpyHostToDevice);
    viaSymbol<<<1, w>>>();
    void *address;
    size_t size;
    cudaGetSymbolAddress(&address, d_global);
    cudaGetSymbolSize(&size, c_vector);
    return size == sizeof(Vector) ? 0 : 1;
}
