/** Kernels that end badly: the error that the context keeps, and a finding that says whose memory it was. */
import { demangle } from "../../../../analyzer/ir/demangle";
import { atLine } from "../../../../analyzer/ir/frames";
import type { Location } from "../../../../analyzer/ir/model";
import type { Outcome } from "../../../model";
import { HostWindow, windowOf } from "../../model/addresses";
import type { AllocationKind, AllocationRecord } from "../../model/allocationRecord";
import { beforeStart, nounOf, pastEnd } from "../../model/allocations";
import { type FindingKind, lineText, report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";
import { CudaError } from "../state/errors";
import { shadowedName } from "../state/symbols";

/** The error that the context keeps after a kernel ended badly. */
export function stickyOf({ kind, message }: Pick<Outcome, "kind" | "message">): number {
  if (kind === "deadlock") return CudaError.LaunchFailure;
  if (/misaligned|not aligned/i.test(message)) return CudaError.MisalignedAddress;
  if (/assert/i.test(message)) return CudaError.Assert;
  if (/\btraps?\b|illegal instruction|surface|never leaves alive/i.test(message)) return CudaError.LaunchFailure;
  return CudaError.IllegalAddress;
}

/** How far after its end memory is still named as what a wild access belongs to, bytes. */
const REACH = 1 << 16;

/** Kinds of memory that a kernel may access. */
const REACHABLE: readonly AllocationKind[] = ["device", "managed", "pinned"];

interface Explained {
  readonly kind: FindingKind;
  readonly message: string;
  readonly record: AllocationRecord | undefined;
}

function explained(machine: HostMachine, who: string, address: bigint): Explained | undefined {
  const record = machine.log.around(address);
  if (windowOf(address) === HostWindow.pageable) {
    const variable = shadowedName(machine, address);
    const what = variable
      ? `the host's address of ${variable}, a variable of the device; use ${variable} in the kernel itself, or pass the address that cudaGetSymbolAddress gives.`
      : "pageable host memory, which the device cannot reach; copy it with cudaMemcpy, or allocate it with cudaMallocManaged.";
    return { kind: "kernel-dereferences-host", message: `${who} accesses ${what}`, record };
  }
  if (record?.freed) {
    const message = `${who} accesses ${nounOf(record.kind)} that was freed at ${lineText(record.freed.place)}.`;
    return { kind: "use-after-free", message, record };
  }
  if (record) return undefined;
  // The sentence of the outcome names a variable that the address misses by less than any allocation.
  const nearest = machine.memory.nearest(address);
  if (nearest && machine.memory.variableAt(nearest.address)) return undefined;
  const before = machine.log.before(address, REACH, REACHABLE);
  const after = machine.log.after(address, REACH, REACHABLE);
  const distance = before && address - before.address - BigInt(before.bytes);
  const isNearer = after && (distance === undefined || after.address - address < distance);
  if (isNearer && !before?.freed) {
    const lies = beforeStart(after.address - address, after.bytes);
    return { kind: "out-of-bounds", message: `${who} accesses ${nounOf(after.kind)} ${lies}.`, record: after };
  }
  if (!before || before.freed || distance === undefined) return undefined;
  const message = `${who} accesses ${nounOf(before.kind)} ${pastEnd(distance, before.bytes)}.`;
  return { kind: "out-of-bounds", message, record: before };
}

/** What a kernel did that ended it, by the sentence of its outcome, where it accesses no memory that is known. */
function kindOf({ kind, message }: Outcome): FindingKind {
  if (kind === "deadlock") return "deadlock";
  const code = stickyOf({ kind, message });
  if (code === CudaError.MisalignedAddress) return "misaligned";
  return code === CudaError.IllegalAddress ? "out-of-bounds" : "trapped";
}

/** The sentence of an outcome with the kernel's name, and without its line, at which the finding is. */
function named({ kind, message, location, times = 1 }: Outcome, kernel: string): string {
  const text = message.replace(/ of block \([^)]*\)/, `$& of ${kernel}`);
  if (kind !== "trapped") return text;
  const others = times - 1;
  const also = others > 0 ? `, as ${others === 1 ? "does one more" : `do ${others} more`} of its warp` : "";
  const line = atLine(location);
  const short = [",", ".", ";", ":"].reduce((said, end) => said.replace(`${line}${end}`, end), text);
  return short.replace(/\.$/, `${also}.`);
}

/** Says why a kernel, by its mangled name, ended badly, and whose memory it touched where it may touch none. */
export function explainFault(
  machine: HostMachine,
  kernel: string,
  outcome: Outcome,
  launchedAt: Location | undefined,
): void {
  const { address, location, thread, block } = outcome;
  const { name } = demangle(kernel);
  const who = thread && block ? `Thread (${thread}) of block (${block}) of ${name}` : name;
  const isMisaligned = kindOf(outcome) === "misaligned";
  const found = address === undefined || isMisaligned ? undefined : explained(machine, who, address);
  const { kind, message, record } = found ?? {
    kind: kindOf(outcome),
    message: named(outcome, name),
    record: address === undefined ? undefined : machine.log.around(address),
  };
  const place = location ?? launchedAt;
  const other = record?.freed
    ? { message: "freed here", place: record.freed.place }
    : record
      ? { message: `allocated here by ${record.call}`, place: record.place }
      : { message: "launched here", place: launchedAt };
  report(machine, { kind, message, place, other });
}
