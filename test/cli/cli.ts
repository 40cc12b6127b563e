/** Runs the built command line as a process, as a user would. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function warplens(...words: string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli.mjs", ...words], { encoding: "utf8" });
  return { code: status, stdout, stderr };
}

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), "warplens-"));

/** Writes a text into a fresh folder and gives its path. */
export function file(text: string | Uint8Array, name = "kernel.cu"): string {
  const path = join(mkdtempSync(join(tmpdir(), "warplens-")), name);
  writeFileSync(path, text);
  return path;
}

const ajv = new Ajv2020({ allErrors: true });

/** Parses JSON output and throws unless it satisfies `docs/schemas/<name>.json`. */
export function validated<T>(name: "check" | "inspect" | "simulate", text: string): T {
  const value = JSON.parse(text) as T;
  const schema = JSON.parse(readFileSync(`docs/schemas/${name}.json`, "utf8"));
  const validate = ajv.getSchema(schema.$id) ?? ajv.compile(schema);
  if (!validate(value)) throw new Error(ajv.errorsText(validate.errors));
  return value;
}
