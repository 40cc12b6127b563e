/** What to call an instruction that the simulator cannot run. */
import { demangle } from "../../analyzer/ir/demangle";
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import { calleeName } from "./calls";

/** What launches a kernel in device code: the compiler's two calls for `<<<…>>>`, which no source names. */
const DEVICE_LAUNCH = /^cuda(?:GetParameterBuffer|LaunchDevice)(?:V2)?$/;

/** Functions that are declared for one feature which is not simulated, by the name that the feature has. */
const FEATURES: ReadonlyMap<string, string> = new Map([
  ["cuda::make_pipeline", "a pipeline whose threads have roles (cuda::make_pipeline with producers and consumers)"],
]);

/** Generators of cuRAND that are declared and not simulated. */
const GENERATOR = /^curandState(?:Scrambled)?(?:Sobol\d\d|Mtgp32)(?=\*)/;

/** A function as its source names it; of cuRAND's, whose names serve all generators, with the one that is meant. */
export function nameOfFunction(symbol: string): string {
  const { qualifiedName, parameters } = demangle(symbol);
  const generator = parameters.map((one) => GENERATOR.exec(one)?.[0]).find((one) => one !== undefined);
  return generator === undefined ? qualifiedName : `${qualifiedName} of ${generator}`;
}

/** A call by what it names; assembly by its text. */
export function describeCall(instruction: InstructionOf<"call">): string {
  const { callee } = instruction;
  if (callee.kind === "asm") return `the inline assembly "${callee.code}"`;
  const name = calleeName(instruction);
  if (name === undefined) return "a call of an unknown function";
  if (DEVICE_LAUNCH.test(name)) return "a launch in device code (dynamic parallelism)";
  const where = /^cu(?:da)?[A-Z]/.test(name) ? " in device code (dynamic parallelism)" : "";
  const named = nameOfFunction(name);
  return FEATURES.get(named) ?? `a call of ${named}${where}`;
}

/** Any other instruction. */
export function describe(instruction: Instruction): string {
  if (instruction.op === "binary") return `the instruction ${instruction.binary} on this type`;
  if (instruction.op === "cast") return `the conversion ${instruction.cast} between these types`;
  return `the instruction ${instruction.op} on this type`;
}
