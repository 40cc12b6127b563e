/** The words of the tools for assistants: what a tool is, and what it is given to work with. */
import type { z } from "zod";
import type { Document, Engine } from "../engine/model";

/** Where a tool works: an engine, and the sources of whoever runs it. */
export interface Workplace {
  readonly engine: Engine;
  /** The source file at a path, relative to the project's folder or absolute. Throws UsageError where it cannot be read. */
  read(path: string): Promise<Document>;
  /** Code that is in no file, as if it stood in the project's folder: so its includes are found. */
  draft(code: string): Document;
}

/** One tool: what it is for, what it takes, and how it runs. */
export interface Tool {
  /** As the protocols name it: `check`. */
  readonly name: string;
  /** For people: `Check CUDA code`. */
  readonly title: string;
  /** For the model: what it does, when to use it, what it gives back. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** Gives what becomes JSON. `input` is not validated yet. Throws UsageError in a sentence that says what to do. */
  run(input: unknown, workplace: Workplace, signal?: AbortSignal): Promise<object>;
}
