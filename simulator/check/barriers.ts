/**
 * Barriers as a checked run sees them: lanes arrive one warp after the other, and all have arrived once one of them goes
 * on. Reference: CUDA C++ Programming Guide, "Synchronization Functions"; PTX ISA, "barrier{.cta}", "barrier.cluster".
 */
import type { Instruction } from "../../analyzer/ir/model";
import { findIntrinsic } from "../intrinsics/find";
import type { BarrierName } from "../model";
import type { CheckedBlock, Gathering } from "./blocks";
import { joined } from "./clock";
import type { Findings } from "./findings";
import { LANES, READINGS } from "./threads";
import type { Time } from "./time";

/** The barrier of `__syncthreads`, which waits for all threads. */
export const OWN_BARRIER: BarrierName = { number: 0, threads: 0 };

/** Barriers that a block has. Reference: PTX ISA, "barrier{.cta}". */
const BARRIERS = 16;

/** What is wrong with the operands of a barrier, as what the thread does; undefined where nothing is. */
export function barrierFault({ number, threads }: BarrierName): string | undefined {
  if (number < 0 || number >= BARRIERS) return `names barrier ${number}: a block has the barriers 0 to ${BARRIERS - 1}`;
  if (threads < 0 || threads % LANES !== 0)
    return `waits for ${threads} threads at barrier ${number}: the number must be a multiple of ${LANES}, since whole warps are counted`;
  return undefined;
}

/** Lanes of a warp at a barrier. */
interface Comers {
  readonly warp: number;
  readonly mask: number;
  readonly at: Instruction;
  readonly name: BarrierName;
}

const firstOf = ({ warp, mask }: Comers): number => warp * LANES + 31 - Math.clz32(mask & -mask);

/** Barriers of one launch. */
export class Barriers {
  private readonly waitingForGrid = new Set<CheckedBlock>();

  constructor(
    private readonly time: Time,
    private readonly findings: Findings,
  ) {}

  /** Lanes arrive at a barrier at which they wait. */
  come(block: CheckedBlock, comers: Comers): void {
    const { warp, mask, at } = comers;
    const intrinsic = findIntrinsic(at);
    block.threads.parked[warp]! |= mask;
    if (intrinsic?.grid) {
      block.waitsForGrid[warp]! |= mask;
      if (!block.gridPlaces.has(at)) block.gridPlaces.set(at, firstOf(comers));
      this.waitingForGrid.add(block);
    } else if (intrinsic?.cluster) block.waitsForCluster[warp]! |= mask;
    else {
      const gathering = this.gather(block, comers);
      if (!gathering.lanes.has(warp)) gathering.count += LANES;
      gathering.lanes.set(warp, (gathering.lanes.get(warp) ?? 0) | mask);
    }
  }

  /** The phase of a barrier at which lanes arrive: the last one, or a new one where that is complete. */
  private gather(block: CheckedBlock, comers: Comers): Gathering {
    const { at, name } = comers;
    const number = name.number & (BARRIERS - 1);
    const phases = block.barriers.get(number) ?? [];
    block.barriers.set(number, phases);
    let current = phases.at(-1);
    if (!current || (current.threads > 0 && current.count >= current.threads)) {
      const { threads } = name;
      current = { lanes: new Map(), arrived: [], count: 0, threads, places: new Map(), isForAll: threads === 0 };
      phases.push(current);
    }
    if (!current.places.has(at)) current.places.set(at, firstOf(comers));
    return current;
  }

  /** Lanes arrive at a barrier, of the block by its number or of the cluster, without waiting. */
  arrive(block: CheckedBlock, comers: Comers): void {
    const { warp, mask, at } = comers;
    const now = this.time.tick();
    if (!findIntrinsic(at)?.cluster) {
      const gathering = this.gather(block, comers);
      gathering.count += LANES;
      for (let reading = 0; reading < READINGS; reading++) {
        const known = block.threads.gathered(reading, warp, mask, now);
        gathering.arrived[reading] = joined(gathering.arrived[reading], known);
      }
      return;
    }
    const phase = block.phase[firstOf(comers)]!;
    for (let reading = 0; reading < READINGS; reading++) {
      const phases = block.cluster.phases[reading]!;
      phases[phase] = joined(phases[phase], block.threads.gathered(reading, warp, mask, now));
    }
    for (let lane = 0; lane < LANES; lane++) if ((mask >>> lane) & 1) block.phase[warp * LANES + lane]!++;
  }

  /** Lanes of a warp resume: what they waited for is complete. */
  resume(block: CheckedBlock, warp: number, mask: number): void {
    if (block.waitsForGrid[warp]! & mask) this.passGrid();
    const cluster = block.waitsForCluster[warp]! & mask;
    if (cluster) {
      block.waitsForCluster[warp]! &= ~cluster;
      this.passCluster(block, warp, cluster);
    }
    for (const phases of block.barriers.values()) {
      const passed = phases.findIndex(({ lanes }) => (lanes.get(warp) ?? 0) & mask);
      if (passed < 0) continue;
      const [gathering] = phases.splice(passed, 1);
      this.pass(block, gathering!);
    }
    block.threads.parked[warp]! &= ~mask;
  }

  private pass({ threads }: CheckedBlock, gathering: Gathering): void {
    const lanes = [...gathering.lanes];
    for (const [warp, mask] of lanes) threads.parked[warp]! &= ~mask;
    if (lanes.length === 0) return;
    const isWhole = lanes.length === threads.warps && lanes.every(([warp, mask]) => mask === threads.lanesOf(warp));
    threads.barrier(lanes, gathering.isForAll || isWhole, this.time.tick(), gathering.arrived);
    if (gathering.isForAll && (!isWhole || gathering.places.size > 1)) {
      this.findings.divergentBarrier(threads, gathering);
    }
  }

  private passGrid(): void {
    const now = this.time.tick();
    this.time.gridFloor = now;
    for (const { threads, waitsForGrid, gridPlaces: places } of this.waitingForGrid) {
      threads.floor = now;
      const lanes = new Map([...waitsForGrid.entries()].filter(([, mask]) => mask !== 0));
      const isWhole = [...waitsForGrid.entries()].every(([warp, mask]) => mask === threads.lanesOf(warp));
      if (!isWhole) this.findings.divergentBarrier(threads, { lanes, places: new Map([...places].slice(0, 1)) });
      places.clear();
      waitsForGrid.forEach((mask, warp) => {
        threads.parked[warp]! &= ~mask;
      });
      waitsForGrid.fill(0);
    }
    this.waitingForGrid.clear();
  }

  private passCluster({ threads, cluster, phase }: CheckedBlock, warp: number, mask: number): void {
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const thread = warp * LANES + lane;
      const passed = phase[thread]! - 1;
      threads.learn(
        thread,
        cluster.phases.map((phases) => phases[passed]),
      );
    }
  }

  /** A block has ended: barriers that nothing came after are looked at now. */
  end(block: CheckedBlock): void {
    for (const phases of block.barriers.values()) for (const gathering of phases) this.pass(block, gathering);
    block.barriers.clear();
  }
}
