// Half precision, bfloat16 and fp8: every family of functions over numbers that include subnormals, infinities and NaN.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <stdio.h>

__device__ unsigned short bitsOf(int i) {
    const unsigned short special[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00, 0xbc00, 0x3555, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e01, 0x4248, 0xc500, 0x3800};
    return special[i & 15];
}
__device__ float floatOf(int i) {
    const float special[] = {0.0f, -0.0f, 1.0f, -2.5f, 65504.0f, 65519.9f, 65520.0f, -1e6f, 1e-8f, 5.9604645e-8f, 2.9802322e-8f, 3.1e-8f, 6.1e-5f, 0.33333334f, 2049.0f, 2051.0f};
    return special[i & 15];
}

#define PUT(x) out[row++ * 256 + i] = (x)
__global__ void half1(unsigned short* out) {
    int i = threadIdx.x, row = 0;
    __half a = __ushort_as_half(bitsOf(i >> 4)), b = __ushort_as_half(bitsOf(i)), c = __ushort_as_half(bitsOf(i * 5 + 3));
#define H(x) PUT(__half_as_ushort(x))
    H(__hadd(a, b)); H(__hsub(a, b)); H(__hmul(a, b)); H(__hdiv(a, b)); H(__hfma(a, b, c));
    H(__hadd_sat(a, b)); H(__hmul_sat(a, b)); H(__hfma_sat(a, b, c)); H(__hfma_relu(a, b, c));
    H(__hmax(a, b)); H(__hmin(a, b)); H(__hmax_nan(a, b)); H(__hmin_nan(a, b)); H(__hneg(a)); H(__habs(a));
    PUT(__heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 | __hge(a, b) << 5 | __hequ(a, b) << 6 |
        __hneu(a, b) << 7 | __hltu(a, b) << 8 | __hleu(a, b) << 9 | __hgtu(a, b) << 10 | __hgeu(a, b) << 11 | __hisnan(a) << 12 | (__hisinf(a) & 3) << 13);
    H(hfloor(a)); H(hceil(a)); H(htrunc(a)); H(hrint(a));
    PUT((unsigned short)__half2int_rn(a)); PUT((unsigned short)__half2int_rz(a)); PUT((unsigned short)__half2int_rd(a)); PUT((unsigned short)__half2int_ru(a));
    PUT((unsigned short)(__half2uint_rz(a) >> 3)); PUT((unsigned short)__half2short_rz(a)); PUT(__half2ushort_rn(a)); PUT((unsigned short)(__half2ll_rz(a) >> 4));
    PUT((unsigned short)(signed char)__half2char_rz(a)); PUT(__half2uchar_rz(a));
    H(__int2half_rn(i * 37 - 3000)); H(__int2half_rz(i * 517)); H(__int2half_rd(-i * 517)); H(__int2half_ru(i * 517)); H(__uint2half_rn(i * 300)); H(__ll2half_rn(i * 1001ll)); H(__short2half_rn((short)(i * 129)));
    H(__float2half_rn(floatOf(i))); H(__float2half_rz(floatOf(i))); H(__float2half_rd(floatOf(i))); H(__float2half_ru(floatOf(i))); H(__double2half(floatOf(i) * (1 + 1e-12)));
    PUT(__float_as_uint(__half2float(a)) >> 13);
    H(a + b); H(a - b); H(a * b); H(a / b); H(-a);
    PUT(a < b); PUT(a == b);
}
__global__ void half2s(unsigned short* out) {
    int i = threadIdx.x, row = 0;
    __half2 a = __halves2half2(__ushort_as_half(bitsOf(i >> 4)), __ushort_as_half(bitsOf(i))), b = __halves2half2(__ushort_as_half(bitsOf(i)), __ushort_as_half(bitsOf(i + 5))),
            c = __half2half2(__ushort_as_half(bitsOf(i * 3)));
#define H2(x)                                   \
    {                                           \
        __half2 v = (x);                        \
        H(__low2half(v));                       \
        H(__high2half(v));                      \
    }
    H2(__hadd2(a, b)); H2(__hsub2(a, b)); H2(__hmul2(a, b)); H2(__h2div(a, b)); H2(__hfma2(a, b, c)); H2(__hfma2_sat(a, b, c)); H2(__hfma2_relu(a, b, c));
    H2(__hmax2(a, b)); H2(__hmin2(a, b)); H2(__hmax2_nan(a, b)); H2(__hmin2_nan(a, b)); H2(__hneg2(a)); H2(__habs2(a)); H2(__hadd2_sat(a, b));
    H2(__heq2(a, b)); H2(__hne2(a, b)); H2(__hlt2(a, b)); H2(__hltu2(a, b)); H2(__hgeu2(a, b)); H2(__hisnan2(a));
    PUT(__hbeq2(a, b) | __hbne2(a, b) << 1 | __hblt2(a, b) << 2 | __hble2(a, b) << 3 | __hbgt2(a, b) << 4 | __hbge2(a, b) << 5 | __hbequ2(a, b) << 6 | __hbltu2(a, b) << 7);
    PUT((unsigned short)(__heq2_mask(a, b) & 0xff0)); PUT((unsigned short)(__hgtu2_mask(a, b) >> 16));
    H2(__lowhigh2highlow(a)); H2(__lows2half2(a, b)); H2(__highs2half2(a, b)); H2(__low2half2(a)); H2(__high2half2(a));
    H2(__float22half2_rn(make_float2(floatOf(i), floatOf(i + 1)))); H2(__floats2half2_rn(floatOf(i), floatOf(i + 3))); H2(__float2half2_rn(floatOf(i)));
    H2(h2floor(a)); H2(h2ceil(a)); H2(h2trunc(a)); H2(h2rint(a));
    H2(__hcmadd(a, b, c));
    H2(__shfl_xor_sync(~0u, a, 1)); H(__shfl_down_sync(~0u, __low2half(a), 3));
    float2 f = __half22float2(a);
    PUT(__float_as_uint(f.x) >> 13); PUT(__float_as_uint(f.y) >> 13);
    H2(a + b); H2(a * b); H2(a / b); PUT(a == b);
}
__global__ void bfloat1(unsigned short* out) {
    int i = threadIdx.x, row = 0;
    __nv_bfloat16 a = __ushort_as_bfloat16(bitsOf(i >> 4)), b = __ushort_as_bfloat16(bitsOf(i)), c = __ushort_as_bfloat16(bitsOf(i * 5 + 3));
#define B(x) PUT(__bfloat16_as_ushort(x))
    B(__hadd(a, b)); B(__hsub(a, b)); B(__hmul(a, b)); B(__hdiv(a, b)); B(__hfma(a, b, c)); B(__hadd_sat(a, b)); B(__hfma_relu(a, b, c));
    B(__hmax(a, b)); B(__hmin(a, b)); B(__hmax_nan(a, b)); B(__hneg(a)); B(__habs(a));
    B(hfloor(a)); B(hceil(a)); B(htrunc(a)); B(hrint(a));
    PUT((unsigned short)__bfloat162int_rn(a)); PUT((unsigned short)__bfloat162int_rz(a)); PUT((unsigned short)(__bfloat162uint_rz(a) >> 3)); PUT((unsigned short)__bfloat162short_rz(a));
    B(__int2bfloat16_rn(i * 37777 - 3000)); B(__int2bfloat16_rz(i * 5171)); B(__uint2bfloat16_rn(i * 300)); B(__ll2bfloat16_rn(i * 100001ll));
    B(__float2bfloat16_rn(floatOf(i) * 1.003f)); B(__float2bfloat16_rz(floatOf(i) * 1.003f)); B(__float2bfloat16_rd(floatOf(i) * 1.003f)); B(__float2bfloat16_ru(floatOf(i) * 1.003f));
    B(__double2bfloat16(floatOf(i) * 1.003));
    PUT(__float_as_uint(__bfloat162float(a)) >> 16);
    B(a + b); B(a - b); B(a * b); B(a / b); PUT(a < b); PUT(a == b);
    __nv_bfloat162 v = __halves2bfloat162(a, b), w = __bfloat162bfloat162(c), r = __hfma2(v, w, v);
    B(__low2bfloat16(r)); B(__high2bfloat16(r));
    r = __floats2bfloat162_rn(floatOf(i), floatOf(i + 1)); B(r.x); B(r.y);
    r = __hmax2(v, w); B(r.x); B(r.y);
    r = __lowhigh2highlow(v); B(r.x);
}
__global__ void functions(unsigned short* out) {
    int i = threadIdx.x, row = 0;
    __half a = __float2half((i - 128) * 0.0625f);
    __nv_bfloat16 b = __float2bfloat16((i - 128) * 0.0625f);
    H(hexp(a)); H(hexp2(a)); H(hexp10(a)); H(hlog(a)); H(hlog2(a)); H(hlog10(a)); H(hsin(a)); H(hcos(a)); H(hsqrt(a)); H(hrsqrt(a)); H(hrcp(a));
    B(hexp(b)); B(hexp2(b)); B(hlog(b)); B(hlog2(b)); B(hsin(b)); B(hcos(b)); B(hsqrt(b)); B(hrsqrt(b)); B(hrcp(b));
    H2(h2exp(__half2half2(a))); H2(h2log(__half2half2(a))); H2(h2rsqrt(__half2half2(a)));
    H(htanh(a)); B(htanh(b));
}
__global__ void fp8(unsigned short* out) {
    int i = threadIdx.x, row = 0;
    float x = (i & 1 ? -1.0f : 1.0f) * exp2f((i - 128) / 8.0f) * (1 + (i & 7) * 0.13f);
    __nv_fp8_e4m3 a(x);
    __nv_fp8_e5m2 b(x);
    PUT(a.__x); PUT(b.__x);
    PUT(__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3)); PUT(__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2));
    PUT(__nv_cvt_float_to_fp8(floatOf(i), __NV_SATFINITE, __NV_E4M3)); PUT(__nv_cvt_float_to_fp8(floatOf(i), __NV_SATFINITE, __NV_E5M2));
    PUT(__nv_cvt_halfraw_to_fp8(__half_raw(__ushort_as_half(bitsOf(i))), __NV_SATFINITE, __NV_E4M3));
    PUT(__nv_cvt_float2_to_fp8x2(make_float2(x, -2 * x), __NV_SATFINITE, __NV_E4M3));
    a.__x = i; b.__x = i;
    PUT(__float_as_uint((float)a) >> 16); PUT(__float_as_uint((float)b) >> 16);
    PUT(__half_as_ushort(__half(__nv_cvt_fp8_to_halfraw(i, __NV_E4M3)))); PUT(__half_as_ushort(__half(__nv_cvt_fp8_to_halfraw(i, __NV_E5M2))));
    __nv_fp8x4_e4m3 q(make_float4(x, 2 * x, 3 * x, 4 * x));
    PUT(q.__x & 0xffff); PUT(q.__x >> 16);
    float4 f = (float4)q;
    PUT(__float_as_uint(f.z) >> 16);
}

int main() {
    unsigned short *out, host[256];
    cudaMalloc(&out, 128 * 512);
#define RUN(NAME, ROWS)                                                             \
    cudaMemset(out, 0, 128 * 512);                                                  \
    NAME<<<1, 256>>>(out);                                                          \
    for (int r = 0; r < ROWS; ++r) {                                                \
        cudaMemcpy(host, out + r * 256, 512, cudaMemcpyDeviceToHost);               \
        unsigned sum = 2166136261u;                                                 \
        for (int i = 0; i < 256; ++i) sum = (sum ^ host[i]) * 16777619u;            \
        printf("%s %d %08x", #NAME, r, sum);                                        \
        for (int i = 1; i < 256; i += 27) printf(" %04x", host[i]);                 \
        printf("\n");                                                               \
    }
    RUN(half1, 50)
    RUN(half2s, 88)
    RUN(bfloat1, 45)
    RUN(functions, 28)
    RUN(fp8, 15)
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
