/**
 * C++ exceptions by the Itanium ABI: allocation, throw, catch, and which handler takes what. Also guards of static variables.
 * Reference: Itanium C++ ABI, "Exception Handling" and "Run-Time Type Information".
 */
import type { HostLibrary, HostMachine } from "../model/machine";
import { HostTrap, Signal } from "../model/traps";

/** What passes through the engine while an exception is under way; which one is in the machine. */
export class Thrown extends Error {}

interface ExceptionState {
  readonly type: bigint;
  readonly destructor: bigint;
  /** Handlers that are inside. */
  handlers: number;
  /** The subobject that the handler asked for. */
  adjusted: bigint;
  /** On its way again: it must outlive the handler that it leaves. */
  rethrown: boolean;
  /** Objects of `std::exception_ptr` that point to it. */
  references: number;
}

/** What every thread has of its own. */
export interface ThreadExceptions {
  /** Exceptions in handlers, innermost last. */
  readonly caught: bigint[];
  inFlight: bigint;
  uncaught: number;
}

/** The exceptions of a thread that begins. */
export function noExceptions(): ThreadExceptions {
  return { caught: [], inFlight: 0n, uncaught: 0 };
}

const lives = new WeakMap<HostMachine, Map<bigint, ExceptionState>>();
const threads = new WeakMap<HostMachine, ThreadExceptions>();

function liveOf(machine: HostMachine): Map<bigint, ExceptionState> {
  const known = lives.get(machine) ?? new Map<bigint, ExceptionState>();
  lives.set(machine, known);
  return known;
}

/** Of the thread that runs. */
export function exceptionsOf(machine: HostMachine): ThreadExceptions {
  const known = threads.get(machine) ?? noExceptions();
  threads.set(machine, known);
  return known;
}

/** Another thread runs from here on. */
export function useExceptions(machine: HostMachine, own: ThreadExceptions): void {
  threads.set(machine, own);
}

/** The kind of a type's description, from the class of its own: `class`, `si_class`, `vmi_class`, `pointer`, … */
function kindOf(machine: HostMachine, type: bigint): string {
  // Descriptions of built-in types and pointers to them are the C++ library's own, known by their names alone.
  if (machine.program.variableAt(type)?.startsWith("_ZTIP")) return "pointer";
  const vtable = machine.program.variableAt(machine.getLong(type) - 16n) ?? "";
  return /__cxxabiv1\d+__(\w+)_type_infoE/.exec(vtable)?.[1] ?? "";
}

/** Distance of a base class within an object of a class, or undefined when it is none. Virtual bases are looked up in the object. */
function baseOffset(machine: HostMachine, type: bigint, wanted: bigint, object: bigint): bigint | undefined {
  if (type === wanted) return 0n;
  const kind = kindOf(machine, type);
  if (kind === "si_class") return baseOffset(machine, machine.getLong(type + 16n), wanted, object);
  if (kind !== "vmi_class") return undefined;
  const count = machine.getInt(type + 20n);
  for (let i = 0; i < count; i++) {
    const base = machine.getLong(type + 24n + BigInt(16 * i));
    const word = BigInt.asIntN(64, machine.getLong(type + 32n + BigInt(16 * i)));
    const isVirtual = (word & 1n) !== 0n;
    if ((word & 2n) === 0n) continue;
    const at = word >> 8n;
    const offset = isVirtual ? BigInt.asIntN(64, machine.getLong(machine.getLong(object) + at)) : at;
    const inside = baseOffset(machine, base, wanted, object + offset);
    if (inside !== undefined) return offset + inside;
  }
  return undefined;
}

/** Whether a handler for `wanted` (0 for `...`) takes an exception; remembers the subobject that it gets. */
export function handles(machine: HostMachine, exception: bigint, wanted: bigint): boolean {
  const state = liveOf(machine).get(exception);
  if (!state) return wanted === 0n;
  state.adjusted = exception;
  if (wanted === 0n || state.type === wanted) {
    if (wanted !== 0n && kindOf(machine, wanted) === "pointer") state.adjusted = machine.getLong(exception);
    return true;
  }
  const points = (one: bigint) => kindOf(machine, one) === "pointer" && machine.getLong(one) !== 0n;
  if (points(wanted) && points(state.type)) {
    // Pointers to classes convert to pointers to their bases, and to void.
    const [from, to] = [machine.getLong(state.type + 24n), machine.getLong(wanted + 24n)];
    const object = machine.getLong(exception);
    const isVoid = machine.text(machine.getLong(to + 8n)) === "v";
    const offset = from === to || isVoid ? 0n : baseOffset(machine, from, to, object);
    if (offset === undefined) return false;
    state.adjusted = object + offset;
    return true;
  }
  const offset = baseOffset(machine, state.type, wanted, exception);
  if (offset === undefined) return false;
  state.adjusted = exception + offset;
  return true;
}

/** The exception that a `catch_all` caught, 0 when something else comes through; it is no longer in flight. */
export function takeInFlight(machine: HostMachine): bigint {
  const state = exceptionsOf(machine);
  const exception = state.inFlight;
  state.inFlight = 0n;
  return exception;
}

/** Goes on unwinding. */
export function resume(machine: HostMachine, exception: bigint): never {
  exceptionsOf(machine).inFlight = exception;
  throw new Thrown("a C++ exception");
}

/** `St13runtime_error` and the like, readable. */
function typeName(machine: HostMachine, type: bigint): string {
  const name = machine.program.variableAt(type)?.replace(/^_ZTI/, "") ?? machine.text(machine.getLong(type + 8n));
  const simple: Readonly<Record<string, string>> = {
    i: "int",
    d: "double",
    f: "float",
    PKc: "char const*",
    j: "unsigned int",
    l: "long",
    m: "unsigned long",
    c: "char",
    b: "bool",
  };
  if (Object.hasOwn(simple, name)) return simple[name]!;
  const parts: string[] = [];
  const isNested = name.startsWith("N");
  let rest = isNested ? name.slice(1) : name;
  if (rest.startsWith("St")) {
    parts.push("std");
    rest = rest.slice(2);
  }
  for (let match = /^(\d+)/.exec(rest); match; match = /^(\d+)/.exec(rest)) {
    const length = Number(match[1]);
    const word = rest.slice(match[1]!.length, match[1]!.length + length);
    if (!/^__\d$/.test(word)) parts.push(word);
    rest = rest.slice(match[1]!.length + length);
  }
  return parts.length > 0 ? parts.join("::") : name;
}

/** `what()` of an exception that derives from `std::exception`. */
function whatOf(machine: HostMachine, exception: bigint, type: bigint): string | undefined {
  const base = machine.program.addressOfVariable("_ZTISt9exception");
  if (base === undefined) return undefined;
  const offset = baseOffset(machine, type, base, exception);
  if (offset === undefined) return undefined;
  const object = exception + offset;
  // Slots of the table of virtual functions: two destructors, then what().
  const what = machine.getLong(machine.getLong(object) + 16n);
  const text = machine.program.callPointer(what, object);
  return typeof text === "bigint" ? machine.text(text) : undefined;
}

/** How much was printed when the exception under way was thrown. */
const printed = new WeakMap<HostMachine, { readonly stdout: number; readonly stderr: number }>();

/** One more exception is under way. */
function noteThrow(machine: HostMachine): void {
  const state = exceptionsOf(machine);
  const { stdout, stderr } = machine.output;
  if (state.uncaught === 0) printed.set(machine, { stdout: stdout.length, stderr: stderr.length });
  state.uncaught++;
}

/**
 * Takes back what destructors printed on the way of an exception without a handler: there, g++'s
 * programs end before any destructor runs.
 */
export function undoUnwinding(machine: HostMachine): void {
  const before = printed.get(machine);
  if (!before) return;
  machine.output.stdout.cut(before.stdout);
  machine.output.stderr.cut(before.stderr);
}

/** What is printed, and the end of the program, when no handler catches an exception. */
export function terminate(machine: HostMachine): HostTrap {
  const state = exceptionsOf(machine);
  const exception = state.inFlight || state.caught.at(-1) || 0n;
  const live = liveOf(machine).get(exception);
  if (!live) {
    machine.write("stderr", new TextEncoder().encode("terminate called without an active exception\n"));
    return machine.trap("the program called std::terminate()", Signal.abort);
  }
  const name = typeName(machine, live.type);
  const what = whatOf(machine, exception, live.type);
  const lines = [
    `terminate called after throwing an instance of '${name}'`,
    ...(what === undefined ? [] : [`  what():  ${what}`]),
  ];
  machine.write("stderr", new TextEncoder().encode(`${lines.join("\n")}\n`));
  return new HostTrap(
    `an exception of type ${name} is not caught${what === undefined ? "" : `: ${what}`}`,
    machine.thrownAt ?? machine.place,
    Signal.abort,
  );
}

function register(machine: HostMachine, exception: bigint, type: bigint, destructor: bigint): void {
  const state = { type, destructor, handlers: 0, adjusted: exception, rethrown: false, references: 0 };
  liveOf(machine).set(exception, state);
}

/** The exception of the innermost handler, 0 outside of one. */
export function currentException(machine: HostMachine): bigint {
  return exceptionsOf(machine).caught.at(-1) ?? 0n;
}

/** One more object points to an exception. */
export function retain(machine: HostMachine, exception: bigint): void {
  const live = liveOf(machine).get(exception);
  if (live) live.references++;
}

/** One object less points to an exception. */
export function forget(machine: HostMachine, exception: bigint): void {
  const live = liveOf(machine).get(exception);
  if (!live) return;
  live.references--;
  release(machine, exception);
}

/** Throws an exception that an object points to. */
export function rethrowFrom(machine: HostMachine, exception: bigint): never {
  const live = liveOf(machine).get(exception);
  if (!live) throw terminate(machine);
  live.rethrown = true;
  noteThrow(machine);
  resume(machine, exception);
}

/** Ends an exception that nothing holds any more. */
function release(machine: HostMachine, exception: bigint): void {
  const live = liveOf(machine).get(exception);
  if (!live || live.handlers > 0 || live.rethrown || live.references > 0) return;
  liveOf(machine).delete(exception);
  if (live.destructor !== 0n) machine.program.callPointer(live.destructor, exception);
  machine.heap.release(exception);
}

/** Units of work that a throw counts as: about as long as it takes. */
const THROW_WORK = 1_000;

/** The library's functions for exceptions, by name. */
export const exceptions: HostLibrary = {
  __cxa_allocate_exception: (machine, size: bigint) => machine.allocate(Number(size)),
  __cxa_free_exception: (machine, exception: bigint) => void machine.heap.release(exception),
  __cxa_init_primary_exception(machine, exception: bigint, type: bigint, destructor: bigint) {
    register(machine, exception, type, destructor);
    return exception;
  },
  __cxa_throw(machine, exception: bigint, type: bigint, destructor: bigint) {
    register(machine, exception, type, destructor);
    noteThrow(machine);
    machine.program.spend(THROW_WORK);
    machine.thrownAt = machine.place;
    resume(machine, exception);
  },
  __cxa_rethrow(machine) {
    const state = exceptionsOf(machine);
    const exception = state.caught.at(-1);
    if (exception === undefined) throw terminate(machine);
    liveOf(machine).get(exception)!.rethrown = true;
    noteThrow(machine);
    resume(machine, exception);
  },
  __cxa_begin_catch(machine, exception: bigint) {
    const state = exceptionsOf(machine);
    const live = liveOf(machine).get(exception);
    state.caught.push(exception);
    state.uncaught = Math.max(0, state.uncaught - 1);
    if (!live) return exception;
    live.handlers++;
    live.rethrown = false;
    return live.adjusted;
  },
  __cxa_end_catch(machine) {
    const state = exceptionsOf(machine);
    const exception = state.caught.pop();
    const live = exception === undefined ? undefined : liveOf(machine).get(exception);
    if (!live || exception === undefined) return;
    live.handlers--;
    release(machine, exception);
  },
  __cxa_get_exception_ptr: (machine, exception: bigint) => liveOf(machine).get(exception)?.adjusted ?? exception,
  __cxa_uncaught_exceptions: (machine) => exceptionsOf(machine).uncaught,
  __gxx_personality_v0: () => 0,
  _ZSt9terminatev(machine) {
    throw terminate(machine);
  },
  _ZSt18uncaught_exceptionv: (machine) => (exceptionsOf(machine).uncaught > 0 ? 1 : 0),
  _ZSt19uncaught_exceptionsv: (machine) => exceptionsOf(machine).uncaught,
  __cxa_guard_acquire(machine, guard: bigint) {
    return machine.bytes[machine.at(guard, 1)] ? 0 : 1;
  },
  __cxa_guard_release(machine, guard: bigint) {
    machine.bytes[machine.at(guard, 1)] = 1;
  },
  __cxa_guard_abort: () => {},
  __cxa_pure_virtual(machine) {
    throw machine.trap("a pure virtual function was called", Signal.abort);
  },
  // dynamic_cast: the object, its static type, the type that is asked for, and a hint that is not needed.
  __dynamic_cast(machine, object: bigint, _from: bigint, to: bigint) {
    const table = machine.getLong(object);
    const whole = object + BigInt.asIntN(64, machine.getLong(table - 16n));
    const offset = baseOffset(machine, machine.getLong(table - 8n), to, whole);
    return offset === undefined ? 0n : whole + offset;
  },
  __cxa_bad_cast(machine) {
    throw machine.trap("std::bad_cast: the object of a reference is not of the class that dynamic_cast names");
  },
  __cxa_bad_typeid(machine) {
    throw machine.trap("std::bad_typeid: typeid of a null pointer");
  },
  __cxa_throw_bad_array_new_length(machine) {
    throw machine.trap("std::bad_array_new_length: the size of an array is negative or too large");
  },
};
