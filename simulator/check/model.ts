/** The words of checked runs: who did what, and what is wrong with it. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Location } from "../../analyzer/ir/model";
import type { MemoryAccess, Space } from "../../analyzer/lower/model";

/** One lane's part of a request, as far as later ones are held against it. */
export interface Touch {
  readonly access: MemoryAccess;
  readonly writes: boolean;
  readonly thread: Dim3;
  readonly warp: number;
  readonly lane: number;
  /** Lanes that ran the request together. */
  readonly mask: number;
  /** Barriers of the block that the thread had come to. */
  readonly epoch: number;
  /** Grows with every request and synchronisation of the block. */
  readonly time: number;
}

/** One side of a finding. */
export interface FindingSide {
  readonly location: Location | undefined;
  readonly thread: Dim3;
}

/** What a checked run found, each pair of places once. */
export interface CheckFinding extends FindingSide {
  readonly rule: "data-race" | "uninitialised-read" | "out-of-bounds";
  readonly message: string;
  readonly block: Dim3;
  readonly other?: FindingSide & { readonly message: string };
  /** How often it was seen; the places are those of the first time. */
  readonly times: number;
}

/** Spaces that threads of a block share. */
export type SharedSpace = Extract<Space, "global" | "shared">;
