// Three-dimensional memory: cudaMalloc3D, cudaMemcpy3D, a 3-D texture and a 27-point stencil.
#include <cuda_runtime.h>
#include <cstring>
__global__ void blur(cudaTextureObject_t volume, cudaPitchedPtr out, int w, int h, int d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= w || y >= h || z >= d) return;
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++) sum += tex3D<float>(volume, x + i + 0.5f, y + j + 0.5f, z + k + 0.5f);
    char *slice = (char *)out.ptr + z * out.pitch * out.ysize;
    ((float *)(slice + y * out.pitch))[x] = sum / 27;
}
int main() {
    int w = 64, h = 48, d = 32;
    cudaPitchedPtr out;
    cudaMalloc3D(&out, make_cudaExtent(w * sizeof(float), h, d));
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMalloc3DArray(&array, &desc, make_cudaExtent(w, h, d));
    cudaMemcpy3DParms parms;
    memset(&parms, 0, sizeof parms);
    parms.srcPtr = out;
    parms.dstArray = array;
    parms.extent = make_cudaExtent(w, h, d);
    parms.kind = cudaMemcpyDeviceToDevice;
    parms.srcPos = make_cudaPos(0, 0, 0);
    cudaMemcpy3D(&parms);
    cudaResourceDesc res;
    memset(&res, 0, sizeof res);
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaTextureDesc tex;
    memset(&tex, 0, sizeof tex);
    for (int i = 0; i < 3; i++) tex.addressMode[i] = cudaAddressModeBorder;
    tex.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t object;
    cudaCreateTextureObject(&object, &res, &tex, 0);
    blur<<<dim3(w / 8, h / 8, d / 8), dim3(8, 8, 8)>>>(object, out, w, h, d);
    return cudaDeviceSynchronize();
}
