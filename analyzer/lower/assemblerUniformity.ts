/**
 * Values that ptxas knows to be uniform when it decides on warp aggregation: those that pure arithmetic computes from
 * constants, parameters, the block's index and the launch configuration, and loads through such addresses.
 *
 * It is not the uniformity of facts, which follows values further and depends on the launch; this one only has to agree
 * with the machine code.
 *
 * Reference: machine code that nvcc 13.0 makes for sm_90 of `test/lower/kernels/atomics*.cu`, and for clusters of
 * `test/hardware/language/clusters.cu`.
 */
import type { Value } from "../ir/model";

const SAME_FOR_BLOCK = /^llvm\.nvvm\.read\.ptx\.sreg\.(ctaid|ntid|nctaid|gridid|nwarpid|warpsize|cluster)/;
/** The corresponding address in the shared memory of another block of the cluster. */
const MAPPED_ADDRESS = /^llvm\.nvvm\.mapa\b/;

const MAX_DEPTH = 24;

/** Whether ptxas knows a value to be uniform in a warp; `depth` is the length of the chain of operands so far. */
export function isAssemblerUniform(value: Value, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const uniform = (operand: Value) => isAssemblerUniform(operand, depth + 1);
  switch (value.kind) {
    case "int":
    case "float":
    case "null":
    case "undef":
    case "poison":
    case "global":
    case "function":
    case "argument":
      return true;
    case "expression":
      return true;
    case "instruction":
      break;
    default:
      return false;
  }
  switch (value.op) {
    case "binary":
      return uniform(value.left) && uniform(value.right);
    case "icmp":
    case "fcmp":
      return uniform(value.left) && uniform(value.right);
    case "cast":
    case "freeze":
    case "fneg":
      return uniform(value.value);
    case "select":
      return uniform(value.condition) && uniform(value.ifTrue) && uniform(value.ifFalse);
    case "gep":
      return uniform(value.base) && value.indices.every(uniform);
    case "load":
      return !value.volatile && uniform(value.pointer);
    case "extractvalue":
      return uniform(value.aggregate);
    case "call":
      if (value.callee.kind !== "function") return false;
      if (MAPPED_ADDRESS.test(value.callee.name)) return value.arguments.every(uniform);
      return SAME_FOR_BLOCK.test(value.callee.name);
    default:
      return false;
  }
}
