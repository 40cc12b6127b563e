/**
 * What accesses cost that a processor waits for its memory at. Two tables of the pages that were come to last stand for its
 * caches: an access to a page that is in neither costs what main memory takes, one that is in the larger what the last cache
 * takes. So the budget counts the same on every machine, and a table that fits into a cache costs nothing.
 */
import { MemoryMap } from "../../memory/layout";
import type { Code, Signature } from "../../wasm/encoder";
import { FunctionBuilder } from "../../wasm/function";
import { Op, Type } from "../../wasm/opcodes";
import type { Scatter } from "./scattered";

const PAGE_SHIFT = 14;
/** Pages of the tables: half a MiB of a core's own cache, 8 MiB of the one that it shares. */
const PAGES = { own: 32, shared: 512 } as const;

/**
 * Iterations of a host loop, 2 ns each, that an access costs whose page is in the shared cache or in none. Random reads of a
 * list of 4, 16 and 64 MB took 13, 75 and 155 ns each where one leads to the next, 5, 18 and 29 where none does, on one busy
 * core on 2026-11-26; columns of a matrix of 256 MB 8 to 15. On 2026-11-29, on another one, lists of 4, 16, 64 and 256 MB took 36,
 * 170, 200 and 261 ns, and reads of 256 MB none of which leads to the next 98 in a memory of 4 KB pages, which V8's is.
 */
const STEPS: Readonly<Record<Scatter, { readonly shared: number; readonly memory: number }>> = {
  stepped: { shared: 1, memory: 4 },
  "looked up": { shared: 4, memory: 32 },
  followed: { shared: 12, memory: 100 },
};

const KINDS: readonly Scatter[] = ["stepped", "looked up", "followed"];

/** Globals that count work: see `ModuleContext`. */
export interface WorkGlobals {
  readonly fuel: number;
  readonly further: number;
}

const cameTo: Signature = { parameters: [Type.i32, Type.i32], results: [] };

/** Zeros both tables, for a program that begins. */
export function forgetPages(bytes: Uint8Array): void {
  bytes.fill(0, MemoryMap.pages, MemoryMap.pages + 4 * (PAGES.own + PAGES.shared));
}

/** Pushes the offset of a page's entry in a table. */
function entry(code: Code, page: number, pages: number): void {
  code
    .get(page)
    .i32(pages - 1)
    .op(Op.i32And)
    .i32(2)
    .op(Op.i32Shl);
}

/** Looks whether the page of a linear offset is in a core's own cache, and calls `missed` where it is not. */
export function writePageLook(code: Code, offset: number, page: number, scatter: Scatter, missed: number): void {
  code.get(offset).i32(PAGE_SHIFT).op(Op.i32ShrU).set(page);
  entry(code, page, PAGES.own);
  code.memory(Op.i32Load, MemoryMap.pages).get(page).op(Op.i32Ne);
  code.nest(Op.if, () => code.get(page).i32(KINDS.indexOf(scatter)).call(missed));
}

/** The function that is called with a page that is not in the own cache, and the kind of the access. */
export function missedPage({ fuel, further }: WorkGlobals): FunctionBuilder {
  const builder = new FunctionBuilder(cameTo);
  const { code } = builder;
  const [page, kind] = [0, 1];
  const steps = builder.local(Type.i32);
  const shared = MemoryMap.pages + 4 * PAGES.own;
  const cost = (where: "shared" | "memory") => () => {
    code.i32(STEPS.stepped[where]).set(steps);
    for (const one of ["looked up", "followed"] as const) {
      code.i32(STEPS[one][where]).get(steps);
      code.get(kind).i32(KINDS.indexOf(one)).op(Op.i32Eq).op(Op.select).set(steps);
    }
  };
  entry(code, page, PAGES.own);
  code.get(page).memory(Op.i32Store, MemoryMap.pages);
  entry(code, page, PAGES.shared);
  code.memory(Op.i32Load, shared).get(page).op(Op.i32Eq);
  code.nest(Op.if, cost("shared"), () => {
    cost("memory")();
    entry(code, page, PAGES.shared);
    code.get(page).memory(Op.i32Store, shared);
  });
  code.indexed(Op.globalGet, fuel).get(steps).op(Op.i32Sub).indexed(Op.globalSet, fuel);
  code.indexed(Op.globalGet, further).get(steps).op(Op.i32Add).indexed(Op.globalSet, further);
  return builder;
}
