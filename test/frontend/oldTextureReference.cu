// Texture references, as before CUDA 12.
#include <cuda_runtime.h>
#include <stdio.h>

texture<float, 2, cudaReadModeElementType> texImage;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> texColor;
texture<float, 1, cudaReadModeElementType> texLine;

__global__ void sobel(float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float gx = tex2D(texImage, x + 1, y) - tex2D(texImage, x - 1, y);
    float gy = tex2D(texImage, x, y + 1) - tex2D(texImage, x, y - 1);
    float4 c = tex2D(texColor, x + 0.5f, y + 0.5f);
    out[y * width + x] = sqrtf(gx * gx + gy * gy) * (c.x + c.y + c.z) / 3.0f + tex1Dfetch(texLine, x);
}

int main() {
    const int width = 512, height = 256;
    cudaArray *image, *color;
    float *line, *out;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMallocArray(&image, &desc, width, height);
    cudaChannelFormatDesc colorDesc = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&color, &colorDesc, width, height);
    cudaMalloc((void **)&line, width * sizeof(float));
    cudaMalloc((void **)&out, width * height * sizeof(float));
    texImage.addressMode[0] = cudaAddressModeClamp;
    texImage.addressMode[1] = cudaAddressModeClamp;
    texImage.filterMode = cudaFilterModePoint;
    texImage.normalized = false;
    cudaBindTextureToArray(texImage, image, desc);
    cudaBindTextureToArray(texColor, color);
    cudaBindTexture(NULL, texLine, line, width * sizeof(float));
    sobel<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(out, width, height);
    cudaUnbindTexture(texImage);
    cudaUnbindTexture(texLine);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
