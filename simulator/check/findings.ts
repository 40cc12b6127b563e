/** What a checked run found wrong, each fault once, in sentences. */
import type { Dim3 } from "../../analyzer/hardware/model";
import { demangle } from "../../analyzer/ir/demangle";
import { atLine, lineAt } from "../../analyzer/ir/frames";
import type { Instruction, Location } from "../../analyzer/ir/model";
import { threadAt } from "../machine/blockState";
import type { AccessFault, DivergentBarrier, LaunchContext, WarpContext } from "../model";
import { typeSize } from "../plan/types";
import { blockAt, type Gathering } from "./blocks";
import type { Copy } from "./copies";
import type { MaskFault } from "./masks";
import type { MemberArray } from "./memberArrays";
import type { CheckFinding, CheckRule, CheckSeverity } from "./model";
import { raceFix, raceReason } from "./order";
import type { Race } from "./races";
import { type BlockThreads, LANES } from "./threads";
import type { Traits } from "./traits";

/** Findings that are kept of a launch; of more it is only known how many there are. */
const KEPT = 200;

/** Where a checked run reports what it sees. */
export interface Findings {
  /** Two threads access the bytes at a place, and nothing orders them. */
  race(race: Race, traits: Traits, lane: number, where: string, warp: WarpContext, launch: LaunchContext): void;
  /** Two lanes of one store write different values to one place. */
  conflictingWrite(traits: Traits, lanes: { readonly lane: number; readonly other: number }, warp: WarpContext): void;
  /** A thread reads a byte of shared memory that no thread has written; `rank`: of the block that owns it, if another. */
  uninitialised(traits: Traits, byte: number, rank: number | undefined, lane: number, warp: WarpContext): void;
  /** A thread touches what an asynchronous copy writes that has not been waited for; `size`: threads of the block. */
  unawaited(copy: Copy, traits: Traits, byte: number, lane: number, warp: WarpContext, size: Dim3): void;
  /** A thread computes with bytes of a local array that it has not written. */
  unwrittenLocal(traits: Traits, lane: number, warp: WarpContext): void;
  /** An access computed from a shared array leaves it, but not the block's shared memory. */
  leavesArray(traits: Traits, array: ArrayBounds, lane: number, warp: WarpContext): void;
  /** An index leaves an array that is a member of a structure; `byte`: where in the structure the access begins. */
  leavesMember(traits: Traits, array: MemberArray, byte: number, lane: number, warp: WarpContext): void;
  divergentBarrier(threads: BlockThreads, gathering: Pick<Gathering, "lanes" | "places">): void;
  laneMask(instruction: Instruction, fault: MaskFault, warp: WarpContext): void;
  absentLane(instruction: Instruction, mask: number, warp: WarpContext): void;
  /** An access that leads nowhere, or a wrong call of `free`. */
  fault(fault: AccessFault, warp: WarpContext): void;
  all(): readonly CheckFinding[];
  /** How many faults there are, each once, beside those of `all`. */
  unlisted(): number;
}

/** An array in shared memory, and the byte from its start that is accessed. */
export interface ArrayBounds {
  readonly name: string;
  readonly byte: number;
  readonly bytes: number;
}

/** What an access does: reads, writes, or both at once. */
export const verbOf = ({ reads, writes }: Traits): string => (!writes ? "reads" : reads ? "updates" : "writes");

/** Keys of locations: a fault may be seen a million times, and is told from others each time. */
const keys = new WeakMap<Location, string>();

/** Tells two lines of the source from each other, inlined code by all calls that led to it. */
function lineKey(location: Location | undefined): string {
  if (!location) return "";
  const known = keys.get(location);
  if (known !== undefined) return known;
  let key = "";
  for (let at: Location | undefined = location; at; at = at.inlinedAt) key += `${at.file}:${at.line} `;
  keys.set(location, key);
  return key;
}

/** Which of two accesses comes first is the simulator's choice: both ways are one race. */
function pairKey(first: Location | undefined, second: Location | undefined): string {
  const [a, b] = [lineKey(first), lineKey(second)];
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

const hex = (mask: number): string => `0x${(mask >>> 0).toString(16).padStart(8, "0")}`;

/** The name of a variable: `_ZZ4kernPiE5first`, a variable of a function, is `first`. */
function plainName(mangled: string): string {
  if (!mangled.startsWith("_ZZ")) return demangle(mangled).name;
  for (const { index } of mangled.matchAll(/E\d/g)) {
    const [, digits = "", rest = ""] = /^(\d+)(.*)$/.exec(mangled.slice(index + 1)) ?? [];
    // Variables of one name in several scopes of a function have a number after it.
    if (/^(?:_\d+|__\d+_)?$/.test(rest.slice(Number(digits)))) return rest.slice(0, Number(digits));
  }
  return mangled;
}

type Draft = Omit<CheckFinding, "times" | "severity"> & { readonly severity?: CheckSeverity };

/** Collects findings; the same fault in the same lines counts as one. */
export function collectFindings(): Findings {
  const found = new Map<string, CheckFinding & { times: number }>();
  const further = new Set<string>();
  const note = (key: string, draft: () => Draft): void => {
    const known = found.get(key);
    if (known) known.times++;
    else if (found.size < KEPT) found.set(key, { severity: "error", ...draft(), times: 1 });
    else further.add(key);
  };
  const at = (
    rule: CheckRule,
    location: Location | undefined,
    warp: WarpContext,
    lane: number,
    text: () => string,
    severity: CheckSeverity = "error",
  ): void =>
    note(`${rule} ${lineKey(location)}`, () => {
      const thread = threadAt(warp, lane);
      const message = `Thread (${thread}) of block (${warp.block}) ${text()}`;
      return { rule, severity, message, location, block: warp.block, thread };
    });
  const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);
  return {
    race: (race, traits, lane, where, warp, launch) => {
      const [a, b] = [race.earlier.access.location, traits.access.location];
      note(`race ${pairKey(a, b)}`, () => raceFinding(race, traits, lane, where, warp, launch));
    },
    conflictingWrite: (traits, lanes, warp) =>
      note(`conflict ${lineKey(traits.access.location)}`, () => conflictFinding(traits, lanes, warp)),
    uninitialised: (traits, byte, rank, lane, warp) =>
      at("uninitialised-read", traits.access.location, warp, lane, () => uninitialisedText(traits, byte, rank)),
    unawaited: (copy, traits, byte, lane, warp, size) =>
      note(`copy ${pairKey(copy.traits.access.location, traits.access.location)}`, () =>
        copyFinding(copy, traits, byte, lane, warp, size),
      ),
    unwrittenLocal: (traits, lane, warp) =>
      at("uninitialised-read", traits.access.location, warp, lane, () => localText(traits)),
    leavesArray: (traits, array, lane, warp) =>
      at("out-of-bounds", traits.access.location, warp, lane, () => arrayText(traits, array)),
    leavesMember: (traits, array, byte, lane, warp) =>
      at("out-of-bounds", traits.access.location, warp, lane, () => memberText(traits, array, byte), "information"),
    divergentBarrier: (threads, gathering) => noteDivergence(note, threads, gathering),
    laneMask: ({ location }, fault, warp) => {
      const severity = fault.passed === undefined ? "error" : "warning";
      at("lane-mask", location, warp, fault.lane, () => maskText(location, fault), severity);
    },
    absentLane: ({ location }, mask, warp) => {
      const what = `takes a value from a lane that has exited or never ran${atLine(location)}: the value is undefined.`;
      at("absent-lane", location, warp, lowest(mask), () => what);
    },
    fault: (fault, warp) => at(fault.rule, fault.instruction.location, warp, fault.lane, () => faultText(fault)),
    all: () => withoutEchoes([...found.values()]),
    unlisted: () => further.size,
  };
}

function faultText({ message, relation, instruction: { location } }: AccessFault): string {
  return `${message}${atLine(location)}${relation ? `, ${relation}` : ""}.`;
}

function uninitialisedText(traits: Traits, byte: number, rank: number | undefined): string {
  const { location } = traits.access;
  const whose =
    rank === undefined ? "shared memory" : `the shared memory of the block with rank ${rank} of its cluster`;
  const writer = `no thread of the ${rank === undefined ? "block" : "cluster"}`;
  return `${verbOf(traits)} byte ${byte} of ${whose}${atLine(location)}, which ${writer} has written.`;
}

const byteCount = (count: number): string => `${count} ${count === 1 ? "byte" : "bytes"}`;

function localText({ access: { location, width }, local }: Traits): string {
  const bytes = local ? ` of ${byteCount(typeSize(local.alloca.allocated))}` : "";
  return `reads ${byteCount(width)} of a local array${bytes}${atLine(location)} that it has not written.`;
}

function arrayText(traits: Traits, { name, byte, bytes }: ArrayBounds): string {
  const distance = byte < 0 ? `${-byte} bytes before the start` : `${byte - bytes} bytes past the end`;
  const array = `the shared array ${plainName(name)} (${bytes} bytes)`;
  return `accesses ${distance} of ${array}${atLine(traits.access.location)}: it ${verbOf(traits)} what lies beside it.`;
}

function memberText(traits: Traits, { before, bytes, elements, stride }: MemberArray, byte: number): string {
  const array = `the array of ${elements} elements that it indexes${atLine(traits.access.location)}`;
  const own = `bytes ${before} to ${before + bytes - 1} of a structure of ${stride} bytes`;
  return `leaves ${array}, ${own}: it ${verbOf(traits)} at byte ${byte} of the structure.`;
}

function maskText(location: Location | undefined, { named, other, passed }: MaskFault): string {
  const names = `names the lanes ${hex(named)}${atLine(location)}`;
  if (passed !== undefined)
    return `${names}, but lane ${passed}, which is one of them, never executes it: all named lanes that have not exited must.`;
  return other === undefined
    ? `${names}, and is not one of them itself.`
    : `${names}, but lane ${other}, which is one of them, names others.`;
}

function copyFinding(copy: Copy, traits: Traits, byte: number, lane: number, warp: WarpContext, size: Dim3): Draft {
  const [from, { location }] = [copy.traits.access.location, traits.access];
  const thread = threadAt(warp, lane);
  const issuer = threadAt({ ...warp, warp: Math.floor(copy.thread / LANES), blockDim: size }, copy.thread % LANES);
  const isOwn = issuer.join() === thread.join();
  const line = ` ${lineAt(location) ?? "the access"}`;
  const barrier = isOwn ? "" : ", and synchronise the threads after that";
  const by = isOwn ? "the same thread" : `thread (${issuer})`;
  // What it writes is undefined before; what it reads may be overwritten.
  const [how, wait] = copy.traits.writes
    ? [
        `the asynchronous copy${atLine(from)} by ${by} has not been waited for`,
        "__pipeline_wait_prior, cooperative_groups::wait, consumer_wait",
      ]
    : [
        `the bulk copy${atLine(from)} by ${by} may still read it, as its group has not been waited for`,
        "cp_async_bulk_wait_group_read",
      ];
  return {
    rule: "data-race",
    cause: "unawaited-copy",
    message: `Thread (${thread}) of block (${warp.block}) ${verbOf(traits)} byte ${byte} of shared memory${atLine(location)}: ${how}.`,
    fix:
      copy.object === undefined
        ? `Wait for the copy before${line} (${wait})${barrier}.`
        : `Wait at the barrier object that tracks the copy before${line}.`,
    location,
    block: warp.block,
    thread,
    other: { message: "the copy is issued here", location: from, thread: issuer },
  };
}

function conflictFinding(
  { access: { location } }: Traits,
  { lane, other }: { readonly lane: number; readonly other: number },
  warp: WarpContext,
): Draft {
  const [thread, second] = [threadAt(warp, lane), threadAt(warp, other)];
  const who = `Threads (${second}) and (${thread}) of block (${warp.block})`;
  return {
    rule: "data-race",
    cause: "conflicting-write",
    message: `${who} write different values to one location by one instruction${atLine(location)}: which of them stays is undefined.`,
    location,
    block: warp.block,
    thread,
    other: { message: `thread (${second}) writes it, too`, location, thread: second },
  };
}

function raceFinding(
  race: Race,
  traits: Traits,
  lane: number,
  where: string,
  warp: WarpContext,
  launch: LaunchContext,
): Draft {
  const { earlier, cause } = race;
  const [a, b] = [earlier.access.location, traits.access.location];
  const thread = threadAt(warp, lane);
  const otherBlock = blockAt(launch.grid, Math.floor(race.thread / 1024));
  const inBlock = race.thread % 1024;
  const other = threadAt({ ...warp, warp: Math.floor(inBlock / LANES), blockDim: launch.block }, inBlock % LANES);
  const isSame = otherBlock.join() === warp.block.join();
  const who = `thread (${other})${isSame ? "" : ` of block (${otherBlock})`}`;
  const sides = {
    isSameBlock: isSame,
    isSameWarp: isSame && Math.floor(inBlock / LANES) === warp.warp,
    isCluster: launch.cluster !== undefined,
    earlier,
    later: traits,
    cause,
  };
  const fix = raceFix(sides);
  return {
    rule: "data-race",
    ...(cause && { cause }),
    severity: cause === "volatile-order" || cause === "missing-proxy-fence" ? "warning" : "error",
    message: `Thread (${thread}) of block (${warp.block}) ${verbOf(traits)} ${where}${atLine(b)} that ${who} ${verbOf(earlier)}${atLine(a)}, ${raceReason(sides)}.`,
    ...(fix && { fix }),
    location: b,
    block: warp.block,
    thread,
    other: { message: `${who} ${verbOf(earlier)} it here`, location: a, thread: other, block: otherBlock },
  };
}

function noteDivergence(
  note: (key: string, draft: () => Draft) => void,
  threads: BlockThreads,
  { lanes, places }: Pick<Gathering, "lanes" | "places">,
): void {
  const [first, second] = [...places];
  const [at, thread] = first!;
  const [x, y] = threads.size;
  const index = (number: number): Dim3 => [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y))];
  const { location } = at;
  const common = { location, block: threads.block, thread: index(thread) };
  note(`barrier ${pairKey(location, second?.[0].location)}`, () =>
    divergentBarrier(
      second
        ? { ...common, elsewhere: { location: second[0].location, thread: index(second[1]) } }
        : { ...common, exited: { location: undefined, thread: index(missingThread(threads, lanes)) } },
    ),
  );
}

/** A barrier that only some threads of a block reach, or that they reach at different lines, as a finding. */
export function divergentBarrier(barrier: Omit<DivergentBarrier, "times">): Draft {
  const { location, block, thread, elsewhere, exited } = barrier;
  const common = { rule: "divergent-barrier" as const, location, block, thread };
  if (elsewhere) {
    const who = elsewhere.thread;
    return {
      ...common,
      message: `Thread (${thread}) of block (${block}) waits at the barrier${atLine(location)} and thread (${who}) at the one${atLine(elsewhere.location)}: threads of a block must reach the same barrier.`,
      other: { message: `thread (${who}) waits here`, ...elsewhere },
    };
  }
  const where = atLine(exited?.location);
  return {
    ...common,
    severity: "warning",
    message: `Thread (${exited?.thread}) of block (${block}) has exited${where} and never reaches the barrier${atLine(location)} that thread (${thread}) waits at: all threads of a block must reach it.`,
    ...(exited?.location && { other: { message: `thread (${exited.thread}) exits here`, ...exited } }),
  };
}

function missingThread(threads: BlockThreads, lanes: ReadonlyMap<number, number>): number {
  for (let warp = 0; warp < threads.warps; warp++) {
    const missing = threads.lanesOf(warp) & ~(lanes.get(warp) ?? 0);
    if (missing) return warp * LANES + 31 - Math.clz32(missing & -missing);
  }
  return 0;
}

/**
 * One fault, reported once: a read that comes before the write that it races with finds nothing written, and a store that races
 * with itself between warps conflicts within them, too.
 */
function withoutEchoes(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const pair = ({ location, other }: CheckFinding) => pairKey(location, other?.location);
  const unawaited = new Set(findings.filter(({ cause }) => cause === "unawaited-copy").map(pair));
  const racing = findings
    .filter(({ rule, cause }) => rule === "data-race" && cause !== "conflicting-write")
    .map(({ location, other }) => [lineKey(location), lineKey(other?.location)] as const);
  return findings.filter((finding) => {
    const { rule, cause, location } = finding;
    const line = lineKey(location);
    // Who did not wait for a copy did not wait for the others' either.
    if (rule === "data-race" && cause === undefined && unawaited.has(pair(finding))) return false;
    if (cause === "conflicting-write") return !racing.some((lines) => lines.every((one) => one === line));
    return rule !== "uninitialised-read" || !racing.some((lines) => lines.includes(line));
  });
}
