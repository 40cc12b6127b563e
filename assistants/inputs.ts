/** What the tools take, as schemas: they validate every call, and describe the tools to whoever calls them. */
import { z } from "zod";
import type { Dim3 } from "../analyzer/hardware/model";
import { parseArgument } from "../engine/arguments/spec";
import type { Document, SimulateRequest } from "../engine/model";
import { UsageError } from "../engine/model/errors";
import type { Tool, Workplace } from "./model";

/** Characters of code that a call may hold: as long as the files that `warplens check` reads. */
const LONGEST_CODE = 4 << 20;

const size = z.number().int().min(1);

/** Where the code of a call is. */
export const sourceInput = {
  path: z.string().min(1).optional().describe("CUDA source file, from the project's folder or absolute."),
  code: z
    .string()
    .max(LONGEST_CODE)
    .optional()
    .describe("The text of a CUDA source file instead of a path. Includes are looked up in the project's folder."),
};

/** Code by its path or by its text. */
export interface SourceInput {
  readonly path?: string | undefined;
  readonly code?: string | undefined;
}

const dimensions = (of: string) => z.array(size).min(1).max(3).optional().describe(of);

/** How a kernel is launched, and where. */
export const launchInput = {
  kernel: z
    .string()
    .min(1)
    .optional()
    .describe("The kernel: its name, or name<arguments> of a template. May be left out where the file has one kernel."),
  grid: dimensions("Blocks in x, y and z; from the launch in the file where left out."),
  block: dimensions("Threads of a block in x, y and z; from the launch in the file where left out."),
  shared: z.number().int().min(0).optional().describe("Bytes of dynamic shared memory of a block."),
  arguments: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "Kernel arguments by parameter name, where the file's launch does not say them: a number, zeros:N, iota:N, random:N[:SEED] or const:N:V; N counts elements.",
    ),
  device: z
    .string()
    .regex(/^sm_\d+[a-z]?$/)
    .optional()
    .describe("Architecture to simulate, such as sm_80 or sm_90; the project's where left out."),
};

/** A launch as a call gives it. */
export interface LaunchInput {
  readonly kernel?: string | undefined;
  readonly grid?: readonly number[] | undefined;
  readonly block?: readonly number[] | undefined;
  readonly shared?: number | undefined;
  readonly arguments?: Readonly<Record<string, string>> | undefined;
  readonly device?: string | undefined;
}

/** The input of a call, when it is as the schema says; throws UsageError with what is wrong, key by key. */
export function validated<T>(tool: Pick<Tool, "name">, schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  throw new UsageError(`${tool.name}: ${wrong.join("; ")}.`);
}

/** The code that a call means. Throws UsageError unless it names a path or holds a text, and not both. */
export async function sourceOf({ path, code }: SourceInput, { read, draft }: Workplace): Promise<Document> {
  if ((path === undefined) === (code === undefined))
    throw new UsageError("Give either path, a source file, or code, its text.");
  return path === undefined ? draft(code!) : read(path);
}

const dim3 = ([x = 1, y = 1, z = 1]: readonly number[]): Dim3 => [x, y, z];

/** The kernel that a call means: by name, else the only one of the file. Throws UsageError that names those there are. */
async function kernelOf(document: Document, name: string | undefined, { engine }: Workplace): Promise<string> {
  if (name !== undefined) return name;
  const names = [...new Set((await engine.kernels(document)).map((one) => one.name))];
  if (names.length === 1) return names[0]!;
  throw new UsageError(
    names.length === 0 ? "The code has no kernel." : `Name the kernel: the code has ${names.join(", ")}.`,
  );
}

/** The run that a call asks for. Throws UsageError. */
export async function requestOf(
  document: Document,
  { kernel, grid, block, shared, arguments: given = {}, device }: LaunchInput,
  workplace: Workplace,
): Promise<SimulateRequest> {
  return {
    kernel: await kernelOf(document, kernel, workplace),
    takesAny: true,
    arguments: new Map(Object.entries(given).map(([name, spec]) => parseArgument(`${name}=${spec}`))),
    ...(grid && { grid: dim3(grid) }),
    ...(block && { block: dim3(block) }),
    ...(shared !== undefined && { shared }),
    ...(device !== undefined && { device }),
  };
}
