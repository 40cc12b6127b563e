/**
 * Asynchronous copies (`cp.async`, `cp.async.bulk`) that have not been waited for. Until then no thread may touch the shared memory
 * that they write, nor write where they read, the one that issued them included. Reference: PTX ISA, "Data Movement and Conversion
 * Instructions: Asynchronous copy", "cp.async.bulk.wait_group".
 */
import type { Instruction } from "../../analyzer/ir/model";
import { calleeName } from "../plan/calls";
import type { Page } from "./shadow";
import type { Traits } from "./traits";

/** Shared memory of a block: the last accesses to it, by word, and which bytes of each word have been written. */
export interface SharedMemory {
  readonly shared: Page;
  readonly written: Uint8Array;
  /** By word: the asynchronous copy to it that has not been waited for, and the last one that reads it. */
  readonly targets: Map<number, Copy>;
  readonly sources: Map<number, Copy>;
}

/** One lane's copy in flight. */
export interface Copy {
  readonly traits: Traits;
  /** The thread of the block that issued it. */
  readonly thread: number;
  readonly memory: SharedMemory;
  readonly byte: number;
  readonly width: number;
  /** The number of the thread's group that it belongs to. */
  readonly group: number;
  /** Location of the barrier object that tracks it. */
  object: number | undefined;
}

/** Whether copies are kept by what they write or by what they read. */
export type Side = "targets" | "sources";

/** The copies of one block that are in flight. Bulk copies in groups read shared memory; all others write it. */
export class Copies {
  /** By thread, in the order of their issue. */
  private readonly issued = new Map<number, Copy[]>();
  /** By thread: groups that it has committed. */
  private readonly groups = new Map<number, number>();
  private readonly tracked = new Map<number, Copy[]>();

  constructor(private readonly side: Side) {}

  /** Are there any? */
  get any(): boolean {
    return this.issued.size > 0;
  }

  /** A thread issues a copy of some bytes, which are whole words; `object`: location of a barrier object that tracks it already. */
  issue(traits: Traits, thread: number, memory: SharedMemory, byte: number, width: number, object?: number): void {
    const copy = { traits, thread, memory, byte, width, group: this.groups.get(thread) ?? 0, object };
    if (object !== undefined) this.tracked.set(object, [...(this.tracked.get(object) ?? []), copy]);
    const own = this.issued.get(thread) ?? [];
    own.push(copy);
    this.issued.set(thread, own);
    for (let at = byte; at < byte + width; at += 4) memory[this.side].set(at >>> 2, copy);
  }

  /** A thread commits its copies to a group, or waits for groups. @returns the copies that it has waited for. */
  group(instruction: Instruction, thread: number): readonly Copy[] {
    const committed = this.groups.get(thread) ?? 0;
    const name = calleeName(instruction) ?? "";
    if (name.endsWith("commit.group")) {
      this.groups.set(thread, committed + 1);
      return [];
    }
    // A group is waited for with all that were committed before it; `wait_all` means copies of no group, too.
    const last = name.endsWith("wait.all") ? committed : committed - 1 - priorOf(instruction);
    const own = this.issued.get(thread);
    if (!own) return [];
    // Bulk copies to shared memory are in no group.
    const isOver = ({ group, traits }: Copy) => group <= last && (this.side === "sources" || !traits.isBulk);
    const over = own.filter(isOver);
    this.keep(
      thread,
      own.filter((copy) => !isOver(copy)),
    );
    for (const copy of over) this.forget(copy);
    return over;
  }

  /** A barrier object tracks the copies of a thread from now on. @returns those copies. */
  track(thread: number, object: number): readonly Copy[] {
    const own = (this.issued.get(thread) ?? []).filter((copy) => copy.object === undefined);
    const tracked = this.tracked.get(object) ?? [];
    for (const copy of own) {
      copy.object = object;
      tracked.push(copy);
    }
    this.tracked.set(object, tracked);
    return own;
  }

  /** A thread waits at a barrier object: what it tracks is over. */
  awaited(object: number): void {
    const tracked = this.tracked.get(object);
    if (!tracked) return;
    this.tracked.delete(object);
    for (const copy of tracked) {
      this.forget(copy);
      this.keep(
        copy.thread,
        (this.issued.get(copy.thread) ?? []).filter((one) => one !== copy),
      );
    }
  }

  private keep(thread: number, copies: Copy[]): void {
    if (copies.length === 0) this.issued.delete(thread);
    else this.issued.set(thread, copies);
  }

  private forget(copy: Copy): void {
    const { byte, width } = copy;
    const words = copy.memory[this.side];
    for (let at = byte; at < byte + width; at += 4) if (words.get(at >>> 2) === copy) words.delete(at >>> 2);
  }
}

/** Groups that a wait leaves in flight. */
function priorOf(instruction: Instruction): number {
  const [prior] = instruction.op === "call" ? instruction.arguments : [];
  return prior?.kind === "int" ? Number(prior.value) : 0;
}
