/** Requests and wavefronts in shared memory. */
import type { CasLoopCost } from "../../analyzer/hardware/casLoop";
import { activeLanes } from "../../analyzer/hardware/lanes";
import { warpAtomicWavefronts, warpCasLoop, warpMatrixWavefronts, warpWavefronts } from "../../analyzer/hardware/warp";
import { idealAtomicWavefronts, idealWavefronts } from "../../analyzer/hardware/wavefronts";
import type { AtomicForm, MemoryAccess } from "../../analyzer/lower/model";
import type { LineCount } from "../model";
import { distinctBytes } from "./coalescing";

/** How shared memory performs an atomic, and a load that is one half of a compare-and-swap loop; nothing for the rest. */
export function sharedForm(access: MemoryAccess): AtomicForm["kind"] | undefined {
  if (access.op === "atomic" || access.op === "reduction") return access.atomic?.kind ?? "plain";
  const { op } = access.leader;
  return access.op === "load" && (op === "atomicrmw" || op === "cmpxchg") ? "cas-loop" : undefined;
}

/** Requests, their lanes and bytes, wavefronts, and those that they take when no two lanes want the same bank. */
export type Service = Pick<LineCount, "requests" | "lanes" | "bytes" | "wavefronts" | "wavefrontsIdeal">;

/** What one half of a loop of compare-and-swap takes: its loads, or its atomics. */
export function servedOf({ op, width }: MemoryAccess, spin: CasLoopCost): Service {
  const wavefronts = op === "load" ? spin.loadWavefronts : spin.atomicWavefronts;
  // Without conflicts there is one pass: one load, and an atomic of two wavefronts for 4 bytes and four for 8.
  const least = idealWavefronts(wavefronts, width);
  const { iterations: requests, attempts: lanes, bytes } = spin;
  const wavefrontsIdeal = op === "load" ? least : Math.min(wavefronts, 2 * least);
  return { requests, lanes, bytes, wavefronts, wavefrontsIdeal };
}

function serve(access: MemoryAccess, mask: number, addresses: BigUint64Array): Service {
  const { width } = access;
  const form = sharedForm(access);
  if (form === "cas-loop") return servedOf(access, warpCasLoop(addresses, mask, width));
  const once = { requests: 1, lanes: activeLanes(mask), bytes: distinctBytes(mask, addresses, width) };
  if (access.matrices !== undefined) {
    const wavefronts = warpMatrixWavefronts(addresses, access.matrices);
    return { ...once, wavefronts, wavefrontsIdeal: Math.min(wavefronts, access.matrices) };
  }
  if (form) {
    const wavefronts = warpAtomicWavefronts(form, addresses, mask, width);
    return { ...once, wavefronts, wavefrontsIdeal: idealAtomicWavefronts(form, wavefronts, width) };
  }
  const wavefronts = warpWavefronts(addresses, mask, width, access.op === "load" ? "load" : "store");
  return { ...once, wavefronts, wavefrontsIdeal: idealWavefronts(wavefronts, width) };
}

/** Adds one request to shared memory. Linear memory puts shared memory on a multiple of 128, so that banks are right. */
export function countShared(line: LineCount, mask: number, addresses: BigUint64Array): void {
  const served = serve(line.access, mask, addresses);
  line.requests += served.requests;
  line.lanes += served.lanes;
  line.bytes += served.bytes;
  line.wavefronts += served.wavefronts;
  line.wavefrontsIdeal += served.wavefrontsIdeal;
}

/** Floating-point additions that lanes compute in loops of compare-and-swap, one for each time that they try. */
export function loopedAdditions(lines: readonly LineCount[]): { readonly fadd: number; readonly dadd: number } {
  const found = { fadd: 0, dadd: 0 };
  for (const { access, space, lanes } of lines) {
    const { leader } = access;
    if (space !== "shared" || access.op !== "atomic" || sharedForm(access) !== "cas-loop") continue;
    if (leader.op !== "atomicrmw" || !/^f(?:add|sub)$/.test(leader.atomic) || leader.type.kind !== "float") continue;
    if (leader.type.format === "float") found.fadd += lanes;
    if (leader.type.format === "double") found.dadd += lanes;
  }
  return found;
}
