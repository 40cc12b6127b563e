// Texture gather, levels of detail and gradients without mipmaps, and every form of surface access with its boundary modes.
#include <stdio.h>

#define CHECK(call)                                                     \
    do {                                                                \
        cudaError_t status = (call);                                    \
        if (status != cudaSuccess) {                                    \
            printf("%s: %s\n", #call, cudaGetErrorString(status));      \
            return 1;                                                   \
        }                                                               \
    } while (0)

__global__ void gather(cudaTextureObject_t t, float* out, float scale) {
    int i = threadIdx.x;
    float x = (i % 8 * 0.8f - 0.6f) * scale, y = (i / 8 * 1.3f - 0.4f) * scale;
    for (int c = 0; c < 4; ++c) {
        float4 v = tex2Dgather<float4>(t, x, y, c);
        out[i * 16 + 4 * c] = v.x;
        out[i * 16 + 4 * c + 1] = v.y;
        out[i * 16 + 4 * c + 2] = v.z;
        out[i * 16 + 4 * c + 3] = v.w;
    }
}
__global__ void levels(cudaTextureObject_t t, float* out) {
    int i = threadIdx.x;
    float x = i % 8 * 0.9f - 0.7f, y = i / 8 * 1.1f - 0.4f;
    float4 a = tex2DLod<float4>(t, x, y, 0.0f), b = tex2DLod<float4>(t, x, y, 2.5f), c = tex2DGrad<float4>(t, x, y, make_float2(0.1f, 0.2f), make_float2(4.0f, 0.3f));
    out[i * 16] = a.x;
    out[i * 16 + 1] = b.y;
    out[i * 16 + 2] = c.z;
    out[i * 16 + 3] = tex2D<float4>(t, x, y).w;
}
__global__ void surfaces1(cudaSurfaceObject_t s, int* out) {
    int i = threadIdx.x;
    surf1Dwrite(i * 3 + 1, s, i * 4);
    surf1Dwrite(make_short2(i, -i), s, (i + 32) * 4, cudaBoundaryModeZero);
    out[i] = surf1Dread<int>(s, (i * 5 - 8) * 4, cudaBoundaryModeClamp);
    out[32 + i] = surf1Dread<int>(s, (i * 5 - 8) * 4, cudaBoundaryModeZero);
    surf1Dread(&out[64 + i], s, i * 4);
}
__global__ void surfaces2(cudaSurfaceObject_t s, int* out) {
    int x = threadIdx.x % 8, y = threadIdx.x / 8, i = threadIdx.x;
    surf2Dwrite(make_int2(i, i * i), s, x * 8, y);
    __syncwarp();
    int2 v = surf2Dread<int2>(s, (x * 2 - 3) * 8, y * 2 - 1, cudaBoundaryModeClamp), w = surf2Dread<int2>(s, (x * 2 - 3) * 8, y * 2 - 1, cudaBoundaryModeZero);
    out[i] = v.x;
    out[32 + i] = v.y;
    out[64 + i] = w.x + w.y;
    out[96 + i] = surf2Dread<unsigned char>(s, x * 8 + y, y);
}
__global__ void surfaces3(cudaSurfaceObject_t s, cudaSurfaceObject_t l, cudaSurfaceObject_t c, int* out) {
    int i = threadIdx.x, x = i % 4, y = i / 4 % 4, z = i / 16;
    surf3Dwrite((short)(i * 100), s, x * 2, y, z);
    surf2DLayeredwrite((float)i, l, x * 4, y, z);
    surfCubemapwrite(i + 0.5f, c, x * 4, y, z + 2);
    __syncwarp();
    out[i] = surf3Dread<short>(s, (x - 1) * 2, y + 1, z + 1, cudaBoundaryModeClamp);
    out[32 + i] = surf3Dread<short>(s, (x - 1) * 2, y + 1, z + 1, cudaBoundaryModeZero);
    out[64 + i] = surf2DLayeredread<float>(l, (x + 1) * 4, y, 1 - z, cudaBoundaryModeClamp) * 2;
    out[96 + i] = surfCubemapread<float>(c, x * 4, 3 - y, z + 2) * 2;
}

static void show(const char* name, const void* device, int count) {
    static unsigned host[1024];
    cudaMemcpy(host, device, count * 4, cudaMemcpyDeviceToHost);
    printf("%s", name);
    for (int i = 0; i < count; ++i) printf(" %x", host[i]);
    printf("\n");
}

int main() {
    float4 texels[32];
    for (int i = 0; i < 32; ++i) texels[i] = make_float4(i, i * 10, -i, i * i);
    cudaChannelFormatDesc four = cudaCreateChannelDesc<float4>();
    cudaArray_t image, line, plane, volume, layers, cube;
    CHECK(cudaMallocArray(&image, &four, 8, 4, cudaArrayTextureGather));
    CHECK(cudaMemcpy2DToArray(image, 0, 0, texels, 128, 128, 4, cudaMemcpyHostToDevice));
    float* out;
    CHECK(cudaMalloc(&out, 4096));
    for (int k = 0; k < 4; ++k) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = image;
        cudaTextureDesc texture = {};
        texture.addressMode[0] = texture.addressMode[1] = k == 0 ? cudaAddressModeClamp : k == 1 ? cudaAddressModeBorder : k == 2 ? cudaAddressModeWrap : cudaAddressModeMirror;
        texture.filterMode = k & 1 ? cudaFilterModeLinear : cudaFilterModePoint;
        texture.readMode = cudaReadModeElementType;
        texture.normalizedCoords = k >= 2;
        cudaTextureObject_t t;
        CHECK(cudaCreateTextureObject(&t, &resource, &texture, 0));
        gather<<<1, 32>>>(t, out, k >= 2 ? 0.3f : 1.0f);
        show("gather", out, 512);
        levels<<<1, 32>>>(t, out);
        for (int i = 0; i < 32; i += 5) {
            float v[4];
            cudaMemcpy(v, out + 16 * i, 16, cudaMemcpyDeviceToHost);
            printf("levels %g %g %g %g\n", v[0], v[1], v[2], v[3]);
        }
        CHECK(cudaDestroyTextureObject(t));
    }
    cudaChannelFormatDesc word = cudaCreateChannelDesc<int>(), two = cudaCreateChannelDesc<int2>(), half = cudaCreateChannelDesc<short>(), real = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&line, &word, 64, 0, cudaArraySurfaceLoadStore));
    CHECK(cudaMallocArray(&plane, &two, 8, 4, cudaArraySurfaceLoadStore));
    CHECK(cudaMalloc3DArray(&volume, &half, make_cudaExtent(4, 4, 2), cudaArraySurfaceLoadStore));
    CHECK(cudaMalloc3DArray(&layers, &real, make_cudaExtent(4, 4, 2), cudaArraySurfaceLoadStore | cudaArrayLayered));
    CHECK(cudaMalloc3DArray(&cube, &real, make_cudaExtent(4, 4, 6), cudaArraySurfaceLoadStore | cudaArrayCubemap));
    cudaArray_t arrays[] = {line, plane, volume, layers, cube};
    cudaSurfaceObject_t s[5];
    for (int k = 0; k < 5; ++k) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = arrays[k];
        CHECK(cudaCreateSurfaceObject(&s[k], &resource));
    }
    surfaces1<<<1, 32>>>(s[0], (int*)out);
    show("surfaces1", out, 96);
    surfaces2<<<1, 32>>>(s[1], (int*)out);
    show("surfaces2", out, 128);
    surfaces3<<<1, 32>>>(s[2], s[3], s[4], (int*)out);
    show("surfaces3", out, 128);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
