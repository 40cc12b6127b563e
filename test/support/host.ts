/** Compiles the host side of CUDA text with the real clang, straight in this process. */
import { defaultOptions, hostCommand } from "../../analyzer/compiler/command/commands";
import { compileHost } from "../../analyzer/compiler/pass/host";
import type { Module } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import { headersOnly, plainClang } from "./clang";
import { compileBitcode } from "./device";

export async function hostModule(text: string, name = "test.cu", standard = "c++17"): Promise<Module> {
  return readModule(await compileBitcode(hostCommand(name, { ...defaultOptions, standard }), text, name));
}

/** The host side of a `.cu` or `.cpp` file as a program has it: arguments of calls are evaluated in g++'s order. */
export async function programModule(text: string, name: string, standard = "c++17"): Promise<Module> {
  const options = { ...defaultOptions, standard };
  const compiled = await compileHost({
    clang: plainClang,
    source: { path: name, text },
    files: new Map(),
    options,
    cache: headersOnly(),
    ...(!name.endsWith(".cu") && { language: "c++" }),
  });
  const [first] = compiled.errors;
  if (first || !compiled.bitcode) throw new Error(`${name}:${first?.line}: ${first?.message}`);
  return readModule(compiled.bitcode);
}
