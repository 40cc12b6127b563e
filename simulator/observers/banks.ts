/** Requests and wavefronts in shared memory. */
import { activeLanes } from "../../analyzer/hardware/lanes";
import { warpAtomicWavefronts, warpMatrixWavefronts, warpSpinLoop, warpWavefronts } from "../../analyzer/hardware/warp";
import { idealWavefronts } from "../../analyzer/hardware/wavefronts";
import type { AtomicForm, MemoryAccess } from "../../analyzer/lower/model";
import type { LineCount } from "../model";
import { distinctBytes } from "./coalescing";

/** How shared memory performs an atomic, and a load that is one half of a compare-and-swap loop; nothing for the rest. */
export function sharedForm(access: MemoryAccess): AtomicForm["kind"] | undefined {
  if (access.op === "atomic" || access.op === "reduction") return access.atomic?.kind ?? "plain";
  const { op } = access.leader;
  return access.op === "load" && (op === "atomicrmw" || op === "cmpxchg") ? "cas-loop" : undefined;
}

/** Requests, wavefronts, and the wavefronts that they take when no two lanes want the same bank. */
type Service = Pick<LineCount, "requests" | "wavefronts" | "wavefrontsIdeal">;

function serve(access: MemoryAccess, mask: number, addresses: BigUint64Array): Service {
  const { width } = access;
  if (access.matrices !== undefined) {
    const wavefronts = warpMatrixWavefronts(addresses, access.matrices);
    return { requests: 1, wavefronts, wavefrontsIdeal: Math.min(wavefronts, access.matrices) };
  }
  const form = sharedForm(access);
  if (form === "cas-loop") {
    const spin = warpSpinLoop(addresses, mask, width);
    const loading = access.op === "load";
    const wavefronts = loading ? spin.loadWavefronts : spin.atomicWavefronts;
    // Without conflicts there is one round: one load, and an atomic of two wavefronts for 4 bytes and four for 8.
    const least = idealWavefronts(wavefronts, width);
    return { requests: spin.rounds, wavefronts, wavefrontsIdeal: loading ? least : Math.min(wavefronts, 2 * least) };
  }
  if (form) {
    const wavefronts = warpAtomicWavefronts(form, addresses, mask, width);
    const turns = form === "cas" ? 2 : 1;
    return {
      requests: 1,
      wavefronts,
      wavefrontsIdeal: Math.min(wavefronts, turns * idealWavefronts(wavefronts, width)),
    };
  }
  const wavefronts = warpWavefronts(addresses, mask, width, access.op === "load" ? "load" : "store");
  return { requests: 1, wavefronts, wavefrontsIdeal: idealWavefronts(wavefronts, width) };
}

/** Adds one request to shared memory. Linear memory puts shared memory on a multiple of 128, so that banks are right. */
export function countShared(line: LineCount, mask: number, addresses: BigUint64Array): void {
  const { requests, wavefronts, wavefrontsIdeal } = serve(line.access, mask, addresses);
  line.requests += requests;
  line.wavefronts += wavefronts;
  line.wavefrontsIdeal += wavefrontsIdeal;
  line.lanes += activeLanes(mask);
  line.bytes += distinctBytes(mask, addresses, line.access.width);
}
