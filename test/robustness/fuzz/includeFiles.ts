/** Files whose includes and directives lead where nothing is, or where nothing must be read. */
import type { HostileFile } from "./model";

const KERNEL = "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n";

const includes: readonly (readonly [what: string, text: string])[] = [
  ["a device", '#include "/dev/zero"\n#include "/dev/stdin"\n#include "/proc/kcore"'],
  [
    "another machine",
    '#include "//host/share/x.h"\n#include "\\\\\\\\host\\\\share\\\\x.h"\n#include "file://host/x.h"\n#include "http://host/x.h"',
  ],
  ["encoded slashes", '#include "file:///a%2fb.h"\n#include "a%2f..%2f..%2fb.h"\n#include "%00.h"'],
  ["folders above", `#include "${"../".repeat(2000)}etc/passwd"`],
  ["folders below", `#include "${"a/".repeat(3000)}b.h"`],
  ["a long name", `#include "${"a".repeat(100_000)}.h"`],
  ["an empty name", '#include ""\n#include <>\n#include\n#include x'],
  ["a name with a NUL", '#include "a\0b.h"'],
  ["many unknown names", Array.from({ length: 2000 }, (_, i) => `#include "unknown/${i % 50}/n${i}.h"`).join("\n")],
  ["many known names", "#include <vector>\n#include <map>\n#include <string>\n".repeat(500)],
  ["itself", '#include "crafted.cu"\n#include __FILE__'],
  ["names by macros", "#define N(x) <x.h>\n#define M N(vector)\n#include M\n#include N(stdio)"],
  ["next headers", "#include_next <stdio.h>\n#include_next <vector>"],
  ["embedded files", '#embed "/dev/zero"\n#embed "/etc/passwd" limit(10)'],
  [
    "questions for headers",
    `#if ${Array.from({ length: 500 }, (_, i) => `__has_include("q${i}.h")`).join(" || ")}\n#endif`,
  ],
  ["modules", "module;\nimport std;\nexport module a;\nimport <vector>;"],
  ["lines", '#line 4294967295 "/dev/zero"\n#line 0\n#line 1 "\\n\\x1b[2J"\n# 7 "x" 1 3'],
  [
    "pragmas",
    '#pragma GCC system_header\n#pragma once\n#pragma clang module import x\n#pragma push_macro("k")\n#pragma pack(push, 1)\n_Pragma("GCC poison k")',
  ],
  ["errors", "#error gone\n#warning gone\n#ident\n#assert x(y)\n#unassert x"],
  [
    "definitions of what is ours",
    "#define __global__\n#define threadIdx 1\n#define __CUDACC__\n#undef __CUDA_ARCH__\n#define int long\n#define void",
  ],
];

/** Files with such includes and directives. */
export const includeFiles: readonly HostileFile[] = includes.map(([what, text]) => ({
  what: `includes: ${what}`,
  text: `${text}\n${KERNEL}`,
}));
