import { IrError, type Module } from "./model";

/** LLVM bitcode → module. */
export function readModule(_bitcode: Uint8Array): Module {
  throw new IrError("not written yet");
}
