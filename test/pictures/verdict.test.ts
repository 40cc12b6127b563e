/** The sentences of a report: on its cost, its lanes, its textures, and on bytes that are loaded again. */
import assert from "node:assert/strict";
import type { LaunchReportJson, LineJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import { divergenceSentence } from "../../pictures/divergence";
import { localMemorySentences } from "../../pictures/localMemory";
import { reusedLoads, reuseTable } from "../../pictures/reuse";
import { textureSentence } from "../../pictures/textures";
import { launchVerdict, programVerdict } from "../../pictures/verdict";

const place = { line: 8, column: 2, endColumn: 9, inlined: [] } as const;

function line(parts: Partial<LineJson>): LineJson {
  const counts = { requests: 64, sectors: 256, sectorsIdeal: 256, wavefronts: 0, wavefrontsIdeal: 0, lanes: 2048 };
  return { ...place, function: "k", op: "load", space: "global", width: 4, class: "A", ...counts, ...parts };
}

function launch(parts: Partial<LaunchReportJson>): LaunchReportJson {
  const shape = { grid: [4, 1, 1], block: [64, 1, 1], shared: 0 } as const;
  const rest = { metrics: { some: 1 }, classes: {}, lines: [line({})], bounds: null, findings: [], arguments: [] };
  return { kernel: "k", signature: "k()", ...shape, ...rest, ...parts };
}

const reused = (requestBytes: number, blocks = 4) => ({
  blocks,
  of: 4,
  accesses: [
    { ...place, op: "load", width: 4, threadBytes: 16384, requestBytes, blockBytes: 1024, launchBytes: 512 } as const,
    { ...place, line: 9, op: "store", width: 4, threadBytes: 16384, requestBytes, blockBytes: 1024 } as const,
  ],
});

describe("sentences of a report", () => {
  it("say that bytes are loaded again where requests cost their ideal", () => {
    assert.equal(
      launchVerdict(launch({ reuse: reused(8192) })),
      "Every request costs the least that its bytes need, but bytes are loaded again. The threads of a block load each byte 16 times, in 8 requests (line 8): a tile in shared memory could hold it.",
    );
    // One request brings the bytes to all threads that want them.
    const once = "Every request costs the least that its bytes need.";
    assert.equal(launchVerdict(launch({ reuse: reused(1024) })), once);
    assert.equal(launchVerdict(launch({})), once);
  });

  it("tabulate loads alone, with figures of the launch only where all of it is counted", () => {
    const all = reuseTable(launch({ reuse: reused(8192) }), ({ line }) => `${line}`);
    assert.deepEqual(all.rows, [["8", "16", "8", "256", "32", "512"]]);
    const some = reuseTable(launch({ reuse: reused(8192, 2) }), ({ line }) => `${line}`);
    assert.deepEqual(some.rows, [["8", "16", "8", "512"]]);
    assert.match(some.caption, /in the first 2 of 4 blocks$/);
    assert.deepEqual(reusedLoads(launch({})), []);
  });

  it("are silent about a number or two that every thread reads", () => {
    const few = { ...place, op: "load", width: 4, threadBytes: 1024, requestBytes: 32, blockBytes: 16 } as const;
    assert.deepEqual(reusedLoads(launch({ reuse: { blocks: 4, of: 4, accesses: [few] } })), []);
  });

  it("name the arrays that lie in local memory, and why", () => {
    const array = { name: "a", bytes: 400, requests: 250, sectors: 1600, indexed: { ...place, index: "in[i] % 100" } };
    assert.deepEqual(localMemorySentences(launch({ localArrays: [array, { ...array, name: null, indexed: null }] })), [
      "a lies in local memory: 400 bytes a thread, 1\u202f600 sectors in 250 requests. The index in[i] % 100 at line 8 is known only at run time, and registers have no index. Unrolling makes an index constant that counts a loop; for others use shared memory.",
      "An array lies in local memory: 400 bytes a thread, 1\u202f600 sectors in 250 requests. Its address is used where the compiler cannot see which element it is.",
    ]);
    assert.deepEqual(localMemorySentences(launch({})), []);
  });

  it("count a fault of a kernel once, and none that a finding of the program explains", () => {
    const fault = {
      rule: "divergent-barrier",
      severity: "warning",
      message: "…",
      line: 8,
      block: null,
      thread: null,
      times: 1,
    } as const;
    const run = {
      version: 1,
      device: "H200",
      outcome: "completed",
      message: "",
      stdout: "",
      exit_code: 0,
      findings: [],
    } as const;
    const twice = [launch({ findings: [fault] }), launch({ findings: [fault] })];
    const said = programVerdict({ ...run, launches: twice } as unknown as SimulateJson);
    assert.equal(said, "The program completed with 2 launches; the run has 1 finding.");
    const trap = { ...fault, rule: "trapped", severity: "error" } as const;
    const explained = { rule: "out-of-bounds", severity: "error", message: "…", line: 8, other: null } as const;
    const trapped = { ...run, outcome: "trapped", launches: [launch({ findings: [trap] })], findings: [explained] };
    assert.match(programVerdict(trapped as unknown as SimulateJson), /^A kernel trapped; the run has 1 error\.$/);
  });

  it("say nothing is counted where nothing is", () => {
    const none = { sectors: 0, sectorsIdeal: 0, space: "texture" } as const;
    assert.equal(
      launchVerdict(launch({ lines: [line(none)] })),
      "No access of the kernel is of a kind that is counted.",
    );
  });

  it("name what mends scattered atomics", () => {
    const said = launchVerdict(launch({ lines: [line({ op: "reduction", sectors: 2048 })] }));
    assert.match(said, /line 8 is 100 % of the excess: scattered global reduction .*; add up in shared memory first/);
  });

  it("say which line loses lanes, and which branch diverges", () => {
    const lanes = {
      warpInstructions: 1000,
      threadInstructions: 16_000,
      lines: [
        { line: 6, warpInstructions: 600, threadInstructions: 6_400 },
        { line: 7, warpInstructions: 400, threadInstructions: 9_600 },
      ],
      branches: [{ line: 5, executions: 64, divergent: 32 }],
    };
    assert.equal(
      divergenceSentence(launch({ lanes })),
      "16 of 32 lanes are active in an instruction (modelled); line 6 loses most, 80 % of the idle lanes. Warps diverge most at line 5: in 32 of 64 executions.",
    );
    assert.doesNotMatch(divergenceSentence(launch({ lanes: { ...lanes, branches: [] } }))!, /diverge/);
    assert.equal(divergenceSentence(launch({})), undefined);
  });

  it("say of textures what is counted, and nothing where none is read", () => {
    const requests = { l1tex__t_requests_pipe_tex_mem_texture: 64 };
    const sectors = { l1tex__t_sectors_pipe_tex_mem_texture: 96 };
    assert.match(textureSentence(launch({ metrics: { ...requests, ...sectors } }))!, /64 requests .* touch 96 sectors/);
    assert.doesNotMatch(textureSentence(launch({ metrics: requests }))!, /sectors/);
    assert.equal(
      textureSentence(launch({ metrics: { ...sectors, l1tex__t_requests_pipe_tex_mem_texture: 0 } })),
      undefined,
    );
  });
});
