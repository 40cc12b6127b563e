/** What passes leave for later ones. A value that the caller owns: two engines share nothing. */
import type { Diagnostic } from "../isolation/diagnostics";
import type { FileTree, SourceFiles } from "../model";
import type { PassFeedback } from "./feedback";

/** A map that forgets what was used longest ago. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

/** What entries weigh together at most. The newest is kept whatever it weighs. */
export interface WeightLimit<T> {
  readonly most: number;
  weigh(key: string, value: T): number;
}

/** Such a map of at most `capacity` entries. */
export function recent<T>(capacity: number, limit?: WeightLimit<T>): Recent<T> {
  const entries = new Map<string, T>();
  let weight = 0;
  const forget = (key: string): void => {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    if (limit) weight -= limit.weigh(key, value);
  };
  const isFull = () => entries.size > capacity || (limit !== undefined && weight > limit.most && entries.size > 1);
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      forget(key);
      entries.set(key, value);
      if (limit) weight += limit.weigh(key, value);
      while (isFull()) forget(entries.keys().next().value!);
    },
    delete: forget,
    clear() {
      entries.clear();
      weight = 0;
    },
    get size() {
      return entries.size;
    },
  };
}

/** Headers that were parsed together, the last of them on top of what was precompiled before. */
export interface Preamble {
  /** How many others it stands on; each has a file of its own. */
  readonly depth: number;
  /** The texts and the precompiled headers, its own and those that it stands on; undefined where they do not compile together. */
  readonly files: Promise<FileTree | undefined>;
}

/** What a file with heavy headers begins with, precompiled in steps, and the files that it is of. */
export interface Precompiled {
  /** The text of each step. */
  readonly steps: readonly string[];
  readonly files: SourceFiles;
  readonly made: Promise<PrecompiledSteps>;
}

/** The steps that compile, those before them included, and the errors of the step after them. */
export interface PrecompiledSteps {
  readonly count: number;
  readonly tree: FileTree;
  readonly errors: readonly Diagnostic[];
  /** What clang said where it ended without an error: it took too long, or too much memory. */
  readonly failure?: string;
}

/** What single passes read and write. */
export interface PassCache {
  /** Precompiled headers by command line and names. */
  readonly preambles: Recent<Preamble>;
  /** What files with heavy headers begin with, precompiled, by command line and path. */
  readonly heavy: Recent<Precompiled>;
  /** Bitcode by everything that clang would see. */
  readonly outputs: Recent<Uint8Array>;
  /** What runs of clang taught about a file, by its path. */
  readonly feedback: Recent<PassFeedback>;
}

/** Bytes of memory for each byte of bitcode: what is read from it is kept as long as it is. */
const MODULE_BYTES = 256;

/** Bytes of memory that outputs and what was read from them may take: 64 outputs of 16 KB each. */
export const KEPT_BYTES = 256 << 20;

/** Bytes of memory that keeping bitcode takes. */
export const bytesOfModule = (bitcode: Uint8Array): number => MODULE_BYTES * bitcode.byteLength;

/** A preamble is 1.6 MB, and what C++ headers add to it up to 9. `outputs` is how many outputs are kept. */
export function createPassCache(outputs: number): PassCache {
  const weigh = (key: string, bitcode: Uint8Array) => key.length + bytesOfModule(bitcode);
  // What CUTLASS adds is up to 60 MB: that of one file for both passes, and of the file before it.
  return {
    preambles: recent(12),
    heavy: recent(4),
    outputs: recent(outputs, { most: KEPT_BYTES, weigh }),
    feedback: recent(64),
  };
}
