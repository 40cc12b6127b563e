// What `sweep/` is silent on, one warp at a time: shared atomics by kind and width, matrix loads, sub-word and wide
// accesses, asynchronous copies, local memory, textures, constant indices, generic addresses, combined atomics.
// `patterns.h` (written by record.py) has `struct P { unsigned mask; int idx[32]; };` and `static const P patterns[]`,
// and N, their number. Lane l is active when mask >> l & 1 and uses element idx[l] of the access's width.
//
// The kernels under EACH execute every pattern once, in order, each with its own instruction: the profiler counts by
// instruction. Those under ALONE execute one pattern a launch: counts are of the whole launch.
#include <cstdio>
#include <cstring>
#include "patterns.h"

__device__ P table[N];
__constant__ P pattern;
__constant__ __align__(16) double constants[1024];

#define EACH(NAME) __global__ void NAME(char* out)
#define LOOP _Pragma("unroll") for (int k = 0; k < N; ++k)
#define LANE threadIdx.x
#define ACTIVE (table[k].mask >> LANE & 1)
#define INDEX (table[k].idx[LANE])
#define SHARED(BYTES) __shared__ __align__(16) char s[BYTES]; unsigned base = (unsigned)__cvta_generic_to_shared(s)

#define LOAD(NAME, PTX, C, T, W) EACH(NAME) { SHARED(16384); T sum = 0; LOOP { T v = 0; if (ACTIVE) asm volatile(PTX " %0,[%1];" : "=" C(v) : "r"(base + INDEX * W)); sum += v; } ((T*)out)[LANE] = sum; }
LOAD(LDS_U8, "ld.shared.u8", "r", unsigned, 1)
LOAD(LDS_U16, "ld.shared.u16", "r", unsigned, 2)
LOAD(LDS_32, "ld.shared.u32", "r", unsigned, 4)
LOAD(LDS_64, "ld.shared.u64", "l", unsigned long long, 8)
EACH(LDS_128) { SHARED(16384); unsigned long long sum = 0; LOOP { unsigned long long v = 0, w = 0; if (ACTIVE) asm volatile("ld.shared.v2.u64 {%0,%1},[%2];" : "=l"(v), "=l"(w) : "r"(base + INDEX * 16)); sum += v ^ w; } ((unsigned long long*)out)[LANE] = sum; }

#define STORE(NAME, PTX, C, T, W) EACH(NAME) { SHARED(16384); T v = (T)LANE; LOOP { if (ACTIVE) asm volatile(PTX " [%0],%1;" ::"r"(base + INDEX * W), C(v) : "memory"); } }
STORE(STS_U8, "st.shared.u8", "r", unsigned, 1)
STORE(STS_U16, "st.shared.u16", "r", unsigned, 2)
STORE(STS_32, "st.shared.u32", "r", unsigned, 4)
STORE(STS_64, "st.shared.u64", "l", unsigned long long, 8)
EACH(STS_128) { SHARED(16384); unsigned long long v = LANE; LOOP { if (ACTIVE) asm volatile("st.shared.v2.u64 [%0],{%1,%1};" ::"r"(base + INDEX * 16), "l"(v) : "memory"); } }

#define ATOM(NAME, PTX, C, T, W) EACH(NAME) { SHARED(16384); T sum = 0, v = (T)(LANE + 3); LOOP { T old = 0; if (ACTIVE) asm volatile(PTX " %0,[%1],%2;" : "=" C(old) : "r"(base + INDEX * W), C(v) : "memory"); sum += old; } ((T*)out)[LANE] = sum; }
ATOM(ATOMS_ADD, "atom.shared.add.u32", "r", unsigned, 4)
ATOM(ATOMS_MAX, "atom.shared.max.u32", "r", unsigned, 4)
ATOM(ATOMS_EXCH, "atom.shared.exch.b32", "r", unsigned, 4)
ATOM(ATOMS_EXCH_64, "atom.shared.exch.b64", "l", unsigned long long, 8)
EACH(ATOMS_CAS) { SHARED(16384); unsigned sum = 0; LOOP { unsigned old = 0; if (ACTIVE) asm volatile("atom.shared.cas.b32 %0,[%1],%2,%3;" : "=r"(old) : "r"(base + INDEX * 4), "r"(0u), "r"(LANE) : "memory"); sum += old; } ((unsigned*)out)[LANE] = sum; }
EACH(ATOMS_CAS_64) { SHARED(16384); unsigned long long sum = 0, v = LANE; LOOP { unsigned long long old = 0; if (ACTIVE) asm volatile("atom.shared.cas.b64 %0,[%1],%2,%3;" : "=l"(old) : "r"(base + INDEX * 8), "l"(0ull), "l"(v) : "memory"); sum += old; } ((unsigned long long*)out)[LANE] = sum; }
#define RED(NAME, VALUE) EACH(NAME) { __shared__ int s[4096]; for (int i = LANE; i < 4096; i += 32) s[i] = 0; __syncthreads(); LOOP { if (ACTIVE) atomicAdd(&s[INDEX], VALUE); __syncwarp(); } __syncthreads(); for (int i = LANE; i < 4096; i += 32) ((int*)out)[i] = s[i]; }
RED(RED_POPC_INC, 1)
RED(RED_VARYING, (int)threadIdx.x)

// Matrix loads ignore the mask: all lanes take part, and lanes give row addresses as the variant needs them.
#define MATRIX(NAME, PTX, COUNT, OUTS) EACH(NAME) { SHARED(16384); unsigned sum = 0; LOOP { unsigned a = 0, b = 0, c = 0, d = 0; asm volatile(PTX " {" OUTS "},[%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(base + (INDEX & 1023) * 16)); sum += COUNT; } ((unsigned*)out)[LANE] = sum; }
MATRIX(LDSM_1, "ldmatrix.sync.aligned.m8n8.x1.shared.b16", a, "%0")
MATRIX(LDSM_2, "ldmatrix.sync.aligned.m8n8.x2.shared.b16", (a ^ b), "%0,%1")
MATRIX(LDSM_4, "ldmatrix.sync.aligned.m8n8.x4.shared.b16", (a ^ b ^ c ^ d), "%0,%1,%2,%3")
MATRIX(LDSM_4_T, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", (a ^ b ^ c ^ d), "%0,%1,%2,%3")
EACH(STSM_4) { SHARED(16384); unsigned v = LANE; LOOP { asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0],{%1,%1,%1,%1};" ::"r"(base + (INDEX & 1023) * 16), "r"(v) : "memory"); } }

#define GLOBAL(NAME, PTX, C, T, W) EACH(NAME) { T sum = 0; LOOP { T v = 0; if (ACTIVE) asm volatile(PTX " %0,[%1];" : "=" C(v) : "l"(out + 65536 + INDEX * W)); sum += v; } ((T*)out)[LANE] = sum; }
GLOBAL(LDG_U8, "ld.global.u8", "r", unsigned, 1)
GLOBAL(LDG_U16, "ld.global.u16", "r", unsigned, 2)
GLOBAL(LDG_64, "ld.global.u64", "l", unsigned long long, 8)
EACH(LDG_128) { unsigned long long sum = 0; LOOP { unsigned long long v = 0, w = 0; if (ACTIVE) asm volatile("ld.global.v2.u64 {%0,%1},[%2];" : "=l"(v), "=l"(w) : "l"(out + 65536 + INDEX * 16)); sum += v ^ w; } ((unsigned long long*)out)[LANE] = sum; }
EACH(STG_64) { unsigned long long v = LANE; LOOP { if (ACTIVE) asm volatile("st.global.u64 [%0],%1;" ::"l"(out + 65536 + INDEX * 8), "l"(v) : "memory"); } }
EACH(REDG_64) { unsigned long long v = LANE; LOOP { if (ACTIVE) asm volatile("red.global.add.u64 [%0],%1;" ::"l"(out + 65536 + INDEX * 8), "l"(v) : "memory"); } }
EACH(REDG_F64) { double v = LANE; LOOP { if (ACTIVE) asm volatile("red.global.add.f64 [%0],%1;" ::"l"(out + 65536 + INDEX * 8), "d"(v) : "memory"); } }

// Asynchronous copies: the pattern decides the shared side in _S, the global side in _G.
#define COPY(NAME, MODE, W, TO, FROM) EACH(NAME) { SHARED(16384); LOOP { if (ACTIVE) asm volatile("cp.async." MODE ".shared.global [%0],[%1]," #W ";" ::"r"(base + (TO) * W), "l"(out + 65536 + (FROM) * W) : "memory"); } asm volatile("cp.async.wait_all;" ::: "memory"); }
COPY(LDGSTS_4_S, "ca", 4, INDEX, LANE)
COPY(LDGSTS_8_S, "ca", 8, INDEX, LANE)
COPY(LDGSTS_16_S, "cg", 16, INDEX & 1023, LANE)
COPY(LDGSTS_4_G, "ca", 4, LANE, INDEX)
COPY(LDGSTS_16_G, "cg", 16, LANE, INDEX)

#define LOCAL(NAME, T) EACH(NAME) { volatile T a[64]; LOOP { if (ACTIVE) a[INDEX & 63] = (T)k; } T sum = 0; LOOP { T v = 0; if (ACTIVE) v = a[INDEX & 63]; sum += v; } ((T*)out)[LANE] = sum; }
LOCAL(LOCAL_8, char)
LOCAL(LOCAL_32, int)
LOCAL(LOCAL_64, long long)

#define ALONE(NAME) __global__ void NAME(char* out, cudaTextureObject_t line, cudaTextureObject_t image)
#define ON (pattern.mask >> threadIdx.x & 1)
#define AT (((P*)out)->idx[threadIdx.x])
ALONE(LDC_32) { unsigned v = 0; if (ON) asm volatile("ld.const.u32 %0,[%1];" : "=r"(v) : "l"(__cvta_generic_to_constant(constants) + (AT & 1023) * 4)); ((unsigned*)out)[1024 + threadIdx.x] = v; }
ALONE(LDC_64) { unsigned long long v = 0; if (ON) asm volatile("ld.const.u64 %0,[%1];" : "=l"(v) : "l"(__cvta_generic_to_constant(constants) + (AT & 1023) * 8)); ((unsigned long long*)out)[1024 + threadIdx.x] = v; }
ALONE(LDC_128) { unsigned long long v = 0, w = 0; if (ON) asm volatile("ld.const.v2.u64 {%0,%1},[%2];" : "=l"(v), "=l"(w) : "l"(__cvta_generic_to_constant(constants) + (AT & 511) * 16)); ((unsigned long long*)out)[1024 + threadIdx.x] = v ^ w; }
ALONE(TLD_LINE) { float v = 0; if (ON) v = tex1Dfetch<float>(line, AT & 1023); ((float*)out)[1024 + threadIdx.x] = v; }
ALONE(TEX_IMAGE) { float v = 0; if (ON) v = tex2D<float>(image, (AT & 31) + 0.5f, (AT >> 5 & 31) + 0.5f); ((float*)out)[1024 + threadIdx.x] = v; }
ALONE(LD_GENERIC_SHARED) { __shared__ int s[4096]; s[threadIdx.x] = 1; __syncthreads(); int v = 0; char* p = (char*)(s + AT); if (ON) asm volatile("ld.u32 %0,[%1];" : "=r"(v) : "l"(p)); ((int*)out)[1024 + threadIdx.x] = v; }
ALONE(LD_GENERIC_GLOBAL) { int v = 0; if (ON) asm volatile("ld.u32 %0,[%1];" : "=r"(v) : "l"(out + 65536 + AT * 4)); ((int*)out)[1024 + threadIdx.x] = v; }
ALONE(ATOM_GENERIC_GLOBAL) { int v = 0; if (ON) asm volatile("atom.add.u32 %0,[%1],%2;" : "=r"(v) : "l"(out + 65536 + AT * 4), "r"(threadIdx.x) : "memory"); ((int*)out)[1024 + threadIdx.x] = v; }
ALONE(COMBINED_RED) { if (ON) atomicAdd((int*)out + 2000, AT); }
ALONE(COMBINED_ATOM) { int v = 0; if (ON) v = atomicAdd((int*)out + 2000, 5); ((int*)out)[1024 + threadIdx.x] = v; }
ALONE(COMBINED_ATOM_VARYING) { int v = 0; if (ON) v = atomicAdd((int*)out + 2000, AT); ((int*)out)[1024 + threadIdx.x] = v; }
ALONE(SHARED_FLOAT_ADD) { __shared__ float s[4096]; s[AT] = 0; __syncthreads(); if (ON) atomicAdd(&s[AT], 1.0f); __syncthreads(); ((float*)out)[1024 + threadIdx.x] = s[AT]; }
ALONE(SHARED_LONG_ADD) { __shared__ unsigned long long s[4096]; s[AT] = 0; __syncthreads(); if (ON) atomicAdd(&s[AT], 1ull); __syncthreads(); ((unsigned long long*)out)[1024 + threadIdx.x] = s[AT]; }

int main() {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    printf("l2 %d global %zu multiprocessors %d shared %zu optin %zu multiprocessor %zu reserved %zu blocks %d threads %d\n", device.l2CacheSize,
           device.totalGlobalMem, device.multiProcessorCount, device.sharedMemPerBlock, device.sharedMemPerBlockOptin,
           device.sharedMemPerMultiprocessor, device.reservedSharedMemPerBlock, device.maxBlocksPerMultiProcessor, device.maxThreadsPerMultiProcessor);
    char* out;
    cudaMalloc(&out, 1 << 21);
    cudaMemcpyToSymbol(table, patterns, sizeof(patterns));
    cudaMemset(out, 0, 1 << 21);
#define RUN(NAME) NAME<<<1, 32>>>(out); cudaDeviceSynchronize();
    RUN(LDS_U8) RUN(LDS_U16) RUN(LDS_32) RUN(LDS_64) RUN(LDS_128) RUN(STS_U8) RUN(STS_U16) RUN(STS_32) RUN(STS_64) RUN(STS_128)
    RUN(ATOMS_ADD) RUN(ATOMS_MAX) RUN(ATOMS_EXCH) RUN(ATOMS_EXCH_64) RUN(ATOMS_CAS) RUN(ATOMS_CAS_64) RUN(RED_POPC_INC) RUN(RED_VARYING)
    RUN(LDSM_1) RUN(LDSM_2) RUN(LDSM_4) RUN(LDSM_4_T) RUN(STSM_4)
    RUN(LDG_U8) RUN(LDG_U16) RUN(LDG_64) RUN(LDG_128) RUN(STG_64) RUN(REDG_64) RUN(REDG_F64)
    RUN(LDGSTS_4_S) RUN(LDGSTS_8_S) RUN(LDGSTS_16_S) RUN(LDGSTS_4_G) RUN(LDGSTS_16_G) RUN(LOCAL_8) RUN(LOCAL_32) RUN(LOCAL_64)

    float* texels;
    cudaMalloc(&texels, 1 << 16);
    cudaMemset(texels, 0, 1 << 16);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = texels;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 4096;
    cudaTextureDesc how{};
    cudaTextureObject_t line, image;
    cudaCreateTextureObject(&line, &resource, &how, nullptr);
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 32, 32);
    resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateTextureObject(&image, &resource, &how, nullptr);
    for (int k = 0; k < ALONE_N; ++k) {
        cudaMemcpyToSymbol(pattern, &patterns[k], sizeof(P));
        cudaMemcpy(out, &patterns[k], sizeof(P), cudaMemcpyHostToDevice);
#define ONE(NAME) NAME<<<1, 32>>>(out, line, image); cudaMemcpy(out, &patterns[k], sizeof(P), cudaMemcpyHostToDevice);
        ONE(LDC_32) ONE(LDC_64) ONE(LDC_128) ONE(TLD_LINE) ONE(TEX_IMAGE) ONE(LD_GENERIC_SHARED) ONE(LD_GENERIC_GLOBAL) ONE(ATOM_GENERIC_GLOBAL)
        ONE(COMBINED_RED) ONE(COMBINED_ATOM) ONE(COMBINED_ATOM_VARYING) ONE(SHARED_FLOAT_ADD) ONE(SHARED_LONG_ADD)
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
