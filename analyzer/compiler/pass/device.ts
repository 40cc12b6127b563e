/** The device pass over one file. */
import type { Outline } from "../../syntax/model";
import { deviceCommand, type Level } from "../command/commands";
import type { Compiled, CompileError, LeftOut } from "../model";
import { switchedOff } from "../text/conditions";
import { instantiation, lostInstances, type Wanted, wantedInstances } from "./instantiate";
import { withLostCalls } from "./lostCalls";
import {
  type CompileRequest,
  compilePass,
  type Isolations,
  type PassRequest,
  type PassResult,
  undeclared,
} from "./pass";
import { hostBodies, unusedHeaders } from "./slice";

/** What a further compile of a file that hardly differs can start from. */
export interface DeviceCompiled extends Compiled {
  readonly isolations: Isolations;
  /** The lines that instantiate templates for want of a launch, by qualified kernel name. */
  readonly appended: ReadonlyMap<string, readonly string[]>;
  /** Kernels left out for names that nothing defines: qualified name → those names. */
  readonly switchedOff: ReadonlyMap<string, readonly string[]>;
}

/** A file to compile for the device. */
export interface DeviceRequest extends CompileRequest {
  /** `optimised` where absent. */
  readonly level?: Level;
  /** Template arguments of launches in other files of the workspace, by plain kernel name; asked for when needed. */
  readonly elsewhere?: () => Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * Compiles a file for the device. What does not compile is left out and named; the IR of the rest is what it would be
 * without it. Without an outline nothing can be isolated, and one error anywhere means no bitcode.
 */
export async function compileDevice({
  level = "optimised",
  elsewhere,
  ...file
}: DeviceRequest): Promise<DeviceCompiled> {
  const { source, outline, files, options } = file;
  const base: PassRequest = { ...file, command: deviceCommand(source.path, options, level) };
  const bodies = outline ? hostBodies(source.text, outline, files) : [];
  const unused = unusedHeaders(source.text, bodies, files);
  let request: PassRequest = { ...base, omitted: [...bodies, ...unused] };
  let plain = await compilePass({ ...request, giveUpAt: unused.length > 0 ? [undeclared] : [] });
  if (plain.retry) {
    // Something needs a header after all, or is broken in itself: with all headers there, only the latter is left.
    request = { ...base, omitted: bodies };
    plain = await compilePass(request);
  }
  if (!outline) return compiled(plain);
  plain = await withLostCalls(request, outline, plain);
  if (!plain.bitcode) return withUncompiledKernels(compiled(plain), request, outline);
  return withUncompiledKernels(await instantiated(request, outline, plain, elsewhere), request, outline);
}

/** Every kernel without code is named as left out, whatever became of it. */
function withUncompiledKernels(
  result: DeviceCompiled,
  { source, options }: PassRequest,
  outline: Outline,
): DeviceCompiled {
  const names = result.bitcode ? new TextDecoder("latin1").decode(result.bitcode) : "";
  const known = new Set(result.leftOut.map((one) => one.function));
  const silent = outline.functions.filter(({ isKernel, body, name, qualifiedName }) => {
    return isKernel && body && !known.has(qualifiedName) && !names.includes(name);
  });
  const first = result.errors[0]?.message ?? "clang gave no code for it";
  const off = new Map<string, readonly string[]>();
  const further = silent
    .filter((one, at) => silent.findIndex((other) => other.qualifiedName === one.qualifiedName) === at)
    .map((one): LeftOut => {
      const { qualifiedName } = one;
      const waits = result.bitcode && switchedOff(source.text, outline, one, options.defines);
      if (waits) off.set(qualifiedName, waits.names);
      if (waits) return { function: qualifiedName, reason: undefinedNames(waits.names), line: waits.line };
      return { function: qualifiedName, reason: `It could not be compiled with the rest of the file: ${first}` };
    });
  // A file that only launches kernels of a library defines none that could be named.
  if (!result.bitcode && result.leftOut.length + further.length === 0)
    further.push({ function: source.path.replace(/^.*\//, ""), reason: `It could not be compiled: ${first}` });
  return further.length > 0 ? { ...result, leftOut: [...result.leftOut, ...further], switchedOff: off } : result;
}

function undefinedNames(names: readonly string[]): string {
  const flags = names.map((name) => `-D${name}`).join(" ");
  const are = names.length > 1 ? "are" : "is";
  return `It is compiled only where ${names.join(" and ")} ${are} defined, which nothing does: give ${flags}, or the same among the configuration's defines`;
}

/** An instance that we made. */
interface Made {
  readonly kernel: string;
  readonly line: string;
  /** `ns::kernel<float, 32>`. */
  readonly instance: string;
  readonly assumed: string;
}

function compiled(
  { bitcode, leftOut, errors, isolations }: PassResult,
  further: readonly LeftOut[] = [],
  made: readonly Made[] = [],
): DeviceCompiled {
  return {
    bitcode,
    leftOut: [...leftOut, ...further],
    errors,
    isolations,
    switchedOff: new Map(),
    instantiated: new Map(made.map((one) => [one.instance, one.assumed])),
    appended: new Map(
      made.map(({ kernel }) => [kernel, made.filter((one) => one.kernel === kernel).map((one) => one.line)]),
    ),
  };
}

/** Why an attempt failed, and with which template arguments. */
interface Attempt {
  readonly arguments: string;
  readonly error: CompileError;
}

function withoutInstance({ kernel }: Wanted, first: Attempt | undefined): LeftOut {
  const why = first
    ? `with <${first.arguments}>: ${first.error.message}`
    : "its template parameters have no obvious arguments";
  const reason = `Nothing instantiates this template, and our own attempts failed, ${why}`;
  return { function: kernel.qualifiedName, reason };
}

/** Compiles again with instances of the template kernels that have none, trying candidates until each has one. */
async function instantiated(
  request: PassRequest,
  outline: Outline,
  plain: PassResult,
  elsewhere: DeviceRequest["elsewhere"],
): Promise<DeviceCompiled> {
  const out = new Set(plain.leftOut.map((one) => one.function));
  const { text } = request.source;
  let wanted = wantedInstances(text, outline, plain.bitcode!, new Map());
  if (wanted.length > 0 && elsewhere) wanted = wantedInstances(text, outline, plain.bitcode!, await elsewhere());
  const further: LeftOut[] = [];
  const cuts = plain.isolations.get(request.source.path)?.edits ?? [];
  const lost = lostInstances(text, outline, cuts);
  let trying = [...wanted, ...lost]
    .filter(({ kernel }) => !out.has(kernel.qualifiedName))
    .map((want) => ({ want, candidate: 0 }));
  const attempts = new Map<Wanted, Attempt>();
  for (;;) {
    const possible = trying.filter(({ want, candidate }) => candidate < want.candidates.length);
    for (const { want } of trying.filter((one) => !possible.includes(one) && wanted.includes(one.want))) {
      further.push(withoutInstance(want, attempts.get(want)));
    }
    if (possible.length === 0) return compiled(plain, further);
    const appended = possible.map(({ want, candidate }, index) =>
      instantiation(want, want.candidates[candidate]!, index),
    );
    const result = await compilePass({ ...request, appended }, plain.isolations);
    if (result.bitcode) {
      const made = possible.map(({ want, candidate }, index): Made => {
        const { arguments: values, assumed } = want.candidates[candidate]!;
        const kernel = want.kernel.qualifiedName;
        return { kernel, line: appended[index]!, instance: `${kernel}<${values}>`, assumed };
      });
      return compiled({ ...result, errors: plain.errors }, further, made);
    }
    if (result.failed.size === 0) {
      for (const { want, candidate } of possible.filter((one) => wanted.includes(one.want))) {
        const failed = result.errors[0] && { ...want.candidates[candidate]!, error: result.errors[0] };
        further.push(withoutInstance(want, failed));
      }
      return compiled(plain, further);
    }
    for (const [index, error] of result.failed) {
      const { want, candidate } = possible[index]!;
      if (!attempts.has(want)) attempts.set(want, { ...want.candidates[candidate]!, error });
    }
    trying = possible.map((one, index) => (result.failed.has(index) ? { ...one, candidate: one.candidate + 1 } : one));
  }
}
