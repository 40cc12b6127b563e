/** What is known of one allocation of a program: memory of either side, or an object of the runtime's. */
import type { Location } from "../../../analyzer/ir/model";

/** What was allocated: memory of either side, or an object of the runtime's. */
export type AllocationKind =
  | "heap"
  | "device"
  | "pinned"
  | "registered"
  | "managed"
  | "array"
  | "stream"
  | "event"
  | "texture"
  | "surface"
  | "graph";

/** Rows of pitched memory: bytes of one, bytes from the start of one to that of the next, and how many there are. */
export interface PitchedRows {
  readonly width: number;
  readonly pitch: number;
  readonly count: number;
}

/** One allocation of the program, from the call that made it to the one that freed it. */
export interface AllocationRecord {
  readonly kind: AllocationKind;
  /** The call that made it. */
  readonly call: string;
  /** Address or handle. */
  readonly address: bigint;
  readonly bytes: number;
  readonly place: Location | undefined;
  /** Ordinal of the device that was current: the one that device memory lies on. */
  readonly device?: number;
  /** Of pitched memory. */
  readonly rows?: PitchedRows;
  /** Records before it, in the log that keeps it. */
  readonly serial?: number;
  freed?: { readonly place: Location | undefined };
  /** It was freed, and another one has its address. */
  isReplaced?: true;
}
