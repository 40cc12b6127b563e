// Integer-heavy hashing with rotations, a constant table and unrolled rounds.
#include <stdint.h>
#define ROTL64(a, b) (((a) << (b)) | ((a) >> (64 - b)))
__constant__ uint64_t CUDA_KECCAK_CONSTS[4] = {0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000};
typedef struct { uint32_t digestbitlen, rate_bits, bits_in_queue; int64_t state[25]; uint8_t q[192]; } cuda_keccak_ctx_t;
__device__ static void permutations(cuda_keccak_ctx_t *ctx) {
    int64_t *A = ctx->state, c[5], d;
    for (int i = 0; i < 4; i++) {
#pragma unroll
        for (int x = 0; x < 5; x++) c[x] = A[x] ^ A[5 + x] ^ A[10 + x] ^ A[15 + x] ^ A[20 + x];
        for (int x = 0; x < 5; x++) {
            d = ROTL64((uint64_t)c[(x + 1) % 5], 1) ^ c[(x + 4) % 5];
            for (int y = 0; y < 25; y += 5) A[y + x] ^= d;
        }
        A[0] ^= CUDA_KECCAK_CONSTS[i];
    }
}
__global__ void kernel_keccak_hash(const uint8_t *indata, uint32_t inlen, uint8_t *outdata, uint32_t n_batch) {
    uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= n_batch) return;
    cuda_keccak_ctx_t ctx;
    memset(&ctx, 0, sizeof ctx);
    for (uint32_t i = 0; i < inlen && i < 192; i++) ctx.q[i] = indata[thread * inlen + i];
    memcpy(ctx.state, ctx.q, 192);
    permutations(&ctx);
    memcpy(outdata + thread * 32, ctx.state, 32);
}
__global__ void bits(const uint32_t *in, uint32_t *out) {
    uint32_t x = in[threadIdx.x];
    out[threadIdx.x] = __byte_perm(x, 0, 0x0123) ^ __funnelshift_l(x, x, 7) ^ __brev(x) ^ __umulhi(x, 0x9e3779b9u) ^ __popc(x) ^ __vadd4(x, x >> 1) ^ __sad(3, (int)x, 5u) ^ (uint32_t)__clzll(x) ^ __ffsll(x);
}
void run(uint8_t *p, uint32_t *w) { kernel_keccak_hash<<<8, 128>>>(p, 64, p, 1024); bits<<<1, 32>>>(w, w); }
