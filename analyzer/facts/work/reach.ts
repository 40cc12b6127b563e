/** How far the threads of a launch certainly reach into what a parameter leads to, or into a shared array. */
import { volume } from "../../hardware/model";
import type { GlobalVariable } from "../../ir/model";
import type { LoweredFunction, MemoryAccess } from "../../lower/model";
import { variableOf } from "../access/layouts";
import { ActiveThreads } from "../forms/activeThreads";
import { type Atom, addForms, constantForm, type Form } from "../forms/forms";
import { laneAt } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import type { Interval } from "../forms/ranges";
import type { LaunchShape, ReachFact } from "../model";
import { parameterOf } from "./accessWork";
import { type Executions, executionsOf, type Part } from "./executions";

/** The reaches of a kernel under a launch. Where its grid is not known, they are those that every block has. */
export function reachesOf(
  launch: LaunchShape,
  paths: readonly LaneForms[],
  lowered: ReadonlyMap<string, LoweredFunction>,
): readonly ReachFact[] {
  const [kernel] = paths;
  const members = kernel ? memberPointers(kernel) : new Map<Atom, Member>();
  return paths.flatMap((forms) => {
    const activity = new ActiveThreads(forms);
    const order = new Set(forms.flow.order);
    return (lowered.get(forms.function.name)?.accesses ?? []).flatMap((access): readonly ReachFact[] => {
      if (!order.has(access.leader.block)) return [];
      const reached = reachOf(access, forms, activity, members);
      return reached ? [{ access, launch, ...reached }] : [];
    });
  });
}

/** Bytes from where an address starts that no index of 32 bits is off by, but one that has wrapped. */
const FARTHEST = 2 ** 31;

/** How far one access certainly reaches, and from what. */
function reachOf(
  { space, leader, pointer, offset, width }: MemoryAccess,
  forms: LaneForms,
  activity: ActiveThreads,
  members: ReadonlyMap<Atom, Member>,
): Omit<ReachFact, "access" | "launch"> | undefined {
  if (space !== "global" && space !== "shared") return undefined;
  const address = addForms(forms.use(pointer, leader.block), constantForm(offset, 64));
  const root = address && rootOf(forms, address, members, space === "shared" ? variableOf(pointer) : undefined);
  const executions = root && executionsOf(forms, activity, leader.block, new Set());
  if (!address || !root || executions!.isMean) return undefined;
  const ends = executions!.parts
    .map((part) => endsOf(address, root.atom, intervalsOf(part, executions!), volume(forms.shape.block)))
    .filter((one) => one !== undefined);
  if (!ends.length) return undefined;
  const { atom: _, ...start } = root;
  const [from, to] = [Math.min(...ends.map(([least]) => least)), Math.max(...ends.map(([, most]) => most)) + width];
  // Indices are followed as if they did not wrap: `threadIdx.x + i` with a negative `i`, as unsigned numbers, does.
  if (from < -FARTHEST || to > FARTHEST) return undefined;
  return { ...start, from, to };
}

interface Root extends Partial<Member> {
  readonly atom: Atom;
  readonly variable?: GlobalVariable;
}

/** A pointer in a structure that is passed by value. */
interface Member {
  readonly parameter: number;
  /** Its offset in the structure, in bytes. */
  readonly member: number;
}

/** The pointers that a kernel loads from its parameters, by the unknown value that each of them is. */
function memberPointers(kernel: LaneForms): ReadonlyMap<Atom, Member> {
  const found = new Map<Atom, Member>();
  for (const { instructions } of kernel.flow.order) {
    for (const one of instructions) {
      if (one.op !== "load" || one.type.kind !== "pointer" || kernel.spaceOf(one.pointer) !== "constant") continue;
      const [value, at] = [kernel.form(one), kernel.form(one.pointer)];
      const parameter = parameterOf(kernel, at);
      const [term] = value.terms;
      if (!term || value.terms.length > 1 || value.known !== 0 || at.terms.length > 1) continue;
      if (parameter === undefined || typeof at.known !== "number") continue;
      found.set(term.atom, { parameter, member: at.known });
    }
  }
  return found;
}

/** What an address starts from: a pointer parameter of the kernel, or a shared array. */
function rootOf(
  forms: LaneForms,
  address: Form,
  members: ReadonlyMap<Atom, Member>,
  variable: GlobalVariable | undefined,
): Root | undefined {
  const starting = (form: Form): Atom | undefined => {
    const [term] = form.terms;
    return term && address.terms.find(({ atom, coefficient }) => atom === term.atom && coefficient === 1)?.atom;
  };
  if (variable) {
    const atom = starting(forms.form(variable));
    return atom && { atom, variable };
  }
  const loaded = address.terms.find(({ atom, coefficient }) => coefficient === 1 && members.has(atom))?.atom;
  if (loaded) return { atom: loaded, ...members.get(loaded)! };
  let kernel = forms;
  while (kernel.entry) kernel = kernel.entry.caller;
  const parameter = parameterOf(forms, address);
  const own = kernel.function.arguments.find(({ index }) => index === parameter);
  const atom = own && starting(kernel.form(own));
  return atom && { atom, parameter: parameter! };
}

/** The lanes of a part, and the values of a leaf in it: what no condition asks for has all its values. */
function intervalsOf({ intervals, lanes }: Part, { dimensions }: Executions) {
  return {
    lanes,
    of(atom: Atom): Interval | undefined {
      const count = dimensions.get(atom) ?? (atom.scope === "block" ? atom.count : undefined);
      return intervals.get(atom) ?? (count === undefined ? undefined : [0, count - 1]);
    },
  };
}

/** The least and the most offset from the root over one part of a launch; undefined where something else is unknown. */
function endsOf(
  address: Form,
  root: Atom,
  { lanes, of }: ReturnType<typeof intervalsOf>,
  threads: number,
): readonly [number, number] | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const others = address.terms.filter(({ atom }) => atom !== root);
  const terms = others.flatMap(({ atom, coefficient }) => {
    const interval = atom.definition === undefined ? of(atom) : undefined;
    return interval ? [{ coefficient, interval }] : [];
  });
  if (terms.length < others.length) return undefined;
  for (let thread = 0; thread < threads; thread++) {
    if (!laneAt(lanes, thread)) continue;
    let from = laneAt(address.known, thread);
    let to = from;
    for (const { coefficient, interval } of terms) {
      const factor = laneAt(coefficient, thread);
      from += factor * (factor < 0 ? interval[1] : interval[0]);
      to += factor * (factor < 0 ? interval[0] : interval[1]);
    }
    if (from < least) least = from;
    if (to > most) most = to;
  }
  return least <= most ? [least, most] : undefined;
}
