/** Values that are computed in many steps, each from several of those before: what is known of them takes no longer for that. */
import assert from "node:assert/strict";
import { readModule } from "../../analyzer/ir/reader/reader";
import { lowerModule } from "../../analyzer/lower/lower";
import { compileBitcode } from "../support/device";
import { summary, wordOf } from "./words";

const STEPS = 60;
const steps = Array.from({ length: STEPS }, (_, i) => i + 1);

const KERNELS = `target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @index(ptr align 16 %in, ptr %out, i64 %x, i64 %y) {
  %a0 = shl i64 %x, 2
  %b0 = shl i64 %y, 2
${steps.map((i) => `  %a${i} = or i64 %a${i - 1}, %b${i - 1}\n  %b${i} = xor i64 %b${i - 1}, %a${i}`).join("\n")}
  %p = getelementptr float, ptr %in, i64 %a${STEPS}
  %q = getelementptr i8, ptr %p, i64 4
  %first = load float, ptr %p, align 4
  %second = load float, ptr %q, align 4
  %sum = fadd float %first, %second
  store float %sum, ptr %out, align 4
  ret void
}
define ptx_kernel void @sum(ptr align 16 %in, ptr %out, i64 %s0, i64 %t0) {
${steps.map((i) => `  %s${i} = add i64 %s${i - 1}, %t${i - 1}\n  %t${i} = add i64 %t${i - 1}, %s${i}`).join("\n")}
  %p = getelementptr float, ptr %in, i64 %s${STEPS}
  %v = load float, ptr %p, align 4
  store float %v, ptr %out, align 4
  ret void
}
define ptx_kernel void @pointer(ptr %in, ptr %out, i1 %c, i1 %d) {
  %p0 = getelementptr i8, ptr %in, i64 4
  %q0 = getelementptr i8, ptr %in, i64 8
${steps.map((i) => `  %p${i} = select i1 %c, ptr %p${i - 1}, ptr %q${i - 1}\n  %q${i} = select i1 %d, ptr %q${i - 1}, ptr %p${i - 1}`).join("\n")}
  %v = load float, ptr %p${STEPS}, align 4
  store float %v, ptr %out, align 4
  ret void
}
`;

describe("values of many steps", () => {
  const loads = async (kernel: string) => {
    const command = "clang -cc1 -triple nvptx64-nvidia-cuda -emit-llvm-bc -O0 -x ir -o - long.ll".split(" ");
    const lowered = lowerModule(readModule(await compileBitcode(command, KERNELS, "long.ll")));
    const { accesses } = lowered.get(kernel)!;
    return summary(accesses.filter(({ op }) => op === "load").map(wordOf), false);
  };

  it("keep the alignment that they all have: two neighbouring loads are one", async () => {
    assert.equal(await loads("index"), "load global 8");
  });

  it("of sums have an address", async () => {
    assert.equal(await loads("sum"), "load global 4");
  });

  it("of pointers have an answer, which need not be their memory space", async () => {
    assert.match(await loads("pointer"), /^load (?:generic|global) 4$/);
  });
});
