/** Runs the built command line as a process, as a user would. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const cli = join(process.cwd(), "dist/cli.mjs");

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input has. */
  readonly input?: string | Uint8Array;
}

/** Runs the command elsewhere, with more in its environment, or with something to read. */
export function run({ cwd, env = {}, input }: RunOptions, ...words: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], {
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
    ...(cwd === undefined ? {} : { cwd }),
    ...(input === undefined ? {} : { input }),
  });
  return { code: status, stdout, stderr };
}

export const warplens = (...words: readonly string[]): Run => run({}, ...words);

/** A fresh folder with files in it, by their paths. */
export function project(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "warplens-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export const emptyFolder = (): string => project({});

/** A kernel with one uncoalesced load, of severity warning. */
export const strided = (name = "strided"): string => `__global__ void ${name}(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * 32];
}
`;

/** A kernel without a finding. */
export const clean = `__global__ void copy(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];
}
`;

/** Writes a text into a fresh folder and gives its path. */
export const file = (text: string | Uint8Array, name = "kernel.cu"): string => join(project({ [name]: text }), name);

const ajv = new Ajv2020({ allErrors: true });

function schemaOf(name: string) {
  const schema = JSON.parse(readFileSync(`docs/schemas/${name}.json`, "utf8"));
  return ajv.getSchema(schema.$id) ?? ajv.compile(schema);
}

/** Parses JSON output and throws unless it satisfies `docs/schemas/<name>.json`. */
export function validated<T>(name: "check" | "inspect" | "simulate" | "simulations", text: string): T {
  const value = JSON.parse(text) as T;
  // The runs of all kernels are runs of one each, and refer to their schema.
  if (name === "simulations") schemaOf("simulate");
  const validate = schemaOf(name);
  if (!validate(value)) throw new Error(ajv.errorsText(validate.errors));
  return value;
}
