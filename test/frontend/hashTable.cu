// Open-addressing hash table with compare-and-swap.
#include <cstdint>
#include <cstdio>
#include <vector>
struct KeyValue { uint32_t key, value; };
const uint32_t kHashTableCapacity = 128 * 1024 * 1024, kEmpty = 0xffffffff;
__device__ uint32_t hash(uint32_t k) {
    k ^= k >> 16; k *= 0x85ebca6b; k ^= k >> 13; k *= 0xc2b2ae35; k ^= k >> 16;
    return k & (kHashTableCapacity - 1);
}
__global__ void gpu_hashtable_insert(KeyValue *hashtable, const KeyValue *kvs, unsigned int numkvs) {
    unsigned int threadid = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadid < numkvs) {
        uint32_t key = kvs[threadid].key, value = kvs[threadid].value, slot = hash(key);
        while (true) {
            uint32_t prev = atomicCAS(&hashtable[slot].key, kEmpty, key);
            if (prev == kEmpty || prev == key) {
                hashtable[slot].value = value;
                return;
            }
            slot = (slot + 1) & (kHashTableCapacity - 1);
        }
    }
}
__device__ double atomicAddDouble(double *address, double val) {
    unsigned long long int *address_as_ull = (unsigned long long int *)address, old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__global__ void total(const KeyValue *t, double *sum) { atomicAddDouble(sum, t[threadIdx.x].value); }
std::vector<KeyValue> iterate(KeyValue *pHashTable) {
    int mingridsize, threadblocksize;
    cudaOccupancyMaxPotentialBlockSize(&mingridsize, &threadblocksize, gpu_hashtable_insert, 0, 0);
    gpu_hashtable_insert<<<1024 / threadblocksize + 1, threadblocksize>>>(pHashTable, pHashTable, 1024);
    double *sum;
    cudaMalloc(&sum, 8);
    total<<<1, 32>>>(pHashTable, sum);
    std::vector<KeyValue> kvs;
    kvs.resize(16);
    cudaMemcpy(kvs.data(), pHashTable, sizeof(KeyValue) * 16, cudaMemcpyDeviceToHost);
    return kvs;
}
