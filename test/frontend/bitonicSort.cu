// Bitonic sort of key and value pairs in shared memory and by merge steps in global memory.
typedef unsigned int uint;
#define SHARED_SIZE_LIMIT 1024U
__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir) {
    uint t;
    if ((keyA > keyB) == dir) {
        t = keyA; keyA = keyB; keyB = t;
        t = valA; valA = valB; valB = t;
    }
}
__global__ void bitonicSortShared(uint *d_DstKey, uint *d_DstVal, uint *d_SrcKey, uint *d_SrcVal, uint arrayLength, uint dir) {
    __shared__ uint s_key[SHARED_SIZE_LIMIT], s_val[SHARED_SIZE_LIMIT];
    d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    s_key[threadIdx.x] = d_SrcKey[0];
    s_val[threadIdx.x] = d_SrcVal[0];
    s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[(SHARED_SIZE_LIMIT / 2)];
    s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[(SHARED_SIZE_LIMIT / 2)];
    for (uint size = 2; size < arrayLength; size <<= 1) {
        uint ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    __syncthreads();
    d_DstKey[0] = s_key[threadIdx.x];
    d_DstVal[0] = s_val[threadIdx.x];
}
__global__ void bitonicMergeGlobal(uint *d_Key, uint *d_Val, uint arrayLength, uint size, uint stride, uint dir) {
    uint global_comparatorI = blockIdx.x * blockDim.x + threadIdx.x, comparatorI = global_comparatorI & (arrayLength / 2 - 1);
    uint ddd = dir ^ ((comparatorI & (size / 2)) != 0);
    uint pos = 2 * global_comparatorI - (global_comparatorI & (stride - 1));
    uint keyA = d_Key[pos], valA = d_Val[pos], keyB = d_Key[pos + stride], valB = d_Val[pos + stride];
    Comparator(keyA, valA, keyB, valB, ddd);
    d_Key[pos] = keyA; d_Val[pos] = valA;
    d_Key[pos + stride] = keyB; d_Val[pos + stride] = valB;
}
extern "C" uint bitonicSort(uint *k, uint *v, uint length, uint dir) {
    if (length < 2) return 0;
    bitonicSortShared<<<length / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(k, v, k, v, SHARED_SIZE_LIMIT, dir);
    for (uint size = 2 * SHARED_SIZE_LIMIT; size <= length; size <<= 1)
        for (uint stride = size / 2; stride > 0; stride >>= 1) bitonicMergeGlobal<<<length / 512, 256>>>(k, v, length, size, stride, dir);
    return 1;
}
