// Functions of the driver by the types that cudaTypedefs.h has for their versions, and what they make: tiles to shared memory
// and back, one that every thread doubles in between.
#include <cstdio>
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda/barrier>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

constexpr int WIDTH = 64, HEIGHT = 16, SIDE = 256;

__global__ void doubled(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[HEIGHT][WIDTH];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  const bool isFirst = threadIdx.x == 0 && threadIdx.y == 0;
  if (isFirst) {
    init(&bar, blockDim.x * blockDim.y);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  const int x = blockIdx.x * WIDTH, y = blockIdx.y * HEIGHT;
  Barrier::arrival_token token;
  if (isFirst) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  tile[threadIdx.y][threadIdx.x] *= 2;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (isFirst) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
    (&bar)->~Barrier();
  }
}

template <typename Function>
Function found(PFN_cuGetProcAddress_v12000 find, const char* name, int version) {
  void* function = nullptr;
  CUdriverProcAddressQueryResult status;
  const CUresult result = find(name, &function, version, CU_GET_PROC_ADDRESS_DEFAULT, &status);
  printf("%s %d %d\n", name, (int)result, status == CU_GET_PROC_ADDRESS_SUCCESS);
  return (Function)function;
}

int main() {
  cudaDriverEntryPointQueryResult status;
  void* entry = nullptr;
  printf("%d", (int)cudaGetDriverEntryPoint("cuGetProcAddress", &entry, cudaEnableDefault, &status));
  printf(" %d\n", status == cudaDriverEntryPointSuccess);
  const auto find = (PFN_cuGetProcAddress_v12000)entry;
  cudaFree(nullptr);
  const auto allocate = found<PFN_cuMemAlloc_v3020>(find, "cuMemAlloc", 3020);
  const auto toDevice = found<PFN_cuMemcpyHtoD_v3020>(find, "cuMemcpyHtoD", 3020);
  const auto toHost = found<PFN_cuMemcpyDtoH_v3020>(find, "cuMemcpyDtoH", 3020);
  const auto release = found<PFN_cuMemFree_v3020>(find, "cuMemFree", 3020);
  const auto encode = found<PFN_cuTensorMapEncodeTiled_v12000>(find, "cuTensorMapEncodeTiled", 12000);
  const auto attribute = found<PFN_cuDeviceGetAttribute_v2000>(find, "cuDeviceGetAttribute", 2000);
  int major = 0;
  printf("%d", (int)attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  printf(" %d\n", major);

  static int values[SIDE * SIDE];
  for (int i = 0; i < SIDE * SIDE; i++) values[i] = i;
  CUdeviceptr memory;
  printf("%d", (int)allocate(&memory, sizeof(values)));
  printf(" %d\n", (int)toDevice(memory, values, sizeof(values)));
  CUtensorMap map{};
  const cuuint64_t sizes[] = {SIDE, SIDE}, strides[] = {SIDE * sizeof(int)};
  const cuuint32_t box[] = {WIDTH, HEIGHT}, steps[] = {1, 1};
  const CUresult encoded = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, (void*)memory, sizes, strides, box, steps,
                                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                  CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  printf("%d\n", (int)encoded);
  doubled<<<dim3(SIDE / WIDTH, SIDE / HEIGHT), dim3(WIDTH, HEIGHT)>>>(map);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("%d", (int)toHost(values, memory, sizeof(values)));
  long long sum = 0;
  for (int value : values) sum += value;
  printf(" %d %d %lld\n", values[1], values[SIDE * SIDE - 1], sum);
  printf("%d\n", (int)release(memory));
}
