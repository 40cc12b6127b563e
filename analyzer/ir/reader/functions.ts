/** Function bodies: blocks, instructions, debug locations and names. */

import { readConstants } from "../bitcode/constants";
import { BlockId, FunctionCode as Code, MetadataCode, MetadataKind } from "../bitcode/records";
import type { ModuleState } from "../bitcode/state";
import { declarationOf } from "../bitcode/variables";
import type { FunctionBuilder, Mutable, MutableBlock } from "../build";
import { type Block, type Func, IrError, type SourceVariable } from "../model";
import { Cursor } from "./instructions/cursor";
import { INSTRUCTIONS } from "./instructions/table";

const BLOCK_NAME = 2;
const VALUE_NAME = 1;

/** Reads the body of `func`: a FUNCTION block that the stream has just entered. */
export function readBody(state: ModuleState, func: FunctionBuilder): void {
  const moduleValues = state.values.length;
  const moduleMetadata = state.metadata.length;
  for (const argument of func.arguments) state.values.push(argument);
  const cursor = new Cursor(state, func, func.blocks as unknown as readonly MutableBlock[]);
  const { stream } = state;
  for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
    if (entry === "block") readInner(state, cursor);
    else readRecord(state, cursor);
  }
  cursor.finish();
  func.instructionCount = cursor.instructions.length;
  if (cursor.variables.length > 0) func.variables = cursor.variables;
  state.values.length = moduleValues;
  state.metadata.truncate(moduleMetadata);
}

function readInner(state: ModuleState, cursor: Cursor): void {
  const { stream } = state;
  const id = stream.blockId;
  if (id === BlockId.constants) {
    stream.enter();
    readConstants(state);
  } else if (id === BlockId.metadata) {
    stream.enter();
    state.metadata.read(stream);
  } else if (id === BlockId.valueSymbols) {
    stream.enter();
    readNames(state, cursor);
  } else if (id === BlockId.metadataAttachment) {
    stream.enter();
    readAttachments(state, cursor);
  } else stream.skip();
}

function readRecord(state: ModuleState, cursor: Cursor): void {
  const { stream } = state;
  const code = stream.code;
  if (code === Code.debugLocationAgain) {
    setLocation(cursor, cursor.lastLocation);
    return;
  }
  if (code === Code.debugLocation) {
    cursor.lastLocation = state.metadata.point(
      stream.operand(0),
      stream.operand(1),
      stream.operand(2),
      stream.operand(3),
    );
    setLocation(cursor, cursor.lastLocation);
    return;
  }
  if (code === Code.declareBlocks) {
    declareBlocks(state, cursor);
    return;
  }
  // Not instructions: users of a block's address, and debug records, of which only the stack slots of variables are kept.
  if (code === Code.blockAddressUsers) return;
  if (code === Code.debugDeclare) {
    const variable = declaredVariable(state);
    if (variable) cursor.variables.push(variable);
    return;
  }
  if (code >= Code.firstDebugRecord && code <= Code.lastDebugRecord) return;
  const read = INSTRUCTIONS.get(code);
  // What the record defines is unknown, so nothing after it could be numbered.
  if (!read) throw new IrError(`instruction code ${code} is unknown`);
  cursor.begin();
  read(cursor);
}

/** `#dbg_declare`: the variable of the source that lives in a stack variable; undefined for structures and arrays. */
function declaredVariable({ stream, metadata, values }: ModuleState): SourceVariable | undefined {
  const [location, variable, , slot] = [0, 1, 2, 3].map((at) => stream.operand(at)) as [number, number, number, number];
  const declared = declarationOf(metadata, variable);
  const at = metadata.locationAt(location);
  const value = values[metadata.valueNumber(slot) ?? -1];
  if (!declared || !at || value?.kind !== "instruction" || value.op !== "alloca") return undefined;
  return { ...declared, location: at, place: value };
}

function setLocation(cursor: Cursor, location: Cursor["lastLocation"]): void {
  if (!cursor.last) throw new IrError("a debug location before the first instruction");
  if (location) cursor.last.location = location;
}

function declareBlocks(state: ModuleState, cursor: Cursor): void {
  const count = state.stream.operand(0);
  if (count < 1 || count > state.stream.remaining || cursor.blocks.length) {
    throw new IrError(`${count} blocks are declared`);
  }
  for (let index = 0; index < count; index++) {
    const block: MutableBlock = {
      index,
      name: "",
      function: cursor.func as Func,
      instructions: [],
      successors: [],
      predecessors: [],
    };
    cursor.func.blocks.push(block as Block);
  }
}

function readNames(state: ModuleState, cursor: Cursor): void {
  const { stream, values } = state;
  for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
    if (entry === "block") {
      stream.skip();
      continue;
    }
    const index = stream.operand(0);
    if (stream.code === BLOCK_NAME) {
      const block = cursor.blocks[index];
      if (block) block.name = stream.text(1);
    } else if (stream.code === VALUE_NAME) {
      const value = values[index];
      if (value?.kind === "instruction" || value?.kind === "argument") {
        (value as Mutable<typeof value>).name = stream.text(1);
      }
    }
  }
}

/** Reads `!dbg` of a function and the attachments of instructions that `ATTACHMENTS` has; others are not modelled. */
function readAttachments(state: ModuleState, cursor: Cursor): void {
  const { stream } = state;
  for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
    if (entry === "block") stream.skip();
    else if (stream.code !== MetadataCode.attachment) continue;
    // Pairs of kind and node; those of an instruction follow its number.
    else if (stream.operands.length % 2 === 0) attachToFunction(state, cursor);
    else attachToInstruction(state, cursor.instructions[stream.operand(0)]);
  }
}

function attachToFunction({ stream, metadata }: ModuleState, { func }: Cursor): void {
  for (let i = 0; i + 1 < stream.operands.length; i += 2) {
    if (stream.operand(i) !== MetadataKind.dbg) continue;
    const location = metadata.functionLocation(stream.operand(i + 1));
    if (location) func.location = location;
  }
}

type MutableInstruction = Cursor["instructions"][number];

function attachToInstruction({ stream, metadata }: ModuleState, instruction: MutableInstruction | undefined): void {
  if (!instruction) return;
  for (let i = 1; i + 1 < stream.operands.length; i += 2) {
    ATTACHMENTS.get(stream.operand(i))?.(instruction, stream.operand(i + 1), metadata);
  }
}

/** What the attachments of instructions change, by kind; `node` is the number of the attached metadata. */
const ATTACHMENTS: ReadonlyMap<
  number,
  (instruction: MutableInstruction, node: number, metadata: ModuleState["metadata"]) => void
> = new Map([
  [
    MetadataKind.invariantLoad,
    (instruction) => {
      if (instruction.op === "load") instruction.invariant = true;
    },
  ],
  [
    MetadataKind.tbaa,
    (instruction, node, metadata) => {
      const scalar = metadata.scalarType(node);
      if (scalar && (instruction.op === "load" || instruction.op === "store")) instruction.scalar = scalar;
    },
  ],
  [
    MetadataKind.loop,
    (instruction, node, metadata) => {
      if (instruction.op === "condbr" && metadata.unrollDisabled(node)) instruction.unrollDisabled = true;
    },
  ],
]);
