// Functions on two halfwords or four bytes inside one word, and the other integer functions.
#include <stdio.h>

__device__ unsigned word(int i) {
    unsigned x = i * 2654435761u;
    return i % 5 == 0 ? 0x80ff7f00u ^ (x & 0x01010101u) : i % 7 == 3 ? 0x7fff8000u : x ^ x >> 13;
}
#define TWO                                                                                                                      \
    X(__vadd2) X(__vadd4) X(__vaddss2) X(__vaddss4) X(__vaddus2) X(__vaddus4) X(__vsub2) X(__vsub4) X(__vsubss2) X(__vsubss4)     \
    X(__vsubus2) X(__vsubus4) X(__vavgs2) X(__vavgs4) X(__vavgu2) X(__vavgu4) X(__vhaddu2) X(__vhaddu4) X(__vabsdiffs2)          \
    X(__vabsdiffs4) X(__vabsdiffu2) X(__vabsdiffu4) X(__vmaxs2) X(__vmaxs4) X(__vmaxu2) X(__vmaxu4) X(__vmins2) X(__vmins4)      \
    X(__vminu2) X(__vminu4) X(__vcmpeq2) X(__vcmpeq4) X(__vcmpges2) X(__vcmpges4) X(__vcmpgeu2) X(__vcmpgeu4) X(__vcmpgts2)      \
    X(__vcmpgts4) X(__vcmpgtu2) X(__vcmpgtu4) X(__vcmples2) X(__vcmples4) X(__vcmpleu2) X(__vcmpleu4) X(__vcmplts2)              \
    X(__vcmplts4) X(__vcmpltu2) X(__vcmpltu4) X(__vcmpne2) X(__vcmpne4) X(__vseteq2) X(__vseteq4) X(__vsetges2) X(__vsetges4)    \
    X(__vsetgeu2) X(__vsetgeu4) X(__vsetgts2) X(__vsetgts4) X(__vsetgtu2) X(__vsetgtu4) X(__vsetles2) X(__vsetles4)              \
    X(__vsetleu2) X(__vsetleu4) X(__vsetlts2) X(__vsetlts4) X(__vsetltu2) X(__vsetltu4) X(__vsetne2) X(__vsetne4) X(__vsads2)    \
    X(__vsads4) X(__vsadu2) X(__vsadu4) X(__umulhi) X(__mulhi) X(__mul24) X(__umul24) X(__hadd) X(__rhadd) X(__uhadd) X(__urhadd)
#define ONE                                                                                                                      \
    X(__vabs2) X(__vabs4) X(__vabsss2) X(__vabsss4) X(__vneg2) X(__vneg4) X(__vnegss2) X(__vnegss4) X(__popc) X(__clz) X(__ffs) X(__brev)
#define THREE                                                                                                                    \
    X(__byte_perm) X(__funnelshift_l) X(__funnelshift_r) X(__funnelshift_lc) X(__funnelshift_rc) X(__sad) X(__usad)              \
    X(__viaddmax_s16x2) X(__viaddmin_s16x2) X(__viaddmax_u16x2) X(__viaddmin_s16x2_relu) X(__vimax3_s16x2) X(__vimin3_u16x2)     \
    X(__vimax3_s16x2_relu) X(__dp4a) X(__dp2a_lo) X(__dp2a_hi) X(__viaddmax_s32) X(__viaddmax_u32) X(__viaddmin_s32_relu) X(__vimax3_s32)     \
    X(__vimin3_u32) X(__vimax3_s32_relu)

__global__ void all(unsigned* out) {
    int i = threadIdx.x, row = 0;
    unsigned a = word(i), b = word(i + 40), c = word(i + 80);
#define X(F) out[32 * row++ + i] = (unsigned)F(a, b);
    TWO
#undef X
#define X(F) out[32 * row++ + i] = (unsigned)F(a);
    ONE
#undef X
#define X(F) out[32 * row++ + i] = (unsigned)F(a, b, c);
    THREE
#undef X
    unsigned long long p = (unsigned long long)a << 32 | b, q = (unsigned long long)c << 32 | a, r;
#define LONG(x)                         \
    r = (x);                            \
    out[32 * row++ + i] = r;            \
    out[32 * row++ + i] = r >> 32;
    LONG(__umul64hi(p, q)) LONG(__mul64hi(p, q)) LONG(__popcll(p)) LONG(__clzll(p >> (c & 63))) LONG(__ffsll(p)) LONG(__brevll(p))
    bool first, second;
    LONG(__vibmax_s16x2(a, b, &first, &second)) LONG(first + 2 * second) LONG(__vibmin_u32(a, b, &first)) LONG(first)
}

int main() {
    static const char* names[] = {
#define X(F) #F,
        TWO ONE THREE "mulhi" };
    const int rows = sizeof names / sizeof *names - 1 + 20;
    unsigned *out, host[32];
    cudaMalloc(&out, rows * 128);
    all<<<1, 32>>>(out);
    for (int r = 0; r < rows; ++r) {
        cudaMemcpy(host, out + 32 * r, 128, cudaMemcpyDeviceToHost);
        unsigned sum = 2166136261u;
        for (int i = 0; i < 32; ++i) sum = (sum ^ host[i]) * 16777619u;
        printf("%s %08x %08x %08x %08x %08x\n", r < rows - 20 ? names[r] : "long", sum, host[0], host[3], host[5], host[18]);
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
