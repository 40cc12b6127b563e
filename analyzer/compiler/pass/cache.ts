/** What passes leave for later ones. A value that the caller owns: two engines share nothing. */
import type { FileTree } from "../model";
import type { PassFeedback } from "./feedback";

/** A map that forgets what was used longest ago. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
  readonly size: number;
}

/** Such a map of at most `capacity` entries. */
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

/** Headers that were parsed together, the last of them on top of what was precompiled before. */
export interface Preamble {
  /** How many others it stands on; each has a file of its own. */
  readonly depth: number;
  /** The texts and the precompiled headers, its own and those that it stands on; undefined where they do not compile together. */
  readonly files: Promise<FileTree | undefined>;
}

/** What single passes read and write. */
export interface PassCache {
  /** Precompiled headers by command line and names. */
  readonly preambles: Recent<Preamble>;
  /** Bitcode by everything that clang would see. */
  readonly outputs: Recent<Uint8Array>;
  /** What runs of clang taught about a file, by its path. */
  readonly feedback: Recent<PassFeedback>;
}

/** A preamble is 1.6 MB, and what C++ headers add to it up to 9; the outputs of a file are tens of kilobytes. */
export function createPassCache(): PassCache {
  return { preambles: recent(12), outputs: recent(64), feedback: recent(64) };
}
