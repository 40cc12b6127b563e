/** Kernels that never end, wait for what never comes or ask for too much. */
import type { HostileProgram } from "./model";

/** Who waits for ever is told so; where that cannot be told, the limit ends the run. */
const ENDS = /^(limit|deadlock)$/;

/** [what, kernel `k` over `volatile int* p`, launch configuration, outcomes] */
const kernels: readonly (readonly [what: string, body: string, launch: string, ends?: RegExp])[] = [
  ["a loop over a volatile", "for (;;) p[0] = 1;", "1, 1"],
  ["a loop over a volatile, whole device", "for (;;) p[threadIdx.x] = 1;", "1024, 1024"],
  ["a spin on memory that nobody writes", "while (p[0] == 0) {}", "1, 1", ENDS],
  ["a spin of a warp", "while (p[0] == 0) {}", "1, 32", ENDS],
  ["a spin of many blocks", "while (p[0] == 0) {}", "256, 256", ENDS],
  ["a spin with an atomic", "while (atomicAdd((int*)p, 0) == 0) {}", "1, 64", ENDS],
  ["a spin with compare and swap", "while (atomicCAS((int*)p, 1, 2) != 1) {}", "4, 64", ENDS],
  ["a lock that lanes of one warp take", "while (atomicCAS((int*)p, 0, 1) != 0) {} p[1] = 1;", "1, 32", ENDS],
  ["a spin within a warp", "if (threadIdx.x == 0) while (p[0] == 0) {} else p[0] = 0;", "1, 32", ENDS],
  [
    "a spin within a warp on shared memory",
    "__shared__ volatile int s; s = 0; if (threadIdx.x == 0) while (s == 0) {} __syncwarp();",
    "1, 32",
    /^(limit|deadlock|unsupported)$/,
  ],
  ["a barrier against a spinning warp", "if (threadIdx.x < 32) while (p[0] == 0) {} __syncthreads();", "1, 64", ENDS],
  [
    "a barrier against a spinning warp, many blocks",
    "if (threadIdx.x < 32) while (p[0] == 0) {} __syncthreads();",
    "64, 1024",
    ENDS,
  ],
  [
    "a barrier that half of a warp misses",
    "if (threadIdx.x < 16) __syncthreads(); else while (p[0] == 0) {}",
    "1, 32",
    ENDS,
  ],
  ["named barriers", 'asm volatile("bar.sync 1, 128;");', "1, 64", ENDS],
  ["barriers for ever", "for (;;) __syncthreads();", "1, 1024"],
  ["warp barriers for ever", "for (;;) __syncwarp();", "1, 32"],
  ["shuffles for ever", "int x = 0; for (;;) { x = __shfl_xor_sync(~0u, x, 1); p[threadIdx.x] = x; }", "1, 32"],
  ["votes for ever", "while (__any_sync(~0u, p[0] == 0)) {}", "1, 32", ENDS],
  ["fences for ever", "for (;;) __threadfence();", "1, 32"],
  ["naps for ever", "while (p[0] == 0) __nanosleep(1000000);", "1, 32", ENDS],
  ["a wait for the clock", "long long t = clock64(); while (clock64() - t < (1ll << 60)) {}", "1, 1"],
  [
    "a wait for the global timer",
    'unsigned long long t = 0; while (t < ~0ull) asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));',
    "1, 1",
    /^(limit|unsupported)$/,
  ],
  ["mathematics", "float x = p[0]; for (;;) { x = sinf(x) + powf(x, 1.1f); p[threadIdx.x] = x; }", "64, 256"],
  ["doubles", "double x = p[0]; for (;;) { x = sqrt(x) / 3 + 1; p[threadIdx.x] = x; }", "64, 256"],
  ["atomics", "for (;;) atomicAdd((int*)p, 1);", "64, 256"],
  ["shared atomics", "__shared__ int s; for (;;) atomicAdd(&s, 1);", "64, 256"],
  ["printf", 'for (;;) printf("more\\n");', "1, 32"],
  ["malloc", "for (;;) { int* q = (int*)malloc(1024); if (q) q[0] = 1; p[0] = 1; }", "1, 32", /^(limit|trapped)$/],
  ["malloc and free", "for (;;) { int* q = (int*)malloc(64); p[0] = q != 0; free(q); }", "1, 32"],
  ["a copy of much memory", "for (;;) memcpy((int*)p, (int*)p + 128, 256);", "1, 1"],
  [
    "local arrays",
    "int a[256]; for (int i = 0;; i++) { a[p[0] + (i & 255)] = i; p[1] = a[(i * 7) & 255]; }",
    "64, 256",
  ],
  [
    "divergence",
    "for (int i = 0;; i++) if ((threadIdx.x + i) & 1) p[threadIdx.x] = i; else p[threadIdx.x + 32] = i;",
    "64, 256",
  ],
  ["a kernel that waits for the host", "while (p[0] != 42) {}", "1, 1", ENDS],
  ["a wild pointer", "for (long i = 0;; i += 1 << 20) p[i] = 1;", "1, 1", /^(limit|trapped)$/],
  ["a large grid", "p[threadIdx.x] = blockIdx.x;", "1 << 28, 1024"],
  ["the largest grid in x", "p[0] = blockIdx.x;", "2147483647, 1"],
  ["the largest grid", "p[0] = blockIdx.x;", "dim3(2147483647u, 65535, 65535), 1"],
  ["the largest grid of the largest blocks", "p[threadIdx.x] = blockIdx.x;", "dim3(2147483647u, 65535, 65535), 1024"],
  ["the largest grid of an empty kernel", "", "dim3(2147483647u, 65535, 65535), 1"],
  ["the largest grid of an empty kernel of the largest blocks", "", "dim3(2147483647u, 65535, 65535), 1024"],
];

const kernelProgram = ([what, body, launch, ends = /^limit$/]: (typeof kernels)[number]): HostileProgram => ({
  what: `kernel: ${what}`,
  text: `#include <cstdio>
__global__ void k(volatile int* p) {
  ${body}
}
int main() {
  int* p;
  cudaMalloc(&p, 1 << 20);
  cudaMemset(p, 0, 1 << 20);
  k<<<${launch}>>>(p);
  cudaDeviceSynchronize();
}
`,
  ends,
});

/** Programs with kernels of another shape. */
const others: readonly HostileProgram[] = [
  {
    what: "kernel: tail recursion",
    text: "__device__ __noinline__ void f(volatile int* p, int n) { p[0] = n; f(p, n + 1); }\n__global__ void k(volatile int* p) { f(p, 0); }\nint main() { int* p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n",
    ends: /^(limit|trapped)$/,
  },
  {
    what: "kernel: recursion that grows a stack",
    text: "__device__ __noinline__ int f(volatile int* p, int n) { int a[64]; a[n & 63] = p[0]; return f(p, n + 1) + a[p[1]]; }\n__global__ void k(volatile int* p) { p[0] = f(p, 0); }\nint main() { int* p; cudaMalloc(&p, 64); k<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n",
    ends: /^(limit|trapped)$/,
  },
  {
    what: "kernel: waits for a kernel of another stream",
    text: "__global__ void waits(volatile int* p) { while (p[0] == 0) {} }\n__global__ void sets(volatile int* p) { p[0] = 1; }\nint main() {\n  int* p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4);\n  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);\n  waits<<<1, 1, 0, a>>>(p);\n  sets<<<1, 1, 0, b>>>(p);\n  cudaDeviceSynchronize();\n}\n",
    ends: ENDS,
    says: /stream|host/,
  },
  {
    what: "kernel: waits for the host through mapped memory",
    text: "__global__ void waits(volatile int* p) { while (p[0] == 0) {} }\nint main() {\n  int* p; cudaHostAlloc(&p, 4, cudaHostAllocMapped); *p = 0;\n  waits<<<1, 1>>>(p);\n  *(volatile int*)p = 1;\n  cudaDeviceSynchronize();\n}\n",
    ends: ENDS,
    says: /stream|host/,
  },
  {
    what: "kernel: waits for the host through managed memory",
    text: "__global__ void waits(volatile int* p) { while (p[0] == 0) {} }\nint main() {\n  int* p; cudaMallocManaged(&p, 4); *p = 0;\n  waits<<<1, 1>>>(p);\n  *(volatile int*)p = 1;\n  cudaDeviceSynchronize();\n}\n",
    ends: ENDS,
    says: /stream|host/,
  },
  {
    what: "kernel: a grid barrier that a block misses",
    text: "#include <cooperative_groups.h>\n__global__ void k(volatile int* p) { if (blockIdx.x) cooperative_groups::this_grid().sync(); else while (p[0] == 0) {} }\nint main() {\n  int* p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); void* a[] = {&p};\n  cudaLaunchCooperativeKernel((void*)k, dim3(4), dim3(32), a);\n  cudaDeviceSynchronize();\n}\n",
    ends: ENDS,
  },
  {
    what: "kernel: blocks that pass a token in a circle for ever",
    text: "__global__ void k(volatile int* p) { for (;;) { while (p[0] != blockIdx.x) {} p[0] = (blockIdx.x + 1) % gridDim.x; } }\nint main() { int* p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); k<<<8, 1>>>(p); cudaDeviceSynchronize(); }\n",
    ends: /^limit$/,
  },
  {
    what: "kernel: launches of a kernel that never ends, whose errors are ignored",
    text: "__global__ void k(volatile int* p) { while (p[0] == 0) {} }\nint main() { int* p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); for (;;) { k<<<1, 1>>>(p); cudaDeviceSynchronize(); cudaGetLastError(); } }\n",
    ends: /^limit$/,
  },
  {
    what: "kernel: many launches, each below the limit",
    text: "__global__ void k(volatile int* p) { for (int i = 0; i < 100000000; i++) p[0] = i; }\nint main() { int* p; cudaMalloc(&p, 4); for (int i = 0; i < 1000; i++) k<<<1, 32>>>(p); cudaDeviceSynchronize(); }\n",
    ends: /^limit$/,
  },
  {
    what: "kernel: a graph whose loop never ends",
    text: "__global__ void k(cudaGraphConditionalHandle h) { cudaGraphSetConditional(h, 1); }\nint main() {\n  cudaGraph_t g; cudaGraphExec_t x; cudaGraphNode_t n; cudaGraphConditionalHandle h;\n  cudaGraphCreate(&g, 0); cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);\n  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};\n  p.conditional.handle = h; p.conditional.type = cudaGraphCondTypeWhile; p.conditional.size = 1;\n  cudaGraphAddNode(&n, g, 0, 0, 0, &p);\n  cudaGraphNodeParams q = {cudaGraphNodeTypeKernel};\n  void* a[] = {&h};\n  q.kernel.func = (void*)k; q.kernel.gridDim = q.kernel.blockDim = dim3(1); q.kernel.kernelParams = a;\n  cudaGraphAddNode(&n, p.conditional.phGraph_out[0], 0, 0, 0, &q);\n  cudaGraphInstantiate(&x, g);\n  cudaGraphLaunch(x, 0);\n}\n",
    ends: /^limit$/,
  },
];

/** Kernels that never end, and the programs that launch them. */
export const devicePrograms: readonly HostileProgram[] = [...kernels.map(kernelProgram), ...others];
