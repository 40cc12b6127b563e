/**
 * Kernels that wait for a name that nothing defines are compiled as if it were, in modules of their own: what a build would
 * define is not known for a file that is opened by itself. Where definitions are given, they are taken to be all.
 */
import type { DeviceCompiled } from "../pass/device";

/** Kernels, by qualified name, and the module to take them from. */
export interface AssumedPart {
  readonly bitcode: Uint8Array;
  readonly kernels: readonly string[];
}

/** A compile of a file with names defined that its conditions ask for and nothing defines. */
export interface AssumedCompile {
  /** The file as it was compiled, without those kernels among what is left out; `instantiated` says what was assumed. */
  readonly whole: DeviceCompiled;
  readonly parts: readonly AssumedPart[];
}

/** Different sets of names that are tried for a file. */
const MAX_SETS = 3;

/** Names of other makers' devices: code for those is not meant. */
const OTHER_DEVICES = /HIP|ROCM|AMD|SYCL|OPENCL|MUSA/;

/** @param compile compiles the file with these names defined besides */
export async function withAssumedNames(
  whole: DeviceCompiled,
  compile: (names: readonly string[]) => Promise<DeviceCompiled>,
): Promise<AssumedCompile> {
  const sets = new Map<string, readonly string[]>();
  for (const names of whole.switchedOff.values()) {
    if (!names.some((name) => OTHER_DEVICES.test(name))) sets.set(JSON.stringify(names), names);
  }
  const parts: AssumedPart[] = [];
  const instantiated = new Map(whole.instantiated);
  for (const [key, names] of [...sets].slice(0, MAX_SETS)) {
    const made = await compile(names);
    if (!made.bitcode) continue;
    const wanted = [...whole.switchedOff].filter(([, own]) => JSON.stringify(own) === key).map(([kernel]) => kernel);
    const kernels = wanted.filter((kernel) => made.leftOut.every((one) => one.function !== kernel));
    if (kernels.length === 0) continue;
    parts.push({ bitcode: made.bitcode, kernels });
    for (const kernel of kernels) {
      instantiated.set(kernel, `${names.join(" and ")} taken as defined, which nothing does`);
    }
  }
  const found = new Set(parts.flatMap((part) => part.kernels));
  const leftOut = whole.leftOut.filter((one) => !found.has(one.function));
  return { whole: parts.length > 0 ? { ...whole, leftOut, instantiated } : whole, parts };
}
