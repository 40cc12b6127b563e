/**
 * Barrier objects in memory (`mbarrier`), as `cuda::barrier` has them: who waits for a phase is ordered after all arrivals of that
 * phase and of those before, and not after arrivals of the next one. Reference: PTX ISA, "mbarrier".
 */
import { locateInCluster, namesBlock } from "../memory/clusters";
import { type Clock, joined } from "./clock";
import { type BlockThreads, READINGS } from "./threads";

/** Bits of an object: arrivals that its phase misses, those that a phase needs, and the number of the phase above. */
const FIELD = 20n;
const MASK = (1n << FIELD) - 1n;
const PHASE = 2n * FIELD;

type Known = (Clock | undefined)[];

/** What those knew who arrived, by reading: in phases that are complete, and in the one that is not. */
interface BarrierObject {
  phase: number;
  complete: Known;
  open: Known;
}

/** An object's state in memory; undefined where it is in another block that has ended. */
function stateOf(view: DataView, low: number): bigint | undefined {
  const place = namesBlock(low) ? locateInCluster(view, low, 8) : low;
  return typeof place === "number" ? view.getBigUint64(place, true) : undefined;
}

/** The barrier objects of one launch, by their location. */
export class BarrierObjects {
  private readonly objects = new Map<number, BarrierObject>();

  /** A thread has arrived at the object whose address ends in `low`; the arrival may have completed its phase. */
  arrive(location: number, view: DataView, low: number, threads: BlockThreads, thread: number, now: number): void {
    const state = stateOf(view, low) ?? 0n;
    const isFirst = (state & MASK) === ((state >> FIELD) & MASK);
    const object = this.at(location, Number(state >> PHASE) - (isFirst ? 1 : 0));
    for (let reading = 0; reading < READINGS; reading++)
      object.open[reading] = joined(object.open[reading], threads.knowledge(reading, thread, now));
  }

  /** A thread tests whether a phase is complete: it learns of all that are. */
  test(location: number, view: DataView, low: number, threads: BlockThreads, thread: number): void {
    const state = stateOf(view, low);
    if (state === undefined || !this.objects.has(location)) return;
    threads.learn(thread, this.at(location, Number(state >> PHASE)).complete);
  }

  /** The object, its open phase being at least one of a number. */
  private at(location: number, phase: number): BarrierObject {
    const object = this.objects.get(location) ?? { phase, complete: [], open: [] };
    this.objects.set(location, object);
    if (phase > object.phase) {
      object.complete = Array.from({ length: READINGS }, (_, at) => joined(object.complete[at], object.open[at]));
      object.open = [];
      object.phase = phase;
    }
    return object;
  }
}
