/**
 * The padding of a shared array: the smallest number of extra elements in one dimension that leaves no access to the
 * array, in any kernel, instantiation or launch of the file, with a conflict. Tried with the same facts that found it.
 */
import { meanCost } from "../../facts";
import { type ArrayLayout, arrayLayout, footprintsWith, variableOf } from "../../facts/access/layouts";
import type { AccessFact, Footprint, KernelFacts } from "../../facts/model";
import { demangle } from "../../ir/demangle";
import type { GlobalVariable } from "../../ir/model";
import type { ArrayOutline, Span } from "../../syntax/model";
import type { AccessGroup, Case } from "../access/cases";
import { lossOf } from "../access/losses";
import type { RuleContext, TextEdit } from "../model";
import { parameterEdits } from "./arrayParameters";
import { pitchOf, widerLaunch, widerProduct } from "./pitchPadding";

/** A padding that works, or the sentence that says why there is none, with the code to write instead where there is some. */
export type Padding =
  | {
      readonly kind: "pad";
      readonly title: string;
      readonly edits: readonly TextEdit[];
      readonly declaration: Span;
      readonly layout: ArrayLayout;
      /** Lengths of the dimensions with the padding, outermost first. */
      readonly lengths: readonly number[];
      /** Of the best padding in total, where none is perfect: wavefronts of all accesses before and after, one request each. */
      readonly total?: readonly [number, number];
      /** Only the declaration changes, and no other file can depend on where the rows lie. */
      readonly isSafe: boolean;
    }
  | { readonly kind: "none"; readonly reason: string; readonly sketch?: string | undefined };

/** Static shared memory of a block without asking for more, on every architecture. Reference: CUDA C++ Programming Guide. */
const STATIC_SHARED_BYTES = 48 * 1024;
/** More extra elements than this only repeat: banks are 32 words. */
const MAX_PAD = 32;

const none = (reason: string): Padding => ({ kind: "none", reason });
/** Findings of one analysis ask for the same array again and again. */
const computed = new WeakMap<AccessGroup, Padding>();

/** The padding that removes the bank conflicts of a group of accesses, computed once per group. */
export function paddingOf(group: AccessGroup, context: RuleContext): Padding {
  let padding = computed.get(group);
  if (!padding) {
    padding = findPadding(group, context);
    computed.set(group, padding);
  }
  return padding;
}

/** The variables, one for each instantiation, that a declaration stands for, with the accesses to each. */
interface Use {
  readonly variable: GlobalVariable;
  readonly kernel: KernelFacts;
  readonly facts: readonly AccessFact[];
}

function findPadding(group: AccessGroup, context: RuleContext): Padding {
  const variable = variableOf(group.cases[0]!.fact.access.pointer);
  const declaration = variable && declarationOf(variable, context);
  if (!variable || !declaration) return none("Lay the array out so that neighbouring threads use neighbouring words.");
  const { name, dimensions } = declaration;
  if (dimensions.length < 2) return padPitch(declaration, variable, context);
  if (!parameterEdits(declaration, dimensions.length - 1, 1, context)) {
    return none(`${name} is also used without all of its subscripts, so its rows cannot be moved safely.`);
  }
  const uses = usesOf(declaration, context);
  for (let level = dimensions.length - 1; level > 0; level--) {
    const pad = smallestPad((by) =>
      uses.every((use) => isFree(padded(use, arrayLayout(use.variable.valueType), level, by), use.facts)),
    );
    if (pad) return padAt(declaration, level, pad, arrayLayout(variable.valueType), context);
  }
  const level = dimensions.length - 1;
  const best = bestInTotal(uses, (by, use) => padded(use, arrayLayout(use.variable.valueType), level, by));
  if (!best) return none(noPad(name));
  const found = padAt(declaration, level, best.pad, arrayLayout(variable.valueType), context);
  return found.kind === "pad" ? { ...found, total: best.total } : found;
}

/** At most this part of the wavefronts may be left for a padding that is not perfect to be worth its memory. */
const WORTH = 0.75;

/** The padding under which an array's accesses take least together, where every one of them is then as good as free. */
function bestInTotal(
  uses: readonly Use[],
  after: (pad: number, use: Use) => readonly Footprint[] | undefined,
): { readonly pad: number; readonly total: readonly [number, number] } | undefined {
  const own = ({ facts }: Use): readonly Footprint[] => facts.map(({ footprint }) => footprint);
  // Instances with layouts of their own may be padded by their arguments.
  const layouts = new Set(uses.map(({ variable }) => JSON.stringify(arrayLayout(variable.valueType))));
  const before = layouts.size > 1 ? undefined : totalOf(uses, own);
  let best: { readonly pad: number; readonly total: readonly [number, number] } | undefined;
  for (let pad = 1; before !== undefined && pad <= MAX_PAD; pad++) {
    const moved = new Map(uses.map((use) => [use, after(pad, use)]));
    // No instance pays for another one.
    const isGood = [...moved].every(([use, one]) => {
      const isFine = one?.every((footprint) => !lossOf(footprint));
      return isFine && (totalOf([use], () => one!) ?? 1) <= (totalOf([use], own) ?? 0);
    });
    const total = isGood ? totalOf(uses, (use) => moved.get(use)!) : undefined;
    if (total !== undefined && total <= before * WORTH && total < (best?.total[1] ?? Number.POSITIVE_INFINITY))
      best = { pad, total: [before, total] };
  }
  return best;
}

/** Wavefronts of one request of each access, or of as many as its loops make where that is known of all. */
function totalOf(uses: readonly Use[], footprintsOf: (use: Use) => readonly Footprint[]): number | undefined {
  const isCounted = uses.every(({ facts }) => facts.every(({ trips }) => trips !== undefined));
  let total = 0;
  for (const use of uses) {
    for (const [i, footprint] of footprintsOf(use).entries()) {
      const cost = footprint.idle ? 0 : meanCost(footprint);
      if (cost === undefined) return undefined;
      total += cost * (isCounted ? use.facts[i]!.trips! : 1);
    }
  }
  return total;
}

function smallestPad(works: (pad: number) => boolean): number | undefined {
  for (let pad = 1; pad <= MAX_PAD; pad++) if (works(pad)) return pad;
  return undefined;
}

const noPad = (name: string): string =>
  `No padding of ${name} removes the conflict from all of its accesses: change how threads index it.`;

/** An array of one dimension is padded by the pitch that its indices are made with. */
function padPitch(declaration: ArrayOutline, variable: GlobalVariable, context: RuleContext): Padding {
  const { name, within, isExtern } = declaration;
  const { outline } = context;
  const owner = within === undefined ? undefined : outline.functions[within];
  const uses = usesOf(declaration, context);
  const shapes = uses.flatMap(({ kernel }) => kernel.launches);
  const launches = isExtern ? outline.launches.filter(({ kernel }) => kernel.split("::").at(-1) === owner?.name) : [];
  const isInSight = !isExtern || (launches.length > 0 && shapes.every(({ from }) => from === "site"));
  if (!owner?.isKernel || !isInSight) {
    const why =
      owner?.isKernel && launches.length > 0
        ? `How long ${name} is, is known only at run time`
        : `${name} is ${isExtern ? "dynamic" : "declared"} outside of what this file launches`;
    return none(
      `${why}: add one word to the pitch that it is indexed by${isExtern ? ", and to the bytes of the launch" : ""}.`,
    );
  }
  const blocks = shapes.map(({ block }) => block);
  const pitch = pitchOf(declaration, owner, blocks, context);
  if (typeof pitch === "string") return none(pitch);
  const { elementBytes, dimensions } = arrayLayout(variable.valueType);
  const elements = isExtern ? Math.max(...shapes.map(({ shared }) => (shared ?? 0) / elementBytes)) : dimensions[0]!;
  const layout: ArrayLayout = { dimensions: [Math.ceil(elements / pitch.length), pitch.length], elementBytes };
  const free = smallestPad((by) => uses.every((use) => isFree(padded(use, layout, 1, by), use.facts)));
  const best = free ? undefined : bestInTotal(uses, (by, use) => padded(use, layout, 1, by));
  const pad = free ?? best?.pad;
  if (!pad) return none(noPad(name));
  const wider = isExtern
    ? launches.map((launch) => widerLaunch(launch, pitch, pad, context))
    : [widerProduct(declaration.dimensions[0]!, pitch, pad, context)];
  if (wider.includes(undefined)) {
    return none(
      `${name} would be free of conflicts with a pitch of ${pitch.length + pad}, but its size is not a known multiple of its rows.`,
    );
  }
  const indices = pitch.factors.map(({ start, end }) => ({ start, end, newText: `(${pitch.text} + ${pad})` }));
  return {
    kind: "pad",
    title: `Pad the pitch of ${name} to ${pitch.length + pad}`,
    edits: distinctEdits([...indices, ...wider.flatMap((edits) => edits ?? [])]),
    declaration: { start: declaration.start, end: declaration.end },
    layout,
    lengths: [layout.dimensions[0]!, pitch.length + pad],
    ...(best ? { total: best.total } : {}),
    isSafe: false,
  };
}

/** Edits in the order of the text; launches may share the variable that holds their bytes. */
function distinctEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [edit.start, edit])).values()].sort((a, b) => a.start - b.start);
}

function padAt(
  declaration: ArrayOutline,
  level: number,
  pad: number,
  layout: ArrayLayout,
  context: RuleContext,
): Padding {
  const span = declaration.dimensions[level]!;
  const text = context.text.slice(span.start, span.end).trim();
  const isSum = /^[\w\s+*()]+$/.test(text);
  const lengths = layout.dimensions.map((length, at) => (at === level ? length + pad : length));
  const own = { start: span.start, end: span.end, newText: `${isSum ? text : `(${text})`} + ${pad}` };
  const handed = parameterEdits(declaration, level, pad, context);
  if (!handed) return none(`${declaration.name} is handed to a function whose parameter does not say its dimensions.`);
  return {
    kind: "pad",
    title: `Pad ${declaration.name} to ${lengths.map((length) => `[${length}]`).join("")}`,
    edits: distinctEdits([own, ...handed]),
    declaration: { start: declaration.start, end: declaration.end },
    layout,
    lengths,
    isSafe: handed.length === 0,
  };
}

/** What a case costs per request in the padded array: wavefronts, where they are known. */
export function costPadded(
  { kernel, fact }: Case,
  { layout, lengths }: Extract<Padding, { kind: "pad" }>,
): number | undefined {
  const [footprint] = footprintsWith(kernel, [fact], layout, lengths);
  return meanCost(footprint!);
}

/** Footprints of an array's accesses with that many more elements in one dimension; `undefined` where it cannot be so long. */
function padded(
  { kernel, facts }: Use,
  layout: ArrayLayout,
  level: number,
  pad: number,
): readonly Footprint[] | undefined {
  const lengths = layout.dimensions.map((length, at) => (at === level ? length + pad : length));
  const bytes = lengths.reduce((product, length) => product * length, layout.elementBytes);
  const row = lengths.slice(level).reduce((product, length) => product * length, layout.elementBytes);
  if (bytes > STATIC_SHARED_BYTES || facts.some(({ access }) => row % access.width !== 0)) return undefined;
  return footprintsWith(kernel, facts, layout, lengths);
}

/** Is no access left with a conflict? */
function isFree(after: readonly Footprint[] | undefined, facts: readonly AccessFact[]): boolean {
  if (!after) return false;
  return after.every((footprint, i) => {
    const before = facts[i]!.footprint;
    const [now, then] = [footprint.typical, before.typical];
    // What nothing is known of, before and after, does not speak against the padding.
    if (!now || !then) return !lossOf(footprint);
    return now[0] <= now[1] || (!lossOf(before) && now[0] <= then[0]);
  });
}

/** By outline and variable: every access of every kernel asks. */
const declarations = new WeakMap<RuleContext["outline"], Map<string, ArrayOutline | undefined>>();

/** The declaration in the text that a shared variable of the module comes from. */
function declarationOf({ name }: GlobalVariable, { outline }: RuleContext): ArrayOutline | undefined {
  const known = declarations.get(outline) ?? new Map<string, ArrayOutline | undefined>();
  declarations.set(outline, known);
  if (!known.has(name)) known.set(name, findDeclaration(name, outline));
  return known.get(name);
}

function findDeclaration(symbol: string, outline: RuleContext["outline"]): ArrayOutline | undefined {
  const path = demangle(symbol).qualifiedName.split("::");
  const name = path.at(-1)!;
  const owner = path.at(-2);
  const named = outline.arrays.filter((array) => array.isShared && array.name === name);
  return (
    named.find((array) => array.within !== undefined && outline.functions[array.within]?.name === owner) ??
    (named.length === 1 ? named[0] : undefined)
  );
}

/** The uses of all shared arrays of an analysis: each of its findings asks for those of one. */
const uses = new WeakMap<RuleContext, ReadonlyMap<ArrayOutline, readonly Use[]>>();

function usesOf(declaration: ArrayOutline, context: RuleContext): readonly Use[] {
  const known = uses.get(context) ?? usesByDeclaration(context);
  uses.set(context, known);
  return known.get(declaration) ?? [];
}

function usesByDeclaration(context: RuleContext): ReadonlyMap<ArrayOutline, readonly Use[]> {
  const found = new Map<ArrayOutline, Use[]>();
  for (const kernel of context.kernels) {
    const byVariable = new Map<GlobalVariable, AccessFact[]>();
    for (const fact of kernel.accesses) {
      const variable = variableOf(fact.access.pointer);
      if (!variable) continue;
      const facts = byVariable.get(variable);
      if (facts) facts.push(fact);
      else byVariable.set(variable, [fact]);
    }
    for (const [variable, facts] of byVariable) {
      const declaration = declarationOf(variable, context);
      if (!declaration) continue;
      const known = found.get(declaration) ?? [];
      found.set(declaration, known);
      known.push({ variable, kernel, facts });
    }
  }
  return found;
}
