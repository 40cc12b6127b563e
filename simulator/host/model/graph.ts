/** CUDA graphs as the runtime keeps them: nodes, what each does, and recordings of streams. */
import type { Location } from "../../../analyzer/ir/model";
import type { AccessWindow } from "../../memory/l2";
import type { Engine } from "../timeline/model";
import type { MemoryRange } from "./addresses";
import type { Footprint } from "./footprint";

/** Kinds of nodes with their `cudaGraphNodeType`. */
export const nodeTypes = {
  kernel: 0,
  memcpy: 1,
  memset: 2,
  host: 3,
  graph: 4,
  empty: 5,
  waitEvent: 6,
  eventRecord: 7,
  memAlloc: 10,
  memFree: 11,
  conditional: 13,
} as const;

/** What kind of work a node does, by the runtime's names. */
export type NodeKind = keyof typeof nodeTypes;

/** What a node does, as far as its kind needs it. */
export interface NodeWork {
  /** What runs; absent for nodes that only order others. */
  readonly request?: Request;
  /** Where the node is added or captured. */
  readonly place?: Location | undefined;
  /** Ordinal of the device of the stream that it is captured from. */
  readonly device?: number;
  /** The structure that the program described the work with, to be read back. */
  readonly parameters?: Uint8Array;
  /** Handle of the event of an event node. */
  readonly event?: bigint;
  readonly child?: GraphState;
  /** Of a conditional node: the handle of its value, `cudaGraphConditionalNodeType`, and what may run. */
  readonly condition?: { readonly handle: bigint; readonly type: number; readonly bodies: readonly GraphState[] };
}

/** A node of a graph. */
export interface GraphNode {
  readonly kind: NodeKind;
  /** Handle that the program knows it by. */
  readonly handle: bigint;
  /** Handle of the node that it was cloned from. */
  readonly origin?: bigint;
  work: NodeWork;
  /** A disabled node of an executable graph does nothing but order others. */
  isEnabled: boolean;
  /** Handles of nodes that must be done before. */
  readonly after: Set<bigint>;
  /** Attributes that were set, by number. */
  readonly attributes: Map<number, Uint8Array>;
}

/** A graph, as it was built or captured. */
export interface GraphState {
  readonly nodes: Map<bigint, GraphNode>;
  /** User objects that it keeps alive, with the number of its references. */
  holds?: Map<bigint, number>;
  /** `cudaGraphInstantiateFlags` of an executable one. */
  flags?: bigint;
}

/** A stream's recording, shared by all streams that were drawn into it. */
export interface Capture {
  readonly graph: GraphState;
  /** `cudaStreamCaptureMode`. */
  readonly mode: number;
  readonly id: bigint;
  /** The graph's handle, once the program has asked for it. */
  handle?: bigint;
  /** Of a graph that was there before and is recorded into, the nodes that it had. */
  readonly before?: ReadonlySet<bigint>;
  /** A call that may not be made while capturing has spoiled it. */
  isInvalid: boolean;
}

/** How long something took, in modelled nanoseconds, or the error that kept it from running. */
export interface Done {
  readonly code: number;
  readonly nanoseconds: bigint;
  /** Part of the device that a kernel fills. */
  readonly share?: number;
  /** The bytes that it touched, where they are known. */
  readonly footprint?: Footprint | undefined;
  /** It may have signalled other threads of the host that it has run: they issue work in streams that nothing else orders after it. */
  readonly isSignalled?: boolean;
}

/** Work as a call asks for it, before it is issued to a stream or kept as a node of a graph. */
export interface Request {
  readonly kind: NodeKind;
  readonly label: string;
  readonly engine: Engine;
  readonly bytes: number;
  readonly writes: readonly MemoryRange[];
  /** Ordinals of the devices whose memory a copy reads and writes. */
  readonly devices?: readonly number[];
  /**
   * An address of the pageable buffer into which it copies. The launch of a graph returns when such a copy is done, while
   * one from pageable memory holds nothing up (measured on an H100, CUDA 13.0, in November 2026).
   */
  readonly intoPageable?: bigint;
  /** Does it; `window` says how a kernel's lines are kept in L2, where the stream or the node has one. */
  readonly run: (window?: AccessWindow) => Done;
}
