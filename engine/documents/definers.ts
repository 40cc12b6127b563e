/** Source files that a program lacks: what it calls and does not define, and the files beside it that do. */
import { demangle } from "../../analyzer/ir/demangle";
import type { Module } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import { UNDEFINED, UNLINKED } from "../../simulator/host/undefined";
import type { ProgramJob } from "../model/job";
import { folderOf } from "../sources/paths";
import { definersOf } from "./callers";
import type { ProgramTools } from "./compileTools";
import type { SourceText } from "./sourceLocation";

/** Plain names of functions that some files call and none defines; none without a `main`, from which they are called. */
export function missingFunctions(modules: readonly Module[]): readonly string[] {
  const functions = modules.flatMap((one) => one.functions);
  const defined = new Set(functions.filter((one) => one.blocks.length > 0).map((one) => one.name));
  if (!defined.has("main")) return [];
  const missing = functions.map((one) => one.name).filter((name) => !defined.has(name) && !name.startsWith("llvm."));
  const plain = missing.map((name) => demangle(name).qualifiedName.replace(/^.*::/, ""));
  // A kernel that is launched and not defined is missing as the stub that launches it.
  return [...new Set(plain.map((name) => name.replace(/^__device_stub__/, "")))];
}

/** What a program lacks that does not link, for people and for tools. */
interface MissingSources {
  readonly message: string;
  /** Paths of the files that define it, from the folder of the document where they lie in there. */
  readonly missing_sources?: readonly string[];
}

/** The path of a file as one names it beside another: from its folder where it lies in there or one above. */
function pathFrom(folder: string, path: string): string {
  const [from, to] = [folder.split("/"), path.split("/")];
  const differs = to.findIndex((part, i) => part !== from[i]);
  const up = from.length - differs;
  return differs > 1 && up <= 2 ? [...Array<string>(up).fill(".."), ...to.slice(differs)].join("/") : path;
}

/** The sentence for a program that does not link, with the files of its project that define what is missing. */
export async function withDefiners(
  message: string,
  text: SourceText,
  units: ProgramJob["units"],
  tools: Pick<ProgramTools, "neighbours" | "syntax">,
): Promise<MissingSources> {
  if (!message.startsWith(UNLINKED)) return { message };
  const missing = missingFunctions(units.map((one) => readModule(one.host)));
  const known = new Set([text, ...(text.others ?? [])].map((one) => one.document.path));
  const definers = await definersOf(missing, text.document, known, tools);
  if (definers.length === 0) return { message };
  const folder = folderOf(text.document.path);
  const names = definers.map((one) => pathFrom(folder, one.document.path));
  const [verb, them] = names.length > 1 ? ["define", "them"] : ["defines", "it"];
  const what = `no file that is named defines it; ${names.join(", ")} beside them ${verb} what is missing: name ${them}, too.`;
  return { message: message.replace(UNDEFINED, what), missing_sources: names };
}
