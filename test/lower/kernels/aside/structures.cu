// Structures, vectors and pointers in global memory.
#include <cuda_runtime.h>

struct Particle { float3 position, velocity; float mass; };
struct __align__(16) Aligned { float x, y, z, mass; };
struct Node { int key; Node* left; Node* right; };
struct Edge { int from, to; float weight; };
struct Pair { int key; int value; };
struct Matrix3 { float m[9]; };
struct Header { long long offset; int length; short kind; char tag, flags; };
union Bits { float real; unsigned bits; };

__global__ void advance(Particle* p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].position.x += p[i].velocity.x * dt;
    p[i].position.y += p[i].velocity.y * dt;
    p[i].position.z += p[i].velocity.z * dt;
}
__global__ void advanceCopy(Particle* p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle q = p[i];
    q.position.x += q.velocity.x * dt;
    q.position.y += q.velocity.y * dt;
    q.position.z += q.velocity.z * dt;
    p[i] = q;
}
__global__ void alignedMembers(Aligned* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { a[i].x *= a[i].mass; a[i].y *= a[i].mass; a[i].z *= a[i].mass; }
}
__global__ void alignedCopy(const Aligned* a, Aligned* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}
__global__ void depth(Node* root, const int* keys, int* out) {
    int key = keys[threadIdx.x], d = 0;
    for (Node* n = root; n; n = key < n->key ? n->left : n->right) ++d;
    out[threadIdx.x] = d;
}
__global__ void relax(const Edge* edges, const float* from, int* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { Edge e = edges[i]; atomicMin(&to[e.to], (int)(from[e.from] + e.weight)); }
}
__global__ void sortPair(Pair* pairs, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n && pairs[2 * i].key > pairs[2 * i + 1].key) { Pair t = pairs[2 * i]; pairs[2 * i] = pairs[2 * i + 1]; pairs[2 * i + 1] = t; }
}
__global__ void rotate(const Matrix3 m, const float3* in, float3* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 v = in[i];
    out[i] = make_float3(m.m[0] * v.x + m.m[1] * v.y + m.m[2] * v.z, m.m[3] * v.x + m.m[4] * v.y + m.m[5] * v.z, m.m[6] * v.x + m.m[7] * v.y + m.m[8] * v.z);
}
__global__ void rotateIndirect(const Matrix3* m, const float3* in, float3* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 v = in[i];
    const float* r = m->m;
    out[i] = make_float3(r[0] * v.x + r[1] * v.y + r[2] * v.z, r[3] * v.x + r[4] * v.y + r[5] * v.z, r[6] * v.x + r[7] * v.y + r[8] * v.z);
}
__global__ void headers(const Header* h, long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = h[i].kind == 3 ? h[i].offset + h[i].length : h[i].flags;
}
__global__ void headerCopy(const Header* h, Header* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = h[i];
}
__global__ void signs(Bits* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { Bits v = b[i]; v.bits ^= 0x80000000u; b[i] = v; }
}
__global__ void complexProduct(const float2* a, const float2* b, float2* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { float2 x = a[i], y = b[i]; c[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }
}
__global__ void complexMembers(const float2* a, float2* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { c[i].x = a[i].x * a[i].x; c[i].y = a[i].y * a[i].y; }
}
__global__ void complexRestrict(const float2* __restrict__ a, float2* __restrict__ c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { c[i].x = a[i].x * a[i].x; c[i].y = a[i].y * a[i].y; }
}
__global__ void doublePairs(const double2* a, double* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { double2 v = a[i]; out[i] = sqrt(v.x * v.x + v.y * v.y); }
}
__global__ void longs(const longlong2* a, long long* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i].x - a[i].y;
}
__global__ void int3s(const int3* a, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { int3 v = a[i]; out[i] = v.x + v.y + v.z; }
}
__global__ void firstOfFour(const float4* a, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i].x;
}
__global__ void castToFloat4(const float* a, float* b, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i < n) { float4 v = *(const float4*)(a + i); v.x += 1; v.y += 1; v.z += 1; v.w += 1; *(float4*)(b + i) = v; }
}
__global__ void strideFourScalar(const float* a, float* b, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 3 < n) { b[i] = a[i] + 1; b[i + 1] = a[i + 1] + 1; b[i + 2] = a[i + 2] + 1; b[i + 3] = a[i + 3] + 1; }
}
__global__ void csr(const int* rows, const int* columns, const float* values, const float* x, float* y, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float sum = 0;
    for (int k = rows[r]; k < rows[r + 1]; ++k) sum += values[k] * x[columns[k]];
    y[r] = sum;
}
__global__ void pointersOfPointers(float*** p, int i, int j, int n) {
    int k = threadIdx.x;
    if (k < n) p[i][j][k] *= 2;
}
__global__ void gridStride4(float4* a, float s, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { float4 v = a[i]; v.x *= s; v.y *= s; v.z *= s; v.w *= s; a[i] = v; }
}
