// Argmax by packed keys and the top k of each warp by match and ballot.
#include <limits>
#include <type_traits>
template <typename T> __device__ unsigned long long pack(T v, int i) {
    static_assert(std::is_same<T, float>::value, "floats only");
    unsigned bits = __float_as_uint(v);
    bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    return (unsigned long long)bits << 32 | (unsigned)i;
}
__global__ void argmax(const float *x, unsigned long long *best, int n) {
    unsigned long long mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) mine = max(mine, pack(x[i], i));
    for (int o = 16; o; o /= 2) mine = max(mine, __shfl_down_sync(0xffffffff, mine, o));
    if (threadIdx.x % 32 == 0) atomicMax(best, mine);
}
template <int K> __global__ void warpTopK(const float *x, float *out, int *index) {
    int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float v = x[warp * 32 + lane];
    for (int k = 0; k < K; ++k) {
        float top = v;
        for (int o = 16; o; o >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, o));
        unsigned who = __ballot_sync(0xffffffff, v == top);
        int leader = __ffs(who) - 1;
        if (lane == leader) { out[warp * K + k] = v; index[warp * K + k] = lane; v = -std::numeric_limits<float>::infinity(); }
        __syncwarp();
    }
}
__global__ void groups(const int *keys, int *counts) {
    int key = keys[blockIdx.x * blockDim.x + threadIdx.x], all;
    unsigned same = __match_any_sync(__activemask(), key);
    __match_all_sync(0xffffffff, key, &all);
    if (__popc(same & ((1u << (threadIdx.x & 31)) - 1)) == 0) atomicAdd(counts + key, __popc(same) + all);
}
void run(float *x, int *i, unsigned long long *b) {
    argmax<<<64, 256>>>(x, b, 1 << 20);
    warpTopK<4><<<64, 128>>>(x, x, i);
    groups<<<16, 128>>>(i, i);
}
