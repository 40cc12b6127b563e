/** Compiles the host side of CUDA text with the real clang, straight in this process. */

import { CUDA_INCLUDE } from "../../analyzer/compiler/commands";
import type { Module } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader";
import { compileBitcode } from "./device";

export async function hostModule(text: string, name = "test.cu", standard = "c++17"): Promise<Module> {
  const words = `clang -cc1 -triple x86_64-unknown-linux-gnu -aux-triple nvptx64-nvidia-cuda -target-sdk-version=12.8 -x cuda -std=${standard}
    -fcxx-exceptions -fexceptions -I ${CUDA_INCLUDE} -internal-isystem ${CUDA_INCLUDE}/hostcxx -internal-isystem /usr/include/c++/v1 -internal-isystem ${CUDA_INCLUDE}/libc
    -internal-isystem /usr/include/wasm32-wasip1 -internal-isystem /usr/include -include cuda_runtime.h
    -O1 -debug-info-kind=line-tables-only -emit-llvm-bc -o - ${name}`;
  return readModule(await compileBitcode(words.split(/\s+/), text, name));
}
