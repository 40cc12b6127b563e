/** Kernel launches: the configuration that `<<<…>>>` pushes, its limits, and the parameters behind their pointers. */
import type { Dim3 } from "../../../analyzer/facts/model";
import type { Func } from "../../../analyzer/ir/model";
import { typeSize } from "../../compile/types";
import type { Outcome } from "../../model";
import { HostWindow, windowOf } from "../addresses";
import { lineText, report as reportFinding } from "../findings";
import { type HostLibrary, type HostMachine, HostUnsupported } from "../machine";
import { deviceShare, kernelNanoseconds } from "../timeline/model";
import { CudaError, calls } from "./errors";
import { watchManaged } from "./managed";
import type { Configuration, Range } from "./state";
import { type Request, submit } from "./submit";

/** `dim3` by value: x and y in one register, z in the next. */
function dim3(xy: bigint, z: number): Dim3 {
  return [Number(xy & 0xffff_ffffn), Number(BigInt.asUintN(64, xy) >> 32n), z >>> 0];
}

/** The error of a launch that the hardware refuses; CUDA 13 answers `InvalidValue` throughout (recorded on an H200). */
function refused(machine: HostMachine, kernel: string, { grid, block, shared }: Configuration): number {
  const { device, cuda } = machine;
  const threads = block[0] * block[1] * block[2];
  const outside = (size: Dim3, limit: readonly number[]) => size.some((one, i) => one < 1 || one > limit[i]!);
  const limit = cuda.sharedLimit.get(kernel) ?? device.sharedPerBlock;
  const wrong = outside(grid, device.maxGrid) || outside(block, device.maxBlock) || threads > device.maxThreadsPerBlock;
  if (wrong) return cuda.version === 12 ? CudaError.InvalidConfiguration : CudaError.InvalidValue;
  return shared > BigInt(limit) ? CudaError.InvalidValue : CudaError.Success;
}

/** The error that the context keeps after a kernel ended badly. */
function stickyOf({ kind, message }: Outcome): number {
  if (kind === "deadlock") return CudaError.LaunchFailure;
  if (/misaligned|not aligned/i.test(message)) return CudaError.MisalignedAddress;
  if (/assert/i.test(message)) return CudaError.Assert;
  if (/\btraps?\b|illegal instruction|surface|never leaves alive/i.test(message)) return CudaError.LaunchFailure;
  return CudaError.IllegalAddress;
}

/** A parameter's bytes, from the place that the host wrote them to. */
function parameterBytes(machine: HostMachine, kernel: Func, parameters: bigint): Uint8Array[] {
  return kernel.arguments.map((argument, i) => {
    const byval = argument.attributes.get("byval");
    const size = typeSize(typeof byval === "object" ? byval : argument.type);
    const at = machine.at(machine.getLong(parameters + BigInt(8 * i)), size);
    return machine.bytes.slice(at, at + size);
  });
}

/** Memory of the host's that a kernel's pointers lead to and that it may write. */
function sharedWrites(machine: HostMachine, kernel: Func, bytes: readonly Uint8Array[]): Range[] {
  return kernel.arguments.flatMap((argument, i) => {
    if (argument.type.kind !== "pointer" || argument.attributes.has("readonly") || argument.attributes.has("readnone"))
      return [];
    if (argument.attributes.has("byval")) return [];
    const address = new DataView(bytes[i]!.buffer, bytes[i]!.byteOffset).getBigUint64(0, true);
    for (const [start, { size }] of machine.cuda.hostMemory) {
      if (address >= start && address < start + BigInt(size))
        return [{ start: address, size: size - Number(address - start) }];
    }
    return [];
  });
}

/** A kernel that was given memory of the host alone, told apart from other wild pointers. */
function explainFault(machine: HostMachine, kernel: Func, bytes: readonly Uint8Array[], { location }: Outcome): void {
  kernel.arguments.forEach((argument, i) => {
    if (argument.type.kind !== "pointer" || argument.attributes.has("byval")) return;
    const address = new DataView(bytes[i]!.buffer, bytes[i]!.byteOffset).getBigUint64(0, true);
    if (windowOf(address) !== HostWindow.pageable) return;
    reportFinding(machine, {
      kind: "kernel-dereferences-host",
      message: `Parameter ${argument.index + 1} of ${kernel.name} is a pointer to pageable host memory, which the device cannot reach.`,
      place: location ?? machine.place,
      other: { message: `launched here, at ${lineText(machine.place)}`, place: machine.place },
    });
  });
}

/** What a launch does, checked and with its parameters taken, or an error code. */
export function launchRequest(
  machine: HostMachine,
  stub: bigint,
  configuration: Configuration,
  parameters: bigint,
): Request | number {
  const { cuda } = machine;
  const name = cuda.kernels.get(stub);
  const kernel = cuda.program.module.functions.find((one) => one.name === name && one.isKernel);
  if (!name || !kernel) return CudaError.InvalidDeviceFunction;
  const code = refused(machine, name, configuration);
  if (code !== CudaError.Success) return code;
  const bytes = parameterBytes(machine, kernel, parameters);
  return {
    kind: "kernel",
    label: `the kernel ${kernel.name}`,
    engine: "compute",
    bytes: 0,
    writes: sharedWrites(machine, kernel, bytes),
    run: () => {
      const place = machine.place;
      const watch = watchManaged(machine);
      const report = cuda.runLaunch(name, configuration, bytes, watch.observers, (text) =>
        machine.write("stdout", text),
      );
      watch.end(cuda.launches.length, place);
      cuda.launches.push(report);
      const { outcome } = report;
      if (outcome.kind === "trapped" || outcome.kind === "deadlock") {
        cuda.fault = { code: stickyOf(outcome), at: 0n };
        explainFault(machine, kernel, bytes, outcome);
      } else if (outcome.kind === "unsupported") throw new HostUnsupported(outcome.message, outcome.location ?? place);
      const nanoseconds = kernelNanoseconds(report, machine.device) + watch.nanoseconds();
      return { code: CudaError.Success, nanoseconds, share: deviceShare(report, machine.device) };
    },
  };
}

export function launch(machine: HostMachine, stub: bigint, configuration: Configuration, parameters: bigint): number {
  const request = launchRequest(machine, stub, configuration, parameters);
  return typeof request === "number" ? request : submit(machine, configuration.stream, request);
}

type LaunchWords = [
  stub: bigint,
  gridXY: bigint,
  gridZ: number,
  blockXY: bigint,
  blockZ: number,
  parameters: bigint,
  shared: bigint,
  stream: bigint,
];

function launchWords(
  machine: HostMachine,
  ...[stub, gridXY, gridZ, blockXY, blockZ, parameters, shared, stream]: LaunchWords
): number {
  // From a kernel's stub, which the program did not write, the launch is where its configuration was given.
  machine.place = machine.cuda.launchPlace ?? machine.place;
  machine.cuda.launchPlace = undefined;
  return launch(machine, stub, { grid: dim3(gridXY, gridZ), block: dim3(blockXY, blockZ), shared, stream }, parameters);
}

export const launches: HostLibrary = {
  __cudaPushCallConfiguration(
    machine,
    gridXY: bigint,
    gridZ: number,
    blockXY: bigint,
    blockZ: number,
    shared: bigint,
    stream: bigint,
  ) {
    const { place } = machine;
    machine.cuda.pushed.push({ grid: dim3(gridXY, gridZ), block: dim3(blockXY, blockZ), shared, stream, place });
    return 0;
  },
  __cudaPopCallConfiguration(machine, grid: bigint, block: bigint, shared: bigint, stream: bigint) {
    const pushed = machine.cuda.pushed.pop();
    if (!pushed) return CudaError.MissingConfiguration;
    machine.cuda.launchPlace = pushed.place;
    for (let i = 0; i < 3; i++) {
      machine.setInt(grid + BigInt(4 * i), pushed.grid[i]!);
      machine.setInt(block + BigInt(4 * i), pushed.block[i]!);
    }
    machine.setLong(shared, pushed.shared);
    machine.setLong(stream, pushed.stream);
    return CudaError.Success;
  },
  ...calls({
    cudaLaunchKernel: launchWords,
    cudaLaunchCooperativeKernel: launchWords,
    // cudaLaunchConfig_t: grid, block, shared bytes, stream, attributes and their number.
    cudaLaunchKernelExC(machine, config: bigint, stub: bigint, parameters: bigint) {
      const word = (at: number) => machine.getInt(config + BigInt(at)) >>> 0;
      const configuration: Configuration = {
        grid: [word(0), word(4), word(8)],
        block: [word(12), word(16), word(20)],
        shared: machine.getLong(config + 24n),
        stream: machine.getLong(config + 32n),
      };
      return launch(machine, stub, configuration, parameters);
    },
    cudaFuncSetAttribute(machine, stub: bigint, attribute: number, value: number) {
      const name = machine.cuda.kernels.get(stub);
      if (!name) return CudaError.InvalidDeviceFunction;
      // cudaFuncAttributeMaxDynamicSharedMemorySize
      if (attribute !== 8) return CudaError.Success;
      if (value > machine.device.sharedPerBlockOptIn) return CudaError.InvalidValue;
      machine.cuda.sharedLimit.set(name, value);
      return CudaError.Success;
    },
    cudaFuncSetCacheConfig: (machine, stub: bigint) =>
      machine.cuda.kernels.has(stub) ? CudaError.Success : CudaError.InvalidDeviceFunction,
    cudaFuncSetSharedMemConfig: (machine, stub: bigint) =>
      machine.cuda.kernels.has(stub) ? CudaError.Success : CudaError.InvalidDeviceFunction,
    cudaFuncGetName(machine, result: bigint, stub: bigint) {
      const name = machine.cuda.kernels.get(stub);
      if (!name) return CudaError.InvalidDeviceFunction;
      machine.setLong(result, machine.constantText(name));
      return CudaError.Success;
    },
  }),
};
