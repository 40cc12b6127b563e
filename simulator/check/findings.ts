/** What a checked run found wrong, each fault once, in sentences. */
import type { Dim3 } from "../../analyzer/hardware/model";
import { frames, rootFrame } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import { clusterPlace, namesBlock } from "../memory/clusters";
import { MemoryMap } from "../memory/layout";
import type { ClusterTouch } from "./cluster";
import type { CheckFinding, SharedSpace, Touch } from "./model";
import { isAtomic } from "./shadow";

/** Findings that are kept; a program with more has seen enough. */
const KEPT = 200;

const verb = (touch: Touch): string => (!touch.writes ? "reads" : isAtomic(touch) ? "updates" : "writes");
/** A byte of shared memory, by its place or by an address that names a block of the cluster. */
function byteText(place: number): string {
  if (!namesBlock(place)) return `byte ${place - MemoryMap.shared} of shared memory`;
  const { rank, byte } = clusterPlace(place);
  return `byte ${byte} of the shared memory of the block with rank ${rank} of its cluster`;
}

const lineText = (location: Location | undefined): string => (location ? ` at line ${rootFrame(location).line}` : "");

/** Tells two places of the source from each other, inlined code by all calls that led to it. */
function placeKey(location: Location | undefined): string {
  let key = "";
  for (const at of frames(location)) key += `${at.file}:${at.line}:${at.column} `;
  return key;
}

/** Which of two warps comes first is the simulator's choice: both ways are one race. */
const pairKey = (a: Location | undefined, b: Location | undefined): string =>
  [placeKey(a), placeKey(b)].sort().join(" ");

export interface Findings {
  /** Two threads of a block touch a byte, and nothing orders them. */
  race(space: SharedSpace, place: number, earlier: Touch, later: Touch, block: Dim3): void;
  /** The same between blocks of a cluster, in the shared memory of the one with the rank `owner`. */
  clusterRace(byte: number, owner: number, earlier: ClusterTouch, later: ClusterTouch): void;
  /** A thread reads a byte of shared memory that nobody has written. */
  uninitialised(touch: Touch, place: number, block: Dim3): void;
  all(): readonly CheckFinding[];
}

export function collectFindings(): Findings {
  const found = new Map<string, CheckFinding & { times: number }>();
  const note = (key: string, finding: () => Omit<CheckFinding, "times">): void => {
    const known = found.get(key);
    if (known) known.times++;
    else if (found.size < KEPT) found.set(key, { ...finding(), times: 1 });
  };
  return {
    race: (space, place, earlier, later, block) => {
      const [a, b] = [earlier.access.location, later.access.location];
      note(`data-race ${space} ${pairKey(a, b)}`, () => {
        const where = space === "shared" ? byteText(place) : "global memory";
        const between = earlier.warp === later.warp ? "no __syncwarp or barrier" : "no barrier";
        return {
          rule: "data-race",
          message: `Thread (${later.thread}) of block (${block}) ${verb(later)} ${where}${lineText(b)} that thread (${earlier.thread}) ${verb(earlier)}${lineText(a)}, with ${between} between them.`,
          location: b,
          block,
          thread: later.thread,
          other: {
            message: `thread (${earlier.thread}) ${verb(earlier)} it here`,
            location: a,
            thread: earlier.thread,
          },
        };
      });
    },
    clusterRace: (byte, owner, earlier, later) => {
      const [a, b] = [earlier.touch.access.location, later.touch.access.location];
      note(`data-race cluster ${pairKey(a, b)}`, () => {
        const where = `byte ${byte} of the shared memory of the block with rank ${owner} of their cluster`;
        const other = `thread (${earlier.touch.thread}) of block (${earlier.block})`;
        return {
          rule: "data-race",
          message: `Thread (${later.touch.thread}) of block (${later.block}) ${verb(later.touch)} ${where}${lineText(b)} that ${other} ${verb(earlier.touch)}${lineText(a)}, with no barrier of the cluster between them.`,
          location: b,
          block: later.block,
          thread: later.touch.thread,
          other: { message: `${other} ${verb(earlier.touch)} it here`, location: a, thread: earlier.touch.thread },
        };
      });
    },
    uninitialised: (touch, place, block) => {
      const { location } = touch.access;
      const whose = namesBlock(place) ? "cluster" : "block";
      note(`uninitialised-read ${placeKey(location)}`, () => ({
        rule: "uninitialised-read",
        message: `Thread (${touch.thread}) of block (${block}) ${verb(touch)} ${byteText(place)}${lineText(location)}, which no thread of the ${whose} has written.`,
        location,
        block,
        thread: touch.thread,
      }));
    },
    all: () => withoutEchoes([...found.values()]),
  };
}

/** A read that comes before the write that it races with finds nothing written: one fault, said once. */
function withoutEchoes(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const racing = findings
    .filter(({ rule }) => rule === "data-race")
    .flatMap(({ location, other }) => [location, other?.location]);
  return findings.filter(({ rule, location }) => rule !== "uninitialised-read" || !racing.includes(location));
}
