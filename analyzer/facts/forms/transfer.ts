/** Transfer functions: the form of an instruction's result from the forms of its operands. */
import {
  type Argument,
  type Constant,
  Flag,
  type Func,
  type GlobalVariable,
  type Instruction,
  type InstructionOf,
  type Value,
} from "../../ir/model";
import { binaryForm, compareForms, selectForm, unaryForm } from "./formArithmetic";
import {
  addForms,
  atomForm,
  describeTerms,
  equalForms,
  type Form,
  knownForm,
  narrower,
  type Scope,
  scopeOf,
} from "./forms";
import { ALLOCATION_ALIGNMENT, castOf, formBits, unknownAddress } from "./inputForms";
import { asSigned, isIntegerOperation } from "./integers";
import {
  binaryIntrinsics,
  blockUniformCalls,
  isPureCall,
  specialRegister,
  unaryIntrinsic,
  warpUniformCalls,
} from "./intrinsics";
import { zipLanes } from "./lanes";
import { addressOffset } from "./offsets";
import { mergeForm } from "./phiForms";
import type { LaneForms } from "./queries";
import { summaryOf } from "./summaries";

/** The form of an instruction's result. */
export function instructionForm(forms: LaneForms, instruction: Instruction): Form {
  const use = (value: Value): Form => forms.use(value, instruction.block);
  switch (instruction.op) {
    case "binary":
      return binary(forms, instruction);
    case "cast":
      if (!formBits(instruction.type) || !formBits(instruction.value.type))
        return opaqueForm(forms, instruction, [instruction.value]);
      return castOf(instruction.cast, use(instruction.value), instruction.type);
    case "icmp":
      if (!formBits(instruction.left.type))
        return opaqueForm(forms, instruction, [instruction.left, instruction.right]);
      return compareForms(forms.atoms, instruction.predicate, use(instruction.left), use(instruction.right));
    case "select":
      if (!formBits(instruction.type))
        return opaqueForm(forms, instruction, [instruction.condition, instruction.ifTrue, instruction.ifFalse]);
      return selectForm(forms.atoms, use(instruction.condition), use(instruction.ifTrue), use(instruction.ifFalse));
    case "freeze":
      return formBits(instruction.type) ? use(instruction.value) : opaqueForm(forms, instruction, [instruction.value]);
    case "gep": {
      const offset = addressOffset(instruction, use);
      return (offset && addForms(use(instruction.base), offset)) ?? unknownAddress(forms);
    }
    case "phi":
      return phi(forms, instruction);
    case "load":
      return load(forms, instruction);
    case "call":
      return call(forms, instruction);
    case "fneg":
      return opaqueForm(forms, instruction, [instruction.value]);
    case "fcmp":
      return opaqueForm(forms, instruction, [instruction.left, instruction.right]);
    case "extractvalue":
      return opaqueForm(forms, instruction, [instruction.aggregate]);
    case "insertvalue":
      return opaqueForm(forms, instruction, [instruction.aggregate, instruction.value]);
    case "extractelement":
      return opaqueForm(forms, instruction, [instruction.vector, instruction.index]);
    case "insertelement":
      return opaqueForm(forms, instruction, [instruction.vector, instruction.value, instruction.index]);
    case "shufflevector":
      return opaqueForm(forms, instruction, [instruction.left, instruction.right]);
    case "alloca":
      // Each thread has its own variable; addresses within it compare as offsets do.
      return atomForm(
        forms.local(`alloca:${instruction.id}`, {
          scope: "grid",
          multiple: Math.max(instruction.align, 1),
          description: instruction.name,
        }),
        formBits(instruction.type),
      );
    case "atomicrmw":
    case "cmpxchg":
      return forms.unknownResult(instruction, "lane", "the result of an atomic");
    default:
      return forms.unknownResult(instruction, "lane", "");
  }
}

/** The form of a pure function that is not modelled: an atom with the narrowest scope of its operands. */
function opaqueForm(forms: LaneForms, instruction: Instruction, operands: readonly Value[]): Form {
  const words = describeTerms(operands.flatMap((operand) => forms.use(operand, instruction.block).terms));
  const scope = operands.map((operand) => forms.scope(operand, instruction.block)).reduce(narrower, "grid");
  return forms.unknownResult(instruction, scope, words);
}

function binary(forms: LaneForms, instruction: InstructionOf<"binary">): Form {
  const { binary: op, left, right, flags, block } = instruction;
  if (!formBits(instruction.type) || !isIntegerOperation(op)) return opaqueForm(forms, instruction, [left, right]);
  const isDisjoint = op === "or" && (flags & Flag.disjoint) !== 0;
  return binaryForm(forms.atoms, op, forms.use(left, block), forms.use(right, block), isDisjoint);
}

function phi(forms: LaneForms, instruction: InstructionOf<"phi">): Form {
  // Cycles that are no natural loops have no counters.
  if (forms.flow.irreducible) return forms.unknownResult(instruction, "lane", "");
  const loop = forms.flow.loopOf(instruction.block);
  const form =
    loop?.header === instruction.block ? forms.atLoopHeader(loop, instruction) : mergeForm(forms, instruction);
  return form ?? forms.unknownResult(instruction, "lane", "");
}

function load(forms: LaneForms, instruction: InstructionOf<"load">): Form {
  const { type } = instruction;
  const pointer = forms.use(instruction.pointer, instruction.block);
  const looked = lookedUp(forms, instruction, pointer);
  if (looked) return looked;
  const space = forms.spaceOf(instruction.pointer);
  // One address in local memory is another variable in each thread.
  const scope = (instruction.volatile && !bypassesL1(instruction)) || space === "local" ? "lane" : scopeOf(pointer);
  // Parameters and constants do not change during a launch: loads from one address are one value.
  if (space === "constant" && scope !== "lane") {
    const key = `constant:${pointer.known}:${pointer.terms.map(({ atom, coefficient }) => `${coefficient}*${atom.id}`).join("+")}:${formBits(type)}`;
    const owner = describeTerms(pointer.terms);
    // A structure passed by value is read member by member; IR does not keep their names.
    const structure = argumentOf(instruction.pointer);
    const words = structure && owner ? `a member of ${owner}` : owner;
    const given = structure && forms.shape.alignments?.get(structure.index);
    return forms.unknown(key, type, scope, words, type.kind === "pointer" ? (given ?? ALLOCATION_ALIGNMENT) : 1);
  }
  return forms.unknownResult(instruction, scope, "a loaded value");
}

/** `table[t & 3]` of a constant array whose numbers the module has, at indices that are known for each thread. */
function lookedUp(
  forms: LaneForms,
  { pointer, type, volatile }: InstructionOf<"load">,
  address: Form,
): Form | undefined {
  const table = constantTable(pointer);
  if (!table?.initializer || type.kind !== "int" || volatile) return undefined;
  const start = forms.form(table);
  const isInside = equalForms({ ...address, known: 0 }, { ...start, known: 0 });
  const numbers = isInside ? numbersOf(table.initializer) : undefined;
  const bytes = type.bits / 8;
  if (!numbers || !address.terms.length) return undefined;
  const values = zipLanes(address.known, start.known, (at, from) => numbers[(at - from) / bytes]);
  return values === undefined ? undefined : knownForm(values, type.bits);
}

/** The array in constant or read-only memory that a pointer is computed from, which neither kernels nor the host change. */
function constantTable(pointer: Value): GlobalVariable | undefined {
  if (pointer.kind === "instruction") {
    if (pointer.op === "gep") return constantTable(pointer.base);
    return pointer.op === "cast" ? constantTable(pointer.value) : undefined;
  }
  if (pointer.kind === "expression" && pointer.expression.op === "cast") return constantTable(pointer.expression.value);
  return pointer.kind === "global" && pointer.isConstant && !pointer.externallyInitialized ? pointer : undefined;
}

/** The elements of an array of integers, as signed numbers. */
function numbersOf(initializer: Constant): readonly (number | undefined)[] | undefined {
  const { type } = initializer;
  const element = type.kind === "array" ? type.element : undefined;
  if (element?.kind !== "int" || element.bits % 8 !== 0) return undefined;
  const signed = (value: bigint | number) => asSigned(Number(BigInt.asIntN(element.bits, BigInt(value))), element.bits);
  if (initializer.kind === "data") return initializer.elements.map(signed);
  if (initializer.kind !== "aggregate") return undefined;
  return initializer.elements.map((one) => (one.kind === "int" ? signed(one.value) : undefined));
}

/** `__ldcg`: volatile to clang, so that it is counted past L1, and no more apt to change than a plain load. */
const bypassesL1 = ({ location }: InstructionOf<"load">): boolean => /__ldcg/.test(location?.function ?? "");

/** The parameter that a pointer is computed from. */
function argumentOf(pointer: Value): Argument | undefined {
  if (pointer.kind === "argument") return pointer;
  if (pointer.kind !== "instruction") return undefined;
  if (pointer.op === "gep") return argumentOf(pointer.base);
  return pointer.op === "cast" ? argumentOf(pointer.value) : undefined;
}

function call(forms: LaneForms, instruction: InstructionOf<"call">): Form {
  const { callee } = instruction;
  const name = callee.kind === "function" ? callee.name : "";
  const register = specialRegister(name, forms.atoms, forms.shape);
  if (register) return register;
  const operation = binaryIntrinsics.get(name.replace(/\.i\d+$/, ""));
  if (operation && formBits(instruction.type)) {
    const [a, b] = instruction.arguments.map((operand) => forms.use(operand, instruction.block));
    return binaryForm(forms.atoms, operation, a!, b!);
  }
  const unary = formBits(instruction.type) ? unaryIntrinsic(name, formBits(instruction.type)) : undefined;
  if (unary) return unaryForm(forms.atoms, name, forms.use(instruction.arguments[0]!, instruction.block), unary);
  const shared = sharedResult(name);
  if (shared) return forms.unknownResult(instruction, shared, `a vote of the ${shared}`);
  if (callee.kind === "function" && callee.blocks.length > 0) return returnedForm(forms, instruction, callee);
  if (isPureCall(name)) return opaqueForm(forms, instruction, instruction.arguments);
  const words = name.startsWith("llvm.") ? "a value of another lane" : "the result of a call";
  return forms.unknownResult(instruction, "lane", words);
}

function sharedResult(name: string): Scope | undefined {
  if (blockUniformCalls.some((start) => name.startsWith(start))) return "block";
  return warpUniformCalls.some((start) => name.startsWith(start)) ? "warp" : undefined;
}

/**
 * The form of a call's result: the returned form where it depends only on atoms of the caller, else an atom with the scope
 * that the returned value has in the callee.
 */
function returnedForm(forms: LaneForms, instruction: InstructionOf<"call">, callee: Func): Form {
  const value = instruction.type.kind === "void" ? undefined : forms.entered(instruction)?.result();
  if (value?.isOfCaller && formBits(instruction.type)) return value.form;
  if (!value && summaryOf(callee).isPure) return opaqueForm(forms, instruction, instruction.arguments);
  return forms.unknownResult(instruction, value ? scopeOf(value.form) : "lane", "the result of a call");
}
