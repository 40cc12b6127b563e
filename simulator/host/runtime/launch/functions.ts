/** Attributes of kernels. Reference: CUDA Runtime API, "Execution Control"; answers as an H200 gave them. */
import type { Func } from "../../../../analyzer/ir/model";
import { sharedLayout } from "../../../compile/shared";
import { typeAlign } from "../../../plan/types";
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { deviceOf } from "../state/devices";
import { CudaError, calls } from "../state/errors";
import { kernelOf, parameterSizes } from "./kernels";
import { dynamicLimit } from "./occupancy";

/** `cudaFuncAttribute` */
const Attribute = { maxDynamicShared: 8, carveOut: 9, nonPortableCluster: 14, last: 15 } as const;
/** Bytes of `cudaFuncAttributes` in our `driver_types.h`. */
const ATTRIBUTES_BYTES = 144;

/** Members of `cudaFuncAttributes` in their order: three of 8 bytes, then those of 4, by number in `CUfunction_attribute`. */
const longMembers = [1, 2, 3] as const;
const intMembers = [0, 4, 5, 6, 7, 8, 9] as const;

function onKernel(run: (machine: HostMachine) => number): HostFunction {
  return (machine: HostMachine, stub: bigint) =>
    machine.cuda.kernels.has(stub) ? run(machine) : CudaError.InvalidDeviceFunction;
}

function setFunctionAttribute(machine: HostMachine, stub: bigint, attribute: number, value: number): number {
  const kernel = kernelOf(machine, stub);
  if (!kernel) return CudaError.InvalidDeviceFunction;
  if (attribute < Attribute.maxDynamicShared || attribute > Attribute.last) return CudaError.InvalidValue;
  if (attribute === Attribute.maxDynamicShared) {
    const most = machine.device.sharedPerBlockOptIn - sharedLayout([kernel]).bytes;
    if (value < 0 || value > most) return CudaError.InvalidValue;
    machine.cuda.sharedLimit.set(kernel.name, value);
  }
  if (attribute === Attribute.carveOut) {
    if (value < -1 || value > 100) return CudaError.InvalidValue;
    machine.cuda.carveOut.set(kernel.name, value);
  }
  if (attribute === Attribute.nonPortableCluster) {
    if (value === 0) machine.cuda.largeClusters.delete(kernel.name);
    else machine.cuda.largeClusters.add(kernel.name);
  }
  return CudaError.Success;
}

/** Members of `cudaFuncAttributes` by their number in `CUfunction_attribute`; undefined for a number that names none of them. */
export function functionAttribute(machine: HostMachine, kernel: Func, attribute: number): number | undefined {
  const { device, cuda } = machine;
  const [major, minor] = device.computeCapability;
  const constants = cuda.program.module.globals.filter((one) => one.space === 4);
  const values = [
    Number(kernel.attributes.get("nvvm.maxntid") ?? device.maxThreadsPerBlock),
    sharedLayout([kernel]).bytes,
    constants.reduce((sum, one) => sum + machine.memory.sizeOf(one), 0),
    // Registers and local memory are decided by ptxas: 0 here.
    0,
    0,
    major * 10 + minor,
    major * 10 + minor,
    0,
    dynamicLimit(machine, kernel),
    cuda.carveOut.get(kernel.name) ?? -1,
  ];
  return values[attribute];
}

/** The runtime's calls about attributes of kernels, by name. */
export const functions: HostLibrary = calls({
  cudaFuncSetAttribute: setFunctionAttribute,
  cudaFuncGetAttributes(machine, at: bigint, stub: bigint) {
    const kernel = kernelOf(machine, stub);
    if (!kernel) return CudaError.InvalidDeviceFunction;
    const start = machine.at(at, ATTRIBUTES_BYTES);
    machine.bytes.fill(0, start, start + ATTRIBUTES_BYTES);
    const value = (attribute: number) => functionAttribute(machine, kernel, attribute)!;
    longMembers.forEach((attribute, i) => {
      machine.setLong(at + BigInt(8 * i), BigInt(value(attribute)));
    });
    intMembers.forEach((attribute, i) => {
      machine.setInt(at + BigInt(8 * longMembers.length + 4 * i), value(attribute));
    });
    return CudaError.Success;
  },
  cudaFuncSetCacheConfig: onKernel(() => CudaError.Success),
  cudaFuncSetSharedMemConfig: onKernel(() => CudaError.Success),
  cudaFuncGetName(machine, result: bigint, stub: bigint) {
    const name = machine.cuda.kernels.get(stub);
    if (!name) return CudaError.InvalidDeviceFunction;
    machine.setLong(result, machine.constantText(name));
    return CudaError.Success;
  },
  // A kernel's handle is its address on the host, as is its function's.
  cudaGetKernel(machine, result: bigint, stub: bigint) {
    if (!machine.cuda.kernels.has(stub)) return CudaError.InvalidDeviceFunction;
    machine.setLong(result, stub);
    return CudaError.Success;
  },
  cudaKernelSetAttributeForDevice: (machine, stub: bigint, attribute: number, value: number, ordinal: number) =>
    deviceOf(machine, ordinal) ? setFunctionAttribute(machine, stub, attribute, value) : CudaError.InvalidDevice,
  // Parameters lie one after the other, each at a multiple of its alignment.
  cudaFuncGetParamInfo(machine, stub: bigint, index: bigint, offset: bigint, size: bigint) {
    const kernel = kernelOf(machine, stub);
    if (!kernel) return CudaError.InvalidDeviceFunction;
    const sizes = parameterSizes(kernel);
    if (index >= BigInt(sizes.length)) return CudaError.InvalidValue;
    let end = 0;
    const places = kernel.arguments.map(({ attributes, type }, i) => {
      const byval = attributes.get("byval");
      const align = Number(attributes.get("align") ?? typeAlign(typeof byval === "object" ? byval : type));
      const place = Math.ceil(end / align) * align;
      end = place + sizes[i]!;
      return place;
    });
    machine.setLong(offset, BigInt(places[Number(index)]!));
    if (size !== 0n) machine.setLong(size, BigInt(sizes[Number(index)]!));
    return CudaError.Success;
  },
  cudaGetFuncBySymbol(machine, result: bigint, stub: bigint) {
    if (!machine.cuda.kernels.has(stub)) return CudaError.InvalidDeviceFunction;
    machine.setLong(result, stub);
    return CudaError.Success;
  },
});
