/**
 * Barriers as a checked run sees them: lanes come to them one warp after the other, and all have come once one of them goes
 * on. Reference: CUDA C++ Programming Guide, "Synchronization Functions"; PTX ISA, "barrier{.cta}", "barrier.cluster".
 */
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import { findIntrinsic } from "../intrinsics/find";
import type { CheckedBlock, Gathering } from "./blocks";
import { joined } from "./clock";
import type { Findings } from "./findings";
import { LANES, READINGS } from "./threads";
import type { Time } from "./time";

const NO_NUMBER = -1;

function numberOf(call: InstructionOf<"call">, index: number): number {
  const value = call.arguments[index];
  return value?.kind === "int" ? Number(value.value) : NO_NUMBER;
}

/** Barriers of one launch. */
export class Barriers {
  private readonly waitingForGrid = new Set<CheckedBlock>();

  constructor(
    private readonly time: Time,
    private readonly findings: Findings,
  ) {}

  /** Lanes come to a barrier at which they wait. */
  come(block: CheckedBlock, warp: number, mask: number, at: Instruction): void {
    const intrinsic = findIntrinsic(at);
    block.threads.parked[warp]! |= mask;
    if (intrinsic?.grid) {
      block.waitsForGrid[warp]! |= mask;
      this.waitingForGrid.add(block);
    } else if (intrinsic?.cluster) block.waitsForCluster[warp]! |= mask;
    else this.gather(block, warp, mask, at);
  }

  private gather(block: CheckedBlock, warp: number, mask: number, at: Instruction): Gathering {
    const call = at as InstructionOf<"call">;
    const known = findIntrinsic(at);
    // Who comes and goes on says the number first, and how many threads are waited for.
    const named = known?.notifies === "arrive" ? { number: 0, threads: 1 } : known?.named;
    const number = named ? numberOf(call, named.number) : 0;
    const isForAll = named?.threads === undefined;
    const gathering = block.barriers.get(number) ?? { lanes: new Map(), places: new Map(), isForAll };
    block.barriers.set(number, gathering);
    gathering.lanes.set(warp, (gathering.lanes.get(warp) ?? 0) | mask);
    if (!gathering.places.has(at)) gathering.places.set(at, warp * LANES + 31 - Math.clz32(mask & -mask));
    return gathering;
  }

  /** Lanes come to a barrier, of the block by its number or of the cluster, and go on. */
  arrive(block: CheckedBlock, warp: number, mask: number, at: Instruction): void {
    if (!findIntrinsic(at)?.cluster) {
      this.gather(block, warp, mask, at);
      return;
    }
    const first = warp * LANES + 31 - Math.clz32(mask & -mask);
    const phase = block.phase[first]!;
    const now = this.time.tick();
    for (let reading = 0; reading < READINGS; reading++) {
      const phases = block.cluster.phases[reading]!;
      phases[phase] = joined(phases[phase], block.threads.gathered(reading, warp, mask, now));
    }
    for (let lane = 0; lane < LANES; lane++) if ((mask >>> lane) & 1) block.phase[warp * LANES + lane]!++;
  }

  /** Lanes of a warp that have waited run again: what they waited for has come. */
  resume(block: CheckedBlock, warp: number, mask: number): void {
    if (block.waitsForGrid[warp]! & mask) this.passGrid();
    const cluster = block.waitsForCluster[warp]! & mask;
    if (cluster) {
      block.waitsForCluster[warp]! &= ~cluster;
      this.passCluster(block, warp, cluster);
    }
    for (const [number, gathering] of block.barriers) {
      if ((gathering.lanes.get(warp) ?? 0) & mask) this.pass(block, number, gathering);
    }
    block.threads.parked[warp]! &= ~mask;
  }

  private pass({ barriers, threads }: CheckedBlock, number: number, gathering: Gathering): void {
    barriers.delete(number);
    const lanes = [...gathering.lanes];
    for (const [warp, mask] of lanes) threads.parked[warp]! &= ~mask;
    const isWhole = lanes.length === threads.warps && lanes.every(([warp, mask]) => mask === threads.lanesOf(warp));
    threads.barrier(lanes, gathering.isForAll || isWhole, this.time.tick());
    if (gathering.isForAll && (!isWhole || gathering.places.size > 1)) {
      this.findings.divergentBarrier(threads, gathering);
    }
  }

  private passGrid(): void {
    const now = this.time.tick();
    this.time.gridFloor = now;
    for (const { threads, waitsForGrid } of this.waitingForGrid) {
      threads.floor = now;
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
    for (const [number, gathering] of [...block.barriers]) this.pass(block, number, gathering);
  }
}
