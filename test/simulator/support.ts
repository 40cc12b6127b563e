/** What tests of the device start from: a program compiled by the real clang, a memory, and launches on it. */

import { defaultArchitecture } from "../../analyzer/hardware/architectures";
import type { Architecture, Dim3 } from "../../analyzer/hardware/model";
import { lowerModule } from "../../analyzer/lower/lower";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import type { ArgumentBytes, LaunchReport, Program, RunOptions } from "../../simulator/model";
import { deviceModule } from "../support/device";

export async function programOf(text: string, name?: string): Promise<Program> {
  const module = await deviceModule(text, name);
  return { module, lowered: lowerModule(module) };
}

export const int = (value: number): ArgumentBytes => new Uint8Array(new Int32Array([value]).buffer);
export const float = (value: number): ArgumentBytes => new Uint8Array(new Float32Array([value]).buffer);
export const pointer = (value: bigint): ArgumentBytes => new Uint8Array(new BigUint64Array([value]).buffer);

/** A device with a program on it. */
export class Bench {
  readonly memory: DeviceMemory;

  /** `apart`: buffers have gaps between them, as in checked runs. */
  constructor(
    readonly program: Program,
    { apart = false } = {},
  ) {
    this.memory = new DeviceMemory(1 << 30, { apart });
  }

  /** Allocates and fills; returns the device address. */
  buffer(data: ArrayBufferView | number): bigint {
    const bytes =
      typeof data === "number" ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const address = this.memory.allocate(bytes.length)!;
    this.memory.write(address, bytes);
    return address;
  }

  ints(address: bigint, count: number): Int32Array {
    return new Int32Array(this.memory.read(address, 4 * count).buffer);
  }

  /** Launches the kernel whose mangled name is `name`, or the only one whose name contains it. */
  launch(
    name: string,
    grid: number | Dim3,
    block: number | Dim3,
    args: readonly ArgumentBytes[],
    options: Partial<RunOptions> & {
      readonly shared?: number;
      readonly cluster?: Dim3;
      readonly device?: Architecture;
    } = {},
  ): LaunchReport {
    const all = [...this.program.lowered.values()].filter(({ function: fn }) => fn.isKernel);
    const exact = all.filter(({ function: fn }) => fn.name === name);
    const kernels = exact.length ? exact : all.filter(({ function: fn }) => fn.name.includes(name));
    if (kernels.length !== 1) throw new Error(`${kernels.length} kernels are named like ${name}`);
    const dim = (size: number | Dim3): Dim3 => (typeof size === "number" ? [size, 1, 1] : size);
    return runLaunch(
      this.program,
      {
        kernel: kernels[0]!.function.name,
        grid: dim(grid),
        block: dim(block),
        ...(options.cluster && { cluster: options.cluster }),
        shared: options.shared ?? 0,
        arguments: args,
      },
      this.memory,
      options.device ?? defaultArchitecture,
      { limits: { steps: 1e7, memory: 1 << 30 }, ...options },
    );
  }
}
