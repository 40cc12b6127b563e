/** `__device__` and `__constant__` variables by the address of their host shadow. */
import type { HostLibrary, HostMachine } from "../machine";
import { copyRows } from "./copies";
import { CudaError, calls } from "./errors";

interface Symbol {
  readonly address: bigint;
  readonly size: number;
}

function symbolAt(machine: HostMachine, shadow: bigint): Symbol | undefined {
  const name = machine.cuda.symbols.get(shadow);
  const { module } = machine.cuda.program;
  const variable = module.globals.find((one) => one.name === name);
  const address = variable && machine.memory.place(module).get(variable);
  if (!variable || address === undefined) return undefined;
  return { address, size: machine.memory.sizeOf(variable) };
}

function copy(
  machine: HostMachine,
  shadow: bigint,
  other: bigint,
  size: bigint,
  offset: bigint,
  kind: number,
  toSymbol: boolean,
): number {
  const symbol = symbolAt(machine, shadow);
  if (!symbol) return CudaError.InvalidSymbol;
  if (offset + size > BigInt(symbol.size)) return CudaError.InvalidValue;
  const width = Number(size);
  const inside = symbol.address + offset;
  if (kind === 3 || kind === 4) {
    const rows = {
      to: toSymbol ? inside : other,
      from: toSymbol ? other : inside,
      width,
      rows: 1,
      toPitch: width,
      fromPitch: width,
    };
    return copyRows(machine, rows, 4);
  }
  if (kind !== (toSymbol ? 1 : 2)) return CudaError.InvalidMemcpyDirection;
  // Constant memory is in no allocation that a plain copy may touch, so symbols are written through the device.
  const at = machine.at(other, width);
  if (toSymbol) machine.memory.write(inside, machine.bytes.slice(at, at + width));
  else machine.bytes.set(machine.memory.read(inside, width), at);
  return CudaError.Success;
}

type ToSymbol = (
  machine: HostMachine,
  shadow: bigint,
  from: bigint,
  size: bigint,
  offset: bigint,
  kind: number,
) => number;
const toSymbol: ToSymbol = (machine, shadow, from, size, offset, kind) =>
  copy(machine, shadow, from, size, offset, kind, true);
const fromSymbol = (machine: HostMachine, to: bigint, shadow: bigint, size: bigint, offset: bigint, kind: number) =>
  copy(machine, shadow, to, size, offset, kind, false);

export const symbols: HostLibrary = calls({
  cudaMemcpyToSymbol: toSymbol,
  cudaMemcpyToSymbolAsync: toSymbol,
  cudaMemcpyFromSymbol: fromSymbol,
  cudaMemcpyFromSymbolAsync: fromSymbol,
  cudaGetSymbolAddress(machine, result: bigint, shadow: bigint) {
    const symbol = symbolAt(machine, shadow);
    if (!symbol) return CudaError.InvalidSymbol;
    machine.setLong(result, symbol.address);
    return CudaError.Success;
  },
  cudaGetSymbolSize(machine, result: bigint, shadow: bigint) {
    const symbol = symbolAt(machine, shadow);
    if (!symbol) return CudaError.InvalidSymbol;
    machine.setLong(result, BigInt(symbol.size));
    return CudaError.Success;
  },
});
