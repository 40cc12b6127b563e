/** Barrier objects by inline PTX (`mbarrier`): counts, tokens and parities, and the loops that wait for them, plain and checked. */
import assert from "node:assert/strict";
import { nodeEngine } from "../support/engine";

const program = `#include <cstdint>
#include <cstdio>
#include <cuda_awbarrier_primitives.h>
__device__ uint32_t cast(void* p) { return (uint32_t)__cvta_generic_to_shared(p); }
// Producers fill half of a buffer in turn, consumers add it up: full and empty barriers, by parity.
__global__ void pipe(const int* in, int* out, int rounds) {
  __shared__ uint64_t full, empty;
  __shared__ int data[32];
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(cast(&full)), "r"(32) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(cast(&empty)), "n"(32) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  int lane = threadIdx.x % 32, sum = 0;
  if (threadIdx.x < 32) {
    for (int i = 0; i < rounds; i++) {
      // The first wait passes: the phase before the first one is over.
      asm volatile("{\\n.reg .pred P1;\\nLAB_WAIT_%=:\\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\\n@P1 bra DONE_%=;\\nbra LAB_WAIT_%=;\\nDONE_%=:\\n}" ::"r"(cast(&empty)), "r"((i & 1) ^ 1) : "memory");
      data[lane] = in[i * 32 + lane];
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(cast(&full)) : "memory");
    }
  } else {
    for (int i = 0; i < rounds; i++) {
      asm volatile("{\\n.reg .pred p;\\nwait:\\nmbarrier.test_wait.parity.shared.b64 p, [%0], %1;\\n@!p bra wait;\\n}" ::"r"(cast(&full)), "r"(i & 1) : "memory");
      sum += data[31 - lane];
      uint64_t state;
      asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 1;" : "=l"(state) : "r"(cast(&empty)) : "memory");
    }
    out[lane] = sum;
  }
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(cast(&full)) : "memory");
}
__global__ void tokens(int* out) {
  __shared__ uint64_t b;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(cast(&b)), "r"(96) : "memory");
  __syncthreads();
  int done = 0;
  for (int round = 0; round < 3; round++) {
    uint64_t token;
    if (threadIdx.x < 32) asm volatile("mbarrier.arrive.shared.b64 %0, [%1], 2;" : "=l"(token) : "r"(cast(&b)) : "memory");
    else asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(cast(&b)) : "memory");
    do {
      asm volatile("{\\n.reg .pred p;\\nmbarrier.try_wait.shared.b64 p, [%1], %2;\\nselp.b32 %0, 1, 0, p;\\n}" : "=r"(done) : "r"(cast(&b)), "l"(token) : "memory");

    } while (!done);
  }
  out[threadIdx.x] = done + (__mbarrier_test_wait_parity((__mbarrier_t*)&b, 0) ? 2 : 0) + (__mbarrier_test_wait_parity((__mbarrier_t*)&b, 1) ? 4 : 0);
}
int main() {
  int *in, *out, h[64]; cudaMallocManaged(&in, 4 * 32 * 5); cudaMallocManaged(&out, 256);
  for (int i = 0; i < 160; i++) in[i] = i;
  pipe<<<1, 64>>>(in, out, 5); cudaDeviceSynchronize();
  for (int i = 0; i < 4; i++) printf("%d ", out[i]); 
  tokens<<<1, 64>>>(out); printf("%s ", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 4; i++) printf("%d ", out[i + 30]); puts("");
}
`;

describe("barrier objects by inline PTX", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());

  for (const check of [false, true]) {
    it(`${check ? "are checked" : "hand data from warp to warp"}`, async () => {
      const run = await engine.simulateProgram({ path: "barriers.cu", text: program }, { arguments: [], check });
      assert.equal(run.outcome, "completed", run.message);
      assert.equal(run.stdout, "475 470 465 460 no error 3 3 3 3 \n");
    });
  }

  it("by a form that is not modelled are named", async () => {
    const text = program.replace(
      '"mbarrier.inval.shared.b64 [%0];" ::"r"(cast(&full))',
      '"{.reg .b32 n; mbarrier.pending_count.b64 n, %0;}" ::"l"((uint64_t)0)',
    );
    const run = await engine.simulateProgram({ path: "pending.cu", text }, { arguments: [] });
    assert.equal(run.outcome, "unsupported");
    assert.match(run.message ?? "", /mbarrier\.pending_count/);
  });
});
