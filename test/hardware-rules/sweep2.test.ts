/** The counting rules against the second sweep: 96 warps by instruction, 24 by launch (`test/hardware/sweep2/record.py`). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { architectures } from "../../analyzer/hardware/architectures";
import { atomicWavefronts, incrementWavefronts, swapWavefronts } from "../../analyzer/hardware/atomics";
import { casLoop } from "../../analyzer/hardware/casLoop";
import { constantRequests } from "../../analyzer/hardware/constant";
import { copySectors, copyWavefronts } from "../../analyzer/hardware/copies";
import { localSectors } from "../../analyzer/hardware/local";
import { globalSectors, globalTags } from "../../analyzer/hardware/sectors";
import {
  imageTextureRequests,
  imageTextureSectors,
  linearTextureRequests,
  linearTextureSectors,
} from "../../analyzer/hardware/textures";
import { loadWavefronts, matrixWavefronts, storeWavefronts } from "../../analyzer/hardware/wavefronts";

interface Pattern {
  readonly mask: number;
  readonly index: readonly number[];
}
type Counts = Readonly<Record<string, number | undefined>>;

const sweep = JSON.parse(readFileSync("test/hardware/sweep2/sweep2.json", "utf8")) as {
  stdout: string;
  patterns: Pattern[];
  each: Record<string, Counts[]>;
  alone: Record<string, Counts[]>;
};
const SHARED = "memory_l1_wavefronts_shared";
const SECTORS = "memory_l2_theoretical_sectors_global";
const TAGS = "memory_l1_tag_requests_global";
const LOCAL = "memory_l2_theoretical_sectors_local";
const lanes = Array.from({ length: 32 }, (_, lane) => lane);

type Rule = (mask: number, elements: readonly number[]) => number | undefined;
const bytes = (elements: readonly number[], width: number) => Uint32Array.from(elements, (element) => element * width);

/** Recorded counts and the rule's, by pattern. `from` skips rows of the same kernel. */
function both(kernel: string, metric: string, rule: Rule, from = 0): [number[], (number | undefined)[]] {
  const recorded = sweep.patterns.map((_, row) => sweep.each[kernel]![row + from]![metric] ?? 0);
  return [recorded, sweep.patterns.map(({ mask, index }) => rule(mask, index))];
}

const sorted = (values: readonly (number | undefined)[]) => [...values].sort((a, b) => a! - b!);

describe("counting rules against the second sweep", () => {
  it("has 96 warps by instruction and 24 by launch", () => {
    assert.equal(sweep.patterns.length, 96);
    for (const [kernel, rows] of Object.entries(sweep.each))
      assert.equal(rows.length, kernel.startsWith("LOCAL") ? 192 : 96);
    for (const rows of Object.values(sweep.alone)) assert.equal(rows.length, 24);
  });

  const exact: [string, string, Rule][] = [
    ["LDS_U8", SHARED, (mask, index) => loadWavefronts(bytes(index, 1), mask, 1)],
    ["LDS_U16", SHARED, (mask, index) => loadWavefronts(bytes(index, 2), mask, 2)],
    ["LDS_32", SHARED, (mask, index) => loadWavefronts(bytes(index, 4), mask, 4)],
    ["STS_U8", SHARED, (mask, index) => storeWavefronts(bytes(index, 1), mask, 1)],
    ["STS_U16", SHARED, (mask, index) => storeWavefronts(bytes(index, 2), mask, 2)],
    ["STS_32", SHARED, (mask, index) => storeWavefronts(bytes(index, 4), mask, 4)],
    ["STS_64", SHARED, (mask, index) => storeWavefronts(bytes(index, 8), mask, 8)],
    ["STS_128", SHARED, (mask, index) => storeWavefronts(bytes(index, 16), mask, 16)],
    ["ATOMS_ADD", SHARED, (mask, index) => atomicWavefronts(bytes(index, 4), mask)],
    ["ATOMS_MAX", SHARED, (mask, index) => atomicWavefronts(bytes(index, 4), mask)],
    ["ATOMS_EXCH", SHARED, (mask, index) => atomicWavefronts(bytes(index, 4), mask)],
    ["ATOMS_EXCH_64", SHARED, (mask, index) => atomicWavefronts(bytes(index, 8), mask, 8)],
    ["ATOMS_CAS", SHARED, (mask, index) => swapWavefronts(bytes(index, 4), mask, 4)],
    ["ATOMS_CAS_64", SHARED, (mask, index) => swapWavefronts(bytes(index, 8), mask, 8)],
    ["RED_VARYING", SHARED, (mask, index) => atomicWavefronts(bytes(index, 4), mask)],
    ["RED_POPC_INC", SHARED, (mask, index) => incrementWavefronts(bytes(index, 4), mask)],
    [
      "STSM_4",
      SHARED,
      (_, index) =>
        matrixWavefronts(
          bytes(
            index.map((row) => row & 1023),
            16,
          ),
          4,
        ),
    ],
    ["STG_64", SECTORS, (mask, index) => globalSectors(bytes(index, 8), mask)],
    ["STG_64", TAGS, (mask, index) => globalTags(bytes(index, 8), mask)],
    ["REDG_64", SECTORS, (mask, index) => globalSectors(bytes(index, 8), mask)],
    ["REDG_64", TAGS, (mask, index) => globalTags(bytes(index, 8), mask)],
    ["REDG_F64", SECTORS, (mask, index) => globalSectors(bytes(index, 8), mask)],
    ["LDGSTS_4_S", SHARED, (mask, index) => copyWavefronts(bytes(index, 4), mask, 4)],
    ["LDGSTS_8_S", SHARED, (mask, index) => copyWavefronts(bytes(index, 8), mask, 8)],
    ["LDGSTS_4_G", SECTORS, (mask, index) => copySectors(bytes(index, 4), bytes(lanes, 4), mask, 4)],
    ["LDGSTS_16_G", TAGS, (mask, index) => globalTags(bytes(index, 16), mask)],
    [
      "LOCAL_8",
      LOCAL,
      (mask, index) =>
        localSectors(
          bytes(
            index.map((at) => at & 63),
            1,
          ),
          mask,
          1,
        ),
    ],
    [
      "LOCAL_32",
      LOCAL,
      (mask, index) =>
        localSectors(
          bytes(
            index.map((at) => at & 63),
            4,
          ),
          mask,
          4,
        ),
    ],
    [
      "LOCAL_64",
      LOCAL,
      (mask, index) =>
        localSectors(
          bytes(
            index.map((at) => at & 63),
            8,
          ),
          mask,
          8,
        ),
    ],
  ];
  for (const [kernel, metric, rule] of exact) {
    it(`explains ${kernel} ${metric} in 96 of 96`, () => {
      const [recorded, ruled] = both(kernel, metric, rule);
      assert.deepEqual(ruled, recorded);
    });
  }

  // The assembler exchanged the places of some neighbouring loads, which do not depend on each other.
  const loads: [string, string, Rule, number?][] = [
    ["LDS_64", SHARED, (mask, index) => loadWavefronts(bytes(index, 8), mask, 8)],
    ["LDG_U8", SECTORS, (mask, index) => globalSectors(bytes(index, 1), mask)],
    ["LDG_U16", SECTORS, (mask, index) => globalSectors(bytes(index, 2), mask)],
    ["LDG_64", SECTORS, (mask, index) => globalSectors(bytes(index, 8), mask)],
    ["LDG_64", TAGS, (mask, index) => globalTags(bytes(index, 8), mask)],
    ["LDG_128", SECTORS, (mask, index) => globalSectors(bytes(index, 16), mask)],
    ["LDG_128", TAGS, (mask, index) => globalTags(bytes(index, 16), mask)],
    [
      "LDSM_1",
      SHARED,
      (_, index) =>
        matrixWavefronts(
          bytes(
            index.map((row) => row & 1023),
            16,
          ),
          1,
        ),
    ],
    [
      "LDSM_2",
      SHARED,
      (_, index) =>
        matrixWavefronts(
          bytes(
            index.map((row) => row & 1023),
            16,
          ),
          2,
        ),
    ],
    [
      "LDSM_4",
      SHARED,
      (_, index) =>
        matrixWavefronts(
          bytes(
            index.map((row) => row & 1023),
            16,
          ),
          4,
        ),
    ],
    [
      "LDSM_4_T",
      SHARED,
      (_, index) =>
        matrixWavefronts(
          bytes(
            index.map((row) => row & 1023),
            16,
          ),
          4,
        ),
    ],
    [
      "LOCAL_8",
      LOCAL,
      (mask, index) =>
        localSectors(
          bytes(
            index.map((at) => at & 63),
            1,
          ),
          mask,
          1,
        ),
      96,
    ],
    [
      "LOCAL_32",
      LOCAL,
      (mask, index) =>
        localSectors(
          bytes(
            index.map((at) => at & 63),
            4,
          ),
          mask,
          4,
        ),
      96,
    ],
    [
      "LOCAL_64",
      LOCAL,
      (mask, index) =>
        localSectors(
          bytes(
            index.map((at) => at & 63),
            8,
          ),
          mask,
          8,
        ),
      96,
    ],
  ];
  for (const [kernel, metric, rule, from] of loads) {
    it(`explains the 96 counts of ${kernel} ${metric}, in any order${from ? " (loads)" : ""}`, () => {
      const [recorded, ruled] = both(kernel, metric, rule, from);
      assert.deepEqual(sorted(ruled), sorted(recorded));
    });
  }

  it("explains sectors of 16-byte copies in 157 of the 164 rows that have any", () => {
    let explained = 0;
    let rows = 0;
    sweep.patterns.forEach(({ mask, index }, row) => {
      const varied = bytes(
        index.map((at) => at & 1023),
        16,
      );
      const sides = [
        [sweep.each.LDGSTS_16_S![row]!, bytes(lanes, 16), varied],
        [sweep.each.LDGSTS_16_G![row]!, bytes(index, 16), bytes(lanes, 16)],
      ] as const;
      for (const [counts, from, to] of sides) {
        // The profiler left out the counts of every seventh of these instructions.
        if (row % 7 === 2) continue;
        rows++;
        if ((counts[SECTORS] ?? 0) === copySectors(from, to, mask, 16)) explained++;
      }
    });
    assert.deepEqual([explained, rows], [157, 164]);
  });

  const launches: [string, string, Rule][] = [
    [
      "LDC_32",
      "idc__requests",
      (mask, index) =>
        2 +
        constantRequests(
          bytes(
            index.map((at) => at & 1023),
            4,
          ),
          mask,
          4,
        ),
    ],
    [
      "LDC_64",
      "idc__requests",
      (mask, index) =>
        2 +
        constantRequests(
          bytes(
            index.map((at) => at & 1023),
            8,
          ),
          mask,
          8,
        ),
    ],
    [
      "LDC_128",
      "idc__requests",
      (mask, index) =>
        2 +
        constantRequests(
          bytes(
            index.map((at) => at & 511),
            16,
          ),
          mask,
          16,
        ),
    ],
    ["TLD_LINE", "l1tex__t_requests_pipe_tex_mem_texture", (mask) => linearTextureRequests(mask)],
    [
      "TLD_LINE",
      "l1tex__t_sectors_pipe_tex_mem_texture",
      (mask, index) =>
        linearTextureSectors(
          bytes(
            index.map((at) => at & 1023),
            4,
          ),
          mask,
        ),
    ],
    ["TEX_IMAGE", "l1tex__t_requests_pipe_tex_mem_texture", (mask) => imageTextureRequests(mask)],
    [
      "TEX_IMAGE",
      "l1tex__t_sectors_pipe_tex_mem_texture",
      (mask, index) =>
        imageTextureSectors(
          bytes(
            index.map((at) => at & 31),
            1,
          ),
          bytes(
            index.map((at) => (at >> 5) & 31),
            1,
          ),
          mask,
        ),
    ],
    [
      "LD_GENERIC_SHARED",
      "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
      (mask, index) => loadWavefronts(bytes(index, 4), mask, 4),
    ],
    [
      "ATOM_GENERIC_GLOBAL",
      "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom",
      (mask, index) => globalSectors(bytes(index, 4), mask),
    ],
    // One lane performs it for all, whichever way the sum over the warp was taken.
    ["COMBINED_RED", "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red", () => 1],
    ["COMBINED_ATOM", "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom", () => 1],
    ["COMBINED_ATOM_VARYING", "smsp__sass_inst_executed_op_global_atom", () => 1],
  ];
  for (const [kernel, metric, rule] of launches) {
    it(`explains ${kernel} ${metric} in 24 of 24`, () => {
      sweep.alone[kernel]!.forEach((counts, row) => {
        const { mask, index } = sweep.patterns[row]!;
        assert.equal(rule(mask, index), counts[metric] ?? 0, `row ${row}`);
      });
    });
  }

  for (const [kernel, width] of [
    ["SHARED_FLOAT_ADD", 4],
    ["SHARED_LONG_ADD", 8],
  ] as const) {
    it(`explains rounds and wavefronts of the loop of ${kernel} in 24 of 24`, () => {
      sweep.alone[kernel]!.forEach((counts, row) => {
        const { mask, index } = sweep.patterns[row]!;
        const offsets = bytes(index, width);
        const { iterations, loadWavefronts: loading, atomicWavefronts: swapping } = casLoop(offsets, mask, width);
        // After the loop every lane reads its value once.
        const after = loadWavefronts(offsets, -1, width);
        const read = (metric: string) => counts[`smsp__sass_${metric}`] ?? 0;
        assert.equal(iterations, read("inst_executed_op_shared_atom"), `row ${row}`);
        assert.equal(iterations + 1, read("inst_executed_op_shared_ld"), `row ${row}`);
        assert.equal(loading + after, read("l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld"), `row ${row}`);
        assert.equal(swapping, read("l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom"), `row ${row}`);
      });
    });
  }

  it("explains the increments of the recorded histogram", () => {
    const recorded = JSON.parse(readFileSync("test/hardware/counters/atomics.json", "utf8")) as {
      launches: { kernel: string; metrics: Counts }[];
    };
    const { metrics } = recorded.launches.find(({ kernel }) => kernel === "histogramShared")!;
    // What `main` of atomics.cu fills its input with, 32 neighbouring elements a warp.
    let wavefronts = 0;
    for (let first = 0; first < 4096; first += 32) {
      const bins = lanes.map((lane) => (((first + lane) * 7919) % 1009) & 63);
      wavefronts += incrementWavefronts(bytes(bins, 4), -1);
    }
    assert.equal(wavefronts, metrics.smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom);
  });

  it("has the H200 as it describes itself", () => {
    const told = new Map([...sweep.stdout.matchAll(/(\w+) (\d+)/g)].map(([, name, value]) => [name, Number(value)]));
    const h200 = architectures.get("sm_90")!;
    assert.equal(h200.l2Bytes, told.get("l2"));
    assert.equal(h200.globalBytes, told.get("global"));
    assert.equal(h200.multiprocessors, told.get("multiprocessors"));
    assert.equal(h200.sharedPerBlock, told.get("shared"));
    assert.equal(h200.sharedPerBlockOptIn, told.get("optin"));
    assert.equal(h200.sharedPerMultiprocessor, told.get("multiprocessor"));
    assert.equal(h200.sharedReservedPerBlock, told.get("reserved"));
    assert.equal(h200.maxBlocksPerMultiprocessor, told.get("blocks"));
    assert.equal(h200.maxThreadsPerMultiprocessor, told.get("threads"));
  });
});
