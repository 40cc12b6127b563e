/**
 * Kernel arguments from the user's input, the launch in the file, and stated defaults: the bytes of every
 * parameter, and the buffers that they point to.
 */
import type { LaunchBuffer, LaunchPart } from "../../analyzer/facts/model";
import type { Dim3 } from "../../analyzer/hardware/model";
import { layoutOf } from "../../analyzer/ir/layout";
import type { Argument, Func, Module, Type } from "../../analyzer/ir/model";
import type { ArgumentSpec, Element, Scalar } from "../model/arguments";
import { UsageError } from "../model/errors";
import type { ArgumentJob, BufferJob, PointerJob } from "../model/job";
import { dataBytes } from "./dataFile";
import { elementOf, writeScalar } from "./elements";
import { formatSpec } from "./spec";

/** The least size, in bytes, of a buffer that the user did not describe; it also has an element for every thread. */
const DEFAULT_BUFFER_BYTES = 1 << 20;

/** Larger allocations of the program are not made for a kernel by itself. */
const LARGEST_BUFFER_BYTES = 2 ** 31;

/** What a buffer has for the threads of a large launch at most. */
const LARGEST_ASSUMED_BYTES = 2 ** 30;

/** Larger buffers that nothing describes hold zeros, which cost nothing until they are accessed. */
const FILLED_BYTES = 2 ** 27;

/** A parameter in the source's words: `name` as written, `type` without template parameters. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  /** Members of a by-value structure, in order, where the source shows them. */
  readonly members?: readonly { readonly name: string; readonly type: string }[];
}

/** What an argument was given, for the report. */
export interface Described {
  readonly name: string;
  readonly type: string;
  readonly spec: string;
  readonly from: "you" | "launch in the file" | "default";
  /** The user did not give the value, and accesses may depend on it: of a buffer, its size, or integers in it. */
  readonly isAssumed: boolean;
  /** Of a handle, which is only a number: what it stands for. */
  readonly object?: string;
}

/** Arguments of a launch as bytes, with the buffers that they point to. */
export interface BuiltArguments {
  readonly arguments: readonly ArgumentJob[];
  readonly buffers: readonly BufferJob[];
  readonly described: readonly Described[];
  /** Buffers whose size neither the user nor the launch gives. */
  readonly ofAssumedSize: ReadonlySet<number>;
}

/** What arguments are built from. */
export interface BuildInput {
  readonly module: Module;
  readonly kernel: Func;
  readonly parameters: readonly Parameter[];
  readonly specs: ReadonlyMap<string, ArgumentSpec>;
  /** Integer values that the launch in the file gives, by parameter index. */
  readonly site: ReadonlyMap<number, bigint>;
  /** What the launch is known to hand to each parameter: numbers, and the sizes of buffers. */
  readonly given: readonly (readonly LaunchPart[])[];
  /** The launch is on a path that is open: another one may hand over pointers where this has none. */
  readonly isOpenPath?: boolean;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** The least size of a buffer that nothing describes; 1 MiB where absent. */
  readonly bufferBytes?: number;
  /** The same for single parameters. */
  readonly sizes?: ReadonlyMap<string, number>;
  /** The integer for all that nothing gives; the threads of a row where absent. */
  readonly number?: string;
  /** What may be an index, in buffers that nothing describes, is zero. */
  readonly flat?: boolean;
  /** Numbers by name, for those that nothing gives. */
  readonly numbers?: ReadonlyMap<string, string>;
  /** Buffers that nothing describes and the kernel writes hold zeros. */
  readonly zeros?: boolean;
  readonly readFile: (path: string, refused: (reason: string) => void) => Promise<Uint8Array | undefined>;
}

function pointee(type: string): string {
  return type
    .replace(/\b__restrict__\b|\brestrict\b/g, "")
    .replace(/[*&]\s*(const)?\s*$/, "")
    .trim();
}

/** What a handle's type names: only the program that runs creates such an object. */
function handleOf(typeName: string): "texture" | "surface" | undefined {
  return /\bcuda(Texture|Surface)Object_t\b/.exec(typeName)?.[1]?.toLowerCase() as "texture" | "surface" | undefined;
}

/** The handle of a graph's condition, which is the address of a word: only the program that runs creates it. */
const isCondition = (typeName: string): boolean => /\bcudaGraphConditionalHandle\b/.test(typeName);

/** Descriptions of tensors, which `cuTensorMapEncodeTiled` makes of an address of the program's. */
const isTensorMap = (typeName: string): boolean => /\bCUtensorMap(?:_st)?\b(?!\s*[*&])/.test(typeName);

/** Whether a parameter's type, as it is written, is that of a handle. */
export const isHandle = (typeName: string): boolean => handleOf(typeName) !== undefined || isCondition(typeName);

function scalarOf(type: Type): Scalar | undefined {
  if (type.kind === "int" && [8, 16, 32, 64].includes(type.bits)) return { kind: "signed", bytes: type.bits / 8 };
  if (type.kind === "int" && type.bits === 1) return { kind: "unsigned", bytes: 1 };
  if (type.kind !== "float") return undefined;
  const bytes = { half: 2, bfloat: 2, float: 4, double: 8, x86_fp80: 0, fp128: 0 }[type.format];
  return bytes && type.format !== "bfloat" ? { kind: "float", bytes } : undefined;
}

/** The type that a kernel parameter has in memory: what `byval` points to, or its own. */
function parameterType(argument: Argument): Type {
  const byval = argument.attributes.get("byval");
  return typeof byval === "object" ? byval : argument.type;
}

/** The size of an allocation that can be made as the program does. */
function sizeOf(known: LaunchBuffer | undefined): number | undefined {
  if (!known || known.bytes === undefined || known.offset === undefined || known.bytes < 1) return undefined;
  return known.offset >= 0 && known.offset < known.bytes && known.bytes <= LARGEST_BUFFER_BYTES
    ? known.bytes
    : undefined;
}

/** Whether what lies in a buffer may be places in another one. */
const isIndex = ({ scalars, isStructure }: Element): boolean =>
  isStructure === true || scalars.some(({ kind, bytes }) => kind !== "float" && bytes >= 4);

/** The number that a launch hands over at an offset of a parameter. */
function numberAt(parts: readonly LaunchPart[], at: number, scalar: Scalar): bigint | number | undefined {
  const value = parts.find((one) => one.offset === at && one.bytes === scalar.bytes)?.value;
  if (typeof value === "number") return scalar.kind === "float" && Number.isFinite(value) ? value : undefined;
  if (typeof value !== "bigint" || scalar.kind === "float") return undefined;
  return scalar.kind === "signed" ? BigInt.asIntN(8 * scalar.bytes, value) : value;
}

/** A value inside the bytes of an argument. */
interface Slot {
  /** `p.member.0` for what is inside of a parameter `p`. */
  readonly name: string;
  /** The type as the source has it; empty where it is not known. */
  readonly typeName: string;
  readonly type: Type;
  /** Offset in the argument, bytes. */
  readonly at: number;
  /** Of a whole parameter, whose value may be written at the launch. */
  readonly index?: number;
  readonly members?: Parameter["members"];
}

/** A pointer among the arguments; `index` of a whole parameter. */
interface Pointer {
  readonly name: string;
  readonly type: string;
  readonly index: number | undefined;
}

/** The argument that is filled. */
interface Target {
  readonly view: DataView;
  readonly pointers: PointerJob[];
  /** What a launch of the program passes. */
  readonly parts: readonly LaunchPart[];
}

class Builder {
  readonly buffers: BufferJob[] = [];
  readonly described: Described[] = [];
  readonly ofAssumedSize = new Set<number>();
  readonly #byName = new Map<string, number>();
  readonly #used = new Set<string>();

  constructor(readonly input: BuildInput) {}

  /** Fills one value; structures and arrays recurse into their members and elements. */
  async fill(slot: Slot, target: Target): Promise<void> {
    const { name, typeName, type, at, index, members } = slot;
    const { pointers, parts } = target;
    const layout = layoutOf(this.input.module);
    if (type.kind === "pointer") {
      const part = parts.find((one) => one.offset === at)?.value;
      const known = typeof part === "object" ? part : undefined;
      // A parameter that the launch leaves null has a buffer all the same: most such launches are sketches of one.
      if (this.isNull({ name, type: typeName, index }, index === undefined && part === 0n && !this.input.isOpenPath))
        return;
      pointers.push({ at, ...(await this.buffer({ name, type: typeName, index }, known)) });
      return;
    }
    if (isCondition(typeName) && !this.input.specs.has(name))
      return void pointers.push({ at, ...this.condition(slot) });
    if (isTensorMap(typeName)) return this.tensorMap(slot);
    const scalar = scalarOf(type);
    if (scalar) {
      const written = index === undefined ? undefined : this.input.site.get(index);
      this.scalar(slot, scalar, target.view, written ?? numberAt(parts, at, scalar));
      return;
    }
    if (type.kind === "struct") {
      for (const [i, field] of type.fields.entries()) {
        const member = members?.[i];
        const own = { name: `${name}.${member?.name ?? i}`, typeName: member?.type ?? "", type: field };
        await this.fill({ ...own, at: at + layout.offset(type, i) }, target);
      }
      return;
    }
    if (type.kind === "array" || type.kind === "vector") {
      const stride = layout.size(type.element);
      for (let i = 0; i < type.length; i++) {
        await this.fill({ name: `${name}.${i}`, typeName: "", type: type.element, at: at + i * stride }, target);
      }
      return;
    }
    throw new UsageError(`Parameter ${name}: values of this type cannot be given yet.`);
  }

  scalar({ name, typeName, at }: Slot, scalar: Scalar, view: DataView, known: bigint | number | undefined): void {
    const spec = this.take(name);
    if (spec && spec.kind !== "number") {
      throw new UsageError(
        `--arg ${name}=${formatSpec(spec)}: ${name} is a ${typeName || "number"}; give it a number.`,
      );
    }
    const handle = scalar.bytes === 8 ? handleOf(typeName) : undefined;
    // Handles differ, so that a kernel never writes what it reads.
    const row = handle ? this.described.length + 1 : this.input.grid[0] * this.input.block[0];
    const threads = Math.min(row, scalar.bytes < 4 ? 2 ** (8 * scalar.bytes - 1) - 1 : row);
    const fallback = scalar.kind === "float" ? "1" : ((handle ? undefined : this.input.number) ?? String(threads));
    const text = spec?.text ?? known?.toString() ?? this.input.numbers?.get(name) ?? fallback;
    const from = spec ? "you" : known === undefined ? "default" : "launch in the file";
    writeScalar(view, at, scalar, text);
    const object = handle && { object: `a ${handle} of an assumed size` };
    this.described.push({
      name,
      type: typeName,
      spec: text,
      from,
      isAssumed: from === "default" || !!handle,
      ...object,
    });
  }

  /** A word for a condition, and its address for the handle. */
  condition({ name, typeName }: Slot): Omit<PointerJob, "at"> {
    const element: Element = { bytes: 4, scalars: [{ kind: "unsigned", bytes: 4 }] };
    const content = { kind: "pattern" as const, fill: { kind: "zeros" as const }, element, count: 1 };
    const buffer = this.buffers.push({ name, bytes: element.bytes, content }) - 1;
    const object = "a condition of a graph";
    this.described.push({ name, type: typeName, spec: "zeros:1", from: "default", isAssumed: true, object });
    return { buffer, offset: 0 };
  }

  /** A tensor map stays empty: nothing but the program can make one. */
  tensorMap({ name, typeName }: Slot): void {
    const spec = this.take(name);
    if (spec) throw new UsageError(`--arg ${name}: only the program makes a tensor map; simulate the program.`);
    const object = "a tensor map that nothing has made";
    this.described.push({ name, type: typeName, spec: "unset", from: "default", isAssumed: true, object });
  }

  /** Whether a pointer is null, as the user says or, where they say nothing, the launch. */
  isNull({ name, type }: Pointer, atLaunch: boolean): boolean {
    const spec = this.input.specs.get(name);
    if (spec?.kind !== "null" && (spec || !atLaunch)) return false;
    this.take(name);
    this.described.push({ name, type, spec: "null", from: spec ? "you" : "launch in the file", isAssumed: false });
    return true;
  }

  async buffer({ name, type, index }: Pointer, known: LaunchBuffer | undefined): Promise<Omit<PointerJob, "at">> {
    const said = this.take(name);
    const spec = said?.kind === "null" ? undefined : said;
    const element = elementOf(pointee(type));
    if (spec?.kind === "number") {
      throw new UsageError(`--arg ${name}=${spec.text}: ${name} is a pointer; give it a buffer such as iota:4096.`);
    }
    if (spec?.kind === "same") {
      const other = this.#byName.get(spec.name);
      if (other === undefined)
        throw new UsageError(`--arg ${name}=@${spec.name}: no earlier pointer argument is named ${spec.name}.`);
      this.#byName.set(name, other);
      this.described.push({ name, type, spec: formatSpec(spec), from: "you", isAssumed: false });
      return { buffer: other, offset: 0 };
    }
    const size = sizeOf(known);
    const content = spec
      ? await this.givenContent(name, type, spec, element)
      : this.assumedContent(element, size, { name, index });
    const bytes = content.kind === "bytes" ? content.data.length : content.count * element.bytes;
    const buffer = this.buffers.push({ name, bytes, content }) - 1;
    if (!spec && size === undefined) this.ofAssumedSize.add(buffer);
    this.#byName.set(name, buffer);
    const count = content.kind === "pattern" ? content.count : 0;
    const fill = content.kind === "pattern" ? content.fill : { kind: "iota" as const };
    const written = spec ?? { kind: "buffer" as const, fill, count };
    const from = spec ? "you" : size === undefined ? "default" : "launch in the file";
    this.described.push({
      name,
      type,
      spec: formatSpec(written),
      from,
      isAssumed: !spec && (size === undefined || isIndex(element)),
    });
    return { buffer, offset: spec || size === undefined ? 0 : known!.offset! };
  }

  async givenContent(
    name: string,
    type: string,
    spec: Extract<ArgumentSpec, { kind: "buffer" | "file" }>,
    element: Element,
  ): Promise<BufferJob["content"]> {
    if (spec.kind === "buffer") return { kind: "pattern", fill: spec.fill, element, count: spec.count };
    let problem = "there is no such file";
    const data = await this.input.readFile(spec.path, (reason) => {
      problem = reason;
    });
    if (!data) throw new UsageError(`--arg ${name}=file:${spec.path}: ${problem}.`);
    return { kind: "bytes", data: dataBytes(data, { name, path: spec.path, type: pointee(type), element }) };
  }

  assumedContent(
    element: Element,
    size: number | undefined,
    { name, index }: Pick<Pointer, "name" | "index">,
  ): BufferJob["content"] {
    const { grid, block, kernel, zeros = false, flat = false, bufferBytes = DEFAULT_BUFFER_BYTES } = this.input;
    const threads = [...grid, ...block].reduce((all, one) => all * one, 1);
    const enough = Math.max(bufferBytes, Math.min(threads * element.bytes, LARGEST_ASSUMED_BYTES));
    const bytes = size ?? this.input.sizes?.get(name) ?? enough;
    const isRead = index !== undefined && kernel.arguments[index]?.attributes.has("readonly");
    const isZero =
      (zeros && !isRead) ||
      (flat && isIndex(element)) ||
      bytes > (size === undefined ? FILLED_BYTES : LARGEST_ASSUMED_BYTES);
    const fill = { kind: isZero ? ("zeros" as const) : ("iota" as const) };
    return { kind: "pattern", fill, element, count: Math.ceil(bytes / element.bytes) };
  }

  take(name: string): ArgumentSpec | undefined {
    this.#used.add(name);
    return this.input.specs.get(name);
  }

  /** A name that is no parameter is a mistake that would silently change nothing. */
  refuseUnused(): void {
    for (const name of this.input.specs.keys()) {
      if (this.#used.has(name)) continue;
      const names = this.described.map((one) => one.name).join(", ") || "none";
      throw new UsageError(`--arg ${name}: the kernel has no such parameter; it has ${names}.`);
    }
  }
}

/** Builds the arguments of a launch. Throws UsageError for one that does not fit its parameter. */
export async function buildArguments(input: BuildInput): Promise<BuiltArguments> {
  const layout = layoutOf(input.module);
  const builder = new Builder(input);
  const built: ArgumentJob[] = [];
  for (const argument of input.kernel.arguments) {
    const parameter = input.parameters[argument.index];
    const name = parameter?.name || argument.name || `argument${argument.index}`;
    const type = parameterType(argument);
    const bytes = new Uint8Array(layout.size(type));
    const pointers: PointerJob[] = [];
    const slot = { name, typeName: parameter?.type ?? "", type, at: 0, index: argument.index };
    const target = { view: new DataView(bytes.buffer), pointers, parts: input.given[argument.index] ?? [] };
    await builder.fill({ ...slot, ...(parameter?.members && { members: parameter.members }) }, target);
    built.push({ bytes, pointers });
  }
  builder.refuseUnused();
  const { buffers, described, ofAssumedSize } = builder;
  return { arguments: built, buffers, described, ofAssumedSize };
}
