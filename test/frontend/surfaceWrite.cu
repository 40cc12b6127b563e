// Write an array through a surface, read it back through a texture.
#include <cstdio>

__global__ void surfaceWriteKernel(float *gIData, int width, int height, cudaSurfaceObject_t outputSurface) {
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    surf2Dwrite(gIData[y * width + x], outputSurface, x * 4, y, cudaBoundaryModeTrap);
}
__global__ void layered(cudaSurfaceObject_t s, cudaTextureObject_t t, float *out, int layer) {
    int x = threadIdx.x, y = threadIdx.y;
    uchar4 v;
    surf2DLayeredread(&v, s, x * (int)sizeof(uchar4), y, layer);
    float4 f = tex2DLayered<float4>(t, x + 0.5f, y + 0.5f, layer);
    out[y * blockDim.x + x] = v.x + f.w;
    surf2DLayeredwrite(make_uchar4(1, 2, 3, 4), s, x * 4, y, layer);
}
int main() {
    cudaExtent extent = make_cudaExtent(64, 64, 4);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array;
    cudaMalloc3DArray(&array, &desc, extent, cudaArrayLayered | cudaArraySurfaceLoadStore);
    cudaMemcpy3DParms copy = {0};
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    static uchar4 host[64 * 64 * 4];
    copy.srcPtr = make_cudaPitchedPtr(host, 64 * sizeof(uchar4), 64, 64);
    cudaMemcpy3D(&copy);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &res);
    cudaTextureDesc texDesc = {};
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &texDesc, nullptr);
    float *out;
    cudaMalloc(&out, 64 * 64 * 4);
    surfaceWriteKernel<<<dim3(4, 4), dim3(16, 16)>>>(out, 64, 64, surface);
    layered<<<1, dim3(32, 32)>>>(surface, tex, out, 2);
    cudaDestroySurfaceObject(surface);
    return cudaDeviceSynchronize() != cudaSuccess;
}
