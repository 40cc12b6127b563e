/** Kernels by every kind of name: they launch, and the calls that are given a kernel know it. */
import assert from "node:assert/strict";
import { libraryOf, shortSignature, signatureOf } from "../../engine/documents/kernelNames";
import { simulate } from "./support";

describe("kernels", () => {
  for (const [kind, definition, name] of [
    ["with a C++ name", "__global__ void fill(int* p, int v) { *p = v; }", "fill"],
    ["with a C name", 'extern "C" __global__ void fill(int* p, int v) { *p = v; }', "fill"],
    [
      "with a C name in a namespace",
      'namespace n { extern "C" __global__ void fill(int* p, int v) { *p = v; } }',
      "n::fill",
    ],
    ["of a template", "template <typename T> __global__ void fill(T* p, T v) { *p = v; }", "fill<int>"],
    ["that a file keeps for itself", "static __global__ void fill(int* p, int v) { *p = v; }", "fill"],
  ] as const) {
    it(`${kind} launch, and are known to calls`, async () => {
      const { outcome, stdout, launches } = await simulate(`${definition}
int main() {
  int *value, given = 8, grid, block, blocks;
  cudaMallocManaged(&value, sizeof *value);
  ${name}<<<1, 1>>>(value, 7);
  printf("%d ", cudaDeviceSynchronize());
  printf("%d\\n", *value);
  void* arguments[] = {&value, &given};
  printf("%d ", cudaLaunchKernel((const void*)${name}, dim3(1), dim3(1), arguments, 0, 0));
  printf("%d ", cudaDeviceSynchronize());
  printf("%d\\n", *value);
  cudaFuncAttributes attributes;
  printf("%d", cudaFuncGetAttributes(&attributes, ${name}));
  printf(" %d", cudaOccupancyMaxPotentialBlockSize(&grid, &block, ${name}));
  printf(" %d\\n", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, ${name}, 128, 0));
  cudaFree(value);
}
`);
      assert.equal(outcome.message, "");
      assert.equal(new TextDecoder().decode(stdout), "0 7\n0 0 8\n0 0 0\n");
      assert.equal(launches.length, 2);
    });
  }
});

describe("kernels behind a library", () => {
  const withThrust = `#include <thrust/device_vector.h>
#include <thrust/transform.h>
__global__ void own(int* p) { *p = 1; }
int main() {
  thrust::device_vector<int> v(100, 2);
  own<<<1, 1>>>(thrust::raw_pointer_cast(v.data()));
  thrust::transform(v.begin(), v.end(), v.begin(), [] __device__ (int x) { return x + 1; });
  printf("%d %d\\n", (int)v[0], (int)v[99]);
}
`;
  it("are told from the program's own, by short names", async () => {
    const { outcome, stdout, launches, findings } = await simulate(withThrust);
    assert.equal(outcome.message, "");
    assert.equal(new TextDecoder().decode(stdout), "2 3\n");
    assert.deepEqual(
      launches.map(({ launch }) => libraryOf(launch.kernel)),
      ["Thrust", undefined, "Thrust"],
    );
    assert.equal(shortSignature(launches[2]!.launch.kernel), "warplens_library::for_each_index<thrust::__wl::mapped>");
    // Results are fetched into memory of the library's own choice.
    assert.deepEqual(findings, []);
  });

  it("know CUB from Thrust", async () => {
    const { launches } = await simulate(`#include <cub/device/device_reduce.cuh>
int main() {
  int *in, *out;
  size_t bytes = 0;
  cudaMalloc(&in, 400);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 400);
  cub::DeviceReduce::Sum(nullptr, bytes, in, out, 100);
  void* storage;
  cudaMalloc(&storage, bytes);
  cub::DeviceReduce::Sum(storage, bytes, in, out, 100);
  cudaFree(storage);
}
`);
    assert.deepEqual(
      launches.map(({ launch }) => libraryOf(launch.kernel)),
      ["CUB"],
    );
  });
});

describe("signatures of kernels", () => {
  it("say the standard library's names as programs write them", () => {
    assert.equal(signatureOf("_Z4fillNSt3__25arrayIPcLm2EEEi"), "fill(std::array<char*, 2ul>, int)");
    assert.equal(
      signatureOf("_ZN3cub26_V_300600_SM_900_800_750__6detail4fillIN4cuda3__47counterIiEEEEvT_"),
      "cub::detail::fill<cuda::counter<int>>(cuda::counter<int>)",
    );
    assert.equal(
      signatureOf("_ZN6thrust23THRUST_200700_900_NS_v16detailI3BoxE4copyIiEEvT_"),
      "thrust::detail<Box>::copy<int>(int)",
    );
    assert.equal(signatureOf("_Z3addN4cuda3std3__44spanIKfLm8EEE"), "add(cuda::std::span<const float, 8ul>)");
  });

  it("keep short arguments of arguments where they are long, which tell instances apart", () => {
    const of = (type: string) =>
      signatureOf(
        `_ZN7tensors12_GLOBAL__N_16detail10elementaryINS_11FillFunctorI${type}EENS_16OffsetCalculatorINS_10dimensionsILi25ENS_7stridesIllEENS_11permutationILb1EEEEEEEEEviT_T0_`,
      );
    const rest = "tensors::OffsetCalculator<…>>(int, tensors::FillFunctor<…>, tensors::OffsetCalculator<…>)";
    const kernel = "tensors::(anonymous namespace)::detail::elementary<tensors::FillFunctor";
    assert.equal(of("N3c104HalfE").replaceAll("> >", ">>"), `${kernel}<c10::Half>, ${rest}`);
    assert.equal(of("N3c107complexIdEE").replaceAll("> >", ">>"), `${kernel}<c10::complex<double>>, ${rest}`);
  });
});
