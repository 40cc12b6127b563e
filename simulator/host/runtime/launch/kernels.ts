/** Kernels as launches name them: by the host stub, with the sizes of their parameters and the clusters that they may have. */
import type { Func } from "../../../../analyzer/ir/model";
import { typeSize } from "../../../plan/types";
import type { HostMachine } from "../../model/machine";

/**
 * Blocks of a cluster that every device of compute capability 9.0 and later can hold, and those that an H100 or H200 can when
 * the kernel says that it need not run elsewhere. Guide: "Thread Block Clusters"; Hopper Tuning Guide.
 */
const PORTABLE_CLUSTER = 8;

const LARGE_CLUSTER = 16;

/** Blocks of the largest cluster that a kernel may have. */
export function clusterLimit({ cuda }: HostMachine, kernel: Func): number {
  return cuda.largeClusters.has(kernel.name) ? LARGE_CLUSTER : PORTABLE_CLUSTER;
}

/** The kernel that a host stub stands for. */
export function kernelOf(machine: HostMachine, stub: bigint): Func | undefined {
  const name = machine.cuda.kernels.get(stub);
  return machine.cuda.program.module.functions.find((one) => one.name === name && one.isKernel);
}

/** Bytes of each parameter. */
export function parameterSizes(kernel: Func): number[] {
  return kernel.arguments.map(({ attributes, type }) => {
    const byval = attributes.get("byval");
    return typeSize(typeof byval === "object" ? byval : type);
  });
}
