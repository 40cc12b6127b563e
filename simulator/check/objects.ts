/**
 * Barrier objects in memory (`mbarrier`), as `cuda::barrier` has them: who waits for a phase is ordered after all arrivals of that
 * phase and of those before, and not after arrivals of the next one. Reference: PTX ISA, "mbarrier".
 */
import { type BarrierState, barrierState, PHASES } from "../memory/barrierObjects";
import { locateInCluster, namesBlock } from "../memory/clusters";
import { type Clock, joined } from "./clock";
import { type BlockThreads, READINGS } from "./threads";

type Known = (Clock | undefined)[];

/** What those knew who arrived, by reading: in phases that are complete, and in the one that is not. */
interface BarrierObject {
  /** Of the phase that is not: below `PHASES`. */
  phase: number;
  complete: Known;
  open: Known;
}

/** An object's state in memory; undefined where it is in another block that has ended. */
function stateOf(view: DataView, low: number): BarrierState | undefined {
  const place = namesBlock(low) ? locateInCluster(view, low, 8) : low;
  return typeof place === "number" ? barrierState(view.getBigUint64(place, true)) : undefined;
}

const NO_STATE: BarrierState = { missing: 0, needed: 0, bytes: 0, phase: 0 };

/** The barrier objects of one launch, by their location. */
export class BarrierObjects {
  private readonly objects = new Map<number, BarrierObject>();

  /** A thread has arrived at the object whose address ends in `low`, or its copy has; that may have completed the phase. */
  arrive(location: number, view: DataView, low: number, threads: BlockThreads, thread: number, now: number): void {
    const { missing, needed, bytes, phase } = stateOf(view, low) ?? NO_STATE;
    const isFirst = missing === needed && bytes === 0;
    const object = this.at(location, isFirst ? (phase + PHASES - 1) % PHASES : phase);
    for (let reading = 0; reading < READINGS; reading++)
      object.open[reading] = joined(object.open[reading], threads.knowledge(reading, thread, now));
  }

  /** A thread tests whether a phase is complete: it learns of all that are. */
  test(location: number, view: DataView, low: number, threads: BlockThreads, thread: number): void {
    const state = stateOf(view, low);
    if (state === undefined || !this.objects.has(location)) return;
    threads.learn(thread, this.at(location, state.phase).complete);
  }

  /** The object, its open phase being at least one of a number. */
  private at(location: number, phase: number): BarrierObject {
    const object = this.objects.get(location) ?? { phase, complete: [], open: [] };
    this.objects.set(location, object);
    // Numbers of phases begin anew; between two looks at an object it completes one phase at most.
    const ahead = (phase + PHASES - object.phase) % PHASES;
    if (ahead > 0 && ahead < PHASES / 2) {
      object.complete = Array.from({ length: READINGS }, (_, at) => joined(object.complete[at], object.open[at]));
      object.open = [];
      object.phase = phase;
    }
    return object;
  }
}
