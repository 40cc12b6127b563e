/** Which function reads which record of a function body. */
import { FunctionCode as Code } from "../../bitcode/records";
import * as aggregates from "./aggregates";
import * as arithmetic from "./arithmetic";
import * as calls from "./calls";
import * as control from "./control";
import type { Cursor } from "./cursor";
import * as memory from "./memory";

/** The reader of each record of a function block, by the record's code. */
export const INSTRUCTIONS: ReadonlyMap<number, (cursor: Cursor) => void> = new Map([
  [Code.binary, arithmetic.binary],
  [Code.unary, arithmetic.unary],
  [Code.freeze, arithmetic.freeze],
  [Code.cast, arithmetic.cast],
  [Code.compare, arithmetic.compare],
  [Code.select, arithmetic.select],
  [Code.load, memory.load],
  [Code.loadAtomic, memory.loadAtomic],
  [Code.store, memory.store],
  [Code.storeAtomic, memory.storeAtomic],
  [Code.atomic, memory.atomic],
  [Code.compareExchange, memory.compareExchange],
  [Code.fence, memory.fence],
  [Code.alloca, memory.alloca],
  [Code.gep, memory.gep],
  [Code.extractValue, aggregates.extractValue],
  [Code.insertValue, aggregates.insertValue],
  [Code.extractElement, aggregates.extractElement],
  [Code.insertElement, aggregates.insertElement],
  [Code.shuffleVector, aggregates.shuffleVector],
  [Code.phi, control.phi],
  [Code.branch, control.branch],
  [Code.switch, control.switchCase],
  [Code.return, control.returnValue],
  [Code.unreachable, control.unreachable],
  [Code.resume, control.resume],
  [Code.landingPad, control.landingPad],
  [Code.indirectBranch, control.indirectBranch],
  [Code.catchPad, control.windowsPad],
  [Code.cleanupPad, control.windowsPad],
  [Code.catchSwitch, control.windowsExit],
  [Code.cleanupReturn, control.windowsExit],
  [Code.catchReturn, control.windowsExit],
  [Code.call, calls.call],
  [Code.operandBundle, calls.operandBundle],
  [Code.invoke, calls.invoke],
  [Code.vaArg, calls.vaArg],
  [Code.callBranch, calls.callBranch],
]);
