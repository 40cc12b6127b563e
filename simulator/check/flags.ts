/**
 * Locations through which threads order what they do: atomic and volatile variables. A thread that writes there releases what it
 * has done; a thread that reads there acquires what was released. References: PTX ISA, "Memory Consistency Model" (release and
 * acquire patterns, morally strong operations); CUDA C++ Programming Guide, "Memory Fence Functions".
 */
import { type Clock, joined } from "./clock";
import { type BlockThreads, Reading } from "./threads";
import { Reach, type Traits } from "./traits";

/** What was released at one location, to whom. */
interface Flag {
  device: Clock | undefined;
  readonly clusters: Map<number, Clock>;
  readonly blocks: Map<number, Clock>;
  unscoped: Clock | undefined;
  unfenced: Clock | undefined;
  unordered: Clock | undefined;
  /** Some thread waits in a loop for what stands here. */
  isPolled: boolean;
}

/** Locations that are followed; a program that has more uses them for data. */
const MOST = 1 << 16;

/** The flags of one launch, by their location. */
export class Flags {
  private readonly flags = new Map<number, Flag>();

  /** A thread reads a location that is atomic or volatile. */
  read(location: number, traits: Traits, threads: BlockThreads, cluster: number, thread: number): void {
    const flag = this.flags.get(location);
    if (!flag) return;
    if (traits.isPolled) flag.isPolled = true;
    const { reach, acquires } = traits;
    const near = joined(
      flag.blocks.get(threads.index),
      reach >= Reach.cluster ? flag.clusters.get(cluster) : undefined,
    );
    const far = reach >= Reach.device ? flag.device : undefined;
    const unfenced = traits.isAtomic ? flag.unfenced : undefined;
    if (acquires === "now") {
      threads.learn(thread, [joined(near, far), flag.unscoped, unfenced, flag.unordered]);
      return;
    }
    threads.learn(thread, [undefined, undefined, unfenced, flag.unordered]);
    if (near) threads.await(thread, near, flag.unscoped, Reach.block);
    if (far || flag.unscoped) threads.await(thread, far, flag.unscoped, Reach.device);
  }

  /** Has a thread waited for what was written at a location? */
  isPolled(location: number): boolean {
    return this.flags.get(location)?.isPolled ?? false;
  }

  /** A thread writes there. */
  write(location: number, traits: Traits, threads: BlockThreads, cluster: number, thread: number, now: number): void {
    const flag = this.flags.get(location) ?? this.add(location);
    if (!flag) return;
    const { reach, releases } = traits;
    const given = (to: number) =>
      releases
        ? to <= reach
          ? threads.knowledge(Reading.model, thread, now)
          : undefined
        : threads.released(thread, to, false);
    const unscoped = releases
      ? threads.knowledge(Reading.unscoped, thread, now)
      : threads.released(thread, Reach.device, true);
    const unfenced = traits.isAtomic ? threads.knowledge(Reading.unfenced, thread, now) : undefined;
    const unordered = threads.knowledge(Reading.unordered, thread, now);
    const device = reach >= Reach.device ? given(Reach.device) : undefined;
    const ofCluster = reach >= Reach.cluster ? given(Reach.cluster) : undefined;
    const ofBlock = given(Reach.block);
    // A store ends what earlier ones released; an update carries it on.
    if (!traits.reads) {
      flag.device = flag.unscoped = flag.unfenced = flag.unordered = undefined;
      flag.clusters.clear();
      flag.blocks.clear();
    }
    flag.device = joined(flag.device, device);
    flag.unscoped = joined(flag.unscoped, joined(unscoped, device));
    flag.unfenced = joined(flag.unfenced, unfenced);
    flag.unordered = joined(flag.unordered, unordered);
    const keep = (map: Map<number, Clock>, key: number, clock: Clock | undefined) => {
      const all = joined(map.get(key), clock);
      if (all) map.set(key, all);
    };
    keep(flag.clusters, cluster, ofCluster);
    keep(flag.blocks, threads.index, ofBlock);
  }

  private add(location: number): Flag | undefined {
    if (this.flags.size >= MOST) return undefined;
    const flag: Flag = {
      device: undefined,
      clusters: new Map(),
      blocks: new Map(),
      unscoped: undefined,
      unfenced: undefined,
      unordered: undefined,
      isPolled: false,
    };
    this.flags.set(location, flag);
    return flag;
  }
}
