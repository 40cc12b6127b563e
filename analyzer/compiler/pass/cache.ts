/** What compiles leave for later ones. A value that the caller owns: two engines share nothing. */

import type { FileState } from "../incremental/incremental";
import type { Learned } from "./learned";
import type { Preamble } from "./preamble";

/** A map that forgets what was used longest ago. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  readonly size: number;
}

export function recent<T>(capacity: number): Recent<T> {
  const entries = new Map<string, T>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > capacity) entries.delete(entries.keys().next().value!);
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}

export interface CompileCache {
  /** Precompiled headers by command line and names. */
  readonly preambles: Recent<Preamble>;
  /** Bitcode by everything that clang would see. */
  readonly outputs: Recent<Uint8Array>;
  /** What runs of clang taught about a file, by its path. */
  readonly learned: Recent<Learned>;
  /** The kernels of open files, by path. */
  readonly files: Recent<FileState>;
}

/** A preamble is 1.6 MB, and what C++ headers add to it up to 9; the outputs of a file are tens of kilobytes. */
export function createCompileCache(): CompileCache {
  return { preambles: recent(12), outputs: recent(64), learned: recent(64), files: recent(32) };
}
