/** What a run of a whole program adds to its launches. */

/** A line of host code; null where it is not known. `path` as of a place. */
export interface HostPlaceJson {
  readonly line: number | null;
  readonly path?: string;
}

/** Sectors that loads and atomic operations asked the modelled L2 for, those that it had, and those that stores wrote. */
export interface L2CountsJson {
  readonly reads: number;
  readonly hits: number;
  readonly writes: number;
}

/** What a whole program adds to its launches. */
export interface ProgramJson {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when the program did not end by itself. */
  readonly exit_code: number | null;
  /** What the host side did wrong, each once, with both places. */
  readonly findings: readonly (HostPlaceJson & {
    readonly rule: string;
    /** An error makes results wrong, a warning costs time, information does neither. */
    readonly severity: "error" | "warning" | "information";
    readonly message: string;
    readonly other: (HostPlaceJson & { readonly message: string }) | null;
  })[];
  /**
   * What was allocated, by call, in the order in which each was made first: how often, the bytes of all together, and the line
   * that freed them.
   */
  readonly allocations: readonly (HostPlaceJson & {
    readonly kind: string;
    readonly call: string;
    readonly bytes: number;
    readonly times: number;
    readonly freed: number | null;
  })[];
  /** Managed memory by allocation: class C, in pages of 64 KiB. */
  readonly managed: readonly (HostPlaceJson & {
    readonly bytes: number;
    /** Touches that found the page elsewhere, and pages that moved: because of them, and ahead of them by a prefetch. */
    readonly hostFaults: number;
    readonly deviceFaults: number;
    readonly toHost: number;
    readonly toDevice: number;
    readonly prefetched: number;
    /** Pages that went back to the host because the device's memory was full. */
    readonly evicted: number;
    /** Where each page lies at the end: `H` host, `D` device, `B` both, `-` never touched. */
    readonly pages: string;
    /** Launches that faulted or pushed pages out, by their place in `launches`; `resident`: pages on the device at its end. */
    readonly launches: readonly {
      readonly launch: number;
      readonly faults: number;
      readonly migrations: number;
      readonly evictions: number;
      readonly resident: number;
    }[];
  })[];
  /** The modelled L2 by launch, from the first access-policy window on: sectors, class C. Absent without a window. */
  readonly l2?: readonly (HostPlaceJson &
    L2CountsJson & {
      /** By its place in `launches`. */
      readonly launch: number;
      /** Bytes set aside for persisting lines, and bytes of persisting lines at the launch's end. */
      readonly setAside: number;
      readonly persisting: number;
      /** The window that the launch ran with, and what lay in it; `hit` and `miss` as `cudaAccessProperty`. */
      readonly window:
        | (L2CountsJson & {
            readonly bytes: number;
            readonly hitRatio: number;
            readonly hit: number;
            readonly miss: number;
          })
        | null;
    })[];
  /** Work on the engines of the model, in modelled nanoseconds since the program began: class C. */
  readonly timeline: readonly (HostPlaceJson & {
    readonly engine: string;
    /** Ordinal of the device. */
    readonly device: number;
    readonly stream: number;
    readonly label: string;
    readonly start: number;
    readonly end: number;
    readonly bytes: number;
  })[];
  /** Kernels that a limit kept from being launched, in the order of the text. Absent where there is none. */
  readonly unreached?: readonly (HostPlaceJson & { readonly kernel: string })[];
  /** Files that the program wrote, in memory, by path: bytes at its end. */
  readonly written: readonly { readonly path: string; readonly bytes: number }[];
}
