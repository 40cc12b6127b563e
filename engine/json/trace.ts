/** The steps of one warp as the documented JSON: addresses, branch outcomes and values by lane, and the variables that they belong to. */
import { demangle } from "../../analyzer/ir/demangle";
import { innermostFrame } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import { halfToFloat } from "../../simulator/mathematics/arithmetic";
import { placeOf, type SourceText, textOf } from "../documents/sourceLocation";
import type { TraceJson, TraceStepJson, TraceVariableJson } from "../formats/trace";
import type { ObservedResult, VariableResult } from "../model/job";
import { virtualPath } from "../sources/paths";
import { scopeEnd } from "./scopeEnd";

const LANES = 32;

/** One value by lane, null for lanes that are not in the mask. */
export function byLane<T>(mask: number, of: (lane: number) => T): (T | null)[] {
  return Array.from({ length: LANES }, (_, lane) => ((mask >>> lane) & 1 ? of(lane) : null));
}

type Trace = NonNullable<ObservedResult["trace"]>;
type Step = Trace["steps"][number];

const view = new DataView(new ArrayBuffer(8));

/** The shortest decimal that is the number again in its own width. */
function shortest(value: number, same: (other: number) => boolean): string {
  if (!Number.isFinite(value)) return String(value).replace("Infinity", "inf").replace("NaN", "nan");
  for (let digits = 1; digits < 17; digits++) {
    const text = value.toPrecision(digits);
    if (same(Number(text))) return String(Number(text));
  }
  return String(value);
}

/** How far its neighbours of the same exponent are from a binary16. */
const halfStep = (bits: number): number => 2 ** (Math.max(1, (bits >>> 10) & 31) - 25);

/** Bits of a variable as a person reads them. */
export function valueText(bits: bigint, { encoding, bits: width }: Pick<VariableResult, "encoding" | "bits">): string {
  switch (encoding) {
    case "boolean":
      return bits === 0n ? "false" : "true";
    case "address":
      return `0x${bits.toString(16)}`;
    case "signed":
      return BigInt.asIntN(width, bits).toString();
    case "unsigned":
      return bits.toString();
    case "float": {
      view.setBigUint64(0, bits);
      if (width === 64) return shortest(view.getFloat64(0), (other) => other === view.getFloat64(0));
      if (width === 32) return shortest(view.getFloat32(4), (other) => Math.fround(other) === view.getFloat32(4));
      const half = halfToFloat(Number(bits));
      return shortest(half, (other) => Math.abs(other - half) < halfStep(Number(bits)) / 2);
    }
  }
}

function valuesOf({ mask, addresses, taken, bits }: Step, variable: VariableResult | undefined) {
  if (addresses) return byLane(mask, (lane) => `0x${addresses[lane]!.toString(16)}`);
  if (taken !== undefined) return byLane(mask, (lane) => ((taken >>> lane) & 1 ? "taken" : "not taken"));
  if (bits && variable) return byLane(mask, (lane) => valueText(bits[lane]!, variable));
  return undefined;
}

/** The innermost frame that is written in a file of the program: where a person steps through. */
function writtenFrame(text: SourceText, location: Location | undefined): Location | undefined {
  const files = [text, ...(text.others ?? [])].map(({ document }) => virtualPath(document.path));
  const frame = innermostFrame(location, ({ file }) => files.includes(file));
  return frame && withoutCallers(frame);
}

function withoutCallers({ inlinedAt: _inlinedAt, ...frame }: Location): Location {
  return frame;
}

function variableJson(text: SourceText, { name, type, encoding, bits, location }: VariableResult): TraceVariableJson {
  const own = textOf(text, location);
  const { line, column } = location;
  const start = own.lines.clangOffsetAt({ line, column: Math.max(1, column) });
  const until = own.lines.positionAt(scopeEnd(own.document.text, start)).line + 1;
  return { name, type, encoding, bits, function: demangle(location.function).name, line, until };
}

/** Variables of our own headers are not shown. */
const isWritten = (text: SourceText, { location }: VariableResult): boolean =>
  writtenFrame(text, location)?.file === location.file;

/** The steps of a warp, or of all warps of a block, as documented JSON, in lines of the document. */
export function traceJson(text: SourceText, { steps, barriers, truncated, variables }: Trace): TraceJson {
  const followed = variables.length > 0;
  const numbers = new Map<number, number>();
  const shown: TraceVariableJson[] = [];
  const numberOf = (variable: number): number => {
    const known = numbers.get(variable);
    if (known !== undefined) return known;
    numbers.set(variable, shown.length);
    return shown.push(variableJson(text, variables[variable]!)) - 1;
  };
  const stepJson = (step: Step): TraceStepJson => {
    const { op, location, mask, space, variable: number } = step;
    const variable = number === undefined ? undefined : variables[number];
    const frame = followed ? writtenFrame(text, location) : undefined;
    const { line, column, endColumn, path } = placeOf(text, frame ?? location, op);
    const values = valuesOf(step, variable);
    return {
      ...(step.warp !== undefined && { warp: step.warp }),
      line,
      column,
      endColumn,
      ...(path !== undefined && { path }),
      mask: mask >>> 0,
      op,
      ...(space && { space }),
      ...(followed && { function: demangle((frame ?? location)?.function ?? "").name }),
      ...(number !== undefined && { variable: numberOf(number) }),
      ...(values && { values }),
    };
  };
  const seen = steps.filter(({ variable }) => variable === undefined || isWritten(text, variables[variable]!));
  const rows = seen.map(stepJson);
  return {
    steps: rows,
    truncated,
    barriers: barriers.map(({ phase, location, warps, lanes }) => {
      return { phase, line: placeOf(text, location).line, warps, lanes };
    }),
    ...(followed && { variables: shown }),
  };
}
