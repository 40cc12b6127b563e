// Rendering with textures, random states and transforms, beside a window system that is not there.
#include <stdio.h>
#include <cuda_gl_interop.h>
#include <GL/freeglut.h>
#include <helper_math.h>
#include <helper_gl.h>
#include <curand_kernel.h>
#include <curand.h>
#include <cufft.h>
#include <cufftXt.h>
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned char VolumeType;
typedef struct { float4 m[3]; } float3x4;
__constant__ float3x4 c_invViewMatrix;
cudaArray *d_volumeArray = 0;
cudaTextureObject_t texObject;
texture<uchar, 2, cudaReadModeNormalizedFloat> tex;
texture<float4, 1, cudaReadModeElementType> transferTex;
struct Ray { float3 o; float3 d; };
__device__ int intersectBox(Ray r, float3 boxmin, float3 boxmax, float *tnear, float *tfar) {
  float3 invR = make_float3(1.0f) / r.d;
  float3 tbot = invR * (boxmin - r.o);
  float3 ttop = invR * (boxmax - r.o);
  float3 tmin = fminf(ttop, tbot);
  float3 tmax = fmaxf(ttop, tbot);
  float largest_tmin = fmaxf(fmaxf(tmin.x, tmin.y), fmaxf(tmin.x, tmin.z));
  *tnear = largest_tmin; *tfar = dot(tmax, tmin) + length(tmax) + lerp(1.0f, 2.0f, 0.5f);
  return *tfar > *tnear;
}
__device__ float3 mul(const float3x4 &M, const float3 &v) {
  float3 r; r.x = dot(v, make_float3(M.m[0])); r.y = dot(v, make_float3(M.m[1])); r.z = dot(v, make_float3(M.m[2])); return r;
}
__device__ uint rgbaFloatToInt(float4 rgba) {
  rgba.x = __saturatef(rgba.x);
  return (uint(rgba.w * 255) << 24) | (uint(rgba.z * 255) << 16);
}
__global__ void d_render(uint *d_output, uint imageW, uint imageH, float density, cudaTextureObject_t tex3, cudaTextureObject_t transferTex2) {
  uint x = blockIdx.x * blockDim.x + threadIdx.x;
  uint y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  Ray eyeRay; eyeRay.o = mul(c_invViewMatrix, make_float3(0));
  eyeRay.d = normalize(make_float3(x, y, -2.0f));
  float tnear, tfar;
  if (!intersectBox(eyeRay, make_float3(-1), make_float3(1), &tnear, &tfar)) return;
  float4 sum = make_float4(0.0f);
  float s = tex3D<float>(tex3, x * 0.5f, y, 0.2f);
  float4 col = tex1D<float4>(transferTex2, s) + tex1D(transferTex, s);
  float o = tex2D(tex, x, y);
  sum = sum + col * (1.0f - sum.w) * o;
  d_output[y * imageW + x] = rgbaFloatToInt(sum);
}
__global__ void surfk(cudaSurfaceObject_t so, int w) {
  float v; surf2Dread(&v, so, threadIdx.x * 4, 0, cudaBoundaryModeTrap);
  surf2Dwrite(v, so, 0, 0);
  surf3Dwrite(1.f, so, 0, 0, 0);
}
__device__ cufftReal CB_MyOwnCallbackLoadC(void *dataIn, size_t offset, void *callerInfo, void *sharedPtr) { return ((cufftReal *)dataIn)[offset]; }
__device__ cufftCallbackLoadC myptr = 0;
static __device__ __host__ inline float2 ComplexAdd(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
static __global__ void ComplexPointwiseMulAndScale(float2 *a, const float2 *b, int size, float scale) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += numThreads) a[i] = ComplexAdd(a[i], b[i]);
}
__global__ void setup(curandState *state) { int id = threadIdx.x; curand_init(1234, id, 0, &state[id]); }
__global__ void gen(curandStatePhilox4_32_10_t *state, curandStateMRG32k3a *m, unsigned int *result, curandStateXORWOW_t *xs) {
  curandStatePhilox4_32_10_t l = state[threadIdx.x];
  float4 v = curand_uniform4(&l); double2 d = curand_normal2_double(&l);
  result[threadIdx.x] = v.x > .5f ? curand(&l) : curand_poisson(&l, 3.0) + curand_normal(&m[0]) + curand_log_normal(&xs[0], 1.f, 1.f) + d.x;
  state[threadIdx.x] = l;
}
template <typename Real> __global__ void initRNG(curandState *const rngStates, const unsigned int seed) { curand_init(seed, blockIdx.x, 0, &rngStates[0]); }
template <typename Real> __device__ inline void getPoint(Real &x, Real &y, curandState &state) { x = curand_uniform(&state); y = curand_uniform(&state); }
template <> __device__ inline void getPoint(double &x, double &y, curandState &state) { x = curand_uniform_double(&state); y = 0; }
template <typename Real> __global__ void computeValue(unsigned int *const results, curandState *const rngStates, const unsigned int numSims) {
  curandState localState = rngStates[0]; Real x, y; getPoint(x, y, localState); results[0] = x * x + y * y < Real(1);
}
void display() { glutSwapBuffers(); glBindBuffer(GL_PIXEL_UNPACK_BUFFER_ARB, pbo); computeValue<float><<<1, 1>>>(0, 0, 0); cudaBindTextureToArray(tex, d_volumeArray); }
template unsigned int foo<float>();
extern "C" void render_kernel(dim3 gridSize, dim3 blockSize, uint *d_output) { d_render<<<gridSize, blockSize>>>(d_output, 1, 1, 1.f, texObject, texObject); }
