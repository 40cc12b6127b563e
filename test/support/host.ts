/** Compiles the host side of CUDA text with the real clang, straight in this process. */
import { defaultOptions, hostCommand } from "../../analyzer/compiler/commands";
import type { Module } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader";
import { compileBitcode } from "./device";

export async function hostModule(text: string, name = "test.cu", standard = "c++17"): Promise<Module> {
  return readModule(await compileBitcode(hostCommand(name, { ...defaultOptions, standard }), text, name));
}
