import assert from "node:assert/strict";
import { compile } from "./support";

/** What a statement in a kernel (p: float*, q: double*, i: int*, u: unsigned*, l: unsigned long long*, tex, surf) must become. */
const claims: Readonly<Record<string, readonly (readonly [statement: string, ...ir: RegExp[]])[]>> = {
  "built-in variables": [
    ["u[0] = threadIdx.x", /llvm\.nvvm\.read\.ptx\.sreg\.tid\.x\(\)/],
    ["u[0] = blockIdx.y * blockDim.z + gridDim.x", /sreg\.ctaid\.y/, /sreg\.ntid\.z/, /sreg\.nctaid\.x/],
    ["auto t = threadIdx; dim3 b = blockDim; uint3 c = blockIdx; u[0] = t.z + b.y + c.x", /sreg\.tid\.z/],
    ["i[0] = warpSize", /store i32 32/],
  ],
  mathematics: [
    ["p[0] = sqrt(p[1])", /@sqrtf\(/],
    ["p[0] = sinf(p[1]) + cos(p[2])", /@sinf\(/, /@cosf\(/],
    ["p[0] = expf(p[1]) + exp2f(p[1]) + logf(p[2])", /@expf\(/, /@exp2f\(/, /@logf\(/],
    ["q[0] = pow(q[1], q[2])", /@pow\(/],
    ["p[0] = pow(p[1], p[2])", /@powf\(/],
    ["p[0] = erff(p[1]) + cbrtf(p[2]) + normcdff(p[3])", /@erff/, /@cbrtf/, /@normcdff/],
    ["p[0] = fmaxf(p[1], 3) + fminf(p[1], p[2])", /@fmaxf\(/, /@fminf\(/],
    ["p[0] = max(p[1], p[2]); i[0] = min(i[1], i[2])", /@fmaxf\(/, /@llvm\.smin\.i32/],
    ["p[0] = rsqrtf(p[1])", /@llvm\.nvvm\.rsqrt\.approx\.f\(/],
    ["float s, c; sincosf(p[1], &s, &c); p[0] = s + c", /@sinf\(/, /@cosf\(/],
    ["p[0] = fmaf(p[1], p[2], p[3])", /@fmaf\(/],
    ["p[0] = floorf(p[1]) + ceil(p[2]) + truncf(p[3]) + rintf(p[4])", /@floorf\(/, /@ceilf\(/, /@truncf\(/],
    ["q[0] = sqrt(i[1])", /@sqrt\(/],
  ],
  "fast mathematics and rounding": [
    ["p[0] = __sinf(p[1]) + __cosf(p[1])", /@llvm\.nvvm\.sin\.approx\.f/, /@llvm\.nvvm\.cos\.approx\.f/],
    ["p[0] = __expf(p[1])", /@llvm\.nvvm\.ex2\.approx\.f32/],
    ["p[0] = __logf(p[1]) + __fdividef(p[1], p[2])", /@llvm\.nvvm\.lg2\.approx\.f/, /@llvm\.nvvm\.div\.approx\.f/],
    ["p[0] = __fadd_rn(p[1], p[2]) + __fmul_rz(p[1], p[2])", /@llvm\.nvvm\.add\.rn\.f/, /@llvm\.nvvm\.mul\.rz\.f/],
    ["q[0] = __fma_ru(q[1], q[2], q[3]) + __drcp_rd(q[4])", /@llvm\.nvvm\.fma\.rp\.d/, /@llvm\.nvvm\.rcp\.rm\.d/],
    ["i[0] = __float2int_rn(p[1]); p[0] = __int2float_rz(i[1])", /@llvm\.nvvm\.f2i\.rn/, /@llvm\.nvvm\.i2f\.rz/],
    ["i[0] = __float_as_int(p[1])", /load i32/],
  ],
  integers: [
    ["i[0] = __popc(u[1]) + __clz(i[2]) + __ffs(i[3])", /@llvm\.ctpop/, /@llvm\.ctlz/, /@llvm\.cttz/],
    ["u[0] = __brev(u[1]) + __byte_perm(u[1], u[2], u[3])", /@llvm\.bitreverse/, /@llvm\.nvvm\.prmt/],
    ["u[0] = __umulhi(u[1], u[2])", /zext i32 .* to i64/, /mul nuw i64/],
    ["u[0] = __funnelshift_l(u[1], u[2], u[3])", /shl i64|llvm\.fshl/],
    ["u[0] = __vadd4(u[1], u[2])", /add <4 x i8>/],
    ["u[0] = __vcmpgts2(u[1], u[2])", /icmp sgt <2 x i16>/],
    ["u[0] = __vabsdiffu4(u[1], u[2])", /@llvm\.umax\.v4i8/],
  ],
  atomics: [
    ["atomicAdd(i, 1)", /atomicrmw add ptr .* monotonic/],
    ["atomicAdd(p, 1); atomicAdd(q, 1.0)", /atomicrmw fadd ptr .*float.* monotonic/, /atomicrmw fadd ptr .*double/],
    ["i[1] = atomicSub(i, 2)", /= atomicrmw sub/],
    [
      "atomicMax(i, 3); atomicMin(u, 3u); atomicMax(l, 3ull)",
      /atomicrmw max/,
      /atomicrmw umin/,
      /atomicrmw umax .* i64/,
    ],
    ["atomicAnd(i, 3); atomicOr(u, 3u); atomicXor(l, 3ull)", /atomicrmw and/, /atomicrmw or/, /atomicrmw xor .* i64/],
    ["atomicInc(u, 7); atomicDec(u, 7)", /atomicrmw uinc_wrap/, /atomicrmw udec_wrap/],
    ["u[1] = atomicCAS(u, 1, 2)", /cmpxchg ptr .*, i32 1, i32 2 monotonic monotonic/],
    ["p[1] = atomicExch(p, 2)", /atomicrmw xchg/],
    ["atomicAdd_block(i, 1); atomicAdd_system(u, 1u)", /atomicrmw add/],
  ],
  "warp functions": [
    ["p[0] = __shfl_down_sync(~0u, p[1], 4)", /@llvm\.nvvm\.shfl\.sync\.down\.i32\(i32 -1, i32 %\w+, i32 4, i32 31\)/],
    ["i[0] = __shfl_up_sync(~0u, i[1], 1, 8)", /shfl\.sync\.up\.i32\(i32 -1, i32 %\w+, i32 1, i32 6144\)/],
    ["q[0] = __shfl_xor_sync(~0u, q[1], 1)", /shfl\.sync\.bfly\.i32[\s\S]*shfl\.sync\.bfly\.i32/],
    ["u[0] = __ballot_sync(~0u, i[1]) + __any_sync(~0u, i[2])", /vote\.ballot\.sync/, /vote\.any\.sync/],
    ["u[0] = __match_any_sync(~0u, i[1])", /@llvm\.nvvm\.match\.any\.sync\.i32/],
    ["i[0] = __reduce_add_sync(~0u, i[1])", /@llvm\.nvvm\.redux\.sync\.add/],
    ["u[0] = __activemask(); __syncwarp()", /@llvm\.nvvm\.activemask/, /@llvm\.nvvm\.bar\.warp\.sync\(i32 -1\)/],
    ["i[0] = __shfl(i[1], 3)", /shfl\.sync\.idx\.i32\(i32 -1/],
  ],
  "barriers, fences, clocks": [
    ["__syncthreads()", /@llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all\(i32 0\)/],
    ["i[0] = __syncthreads_count(i[1])", /@llvm\.nvvm\.barrier\.cta\.red\.popc\.aligned\.all/],
    ["__threadfence(); __threadfence_block(); __threadfence_system()", /membar\.gl/, /membar\.cta/, /membar\.sys/],
    ["l[0] = clock64() + clock()", /sreg\.clock64/, /sreg\.clock\(/],
    ["__nanosleep(20)", /@llvm\.nvvm\.nanosleep/],
    ["__trap()", /@llvm\.trap/],
  ],
  "loads and stores": [
    ["p[0] = __ldg(p + 1)", /call .*float @__wl_read_only_float\(/],
    ["*(float4*)p = __ldg((float4*)p + 1)", /call .*<4 x float> @__wl_read_only_float4\(/],
    ["p[0] = __ldcg(p + 1)", /load volatile/],
    ["p[0] = __ldcs(p + 1); __stcs(p + 2, p[3])", /call .*float @__wl_read_kept_float\(/, /store .*!nontemporal/],
    ["*(int4*)p = __ldcs((int4*)p + 1)", /call .*<4 x i32> @__wl_read_kept_uint4\(/],
    ["i[0] = __ldca(i + 1) + __ldlu(i + 2)", /@__wl_read_kept_uint\([\s\S]*@__wl_read_kept_uint\(/],
  ],
  "memory, printing, assertions": [
    ['printf("%d\\n", i[0])', /call i32 @vprintf/],
    ["int* m = (int*)malloc(i[0]); m[i[1]] = 1; i[2] = m[i[3]]; free(m)", /call .*@malloc/, /call .*@free/],
    ["memcpy(p, q, 64)", /@llvm\.memcpy\.p0\.p0\.i64/],
  ],
  textures: [
    ["p[0] = tex1Dfetch<float>(tex, i[0])", /call %struct\.float4 @__wl_tex_1dfetch_f\(i64 /],
    ["p[0] = tex2D<uchar4>(tex, p[1], p[2]).y", /@__wl_tex_2d_u\(i64 noundef %tex, float noundef %\w+, float/],
    [
      "surf2Dwrite(p[0], surf, 4, 5)",
      /call void @__wl_surf_2d_write\(i64 noundef %\w+, i32 noundef 4, i32 noundef 2, /,
    ],
  ],
};

const preamble =
  "__global__ void k(float* p, double* q, int* i, unsigned* u, unsigned long long* l, cudaTextureObject_t tex, cudaSurfaceObject_t surf)";

describe("device functions of our CUDA headers", () => {
  for (const [family, list] of Object.entries(claims)) {
    it(`${family} become the IR that is claimed`, async () => {
      for (const [statement, ...expected] of list) {
        const { ok, messages, ir } = await compile(`${preamble} { ${statement}; }\n`, "device");
        assert.ok(ok, `${statement}\n${messages}`);
        const body = ir.slice(ir.indexOf("define "), ir.indexOf("\n}", ir.indexOf("define ")));
        for (const pattern of expected) assert.match(body, pattern, statement);
      }
    });
  }
  it("leave no call to a function of ours", async () => {
    const statements = Object.values(claims).flatMap((list) => list.map(([statement]) => `{ ${statement}; }`));
    const { ok, messages, ir } = await compile(`${preamble} { ${statements.join("\n")} }\n`, "device");
    assert.ok(ok, messages);
    assert.deepEqual(
      Array.from(ir.matchAll(/^define (?!.*ptx_kernel).*@([\w.]+)\(/gm), (match) => match[1]),
      [],
    );
  });
  const modules: Readonly<Record<string, readonly [text: string, ...ir: RegExp[]]>> = {
    "half precision": [
      "#include <cuda_fp16.h>\n__global__ void k(half2* a, half* b) { a[0] = __hfma2(a[1], a[2], a[3]); b[0] = b[1] * b[2]; atomicAdd(b, b[3]); atomicAdd(a, a[4]); }",
      /@llvm\.fma\.v2f16/,
      /fmul contract half/,
      /atomicrmw fadd ptr .* half/,
      /@__wl_atomic_add_f16x2/,
    ],
    bfloat16: [
      "#include <cuda_bf16.h>\n__global__ void k(nv_bfloat162* a, nv_bfloat16* b) { a[0] = __hadd2(a[1], a[2]); b[0] = __float2bfloat16(__bfloat162float(b[1]) + 1); }",
      /fadd contract <2 x bfloat>/,
      /fadd contract bfloat/,
    ],
    "asynchronous copies": [
      "#include <cuda_pipeline.h>\n__global__ void k(int4* in) { __shared__ int4 s[32]; __pipeline_memcpy_async(s + threadIdx.x, in, 16); __pipeline_commit(); __pipeline_wait_prior(0); in[0] = s[1]; }",
      /@llvm\.nvvm\.cp\.async\.cg\.shared\.global\.16\(ptr addrspace\(3\)/,
      /@llvm\.nvvm\.cp\.async\.commit\.group/,
      /@llvm\.nvvm\.cp\.async\.wait\.group\(i32 0\)/,
    ],
    "tensor cores": [
      "#include <mma.h>\nusing namespace nvcuda; __global__ void k(half* a, float* c) { wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x; wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y; wmma::fragment<wmma::accumulator, 16, 16, 16, float> z; wmma::fill_fragment(z, 0.0f); wmma::load_matrix_sync(x, a, 16); wmma::load_matrix_sync(y, a, 16); wmma::mma_sync(z, x, y, z); wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major); }",
      /@__wl_matrix_words4\(i32 noundef -1/,
      /asm "mma\.sync\.aligned\.m16n8k16\.row\.col\.f32\.f16\.f16\.f32/,
      /store <2 x float> .*align 8/,
    ],
    "tensor cores with bytes": [
      "#include <mma.h>\nusing namespace nvcuda; __global__ void k(unsigned char* a, int* c) { wmma::fragment<wmma::matrix_a, 16, 16, 16, unsigned char, wmma::row_major> x; wmma::load_matrix_sync(x, a, 16); c[threadIdx.x] = x.x[0] + x.x[7]; }",
      /@__wl_matrix_words2\(i32 noundef -1/,
    ],
    "cooperative groups": [
      "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups; __global__ void k(int* p) { auto b = cg::this_thread_block(); auto w = cg::tiled_partition<32>(b); p[b.thread_rank()] = cg::reduce(w, p[0], cg::plus<int>()); b.sync(); cg::this_grid().sync(); cg::this_cluster().sync(); }",
      /@llvm\.nvvm\.redux\.sync\.add/,
      /@llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all/,
      /@__wl_grid_sync/,
      /@llvm\.nvvm\.barrier\.cluster\.arrive/,
    ],
    "texture references": [
      "texture<float, 2, cudaReadModeElementType> image;\n__global__ void k(float* p) { p[0] = tex2D(image, 1, 2); }",
      /@image = addrspace\(1\) externally_initialized global i64/,
      /@__wl_tex_2d_f/,
      /!\{ptr addrspace\(1\) @image, !"texture", i32 1\}/,
    ],
    assertions: [
      "#include <cassert>\n__global__ void k(int* p) { assert(p[0] > 0); p[1] = 2; }",
      /call void @__assert_fail/,
    ],
  };
  for (const [what, [text, ...expected]] of Object.entries(modules)) {
    it(`${what} become the IR that is claimed`, async () => {
      const { ok, messages, ir } = await compile(text, "device");
      assert.ok(ok, messages);
      for (const pattern of expected) assert.match(ir, pattern);
    });
  }
});
