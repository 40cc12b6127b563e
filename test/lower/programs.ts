/** The recorded programs as device modules. */
import type { Module } from "../../analyzer/ir/model";
import { deviceModule, recordedProgram } from "../support/device";

/** Stands for the host's `<vector>` on its line, so that no C++ library has to be parsed to read kernels. */
const VECTOR =
  "namespace std { template <typename T> struct vector { vector(unsigned long); T& operator[](unsigned long); T* data(); T* begin(); T* end(); unsigned long size() const; }; }";

export function programModule(name: string): Promise<Module> {
  return deviceModule(recordedProgram(name).replace("#include <vector>", VECTOR), `${name}.cu`);
}
