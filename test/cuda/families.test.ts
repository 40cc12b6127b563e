/** Families of the device library that programs take for granted: each compiles in both passes, and gives what it should. */
import assert from "node:assert/strict";
import { Bench, pointer, programOf } from "../simulator/support";
import { compile, passes } from "./support";

/** Header, and statements of a kernel (p: int*, f: float*) that use it. */
const declared: Readonly<Record<string, readonly [headers: string, statements: string]>> = {
  "bulk copies and transaction barriers": [
    "cuda/barrier",
    `__shared__ alignas(16) float s[64]; __shared__ cuda::barrier<cuda::thread_scope_block> b;
     namespace cde = cuda::device::experimental;
     cde::cp_async_bulk_global_to_shared(s, f, sizeof(s), b); cde::fence_proxy_async_shared_cta();
     auto token = cuda::device::barrier_arrive_tx(b, 1, sizeof(s)); b.wait_parity(0); b.try_wait(token);
     cde::cp_async_bulk_shared_to_global(f, s, sizeof(s)); cde::cp_async_bulk_commit_group();
     cde::cp_async_bulk_wait_group_read<0>();`,
  ],
  "quasi-random numbers": [
    "curand_kernel.h",
    `curandStateSobol32 a; curandStateScrambledSobol64_t b; curandStateMtgp32* m = (curandStateMtgp32*)p;
     curand_init(((curandDirectionVectors32_t*)p)[0], 3u, &a); f[0] = curand_uniform(&a) + curand_normal(&b) + curand(m);
     curandState s; p[0] = curand_discrete(&s, (curandDiscreteDistribution_t)p);`,
  ],
  "pipelines with roles": [
    "cuda/pipeline",
    `__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
     auto group = cooperative_groups::this_thread_block();
     auto pipe = cuda::make_pipeline(group, &state, cuda::pipeline_role::producer); pipe.producer_acquire();`,
  ],
  clusters: [
    "cooperative_groups.h",
    `auto c = cooperative_groups::this_cluster(); p[0] = c.thread_index().x + c.dim_threads().y;
     auto token = c.barrier_arrive(); c.barrier_wait(static_cast<decltype(token)&&>(token));`,
  ],
};

/** An expression of one thread, and its value. */
const values: readonly (readonly [headers: string, expression: string, value: number])[] = [
  ["cuda/cmath", "cuda::ceil_div(33, 32) * 100 + cuda::round_up(33, 32) + cuda::round_down(33u, 32)", 296],
  ["cuda/functional", "cuda::maximum<>{}(3, 4) * 10 + cuda::minimum<int>{}(3, 4)", 43],
  ["cuda/functional", "cuda::proclaim_return_type<int>([] __device__(int x) { return x + 1; })(2)", 3],
  [
    "cuda_fp16.h",
    "__half2float(CUDART_ONE_FP16 + CUDART_ZERO_FP16) + (__half2float(CUDART_MAX_NORMAL_FP16) == 65504)",
    2,
  ],
  [
    "cub/cub.cuh",
    `(cub::Traits<float>::TwiddleIn(0x80000000u) == 0x7fffffffu) + (cub::Traits<int>::TwiddleIn(5u) == 0x80000005u) * 2 +
     (cub::Traits<double>::TwiddleOut(cub::Traits<double>::TwiddleIn(0xbff0000000000001ull)) == 0xbff0000000000001ull) * 4 +
     (sizeof(cub::Traits<const short>::UnsignedBits) == 2) * 8 + (cub::NumericTraits<unsigned char>::Max() == 255) * 16 +
     (cub::Traits<float2>::CATEGORY == cub::NOT_A_NUMBER) * 32`,
    63,
  ],
  [
    "cuda/cmath",
    `(::__vadd2(0x00010002u, 0x0001ffffu) == 0x00020001u) + (::__isGlobal(out) ? 2 : 0) + (::__any(1) ? 4 : 0) +
     (::__mul64hi(1ll << 62, -8) == -2 ? 8 : 0)`,
    15,
  ],
  ["cuda_bf16.h", "(float)CUDART_ONE_BF16 + (CUDART_INF_BF16 > CUDART_MAX_NORMAL_BF16)", 2],
];

const statements = `
  namespace cg = cooperative_groups;
  __shared__ int staged[8];
  __shared__ cuda::latch<cuda::thread_scope_block> latch;
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 4> places;
  __shared__ cuda::atomic_flag<cuda::thread_scope_block> flag;
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0) { init(&latch, blockDim.x); new (&places) cuda::counting_semaphore<cuda::thread_scope_block, 4>(2); flag.clear(); }
  block.sync();
  cg::memcpy_async(block, staged, (size_t)8, p, (size_t)6);
  cg::wait(block);
  latch.arrive_and_wait();
  cg::reduce_store_async(cg::tiled_partition<32>(block), p + 8, (int)threadIdx.x, cg::plus<int>());
  if (threadIdx.x == 0) {
    p[9] = staged[5];
    p[10] = latch.try_wait();
    p[11] = places.try_acquire() + places.try_acquire() + places.try_acquire();
    places.release();
    p[12] = places.try_acquire();
    p[13] = flag.test_and_set() * 10 + flag.test_and_set();
    cuda::atomic_ref<int>(p[14]).wait(1);
  }`;

describe("families of our CUDA headers", () => {
  for (const [name, [header, body]] of Object.entries(declared)) {
    for (const pass of passes) {
      it(`${name} compile in the ${pass} pass`, async () => {
        const includes = `#include <${header}>\n#include <cooperative_groups.h>\n`;
        const { ok, messages } = await compile(`${includes}__global__ void k(int* p, float* f) { ${body} }\n`, pass);
        assert.ok(ok, messages);
      });
    }
  }

  it("say nothing to a profiler", async () => {
    const text = `#include <nvtx3/nvtx3.hpp>
      void host() {
        NVTX3_FUNC_RANGE(); nvtx3::scoped_range range{"a", nvtx3::rgb{1, 2, 3}}; nvtx3::mark("b");
        nvtxDomainHandle_t domain = nvtxDomainCreateA("d"); nvtxEventAttributes_t event = {0};
        event.message.registered = nvtxDomainRegisterStringA(domain, "s"); nvtxDomainRangePushEx(domain, &event); nvtxDomainRangePop(domain);
      }`;
    const { ok, messages } = await compile(text, "host");
    assert.ok(ok, messages);
  });

  it("have sockets, other processes and loaded libraries as declarations, beside the C++ library", async () => {
    const text = `#include <vector>
      #include <iostream>
      #include <sys/socket.h>
      #include <sys/un.h>
      #include <sys/wait.h>
      #include <dlfcn.h>
      static_assert(sizeof(msghdr) == 56 && sizeof(cmsghdr) == 16 && sizeof(sockaddr_un) == 110 && sizeof(iovec) == 16);
      static_assert(CMSG_SPACE(4) == 24 && CMSG_LEN(4) == 20 && WEXITSTATUS(0x300) == 3 && WIFEXITED(0x300));
      int host(int fd) {
        int status = 0; sockaddr_un at{AF_UNIX}; iovec piece{&status, sizeof status}; msghdr message{};
        message.msg_iov = &piece; message.msg_iovlen = 1;
        bind(socket(AF_UNIX, SOCK_DGRAM, 0), (sockaddr*)&at, sizeof at);
        if (void* library = dlopen("libm.so", RTLD_NOW)) dlclose(library);
        return sendmsg(fd, &message, 0) + waitpid(fork(), &status, WNOHANG);
      }`;
    const { ok, messages } = await compile(text, "host");
    assert.ok(ok, messages);
  });

  it("give the values that their names say", async () => {
    const headers = [...new Set(values.map(([header]) => `#include <${header}>\n`))].join("");
    const lines = values.map(([, expression], i) => `  out[${i}] = (float)(${expression});`).join("\n");
    const bench = new Bench(await programOf(`${headers}__global__ void k(float* out) {\n${lines}\n}\n`));
    const out = bench.buffer(4 * values.length);
    assert.equal(bench.launch("k", 1, 1, [pointer(out)]).outcome.kind, "completed");
    const found = [...new Float32Array(bench.memory.read(out, 4 * values.length).buffer)];
    assert.deepEqual(
      found,
      values.map(([, , value]) => value),
    );
  });

  it("shuffle what converts to a number, and an enumeration", async () => {
    const text = `struct Half {
        int twice;
        __device__ operator float() const { return twice * 0.5f; }
      };
      enum Colour { RED, GREEN };
      __global__ void k(float* out) {
        Half mine = {(int)threadIdx.x};
        out[threadIdx.x] = __shfl_sync(~0u, mine, 31 - threadIdx.x) + 100 * __shfl_xor_sync(~0u, (Colour)(threadIdx.x % 2), 1);
      }`;
    const bench = new Bench(await programOf(text));
    const out = bench.buffer(4 * 32);
    assert.equal(bench.launch("k", 1, 32, [pointer(out)]).outcome.kind, "completed");
    assert.deepEqual([...new Float32Array(bench.memory.read(out, 12).buffer)], [115.5, 15, 114.5]);
  });

  it("have collectives of CUB for types with constructors, whose storage may be in a union", async () => {
    const text = `#include <cub/cub.cuh>
      struct Pair {
        int a, b;
        __device__ Pair() : a(0), b(0) {}
        __device__ Pair(int x, int y) : a(x), b(y) {}
      };
      struct Adds { __device__ Pair operator()(const Pair& x, const Pair& y) const { return Pair(x.a + y.a, x.b + y.b); } };
      __global__ void k(Pair* in, int* out) {
        typedef cub::BlockScan<Pair, 64> Scan;
        typedef cub::BlockReduce<Pair, 64> Reduce;
        typedef cub::BlockLoad<Pair, 64, 2, cub::BLOCK_LOAD_TRANSPOSE> Load;
        __shared__ union Storage {
          typename Scan::TempStorage scan;
          typename Reduce::TempStorage reduce;
          typename Load::TempStorage load;
        } storage;
        Pair items[2], sum;
        Load(storage.load).Load(in, items);
        __syncthreads();
        Scan(storage.scan).InclusiveScan(Adds()(items[0], items[1]), sum, Adds());
        __syncthreads();
        Pair all = Reduce(storage.reduce).Reduce(Adds()(items[0], items[1]), Adds());
        if (threadIdx.x == 63) out[0] = sum.a, out[1] = sum.b;
        if (threadIdx.x == 0) out[2] = all.a, out[3] = all.b, out[4] = sum.b;
      }`;
    const bench = new Bench(await programOf(text));
    const given = bench.buffer(Int32Array.from({ length: 256 }, (_, i) => i));
    const out = bench.buffer(20);
    const { outcome } = bench.launch("k", 1, 64, [pointer(given), pointer(out)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual([...bench.ints(out, 5)], [16256, 16384, 16256, 16384, 4]);
  });

  it("hold threads together", async () => {
    const headers = ["latch", "semaphore", "atomic"].map((name) => `#include <cuda/${name}>\n`).join("");
    const groups =
      "#include <cooperative_groups/memcpy_async.h>\n#include <cooperative_groups/reduce.h>\n#include <new>\n";
    const bench = new Bench(await programOf(`${headers}${groups}__global__ void k(int* p) {${statements}\n}\n`));
    const p = bench.buffer(new Int32Array([10, 11, 12, 13, 14, 15, 16, 17, 0, 0, 0, 0, 0, 0, 0]));
    assert.equal(bench.launch("k", 1, 32, [pointer(p)]).outcome.kind, "completed");
    assert.deepEqual([...bench.ints(p, 15)].slice(8), [496, 15, 1, 2, 1, 1, 0]);
  });

  it("have the built-in atomics with orders and scopes", async () => {
    const text = `__global__ void k(int* p, unsigned long long* q) {
      __nv_atomic_fetch_add(p, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
      __nv_atomic_max(p + 1, (int)threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
      __nv_atomic_or(p + 2, 1 << threadIdx.x, __NV_ATOMIC_ACQ_REL);
      unsigned long long seen = 0;
      if (__nv_atomic_compare_exchange_n(q, &seen, 7ull + threadIdx.x, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED,
                                         __NV_THREAD_SCOPE_DEVICE))
        __nv_atomic_fetch_sub(p + 3, 5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
      __syncthreads();
      if (threadIdx.x == 0) {
        __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
        int old, value = 9;
        __nv_atomic_exchange(p + 4, &value, &old, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
        __nv_atomic_store_n(p + 5, old + __nv_atomic_load_n((volatile int*)p, __NV_ATOMIC_ACQUIRE), __NV_ATOMIC_RELAXED);
      }
    }`;
    const bench = new Bench(await programOf(`${text}\n`));
    const p = bench.buffer(new Int32Array([1, -1, 0, 0, 3, 0]));
    const q = bench.buffer(8);
    assert.equal(bench.launch("k", 1, 8, [pointer(p), pointer(q)]).outcome.kind, "completed");
    assert.deepEqual([...bench.ints(p, 6)], [17, 7, 255, -5, 9, 20]);
    assert.ok(bench.ints(q, 1)[0]! >= 7 && bench.ints(q, 1)[0]! < 15);
  });

  it("subtract the neighbours of a block's items", async () => {
    const text = `#include <cub/cub.cuh>
    __global__ void k(int* p) {
      using Differences = cub::BlockAdjacentDifference<int, 64>;
      __shared__ typename Differences::TempStorage storage;
      int in[2] = {p[2 * threadIdx.x], p[2 * threadIdx.x + 1]}, out[4][2];
      auto minus = [](int a, int b) { return a - b; };
      Differences(storage).SubtractLeft(in, out[0], minus);
      __syncthreads();
      Differences(storage).SubtractLeft(in, out[1], minus, 1000);
      __syncthreads();
      Differences(storage).SubtractRight(in, out[2], minus);
      __syncthreads();
      Differences(storage).SubtractLeftPartialTile(in, out[3], minus, 99);
      for (int row = 0; row < 4; row++)
        for (int i = 0; i < 2; i++) p[128 * (row + 1) + 2 * threadIdx.x + i] = out[row][i];
    }`;
    const bench = new Bench(await programOf(`${text}\n`));
    const items = Array.from({ length: 128 }, (_, i) => i * i);
    const p = bench.buffer(new Int32Array([...items, ...new Array<number>(512).fill(0)]));
    assert.equal(bench.launch("k", 1, 64, [pointer(p)]).outcome.kind, "completed");
    const found = [...bench.ints(p, 640)];
    const rows = [1, 2, 3, 4].map((row) => found.slice(128 * row, 128 * (row + 1)));
    const left = items.map((item, i) => (i === 0 ? item : item - items[i - 1]!));
    assert.deepEqual(rows[0], left);
    assert.deepEqual(rows[1], [-1000, ...left.slice(1)]);
    assert.deepEqual(
      rows[2],
      items.map((item, i) => (i === 127 ? item : item - items[i + 1]!)),
    );
    assert.deepEqual(
      rows[3],
      left.map((item, i) => (i < 99 ? item : items[i])),
    );
  });
});
