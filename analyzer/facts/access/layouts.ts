/** Shared arrays: the array of an access, and its footprint with other dimensions. */
import type { Constant, GlobalVariable, Type, Value } from "../../ir/model";
import { deviceLayout } from "../forms/offsets";
import type { AccessFact, Footprint, KernelFacts, LaunchShape } from "../model";
import { KernelCallPaths } from "./callPaths";

/** The variable that a pointer is computed from, where it is one variable on every path. */
export function variableOf(pointer: Value): GlobalVariable | undefined {
  if (pointer.kind === "global") return pointer;
  if (pointer.kind === "expression") return constantVariable(pointer);
  if (pointer.kind !== "instruction") return undefined;
  if (pointer.op === "gep") return variableOf(pointer.base);
  if (pointer.op === "cast" || pointer.op === "freeze") return variableOf(pointer.value);
  return undefined;
}

function constantVariable(constant: Constant): GlobalVariable | undefined {
  if (constant.kind === "global") return constant;
  if (constant.kind !== "expression") return undefined;
  const { expression } = constant;
  if (expression.op === "gep") return constantVariable(expression.base);
  return expression.op === "cast" ? constantVariable(expression.value) : undefined;
}

/** Lengths of an array's dimensions, outermost first, and the bytes of an element. */
export interface ArrayLayout {
  readonly dimensions: readonly number[];
  readonly elementBytes: number;
}

/** The layout of an array type; no dimensions for other types. */
export function arrayLayout(type: Type): ArrayLayout {
  const dimensions: number[] = [];
  let element = type;
  while (element.kind === "array") {
    dimensions.push(element.length);
    element = element.element;
  }
  return { dimensions, elementBytes: deviceLayout.size(element) };
}

/** The map from byte offsets in one layout of an array to those with other dimensions. */
function moveTo(from: ArrayLayout, dimensions: readonly number[]): (offset: number) => number {
  const strides = (lengths: readonly number[]): number[] =>
    lengths.map((_, level) =>
      lengths.slice(level + 1).reduce((product, length) => product * length, from.elementBytes),
    );
  const [before, after] = [strides(from.dimensions), strides(dimensions)];
  return (offset) => {
    let [rest, moved] = [offset, 0];
    for (const [level, stride] of before.entries()) {
      const index = Math.floor(rest / stride);
      moved += index * after[level]!;
      rest -= index * stride;
    }
    return moved + rest;
  };
}

/** What was computed of a kernel with arrays laid out otherwise: as long as its facts are kept, it holds. */
interface OtherLayouts {
  readonly paths: Map<LaunchShape, KernelCallPaths>;
  /** By layout before and after. */
  readonly footprints: Map<AccessFact, Map<string, Footprint>>;
}

const otherLayouts = new WeakMap<KernelFacts, OtherLayouts>();

/** Footprints of accesses to an array with other lengths of its dimensions, computed as the facts themselves are. */
export function footprintsWith(
  kernel: KernelFacts,
  facts: readonly AccessFact[],
  layout: ArrayLayout,
  lengths: readonly number[],
): readonly Footprint[] {
  const known: OtherLayouts = otherLayouts.get(kernel) ?? { paths: new Map(), footprints: new Map() };
  otherLayouts.set(kernel, known);
  const key = JSON.stringify([layout, lengths]);
  return facts.map((fact) => {
    const { access, launch: shape } = fact;
    const ofFact = known.footprints.get(fact) ?? new Map<string, Footprint>();
    known.footprints.set(fact, ofFact);
    const found = ofFact.get(key);
    if (found) return found;
    const { lowered } = kernel;
    const paths = known.paths.get(shape) ?? new KernelCallPaths({ kernel: kernel.kernel, lowered, shape });
    known.paths.set(shape, paths);
    const footprint = paths.footprint(access, moveTo(layout, lengths))!;
    ofFact.set(key, footprint);
    return footprint;
  });
}
