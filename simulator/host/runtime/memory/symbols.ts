/** `__device__` and `__constant__` variables by the address of their host shadow. */
import { Window } from "../../../memory/layout";
import { byteCount } from "../../../text/quantities";
import { offsetOf, windowOf } from "../../model/addresses";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { transferNanoseconds } from "../../timeline/model";
import { CudaError, calls } from "../state/errors";
import { placeOf } from "../state/kinds";
import { streamOf } from "../state/state";
import { shadowedName, symbolAt } from "../state/symbols";
import { settle, submit } from "../streams/submit";
import { copyBytes, copyLabel, type Mode } from "./copies";
import { Kind } from "./transfers";

/** Answers a call that names no variable of the device, and says what it is to be given. */
function noSymbol(machine: HostMachine): number {
  machine.cuda.refusal = {
    reason:
      "it is to be given a __device__ or __constant__ variable itself, neither a string with its name nor an address",
  };
  return CudaError.InvalidSymbol;
}

/** Copies to or from a variable by the address of its shadow. */
export function copySymbol(
  machine: HostMachine,
  shadow: bigint,
  other: bigint,
  size: bigint,
  offset: bigint,
  kind: number,
  toSymbol: boolean,
  mode: Mode,
): number {
  const symbol = symbolAt(machine, shadow);
  if (!symbol) return noSymbol(machine);
  if (offset + size > BigInt(symbol.size)) {
    const left = BigInt(symbol.size) - (offset < symbol.size ? offset : 0n);
    const from = offset > 0n ? ` from byte ${offset} on` : "";
    const reason = `${byteCount(size)} are more than the ${byteCount(left)} of ${shadowedName(machine, shadow)}${from}`;
    machine.cuda.refusal = { reason };
    return CudaError.InvalidValue;
  }
  const width = Number(size);
  const inside = symbol.address + offset;
  // Global variables are allocations like any other; constant memory is in none that a plain copy may touch.
  if (windowOf(inside) === Window.global)
    return copyBytes(machine, toSymbol ? inside : other, toSymbol ? other : inside, size, kind, mode);
  const direction =
    kind === Kind.default || kind === Kind.deviceToDevice ? kind : toSymbol ? Kind.hostToDevice : Kind.deviceToHost;
  if (kind !== direction) return CudaError.InvalidMemcpyDirection;
  return constantCopy(machine, inside, other, width, toSymbol, mode);
}

function constantCopy(
  machine: HostMachine,
  inside: bigint,
  other: bigint,
  width: number,
  toSymbol: boolean,
  mode: Mode,
): number {
  const place = placeOf(machine, other);
  if (place.kind === "nothing" || width > place.left) return CudaError.InvalidValue;
  const isPinned = place.kind !== "pageable";
  const stream = mode === "sync" ? 0n : mode.stream;
  const engine = place.kind === "device" ? "compute" : toSymbol ? "h2d" : "d2h";
  const code = submit(machine, stream, {
    kind: "memcpy",
    label: copyLabel(width, engine),
    engine,
    bytes: width,
    writes: !toSymbol && isPinned && place.kind !== "device" ? [{ start: other, size: width }] : [],
    run: () => {
      const at = offsetOf(other);
      if (toSymbol) machine.memory.write(inside, machine.bytes.slice(at, at + width));
      else machine.bytes.set(machine.memory.read(inside, width), at);
      return { code: CudaError.Success, nanoseconds: transferNanoseconds(width, isPinned) };
    },
  });
  const state = streamOf(machine, stream);
  if (code === CudaError.Success && !state?.capture && (mode === "sync" || !isPinned)) settle(machine, state?.last);
  return code;
}

type SymbolCopy = [first: bigint, second: bigint, size: bigint, offset: bigint, kind: number];

/** The runtime's calls about device variables, by name. */
export const symbols: HostLibrary = calls({
  cudaMemcpyToSymbol: (machine, ...[shadow, from, size, offset, kind]: SymbolCopy) =>
    copySymbol(machine, shadow, from, size, offset, kind, true, "sync"),
  cudaMemcpyToSymbolAsync: (machine, ...[shadow, from, size, offset, kind, stream]: [...SymbolCopy, bigint]) =>
    copySymbol(machine, shadow, from, size, offset, kind, true, { stream }),
  cudaMemcpyFromSymbol: (machine, ...[to, shadow, size, offset, kind]: SymbolCopy) =>
    copySymbol(machine, shadow, to, size, offset, kind, false, "sync"),
  cudaMemcpyFromSymbolAsync: (machine, ...[to, shadow, size, offset, kind, stream]: [...SymbolCopy, bigint]) =>
    copySymbol(machine, shadow, to, size, offset, kind, false, { stream }),
  cudaGetSymbolAddress(machine, result: bigint, shadow: bigint) {
    const symbol = symbolAt(machine, shadow);
    if (!symbol) return noSymbol(machine);
    machine.setLong(result, symbol.address);
    return CudaError.Success;
  },
  cudaGetSymbolSize(machine, result: bigint, shadow: bigint) {
    const symbol = symbolAt(machine, shadow);
    if (!symbol) return noSymbol(machine);
    machine.setLong(result, BigInt(symbol.size));
    return CudaError.Success;
  },
});
