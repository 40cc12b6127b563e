/**
 * The guard of the server's memory: above a limit it drops caches, where that is not enough it restarts clang, and where that
 * is not enough either it says so. It looks at each step whether the one before has helped.
 */
import type { ProcessMemory } from "../../engine/model/platform";

/** Bytes above which memory is given back, unless the client says another number: what a large project needs stays below. */
const MEMORY_LIMIT = 1200 << 20;
/** Milliseconds between two looks. */
const INTERVAL = 2000;
/** What is held although everything was dropped is needed: nothing is dropped again before it has grown by as much. */
const GROWTH = 1.25;
/** Bytes reserved for a run: the server grew by about as much in most runs of the fuzz; one of millions of launches takes more. */
const RUN_ROOM = 400 << 20;

/** What the guard can do about memory, and whom it tells. */
export interface Relief {
  dropCaches(): Promise<void>;
  log(sentence: string): void;
  warn(sentence: string): void;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** The guard, without its clock. */
export class MemoryGuard {
  private steps = 0;
  private mark: number;
  /** Bytes held after caches were last dropped before a run. */
  private heldWithRoom = 0;

  constructor(
    private readonly memory: ProcessMemory,
    private readonly relief: Relief,
    private readonly limit: number = MEMORY_LIMIT,
  ) {
    this.mark = limit;
  }

  /**
   * Frees memory before a run, during which the guard does not sample it: drops the caches if the process and a run together
   * would exceed the limit, unless the process has hardly grown since it did so last.
   */
  async makeRoom(): Promise<void> {
    const used = this.memory.used();
    if (used === undefined || used + RUN_ROOM <= this.limit || used <= this.heldWithRoom * GROWTH) return;
    await this.drop(used);
    this.heldWithRoom = this.memory.used() ?? used;
  }

  private async drop(used: number): Promise<void> {
    this.relief.log(`WarpLens holds ${megabytes(used)} of memory: it drops what it keeps of earlier answers.`);
    await this.relief.dropCaches();
    this.memory.collect();
  }

  /** One look, and the next step where memory is above its limit. */
  async look(): Promise<void> {
    const used = this.memory.used();
    if (used === undefined) return;
    if (used <= this.limit) this.mark = this.limit;
    if (used <= this.mark) {
      this.steps = 0;
      return;
    }
    this.steps++;
    const held = `WarpLens holds ${megabytes(used)} of memory`;
    if (this.steps === 1) await this.drop(used);
    else if (this.steps === 2) {
      this.relief.log(`${held} without its caches: it restarts clang.`);
      this.memory.restartWorkers();
    } else {
      this.relief.warn(`${held} after dropping caches and restarting clang. Close large files that you do not need.`);
      this.steps = 0;
      this.mark = used * GROWTH;
    }
  }
}

/** Looks at the memory of a process from time to time, until the function that it gives is called. */
export function watchMemory(guard: MemoryGuard): () => void {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void guard.look().finally(() => {
      isLooking = false;
    });
  }, INTERVAL);
  return () => clearInterval(timer);
}
