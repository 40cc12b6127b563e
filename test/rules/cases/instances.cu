/* Kernels of which only an instance, or the loaded values, decide what is wrong; each beside a right version. */
template <int T>
__global__ void squares(float* out) {
    __shared__ float a[T * T];
//                   ^^^^^^^^ expect: memory-space-limit "51200 bytes of static shared memory in an instance"
    __shared__ float b[T * T];
    a[threadIdx.x] = out[threadIdx.x];
    b[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = a[T - 1 - threadIdx.x] + b[0];
}
template <int T>
__global__ void smallSquares(float* out) {
    __shared__ float a[T * T];
    a[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = a[T - 1 - threadIdx.x];
}
__global__ void oneElement(const float* in, float* best) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    best[0] = in[i];
//  ^^^^^^^ expect: missing-barrier "store what each has loaded elsewhere at one address"
}
__global__ void ownElement(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
__global__ void ofBlock(const float* in, float* out) { out[blockIdx.x] = in[blockIdx.x]; }
__global__ void anyOf(const float* in, int* found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 1) *found = i;
}
__global__ void columnsOfTable(int* out) {
    __shared__ int s[1024];
    static const int column[4] = {0, 32, 64, 96};
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[column[threadIdx.x & 3] + (threadIdx.x >> 2) % 8 * 128];
//                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "32-way bank conflict"
}
__global__ void neighboursOfTable(int* out) {
    __shared__ int s[1024];
    static const int column[4] = {3, 2, 0, 1};
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[column[threadIdx.x & 3] + (threadIdx.x >> 2) % 8 * 4];
}
__global__ void squaresOfThreads(int* out) {
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = i;
    __syncthreads();
    out[threadIdx.x] = s[(threadIdx.x * threadIdx.x) & 1023];
//                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: shared-bank-conflict "8-way bank conflict"
}
__global__ void flipped(int* out) {
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = i;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__device__ __forceinline__ int gid() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void upToCount(float* a, int n) {
    int i = gid();
    if (i <= n) a[i] = 1.0f;
//              ^^^^ expect: threads-past-end "writes element 1000 of a, which has 1000 elements"
}
__global__ void neighbour(const float* in, float* out, int n) {
    int i = gid();
    if (i < n) out[i] = in[i + 1] - in[i];
//                      ^^^^^^^^^ expect: threads-past-end "reads element 1000 of in, which has 1000 elements"
}
__global__ void before(const float* in, float* out) {
    int i = gid();
    out[i] = in[i] + in[i - 1];
//                   ^^^^^^^^^ expect: threads-past-end "reads element -1 of in, which has 1024 elements"
}
__global__ void belowCount(float* a, int n) {
    int i = gid();
    if (i < n) a[i] = 1.0f;
}
__global__ void neighbourInside(const float* in, float* out, int n) {
    int i = gid();
    if (i < n - 1) out[i] = in[i + 1] - in[i];
}
__global__ void notBefore(const float* in, float* out) {
    int i = gid();
    out[i] = in[i] + in[i > 0 ? i - 1 : 0];
}
__global__ void shifted(float* a) { a[gid() - 8] = 1; }
__global__ void wide(float4* a) { a[gid()] = make_float4(0, 0, 0, 0); }
int main() {
    const int N = 1000;
    float *a, *b, *f, *g;
    cudaMalloc(&a, N * sizeof(float));
    cudaMalloc(&b, N * sizeof(float));
    cudaMalloc(&f, 1024 * sizeof(float));
    cudaMalloc(&g, 1024 * sizeof(float));
    upToCount<<<4, 256>>>(a, N);
    neighbour<<<8, 128>>>(a, b, N);
    before<<<4, 256>>>(f, g);
    belowCount<<<4, 256>>>(a, N);
    neighbourInside<<<8, 128>>>(a, b, N);
    notBefore<<<4, 256>>>(f, g);
    shifted<<<1, 256>>>(f + 8);
    wide<<<1, 256>>>((float4*)f);
    if (cudaGetLastError() != cudaSuccess) return 1;
}
void run(float* p, float* q, int* n) {
    columnsOfTable<<<1, 64>>>(n);
    neighboursOfTable<<<1, 64>>>(n);
    squaresOfThreads<<<1, 64>>>(n);
    flipped<<<1, 64>>>(n);
    squares<80><<<1, 64>>>(p);
    smallSquares<64><<<1, 64>>>(p);
    oneElement<<<4, 256>>>(p, q);
    ownElement<<<4, 256>>>(p, q);
    ofBlock<<<4, 256>>>(p, q);
    anyOf<<<4, 256>>>(p, n);
}
