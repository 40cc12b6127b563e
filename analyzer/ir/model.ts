/**
 * The SSA module that everything after the reader works on: LLVM IR with names resolved, operands as objects and debug
 * locations as chains. It is plain data and never changes once it is built.
 *
 * Reference: LLVM Language Reference Manual.
 */

import type { AtomicOp, BinaryOp, CastOp, FloatPredicate, IntPredicate } from "./opcodes";

export type { AtomicOp, BinaryOp, CastOp, FloatPredicate, IntPredicate } from "./opcodes";
export { Flag } from "./opcodes";

/** A type as LLVM has it. Sizes and offsets are in `layout.ts`. */
export type Type =
  | { readonly kind: "void" | "label" | "metadata" | "token" }
  | { readonly kind: "int"; readonly bits: number }
  | { readonly kind: "float"; readonly format: FloatFormat }
  | { readonly kind: "pointer"; readonly space: number }
  | { readonly kind: "array" | "vector"; readonly length: number; readonly element: Type }
  | { readonly kind: "struct"; readonly name?: string; readonly fields: readonly Type[]; readonly packed: boolean }
  | {
      readonly kind: "function";
      readonly result: Type;
      readonly parameters: readonly Type[];
      readonly variadic: boolean;
    };

/** `half` is IEEE binary16, `float` binary32, `double` binary64. */
export type FloatFormat = "half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128";

/**
 * Where an instruction comes from. `line` and `column` are one-based, as debug information has them (column 0: none);
 * `function` is the linkage name or name of the enclosing function; `inlinedAt` is the call that was inlined, outwards.
 */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
  readonly inlinedAt?: Location;
  /**
   * Of an access whose position clang has dropped, or of which the line is left alone: `line` is its own, that of an
   * instruction that takes or gives its value, or its function's.
   */
  readonly lost?: LostPosition;
}

/** What finds an access without a position in the text of its function. */
export interface LostPosition {
  /** Where it is sought: on the location's line, or in the function that begins there. */
  readonly within: "line" | "function";
  /** The parameter, by index, or the name of the variable that its address is computed from. */
  readonly root: number | string | undefined;
  /** Which one it is of the accesses of its kind to this root that have no position but this line, in program order. */
  readonly ordinal: number;
  /** Positions of the function's other accesses. */
  readonly taken: readonly Pick<Location, "line" | "column">[];
}

/** A constant of LLVM IR. */
export type Constant =
  /** `value` is the unsigned value of `type.bits` bits. */
  | { readonly kind: "int"; readonly type: Type; readonly value: bigint }
  /** `bits` is the bit pattern, so that NaN payloads and halves survive. */
  | { readonly kind: "float"; readonly type: Type; readonly bits: bigint }
  | { readonly kind: "null" | "undef" | "poison"; readonly type: Type }
  | { readonly kind: "aggregate"; readonly type: Type; readonly elements: readonly Constant[] }
  /** Packed array or vector of integers or floats, by bit pattern (numbers up to 32 bits, bigint for 64). */
  | { readonly kind: "data"; readonly type: Type; readonly elements: readonly (number | bigint)[] }
  /** A constant expression: the instruction that it would be, with constant operands. */
  | { readonly kind: "expression"; readonly type: Type; readonly expression: ConstantExpression }
  | { readonly kind: "blockaddress"; readonly type: Type; readonly function: Func; readonly block: number }
  | GlobalVariable
  | Func
  | Alias;

/** The operation of a constant expression. */
export type ConstantExpression =
  | { readonly op: "cast"; readonly cast: CastOp; readonly value: Constant }
  | {
      readonly op: "gep";
      readonly source: Type;
      readonly base: Constant;
      readonly indices: readonly Constant[];
      /** As of the instruction; absent for none. */
      readonly flags?: number;
    }
  | {
      readonly op: "binary";
      readonly binary: BinaryOp;
      readonly left: Constant;
      readonly right: Constant;
      readonly flags?: number;
    }
  /** Something that the reader does not model; `what` names it. */
  | { readonly op: "unsupported"; readonly what: string };

/** A global variable; `kind` distinguishes it from other values. */
export interface GlobalVariable {
  readonly kind: "global";
  readonly name: string;
  /** Position among the variables of its module, which is the order of their declarations. */
  readonly index: number;
  /** Pointer type in the variable's address space. */
  readonly type: Type;
  readonly valueType: Type;
  /** NVPTX: 0 generic (host: plain memory), 1 global, 3 shared, 4 constant, 5 local. */
  readonly space: number;
  /** Absent for an external declaration. */
  readonly initializer?: Constant;
  readonly isConstant: boolean;
  /** Bytes; 0 where the module says nothing. */
  readonly align: number;
  readonly linkage: string;
  readonly externallyInitialized: boolean;
  readonly threadLocal?: true;
}

/** A second name of a constant address. */
export interface Alias {
  readonly kind: "alias";
  readonly name: string;
  readonly type: Type;
  readonly target: Constant;
}

/** A parameter of a function, as a value within its body. */
export interface Argument {
  readonly kind: "argument";
  readonly name: string;
  readonly type: Type;
  readonly index: number;
  readonly attributes: Attributes;
}

/** Inline assembly as the callee of a call. */
export interface InlineAsm {
  readonly kind: "asm";
  readonly type: Type;
  readonly code: string;
  readonly constraints: string;
  readonly sideEffect: boolean;
}

/** A metadata operand of an intrinsic call; its content is not modelled. */
export interface MetadataValue {
  readonly kind: "metadata";
  readonly type: Type;
}

/** Whatever can be an operand. */
export type Value = Constant | Argument | Instruction | InlineAsm | MetadataValue;

/**
 * Attributes by LLVM name: `true` for flags, a number for `align`, `dereferenceable`, a type for `byval`, `sret`, a
 * string for the rest; `memory` is the text between its parentheses, such as "none", "read" or "argmem: write".
 */
export type Attributes = ReadonlyMap<string, true | number | bigint | string | Type>;

/** How the bits of a variable are read. */
export type Encoding = "signed" | "unsigned" | "float" | "boolean" | "address";

/** A variable of the source that is one number or one pointer, and its stack variable. */
export interface SourceVariable {
  readonly name: string;
  /** As in C++: `const float*`. */
  readonly type: string;
  readonly encoding: Encoding;
  /** Where it is declared. */
  readonly location: Location;
  readonly place: InstructionOf<"alloca">;
}

/** A function definition or declaration. */
export interface Func {
  readonly kind: "function";
  readonly name: string;
  readonly type: Type;
  readonly signature: Extract<Type, { kind: "function" }>;
  readonly arguments: readonly Argument[];
  /** Empty for a declaration. The entry block is the first. */
  readonly blocks: readonly Block[];
  readonly attributes: Attributes;
  readonly linkage: string;
  /** Calling convention `ptx_kernel`: a `__global__` function. */
  readonly isKernel: boolean;
  /** Where the function is declared in the source, when debug information says so. */
  readonly location?: Location;
  /** The number of instructions, whose ids are 0 to `instructionCount - 1` in block order. */
  readonly instructionCount: number;
  /** Only where the debug information names variables. */
  readonly variables?: readonly SourceVariable[];
}

/** A basic block. */
export interface Block {
  readonly index: number;
  readonly name: string;
  readonly function: Func;
  readonly instructions: readonly Instruction[];
  /** Successors in the terminator's order, without duplicates. */
  readonly successors: readonly Block[];
  readonly predecessors: readonly Block[];
}

/** An operand bundle of a call, such as `"align"(ptr %p, i64 16)`. */
export interface Bundle {
  readonly tag: string;
  readonly values: readonly Value[];
}

/**
 * In every instruction `ordering` is "" for a plain access, else "unordered", "monotonic" (relaxed), "acquire",
 * "release", "acq_rel" or "seq_cst"; `scope` is "system" unless narrower: on NVPTX "device", "block", "cluster",
 * everywhere "singlethread". `align` is in bytes, 0 where the module says nothing.
 */
interface Common {
  readonly kind: "instruction";
  /** Dense within the function, in block order. */
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  readonly block: Block;
  readonly location?: Location;
}

/** An instruction: the common members, and those of its opcode. */
export type Instruction = Common &
  (
    | {
        readonly op: "binary";
        readonly binary: BinaryOp;
        readonly left: Value;
        readonly right: Value;
        readonly flags: number;
      }
    | { readonly op: "fneg"; readonly value: Value; readonly flags: number }
    | { readonly op: "freeze"; readonly value: Value; readonly flags: number }
    | { readonly op: "cast"; readonly cast: CastOp; readonly value: Value; readonly flags: number }
    | {
        readonly op: "icmp";
        readonly predicate: IntPredicate;
        readonly left: Value;
        readonly right: Value;
        readonly flags: number;
      }
    | {
        readonly op: "fcmp";
        readonly predicate: FloatPredicate;
        readonly left: Value;
        readonly right: Value;
        readonly flags: number;
      }
    | {
        readonly op: "select";
        readonly condition: Value;
        readonly ifTrue: Value;
        readonly ifFalse: Value;
        readonly flags: number;
      }
    | {
        readonly op: "phi";
        readonly incoming: readonly { readonly value: Value; readonly block: Block }[];
        readonly flags: number;
      }
    | {
        readonly op: "load";
        readonly pointer: Value;
        readonly align: number;
        readonly volatile: boolean;
        readonly ordering: string;
        /** Of an atomic load. */
        readonly scope?: string;
        readonly invariant: boolean;
        /** The C name of the loaded scalar type (`!tbaa`); absent for members of structures and copies of bytes. */
        readonly scalar?: string;
      }
    | {
        readonly op: "store";
        readonly pointer: Value;
        readonly value: Value;
        readonly align: number;
        readonly volatile: boolean;
        readonly ordering: string;
        /** Of an atomic store. */
        readonly scope?: string;
        /** The C name of the stored scalar type, as for a load. */
        readonly scalar?: string;
      }
    | {
        readonly op: "atomicrmw";
        readonly atomic: AtomicOp;
        readonly pointer: Value;
        readonly value: Value;
        readonly align: number;
        readonly ordering: string;
        readonly scope: string;
        readonly volatile: boolean;
      }
    | {
        readonly op: "cmpxchg";
        readonly pointer: Value;
        readonly expected: Value;
        readonly replacement: Value;
        readonly align: number;
        /** Ordering when the exchange happens. */
        readonly ordering: string;
        /** Ordering when it does not. */
        readonly failureOrdering?: string;
        readonly scope: string;
        readonly volatile: boolean;
        readonly weak: boolean;
      }
    | { readonly op: "fence"; readonly ordering: string; readonly scope: string }
    | {
        readonly op: "gep";
        readonly source: Type;
        readonly base: Value;
        readonly indices: readonly Value[];
        readonly flags: number;
      }
    | { readonly op: "alloca"; readonly allocated: Type; readonly count: Value; readonly align: number }
    | {
        readonly op: "call";
        readonly callee: Value;
        readonly arguments: readonly Value[];
        readonly signature: Extract<Type, { kind: "function" }>;
        readonly attributes: Attributes;
        /** Attributes of the arguments by position, `align` of a copy's pointers among them; shorter when none follow. */
        readonly parameterAttributes?: readonly (Attributes | undefined)[];
        /** Assumptions of `llvm.assume` beside its condition (`align`, `nonnull`, `dereferenceable`, …); not among the operands. */
        readonly bundles?: readonly Bundle[];
        readonly flags: number;
      }
    | {
        readonly op: "invoke";
        readonly callee: Value;
        readonly arguments: readonly Value[];
        readonly signature: Extract<Type, { kind: "function" }>;
        readonly attributes: Attributes;
        readonly parameterAttributes?: readonly (Attributes | undefined)[];
        readonly normal: Block;
        readonly unwind: Block;
      }
    | {
        readonly op: "landingpad";
        readonly cleanup: boolean;
        readonly clauses: readonly { readonly filter: boolean; readonly value: Value }[];
      }
    | { readonly op: "resume"; readonly value: Value }
    | { readonly op: "extractvalue"; readonly aggregate: Value; readonly path: readonly number[] }
    | { readonly op: "insertvalue"; readonly aggregate: Value; readonly value: Value; readonly path: readonly number[] }
    | { readonly op: "extractelement"; readonly vector: Value; readonly index: Value }
    | { readonly op: "insertelement"; readonly vector: Value; readonly value: Value; readonly index: Value }
    | { readonly op: "shufflevector"; readonly left: Value; readonly right: Value; readonly mask: readonly number[] }
    | { readonly op: "va_arg"; readonly list: Value }
    | { readonly op: "br"; readonly target: Block }
    | {
        readonly op: "condbr";
        readonly condition: Value;
        readonly ifTrue: Block;
        readonly ifFalse: Block;
        /** On the latch of a loop that must not be unrolled (`!llvm.loop` with `llvm.loop.unroll.disable`). */
        readonly unrollDisabled?: true;
      }
    | {
        readonly op: "switch";
        readonly value: Value;
        readonly cases: readonly { readonly value: bigint; readonly target: Block }[];
        readonly otherwise: Block;
      }
    | { readonly op: "ret"; readonly value?: Value }
    | { readonly op: "unreachable" }
    /** An instruction that the reader does not model; `what` names it. Executing it is an error with its location. */
    | { readonly op: "unsupported"; readonly what: string }
  );

/** The opcodes. */
export type Opcode = Instruction["op"];
/** The instruction of one opcode. */
export type InstructionOf<Op extends Opcode> = Extract<Instruction, { op: Op }>;

/** A module: one translation unit, or several that are linked. */
export interface Module {
  readonly triple: string;
  /** LLVM's data layout string, which `layout.ts` reads; absent in modules made by hand. */
  readonly dataLayout?: string;
  readonly functions: readonly Func[];
  readonly globals: readonly GlobalVariable[];
  readonly aliases: readonly Alias[];
}

/** The error of bitcode that cannot be read at all: truncated, or of an unknown version. */
export class IrError extends Error {}
