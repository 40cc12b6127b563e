/** What compiles leave for later ones. A value that the caller owns: two engines share nothing. */

import type { FileState } from "./incremental";
import type { Learned } from "./learned";

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
  /** Precompiled headers by command and content; `undefined` inside for headers that do not compile together. */
  readonly preambles: Recent<Promise<Uint8Array | undefined>>;
  /** Bitcode by everything that clang would see. */
  readonly outputs: Recent<Uint8Array>;
  /** What runs of clang taught about a file, by its path. */
  readonly learned: Recent<Learned>;
  /** The kernels of open files, by path. */
  readonly files: Recent<FileState>;
}

/** A preamble is 1.3 MB, with C++ headers up to 15; the outputs of a file are tens of kilobytes. */
export function createCompileCache(): CompileCache {
  return { preambles: recent(6), outputs: recent(64), learned: recent(64), files: recent(32) };
}
