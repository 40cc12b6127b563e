// Radix-2 Stockham transform with complex structures and twiddles by sincospi.
#include <cuComplex.h>
#include <cufft.h>
__device__ inline cuFloatComplex twiddle(int k, int n) {
    float s, c;
    sincospif(-2.0f * k / n, &s, &c);
    return make_cuFloatComplex(c, s);
}
__global__ void stockham(const cuFloatComplex *in, cuFloatComplex *out, int n, int span) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, half = n / 2;
    if (i >= half) return;
    int k = i & (span - 1);
    cuFloatComplex a = in[i], b = cuCmulf(in[i + half], twiddle(k, 2 * span));
    int j = ((i - k) << 1) + k;
    out[j] = cuCaddf(a, b);
    out[j + span] = cuCsubf(a, b);
}
__global__ void magnitude(const cuDoubleComplex *z, double *m, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) m[i] = cuCabs(cuConj(z[i])); }
void transform(cuFloatComplex *a, cuFloatComplex *b, int n) {
    for (int span = 1; span < n; span <<= 1) {
        stockham<<<(n / 2 + 127) / 128, 128>>>(a, b, n, span);
        cuFloatComplex *t = a; a = b; b = t;
    }
    magnitude<<<1, 128>>>((cuDoubleComplex *)a, (double *)b, 128);
    cufftHandle plan;
    cufftPlan1d(&plan, n, CUFFT_C2C, 1);
    cufftExecC2C(plan, (cufftComplex *)a, (cufftComplex *)b, CUFFT_FORWARD);
    cufftDestroy(plan);
}
