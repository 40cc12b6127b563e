/**
 * The entry of called functions: each call gives the callee the forms of its arguments, as if it were inlined. A recursive
 * function is analysed once for all depths: a parameter that it passes on unchanged keeps its form, of the others only the
 * scope is known.
 */
import type { Argument, Func, InstructionOf } from "../../ir/model";
import { atomForm, describeTerms, equalForms, type Form, narrower, type Scope, scopeOf } from "./forms";
import { formBits } from "./inputForms";
import type { CallEntry, LaneForms } from "./queries";

type Call = InstructionOf<"call">;

/** Limits: the depth of calls, and the number of call paths through one kernel. */
const MAX_DEPTH = 12;
const MAX_ENTRIES = 256;

/** The number of functions entered from each kernel. */
const entered = new WeakMap<object, number>();

/** The callee of a call, if it has a body. */
export function calleeOf({ callee }: Call): Func | undefined {
  return callee.kind === "function" && callee.blocks.length > 0 ? callee : undefined;
}

/** The forms of a call's callee; undefined where it has no body, is being entered, or the limits are reached. */
export function enterCallee(
  caller: LaneForms,
  call: Call,
  formsOf: (entry: CallEntry) => LaneForms,
): LaneForms | undefined {
  const callee = calleeOf(call);
  const depth = (caller.entry?.depth ?? 0) + 1;
  const before = entered.get(caller.atoms) ?? 0;
  if (!callee || depth > MAX_DEPTH || before >= MAX_ENTRIES || isActive(callee, caller)) return undefined;
  entered.set(caller.atoms, before + 1);
  const given = (index: number): Form => caller.use(call.arguments[index]!, call.block);
  const entry: CallEntry = {
    function: callee,
    key: `${caller.entry?.key ?? ""}${call.id}/`,
    caller,
    block: call.block,
    depth,
    isRecursive: reaches(callee, callee),
    argument: ({ index }) => given(index),
  };
  return entry.isRecursive ? enterRecursive(entry, given, formsOf) : formsOf(entry);
}

function isActive(callee: Func, caller: LaneForms): boolean {
  for (let at: LaneForms | undefined = caller; at; at = at.entry?.caller) if (at.function === callee) return true;
  return false;
}

/** The forms of a recursive function: assumptions about its parameters are weakened until its own calls satisfy them. */
function enterRecursive(
  entry: CallEntry,
  given: (index: number) => Form,
  formsOf: (entry: CallEntry) => LaneForms,
): LaneForms {
  const callee = entry.function;
  const calls = callsIn(callee).filter((call) => reaches(calleeOf(call)!, callee));
  // Arguments are not followed through other functions.
  const isDirect = calls.every((call) => calleeOf(call) === callee);
  const changed = new Map<number, Scope>(isDirect ? [] : callee.arguments.map(({ index }) => [index, "lane"]));
  for (;;) {
    const argument = ({ index, type }: Argument): Form => {
      const scope = changed.get(index);
      if (scope === undefined) return given(index);
      const description = describeTerms(given(index).terms);
      const key = `${entry.key}argument:${index}:${scope}`;
      const atom = entry.caller.atoms.intern(key, () => ({ scope, multiple: 1, description }));
      return atomForm(atom, formBits(type));
    };
    const forms = formsOf({ ...entry, argument });
    const before = [...changed.values()].join();
    if (isDirect)
      for (const call of calls) {
        for (const parameter of callee.arguments) {
          const passed = forms.use(call.arguments[parameter.index]!, call.block);
          if (equalForms(passed, argument(parameter))) continue;
          const scope = changed.get(parameter.index) ?? scopeOf(given(parameter.index));
          changed.set(parameter.index, narrower(scope, scopeOf(passed)));
        }
      }
    if ([...changed.values()].join() === before) return forms;
  }
}

function callsIn(func: Func): readonly Call[] {
  return func.blocks.flatMap(({ instructions }) =>
    instructions.filter((one): one is Call => one.op === "call" && calleeOf(one) !== undefined),
  );
}

const reachable = new WeakMap<Func, ReadonlySet<Func>>();

/** Whether one function calls another, directly or through others. */
function reaches(from: Func, to: Func): boolean {
  let found = reachable.get(from);
  if (!found) {
    const all = new Set<Func>();
    const open = [from];
    for (let at = open.pop(); at; at = open.pop()) {
      for (const call of callsIn(at)) {
        const callee = calleeOf(call)!;
        if (all.has(callee)) continue;
        all.add(callee);
        open.push(callee);
      }
    }
    found = all;
    reachable.set(from, found);
  }
  return found.has(to);
}
