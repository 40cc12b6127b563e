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
const UNSUPPORTED = /^llvm\.(nvvm\.(ldmatrix|stmatrix|wmma\.(load|store)|cp\.async\.bulk|sured|atomic)|masked\.)/;

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
  if (COPY.test(name)) return { kind: "copy" };
  if (SET.test(name)) return { kind: "set" };
  const [first, second] = call.arguments;
  const async = ASYNC.exec(name);
  if (async && first && second) return { kind: "async", destination: first, source: second, width: Number(async[1]) };
  const texture = TEXTURE.exec(name);
  const writes = texture?.[1] === "sust" || texture?.[2] === "write";
  if (texture && first) return { kind: "texture", op: writes ? "store" : "load", handle: first };
  const pair = PAIR_ATOMIC.exec(name);
  if (pair && first) return { kind: "pair", pointer: first, width: 4 * Number(pair[1] ?? 1) };
  const matrix = MATRIX.exec(name);
  if (matrix && second) {
    return { kind: "matrix", op: matrix[1] === "ld" ? "load" : "store", rows: second, matrices: Number(matrix[2]) };
  }
  if (MATRIX_WORDS.test(name) && second) {
    const words = call.arguments.slice(2);
    return { kind: "matrix", op: "load", rows: second, matrices: words.length, words };
  }
  if (UNSUPPORTED.test(name)) return { kind: "unsupported", what: name };
  return undefined;
}
