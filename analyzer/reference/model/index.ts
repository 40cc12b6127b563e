/** What the reference says of one name of CUDA C++: the words of a hover, a completion and a signature. */
import type { Architecture } from "../../hardware/model";

/** One name: a function, a variable or a qualifier. Texts are Markdown, sentences with their full stops. */
export interface Entry {
  /** Declarations as the guide has them, one for each form that differs in its parameters; of a qualifier its use. */
  readonly signatures: readonly string[];
  readonly does: string;
  /** Which threads must call it, what its mask means, and which accesses it orders. */
  readonly order?: string;
  /** What it costs, on the chosen architecture where that decides. */
  readonly cost?: string | ((architecture: Architecture) => string);
  /** The first architecture or version that has it, or the last one. */
  readonly since?: string;
}

/** Entries by name. */
export type Entries = Readonly<Record<string, Entry>>;
