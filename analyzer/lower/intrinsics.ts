/** Intrinsic calls that access memory, by family. */
import type { InstructionOf, Value } from "../ir/model";

/** The memory access of an intrinsic call; widths are bytes per lane. */
export type MemoryIntrinsic =
  | { readonly kind: "copy" | "set" }
  | { readonly kind: "async"; readonly destination: Value; readonly source: Value; readonly width: number }
  /** One atomic addition to adjacent elements of `width` bytes together. */
  | { readonly kind: "pair"; readonly pointer: Value; readonly width: number }
  /** Matrices in shared memory by the addresses of their rows; in other memory each lane accesses its `words` one by one. */
  | {
      readonly kind: "matrix";
      readonly op: "load" | "store";
      readonly rows: Value;
      readonly matrices: number;
      readonly words?: readonly Value[];
    }
  | { readonly kind: "texture"; readonly op: "load" | "store"; readonly handle: Value }
  | { readonly kind: "unsupported"; readonly what: string };

const COPY = /^llvm\.(memcpy|memmove)\./;
const SET = /^llvm\.memset\./;
const ASYNC = /^llvm\.nvvm\.cp\.async\.c[ag]\.shared\.global\.(4|8|16)(\.s)?$/;
const TEXTURE = /^(?:llvm\.nvvm\.(tex|tld4|suld|sust)\.|__wl_tex_|__wl_surf_\w+_(read|write)$)/;
/** Packed atomic additions of our headers. */
const PAIR_ATOMIC = /^__wl_atomic_add_(?:b?f16x2|f32x([24]))$/;
const MATRIX = /^__wl_(ld|st)matrix\.x([124])(?:\.trans)?$/;
/** Loads of matrix fragments by our headers: the mask, the row's address for `LDSM`, and the addresses of a lane's words. */
const MATRIX_WORDS = /^__wl_matrix_words[124]$/;
const UNSUPPORTED =
  /^llvm\.(nvvm\.(ldmatrix|stmatrix|wmma\.(load|store)|cp\.async\.bulk\.(?!commit|wait)|sured|atomic)|masked\.)/;

/** PTX statements that access memory. Reference: PTX ISA, "Data Movement" and "Parallel Synchronization" instructions. */
const MEMORY_PTX =
  /(?:^|[;{}\n])\s*(?:@!?[\w%$]+\s+)?((?:ld|ldu|st|atom|red|cp|ldmatrix|stmatrix|wmma\.load|wmma\.store|tex|suld|sust)\.[\w.:]+)/;

/** The memory access of a call that is an intrinsic of one of these families or inline PTX; undefined for other calls. */
export function memoryIntrinsic(call: InstructionOf<"call">): MemoryIntrinsic | undefined {
  if (call.callee.kind === "asm") {
    const statement = MEMORY_PTX.exec(call.callee.code)?.[1];
    // Statements that commit copies or wait for them move no data.
    if (!statement || /^cp\.async\.(wait|commit)/.test(statement)) return undefined;
    return { kind: "unsupported", what: `inline PTX ${statement}` };
  }
  if (call.callee.kind !== "function") return undefined;
  const { name } = call.callee;
  if (!name.startsWith("llvm.") && !name.startsWith("__wl_")) return undefined;
  for (const [pattern, describe] of FAMILIES) {
    const match = pattern.exec(name);
    const found = match && describe(match, call.arguments);
    if (found) return found;
  }
  return undefined;
}

type Describe = (match: RegExpExecArray, operands: readonly Value[]) => MemoryIntrinsic | undefined;

/** The families by the names of their functions; one answers nothing for a call that lacks its operands. */
const FAMILIES: readonly (readonly [name: RegExp, Describe])[] = [
  [COPY, () => ({ kind: "copy" })],
  [SET, () => ({ kind: "set" })],
  [
    ASYNC,
    ([, bytes], [destination, source]) =>
      destination && source && { kind: "async", destination, source, width: Number(bytes) },
  ],
  [
    TEXTURE,
    ([, instruction, surfaceAccess], [handle]) => {
      const writes = instruction === "sust" || surfaceAccess === "write";
      return handle && { kind: "texture", op: writes ? "store" : "load", handle };
    },
  ],
  [PAIR_ATOMIC, ([, words], [pointer]) => pointer && { kind: "pair", pointer, width: 4 * Number(words ?? 1) }],
  [
    MATRIX,
    ([, direction, matrices], [, rows]) =>
      rows && { kind: "matrix", op: direction === "ld" ? "load" : "store", rows, matrices: Number(matrices) },
  ],
  [
    MATRIX_WORDS,
    (_match, [, rows, ...words]) => rows && { kind: "matrix", op: "load", rows, matrices: words.length, words },
  ],
  [UNSUPPORTED, ({ input }) => ({ kind: "unsupported", what: input })],
];
