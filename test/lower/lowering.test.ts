/** Memory instructions against the machine code: recorded programs line by line, our own kernels as wholes. */
import assert from "node:assert/strict";
import { assertGolden, isUpdating } from "../support/golden";
import { programs as recorded } from "../support/recorded";
import { type Comparison, compareProgram } from "./comparison";
import { compareFolder, FOLDERS, type Folder, type KernelComparison } from "./kernels";
import { page } from "./page";
import { kernelReasons, reasons } from "./reasons";

const PAGE = "docs/lowering.md";

describe("lowering against machine code", () => {
  const programs = new Map<string, Comparison>();
  const folders = new Map<Folder, readonly KernelComparison[]>();
  const differing = () => [...programs.values()].flatMap(({ differences }) => differences);
  const unequal = () => [...folders.values()].flat().filter(({ equal }) => !equal);

  for (const program of recorded) {
    it(`reads ${program} as nvcc does, but for lines with a reason`, async () => {
      const comparison = await compareProgram(program);
      programs.set(program, comparison);
      assert.deepEqual(isUpdating ? [] : comparison.differences.filter(({ place }) => !reasons[place]), []);
    });
  }

  it("is equal on at least 95 % of the recorded lines", () => {
    const lines = [...programs.values()].reduce((sum, one) => sum + one.lines, 0);
    const equal = lines - differing().length;
    assert.ok(lines > 150 && equal / lines >= 0.95, `${equal} of ${lines}`);
  });

  for (const folder of FOLDERS) {
    it(`reads the kernels under ${folder} as nvcc does, but for those with a reason`, async () => {
      const found = await compareFolder(folder);
      folders.set(folder, found);
      const unexplained = found.filter(({ place, equal }) => !equal && !kernelReasons[place]);
      assert.deepEqual(isUpdating ? [] : unexplained, []);
    });
  }

  it("is equal on at least 85 % of the kernels that the rules were made with, and 90 % of those kept aside", () => {
    for (const [folder, least] of [
      ["fitted", 0.85],
      ["aside", 0.9],
    ] as const) {
      const found = folders.get(folder)!;
      assert.ok(found.filter(({ equal }) => equal).length / found.length >= least, folder);
    }
  });

  it("contracts as nvcc does wherever no loop, conversion or library function is in the way", () => {
    const without = [...folders.values()].flat().filter(({ float }) => float && float.ours !== float.theirs);
    // What nvcc puts in place of a library function is no contraction, and `mathematics` consists of them.
    const places = without.map(({ place }) => place).filter((place) => !place.startsWith("mathematics:"));
    assert.deepEqual(places.sort(), EXPANDED);
  });

  it("has no reason for what does not differ", () => {
    const places = new Set([...differing(), ...unequal()].map(({ place }) => place));
    assert.deepEqual(
      [...Object.keys(reasons), ...Object.keys(kernelReasons)].filter((place) => !places.has(place)),
      [],
    );
  });

  it("is what docs/lowering.md says", () => {
    assertGolden(PAGE, page(programs, folders));
  });
});

/**
 * Kernels whose additions and products differ from the machine code's, because either compiler expands something into
 * others: loops of compare-and-swap, rounding intrinsics, half precision, division, square roots, predicated copies, copies
 * of a loop that ends early.
 */
const EXPANDED = [
  "atomics:_Z6sadd_dPd",
  "atomics:_Z6sadd_fPf",
  "contraction:_Z2g2Pf",
  "copies:_Z2c1P2H8S0_",
  "images:_Z10half2ScaleP7__half2S_i",
  "images:_Z5blur3PKfPfii",
  "images:_Z8halfAxpyPK6__halfPS_S_i",
  "structures:_Z11doublePairsPK7double2Pdi",
  "various:_Z5casesPKiPf",
  "various:_Z5earlyPfi",
  "words:_Z2u8PK7__half2P6__half",
];
