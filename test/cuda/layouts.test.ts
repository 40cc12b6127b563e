import assert from "node:assert/strict";
import { compile, passes } from "./support";

/** Size and alignment in bytes of CUDA's vector types (programming guide, table of built-in vector types). */
const vectorTypes: readonly [string, number, number][] = [
  ...(["char", "uchar"] as const).flatMap((n) => shapes(n, 1)),
  ...(["short", "ushort"] as const).flatMap((n) => shapes(n, 2)),
  ...(["int", "uint", "float"] as const).flatMap((n) => shapes(n, 4)),
  ...(["long", "ulong", "longlong", "ulonglong", "double"] as const).flatMap((n) => shapes(n, 8)),
];

function shapes(name: string, size: number): [string, number, number][] {
  return [1, 2, 3, 4].map((n) => [`${name}${n}`, size * n, n === 1 || n === 3 ? size : Math.min(16, size * n)]);
}

/** Constants of the runtime API with the numbers that its reference documents. */
const constants: Readonly<Record<string, number>> = {
  cudaSuccess: 0,
  cudaErrorInvalidValue: 1,
  cudaErrorMemoryAllocation: 2,
  cudaErrorInvalidConfiguration: 9,
  cudaErrorInvalidPitchValue: 12,
  cudaErrorInvalidSymbol: 13,
  cudaErrorInvalidDevicePointer: 17,
  cudaErrorInvalidMemcpyDirection: 21,
  cudaErrorInvalidDeviceFunction: 98,
  cudaErrorNoDevice: 100,
  cudaErrorInvalidDevice: 101,
  cudaErrorInvalidResourceHandle: 400,
  cudaErrorNotReady: 600,
  cudaErrorIllegalAddress: 700,
  cudaErrorLaunchOutOfResources: 701,
  cudaErrorPeerAccessAlreadyEnabled: 704,
  cudaErrorAssert: 710,
  cudaErrorHostMemoryAlreadyRegistered: 712,
  cudaErrorHostMemoryNotRegistered: 713,
  cudaErrorMisalignedAddress: 716,
  cudaErrorLaunchFailure: 719,
  cudaErrorCooperativeLaunchTooLarge: 720,
  cudaErrorStreamCaptureUnsupported: 900,
  cudaErrorUnknown: 999,
  cudaMemcpyHostToHost: 0,
  cudaMemcpyHostToDevice: 1,
  cudaMemcpyDeviceToHost: 2,
  cudaMemcpyDeviceToDevice: 3,
  cudaMemcpyDefault: 4,
  cudaFuncAttributeMaxDynamicSharedMemorySize: 8,
  cudaFuncAttributePreferredSharedMemoryCarveout: 9,
  cudaLimitMallocHeapSize: 2,
  cudaLimitPersistingL2CacheSize: 6,
  cudaMemAdviseSetReadMostly: 1,
  cudaMemAdviseSetPreferredLocation: 3,
  cudaMemAdviseSetAccessedBy: 5,
  cudaAccessPropertyPersisting: 2,
  cudaDevAttrMaxThreadsPerBlock: 1,
  cudaDevAttrMultiProcessorCount: 16,
  cudaDevAttrMaxThreadsPerMultiProcessor: 39,
  cudaDevAttrComputeCapabilityMajor: 75,
  cudaDevAttrConcurrentManagedAccess: 89,
  cudaDevAttrMaxSharedMemoryPerBlockOptin: 97,
  cudaLaunchAttributeAccessPolicyWindow: 1,
  cudaLaunchAttributeCooperative: 2,
  cudaLaunchAttributeClusterDimension: 4,
  cudaLaunchAttributePriority: 8,
  cudaAddressModeWrap: 0,
  cudaAddressModeClamp: 1,
  cudaAddressModeMirror: 2,
  cudaAddressModeBorder: 3,
  cudaResourceTypePitch2D: 3,
  cudaHostAllocPortable: 1,
  cudaHostAllocMapped: 2,
  cudaHostAllocWriteCombined: 4,
  cudaStreamNonBlocking: 1,
  cudaEventDisableTiming: 2,
  cudaDeviceMapHost: 8,
  cudaArraySurfaceLoadStore: 2,
  cudaCpuDeviceId: -1,
};

/** Layouts for LP64; offsets that host code compiled against NVIDIA's headers would see. */
const layouts: readonly string[] = [
  "sizeof(dim3) == 12",
  "sizeof(long) == 8 && sizeof(void*) == 8 && sizeof(size_t) == 8 && sizeof(wchar_t) == 4",
  "sizeof(cudaExtent) == 24 && sizeof(cudaPos) == 24 && sizeof(cudaPitchedPtr) == 32",
  "sizeof(cudaMemcpy3DParms) == 160",
  "sizeof(cudaChannelFormatDesc) == 20",
  "sizeof(cudaAccessPolicyWindow) == 32",
  "sizeof(cudaLaunchAttribute) == 72 && __builtin_offsetof(cudaLaunchAttribute, val) == 8",
  "sizeof(cudaLaunchConfig_t) == 56",
  "sizeof(cudaKernelNodeParams) == 56",
  "sizeof(cudaPointerAttributes) == 24 && __builtin_offsetof(cudaPointerAttributes, devicePointer) == 8",
  "__builtin_offsetof(cudaDeviceProp, totalGlobalMem) == 288",
  "__builtin_offsetof(cudaDeviceProp, warpSize) == 308",
  "__builtin_offsetof(cudaDeviceProp, major) == 360",
  "sizeof(cudaTextureObject_t) == 8 && sizeof(cudaIpcMemHandle_t) == 64",
];

describe("types of our CUDA headers", () => {
  for (const pass of passes) {
    it(`have the documented sizes and numbers in the ${pass} pass`, async () => {
      const text = [
        "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cstdint>\n#include <type_traits>\n",
        ...vectorTypes.map(
          ([n, size, align]) => `static_assert(sizeof(${n}) == ${size} && alignof(${n}) == ${align}, "${n}");\n`,
        ),
        ...Object.entries(constants).map(([name, value]) => `static_assert((int)${name} == ${value}, "${name}");\n`),
        ...layouts.map((fact) => `static_assert(${fact}, "");\n`),
        'static_assert(std::is_same<int64_t, long>::value && std::is_same<uint64_t, unsigned long>::value, "");\n',
        'static_assert(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4, "");\n',
        'static_assert(sizeof(nv_bfloat16) == 2 && sizeof(nv_bfloat162) == 4, "");\n',
        'static_assert(std::is_trivially_copyable<half2>::value && std::is_trivially_default_constructible<half>::value, "");\n',
      ].join("");
      const { ok, messages } = await compile(text, pass);
      assert.ok(ok, messages);
    });
  }
  it("fail where a size is wrong", async () => {
    const { ok } = await compile('static_assert(sizeof(float3) == 16, "");\n', "device");
    assert.equal(ok, false);
  });
});
