/** Lower bounds of time: no recorded launch was faster than they say, and they say what a padding can bring. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { architectures, defaultArchitecture } from "../../analyzer/hardware/architectures";
import { latencies } from "../../analyzer/hardware/latencies";
import type { Peaks } from "../../analyzer/hardware/peaks";
import { peaksOf } from "../../analyzer/hardware/peaksOf";
import { boundsOf } from "../../engine/bounds/bounds";
import type { LineJson } from "../../engine/formats/launch";
import { recording } from "../support/recorded";

const folder = join(process.cwd(), "test/hardware");
const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));

/** Nanoseconds by program, in the order of its launches; null where the profiler had none. */
const durations: { readonly programs: Readonly<Record<string, readonly (number | null)[]>> } =
  readJson("durations.json");

/** Runs of `test/hardware/peaks/peaks.cu`. */
const peaks: {
  readonly empty_launch_ns: readonly number[];
  readonly figures: Readonly<Record<string, { readonly runs: readonly number[] }>>;
} = readJson("peaks/peaks.json");

const fastest = (name: string): number => Math.max(...peaks.figures[name]!.runs);

describe("the peaks of an H200", () => {
  const known = peaksOf("sm_90")!;

  // A wider load moves four times as much in four times the cycles.
  const measured: Readonly<Partial<Record<Exclude<keyof Peaks, "isMeasured">, number>>> = {
    instructions: fastest("fma32"),
    single: fastest("fma32"),
    double: fastest("fma64"),
    memoryInstructions: fastest("sharedLoad"),
    wavefronts: Math.max(fastest("sharedLoad"), 4 * fastest("sharedLoad128")),
    l1Sectors: 16 * fastest("cachedLoad128"),
    l2WriteBytes: fastest("l2Write"),
    atomicRequests: fastest("atomicsManyLines"),
    blocks: fastest("blocks"),
  };

  for (const [name, figure] of Object.entries(measured)) {
    it(`${name}: no run was faster, and none much slower`, () => {
      const peak = known[name as keyof typeof measured];
      assert.ok(peak >= figure && peak <= 1.25 * figure, `${peak} for ${figure}`);
    });
  }

  it("launch: no empty kernel took less", () => {
    assert.ok(known.launch <= Math.min(...peaks.empty_launch_ns) / 1e9);
  });
});

describe("bounds of recorded launches", () => {
  let launches = 0;

  for (const [program, times] of Object.entries(durations.programs)) {
    it(`are not beaten in ${program}`, () => {
      const recorded = recording(program).launches;
      assert.equal(times.length, recorded.length);
      for (const [i, launch] of recorded.entries()) {
        const time = times[i];
        if (time === null || time === undefined) continue;
        const { seconds, by } = boundsOf(launch, [], defaultArchitecture)!;
        assert.ok(seconds <= time / 1e9, `launch ${i}, ${launch.kernel}: ${time} ns, ${by} needs ${seconds * 1e9} ns`);
        launches++;
      }
    });
  }

  it("are of at least a thousand launches", () => assert.ok(launches >= 1000, `${launches}`));
});

describe("bounds of a launch", () => {
  const wavefronts = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld";
  const line = (over: Partial<LineJson>): LineJson => ({ ...blank, ...over });
  const blank = {
    line: 1,
    column: 0,
    op: "load",
    space: "shared",
    requests: 0,
    sectors: 0,
    sectorsIdeal: 0,
    wavefronts: 0,
    wavefrontsIdeal: 0,
  } as unknown as LineJson;
  const launch = { grid: [1320, 1, 1], metrics: { [wavefronts]: 132e6 } } as const;
  /** Seconds between the launch's beginning and its end. */
  const busy = ({ seconds }: { readonly seconds: number }): number => seconds - peaksOf("sm_90")!.launch;

  it("divide the work by the multiprocessors that have blocks", () => {
    const many = boundsOf(launch, [], defaultArchitecture)!;
    assert.equal(many.by, "L1 and shared memory");
    assert.equal(Math.round(busy(many) * many.clock_hz), 1e6);
    const few = boundsOf({ ...launch, grid: [2, 1, 1] }, [], defaultArchitecture)!;
    assert.equal(Math.round(busy(few) * few.clock_hz), 66e6);
  });

  it("give each line its share, and say what is left without its excess", () => {
    const lines = [
      line({ line: 7, wavefronts: 99e6, wavefrontsIdeal: 9e6 }),
      line({ line: 9, wavefronts: 33e6, wavefrontsIdeal: 33e6 }),
    ];
    const bounds = boundsOf(launch, lines, defaultArchitecture)!;
    const data = bounds.resources.find(({ name }) => name === bounds.by)!;
    assert.deepEqual(data.lines, [
      { line: 7, share: 0.75 },
      { line: 9, share: 0.25 },
    ]);
    assert.ok(Math.abs(busy(bounds) / busy(bounds.without_excess) - 132 / 42) < 1e-9);
  });

  it("say of each line what its ideal alone brings", () => {
    const global = { space: "global", sectors: 8e6, sectorsIdeal: 4e6 } as const;
    const lines = [
      line({ line: 9, ...global }),
      line({ line: 7, wavefronts: 99e6, wavefrontsIdeal: 9e6 }),
      line({ line: 8, wavefronts: 33e6, wavefrontsIdeal: 33e6 }),
    ];
    const loads = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld";
    const { seconds, fixes } = boundsOf(
      { ...launch, metrics: { ...launch.metrics, [loads]: 8e6 } },
      lines,
      defaultArchitecture,
    )!;
    assert.deepEqual(
      fixes.map(({ line: at, pays }) => [at, pays]),
      [
        [7, true],
        [9, false],
      ],
    );
    assert.ok(fixes[0]!.seconds < 0.4 * seconds);
  });

  it("say that what does not decide does not pay, and nothing of what nearly does", () => {
    const lines = [line({ line: 9, wavefronts: 132e6, wavefrontsIdeal: 60e6 })];
    const doubles = "smsp__sass_thread_inst_executed_op_dfma_pred_on";
    const paysBeside = (cycles: number) => {
      const busy = { ...launch, metrics: { ...launch.metrics, [doubles]: 132e6 * 32 * 2 * cycles } };
      const { by, fixes } = boundsOf(busy, lines, defaultArchitecture)!;
      assert.equal(by, "double precision");
      return fixes.map(({ pays }) => pays);
    };
    assert.deepEqual(paysBeside(4), [false]);
    assert.deepEqual(paysBeside(1.2), [null]);
  });

  it("say nothing of what a fix of atomics or constants brings, which is not bounded", () => {
    const scattered = { sectors: 132e6, sectorsIdeal: 1e6, wavefronts: 0, wavefrontsIdeal: 0 };
    const lines = [
      line({ line: 7, space: "global", op: "reduction", ...scattered }),
      line({ line: 9, space: "constant", wavefronts: 132e6, wavefrontsIdeal: 1e6 }),
    ];
    assert.deepEqual(boundsOf(launch, lines, defaultArchitecture)!.fixes, []);
    const both = [...lines, line({ line: 7, space: "global", sectors: 20, sectorsIdeal: 10 })];
    assert.deepEqual(
      boundsOf(launch, both, defaultArchitecture)!.fixes.map((one) => [one.line, one.pays]),
      [[7, null]],
    );
  });

  it("are less where L2 has the data from before", () => {
    const demand = {
      loadedSectors: 2e6,
      storedSectors: 0,
      storedToL2: 0,
      neighbourSectors: 0,
      hotAddress: 0,
      hotSlice: 0,
      specials: 0,
      barriers: 0,
    };
    const chains = { chainCycles: 0, warmChainCycles: 0, addedWavefronts: 0 };
    const { seconds, by, warm } = boundsOf(
      { grid: [1320, 1, 1], metrics: {}, demand: { ...demand, ...chains } },
      [],
      defaultArchitecture,
    )!;
    assert.equal(by, "L2 fabric");
    const first = latencies.fromDevice / peaksOf("sm_90")!.clockHz;
    assert.equal(Math.round(((busy({ seconds }) - first) * peaksOf("sm_90")!.fabricLoadBytes) / 32), 2e6);
    assert.ok(busy(warm) < busy({ seconds }) / 10);
  });

  it("are of documented peaks for the other architectures, and say so", () => {
    const data = { ...launch.metrics, smsp__sass_thread_inst_executed_op_dfma_pred_on: 132e6 * 32 };
    for (const [name, device] of architectures) {
      const bounds = boundsOf({ grid: [device.multiprocessors, 1, 1], metrics: data }, [], device)!;
      assert.equal(bounds.measured, name === "sm_90");
      const cycles = new Map(bounds.resources.map((one) => [one.name, one.cycles]));
      const each = (peak: number) => Math.round(132e6 / device.multiprocessors / peak);
      assert.equal(Math.round(cycles.get("L1 and shared memory")!), each(1), name);
      // A multiprocessor executes this many operations in single precision in the time of one in double precision.
      const single = ["sm_70", "sm_75", "sm_80"].includes(name) ? 2 : 4;
      assert.equal(Math.round(cycles.get("double precision")!), each(single / device.singleToDouble), name);
    }
  });
});
