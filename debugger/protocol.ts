/** What of the Debug Adapter Protocol is spoken here; the names are the protocol's. */

/** A request of the editor. */
export interface Request {
  readonly seq: number;
  readonly type: "request";
  readonly command: string;
  readonly arguments?: unknown;
}

/** An answer to a request. */
export interface Response {
  readonly seq: number;
  readonly type: "response";
  readonly request_seq: number;
  readonly command: string;
  readonly success: boolean;
  /** Why it failed, as a sentence. */
  readonly message?: string;
  readonly body?: object;
}

/** Something that happened. */
export interface Event {
  readonly seq: number;
  readonly type: "event";
  readonly event: string;
  readonly body?: object;
}

/** A row of a tree of values; what has a `variablesReference` can be unfolded. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  readonly variablesReference: number;
  readonly indexedVariables?: number;
  readonly evaluateName?: string;
}

/** A file, by a path or a URI. */
export interface Source {
  readonly name?: string;
  readonly path?: string;
}

/** A breakpoint that the editor wants. */
export interface SourceBreakpoint {
  readonly line: number;
  /** An expression: the breakpoint stops where it holds in some lane. */
  readonly condition?: string;
}

/** What the adapter says that it can. */
export const capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsStepBack: true,
  supportsConditionalBreakpoints: true,
  supportsEvaluateForHovers: true,
  supportsBreakpointLocationsRequest: true,
  supportsTerminateRequest: true,
  supportsDelayedStackTraceLoading: false,
} as const;
