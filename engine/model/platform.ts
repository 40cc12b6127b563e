/**
 * Everything the product needs from outside: files, clang, workers and time. One implementation for Node, one for the
 * browser; nothing below `engine` knows either.
 */
import type { Clang } from "../../analyzer/compiler/model";
import type { ProgramNews, SimulationJob, SimulationResult } from "./job";

/** Memory of the process. */
export interface ProcessMemory {
  /** Bytes of the process; undefined while a simulation runs, whose memory has a limit of its own. */
  used(): number | undefined;
  /** Collects what is dead, which the process would keep for later. */
  collect(): void;
  /** Ends the workers of clang and of simulations with all memory that they hold; one that compiles ends after that. */
  restartWorkers(): void;
}

/** What the engine needs from its host. */
export interface Platform {
  readonly clang: Clang;
  /** Bytes of the tree-sitter runtime and of its CUDA grammar. */
  grammar(): Promise<{ readonly runtime: Uint8Array; readonly cuda: Uint8Array }>;
  /**
   * Text of a file, or undefined where there is none. `path` is absolute, or a URI in the browser. One that exists and is
   * not read (no regular file, too large, of another machine) is undefined as well, and `refused` gets the reason.
   */
  readText(path: string, refused?: (reason: string) => void): Promise<string | undefined>;
  /** Names of the files and links directly in a folder; none where there is no such folder, or no folders at all. */
  fileNames(folder: string): Promise<readonly string[]>;
  /** The same as bytes, for data. */
  readBytes(path: string, refused?: (reason: string) => void): Promise<Uint8Array | undefined>;
  /**
   * Every file under a folder, by its path in it with forward slashes; undefined where there is no such folder, or no
   * folders at all. Throws UsageError where they are more than a run may hold.
   */
  readFolder(path: string): Promise<ReadonlyMap<string, Uint8Array> | undefined>;
  /** Runs a job in a worker of its own; an aborted one ends as `cancelled` at once. */
  simulate(job: SimulationJob, signal?: AbortSignal, onNews?: (news: ProgramNews) => void): Promise<SimulationResult>;
  /**
   * A text that is decided by `parts` alone, from an earlier process where it was computed there. Absent where nothing is
   * kept from process to process.
   */
  kept?(parts: readonly (string | Uint8Array)[], compute: () => Promise<string>): Promise<string>;
  /** What a process of its own knows of its memory; absent in a browser. */
  readonly memory?: ProcessMemory;
  /** Milliseconds from an arbitrary start. */
  now(): number;
  dispose(): void;
}
