/**
 * Compiles CUDA text with the real clang, straight in this process, and reads the IR: what tests of the rooms above the
 * compiler start from.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import type { CompileOptions } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import type { Module } from "../../analyzer/ir/model";
import { abstractReading, concreteReading } from "../../analyzer/readings";
import { createSyntax, type Syntax } from "../../analyzer/syntax";
import { compileText, headersOnly, plainClang } from "./clang";

/** Bitcode that one clang command gives for a text; throws with clang's messages when it does not compile. */
export async function compileBitcode(args: readonly string[], text: string, name: string): Promise<Uint8Array> {
  const { exitCode, stdout, stderr } = await compileText(args, text, name);
  if (exitCode !== 0) throw new Error(`clang ended with ${exitCode}\n${stderr}`);
  return stdout;
}

/** Device bitcode of a text. */
export function deviceBitcode(
  text: string,
  name = "test.cu",
  options: Partial<CompileOptions> = {},
): Promise<Uint8Array> {
  return compileBitcode(deviceCommand(name, { ...defaultOptions, ...options }), text, name);
}

export async function deviceModule(text: string, name?: string, options?: Partial<CompileOptions>): Promise<Module> {
  return abstractReading(await deviceBitcode(text, name, options));
}

let syntax: Promise<Syntax> | undefined;

/** Device code of a whole program as the product compiles it: headers that only its host code needs are not read. */
export async function programDevice(text: string, name: string): Promise<Module> {
  syntax ??= createSyntax({
    runtime: readFileSync("node_modules/web-tree-sitter/web-tree-sitter.wasm"),
    cuda: readFileSync("node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm"),
  });
  const outline = (await syntax).outline(text);
  const extras = { cache: headersOnly() };
  const source = { path: name, text };
  const compiled = await compileDevice({
    clang: plainClang,
    source,
    outline,
    files: new Map(),
    options: defaultOptions,
    ...extras,
  });
  const [first] = compiled.errors;
  if (first || !compiled.bitcode) throw new Error(`${name}:${first?.line}: ${first?.message}`);
  return concreteReading(compiled.bitcode);
}

/** Text of a program recorded on hardware: `shared_banks`, `variety/loops`. */
export function recordedProgram(name: string): string {
  const path = name.includes("/") ? `${name}.cu` : `programs/${name}.cu`;
  return readFileSync(join(process.cwd(), "test/hardware", path), "utf8");
}
