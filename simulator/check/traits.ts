/** What an access is to a checked run, worked out once for each: what it orders, and with whom it may share a location. */
import type { GlobalVariable, Instruction, InstructionOf, Location, Value } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { isMerge, neededAlign } from "./loads";
import { type LocalArray, localArrayOf } from "./locals";
import { type MemberArray, memberArrayOf } from "./memberArrays";
import { isFirstGuess, isPolled } from "./polls";

/** How far an atomic operation or a fence reaches. `system` reaches no further than `device` here: the host waits. */
export const Reach = { block: 0, cluster: 1, device: 2 } as const;

/** What does not change between the executions of an access. */
export interface Traits {
  /** Dense over the traits of one launch. */
  readonly id: number;
  readonly access: MemoryAccess;
  readonly reads: boolean;
  readonly writes: boolean;
  /** Atomic operations, and loads and stores of C++ atomics. */
  readonly isAtomic: boolean;
  readonly isVolatile: boolean;
  /** What an asynchronous copy writes. */
  readonly isCopy: boolean;
  /** One side of a bulk copy. */
  readonly isBulk: boolean;
  /** A load that a loop repeats until it finds what it waits for. */
  readonly isPolled: boolean;
  /** A plain load that a compare-and-swap of what it found follows. */
  readonly isGuess: boolean;
  /** One of `Reach`; of what is neither atomic nor volatile without meaning. */
  readonly reach: number;
  /** Orders what its thread did before. */
  readonly releases: boolean;
  /**
   * Orders what its thread does next: at once, or at the next fence or barrier. Relaxed operations need a fence by the
   * model. Polls, volatile loads and tickets are taken to order without one, since their branch decides what is read.
   */
  readonly acquires: "now" | "at-fence";
  /** An atomic operation that changes nothing: a way to look. */
  readonly onlyLooks: boolean;
  /** The shared variable that the address is computed from, where the code shows it. */
  readonly variable: GlobalVariable | undefined;
  /** The array of a structure that the address is computed from, where the code shows it. */
  readonly memberArray: MemberArray | undefined;
  /** Of a load that computes with what it finds in a local array. */
  readonly local: LocalArray | undefined;
  /** What it reads may be anything: a word is copied with its padding, or keeps its bits beside those that are stored. */
  readonly reading: "value" | "copy" | "merge";
  /** Bytes; 0 where the machine checks the alignment. */
  readonly align: number;
  /** What a store of a constant writes: equal texts write the same. */
  readonly constant: string | undefined;
}

/** The function of our headers that an instruction was inlined from, by its name with template arguments. */
function innermost(location: Location | undefined): string {
  return location?.inlinedAt ? location.function : "";
}

const CUDA_ATOMIC = /^__wl_atomic_\w+<(\d)/;
const scopesByNumber = [Reach.device, Reach.device, Reach.block, Reach.block];

/** `atomicAdd` and its like: relaxed, whatever builtin of clang they are made of. */
const LEGACY = /^atomic[A-Z]\w*/;

function reachOf(leader: Instruction, name: string): number {
  const cuda = CUDA_ATOMIC.exec(name)?.[1];
  if (cuda) return scopesByNumber[Number(cuda)] ?? Reach.device;
  if (LEGACY.test(name)) return /^atomic\w+_block\b/.test(name) ? Reach.block : Reach.device;
  const scope = "scope" in leader ? leader.scope : "";
  return scope === "block" || scope === "singlethread"
    ? Reach.block
    : scope === "cluster"
      ? Reach.cluster
      : Reach.device;
}

const ACQUIRES: ReadonlySet<string> = new Set(["acquire", "acq_rel", "seq_cst"]);
const RELEASES: ReadonlySet<string> = new Set(["release", "acq_rel", "seq_cst"]);

const integer = (value: Value): bigint | undefined => (value.kind === "int" ? value.value : undefined);

/** What an atomic operation is given to leave the number as it is. */
const neutral: Readonly<Record<string, bigint>> = { add: 0n, sub: 0n, or: 0n, xor: 0n };

function onlyLooks(leader: Instruction): boolean {
  if (leader.op === "atomicrmw") {
    const given = integer(leader.value);
    return given !== undefined && given === neutral[leader.atomic];
  }
  if (leader.op !== "cmpxchg") return false;
  const [expected, replacement] = [integer(leader.expected), integer(leader.replacement)];
  return expected !== undefined && expected === replacement;
}

/** A swap decides who may enter: what follows needs a fence. An addition gives a ticket. */
function isSwap(leader: Instruction): boolean {
  return leader.op === "cmpxchg" || (leader.op === "atomicrmw" && leader.atomic === "xchg");
}

/** The shared variable that a pointer leads into, through computed addresses. */
function variableOf(pointer: Value): GlobalVariable | undefined {
  let at = pointer;
  for (;;) {
    if (at.kind === "global") return at.space === 3 ? at : undefined;
    if (at.kind === "instruction" && at.op === "gep") at = at.base;
    else if (at.kind === "instruction" && at.op === "cast" && at.cast === "addrspacecast") at = at.value;
    else if (at.kind === "expression" && at.expression.op === "gep") at = at.expression.base;
    else if (at.kind === "expression" && at.expression.op === "cast") at = at.expression.value;
    else return undefined;
  }
}

/** The shared variable that an access leads into; none where neighbouring accesses to several are one. */
function variableIn({ members, pointer }: MemoryAccess): GlobalVariable | undefined {
  const own = variableOf(pointer);
  return members.every((one) => !("pointer" in one) || variableOf(one.pointer) === own) ? own : undefined;
}

function constantOf(leader: Instruction): string | undefined {
  if (leader.op !== "store") return undefined;
  const { value } = leader;
  if (value.kind === "int") return `${value.value}`;
  return value.kind === "float" ? `f${value.bits}` : undefined;
}

/** What a call does to a barrier object: it makes one, or arrives there or looks at it as atomic operations do. */
export function objectTraits(leader: InstructionOf<"call">, id: number): Traits {
  const isMaker = leader.callee.kind === "function" && leader.callee.name.includes("mbarrier.init");
  const reads = leader.callee.kind === "function" && leader.callee.name.includes("wait");
  const op = reads ? "load" : "store";
  const [pointer] = leader.arguments;
  const { location } = leader;
  const access: MemoryAccess = {
    ...{ id: -1, op, space: "shared", width: 8, offset: 0, leader, members: [leader], pointer: pointer! },
    location,
  };
  const own = traitsOf(access, id);
  return { ...own, reads, writes: !reads, isAtomic: !isMaker, reach: Reach.cluster, variable: undefined };
}

/** What a bulk copy does on one side: it reads its source, and writes its destination or adds to it. */
export function bulkTraits(leader: InstructionOf<"call">, op: "load" | "store", id: number): Traits {
  const isReduction = leader.callee.kind === "function" && leader.callee.name.includes("reduce");
  const pointer = leader.arguments[op === "store" ? 0 : 1]!;
  const { location } = leader;
  const access: MemoryAccess = {
    ...{ id: -1, op, space: "generic", width: 16, offset: 0, leader, members: [leader], pointer },
    location,
  };
  const own = traitsOf(access, id);
  const isAtomic = op === "store" && isReduction;
  return { ...own, isCopy: op === "store", isBulk: true, isAtomic, reach: Reach.device, reading: "copy" };
}

/** Works out the traits of an access; `id` is its number in the launch. */
export function traitsOf(access: MemoryAccess, id: number): Traits {
  const { leader, op } = access;
  const name = innermost(leader.location);
  const ordering = "ordering" in leader ? leader.ordering : "";
  const isUpdate = op === "atomic" || op === "reduction";
  const isLegacy = LEGACY.test(name);
  const isAtomic = isUpdate || ordering !== "";
  const isVolatile = "volatile" in leader && leader.volatile === true;
  const looks = onlyLooks(leader);
  const order = isLegacy ? "monotonic" : ordering;
  const isLenient = isAtomic ? isLegacy && (looks || !isSwap(leader)) : isVolatile;
  return {
    id,
    access,
    reads: op !== "store",
    writes: op === "store" || isUpdate,
    isAtomic,
    isVolatile,
    isCopy: false,
    isBulk: false,
    isPolled: op === "load" && (isVolatile || isAtomic) && isPolled(leader),
    isGuess: op === "load" && !isAtomic && isFirstGuess(leader),
    reach: isAtomic ? reachOf(leader, name) : Reach.device,
    releases: RELEASES.has(order),
    acquires: ACQUIRES.has(order) || isLenient ? "now" : "at-fence",
    onlyLooks: looks,
    variable: variableIn(access),
    memberArray: memberArrayOf(access),
    local: isMerge(leader) ? undefined : localArrayOf(access),
    reading: leader.op === "call" ? "copy" : isMerge(leader) ? "merge" : "value",
    // Without that alignment an access is several; the first has its address.
    align: access.offset === 0 ? neededAlign(leader) : 0,
    constant: constantOf(leader),
  };
}
