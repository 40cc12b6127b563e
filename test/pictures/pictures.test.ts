/** Pictures and their tables say the same, and nothing that is written into them becomes markup. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { LineJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import { bankPicture, wordsOfBanks } from "../../pictures/banks";
import { lineBars, spaceBars } from "../../pictures/bars";
import { boundsBars } from "../../pictures/bounds";
import { change, comparisonTable } from "../../pictures/comparison";
import { decimal, grouped, spaceTotals } from "../../pictures/figures";
import { foundText } from "../../pictures/findings";
import { figure } from "../../pictures/html";
import { activeLanes, lanesToSectors, ranges } from "../../pictures/lanes";
import { element, render } from "../../pictures/markup";
import { rooflinePicture } from "../../pictures/roofline";
import { summarize } from "../../pictures/summary";
import { textTable } from "../../pictures/tables";
import { textReport } from "../../pictures/textReport";
import { roofs } from "./roofs";

const line = (part: Partial<LineJson>): LineJson => ({
  line: 10,
  column: 4,
  endColumn: 18,
  inlined: [],
  function: "f",
  op: "load",
  space: "global",
  width: 4,
  requests: 8,
  sectors: 256,
  sectorsIdeal: 32,
  wavefronts: 0,
  wavefrontsIdeal: 0,
  lanes: 256,
  class: "A",
  ...part,
});

const shared = line({ space: "shared", line: 12, sectors: 0, sectorsIdeal: 0, wavefronts: 64, wavefrontsIdeal: 8 });

const report = (lines: readonly LineJson[], part: Partial<SimulateJson> = {}): SimulateJson => ({
  version: 1,
  device: "H200",
  outcome: "completed",
  message: "",
  launches: [
    {
      kernel: "f",
      signature: "f(float*)",
      grid: [8, 1, 1],
      block: [32, 1, 1],
      shared: 0,
      metrics: { l1tex__t_sectors_pipe_lsu_mem_global_op_ld: 256 },
      classes: {},
      bounds: null,
      lines,
      findings: [
        {
          rule: "out-of-bounds",
          severity: "error",
          message: "reads past <in>",
          line: 10,
          block: [0, 0, 0],
          thread: [31, 0, 0],
          times: 1,
        },
      ],
      arguments: [{ name: "in", type: "float*", spec: "iota:256", from: "default" }],
    },
  ],
  ...part,
});

const column = (stride: number, width = 4) => ({
  addresses: Array.from({ length: 32 }, (_, lane) => BigInt(0x1000 + lane * stride)),
  width,
});

describe("pictures: markup", () => {
  it("escapes text and attributes, whatever they hold", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const markup = render(element("p", { title: text }, text));
        const inside = markup.slice(markup.indexOf(">") + 1, -"</p>".length);
        assert.equal(/[<>"']/.test(inside), false);
        assert.equal(markup.slice("<p".length, markup.indexOf(">")).split('"').length, 3);
      }),
    );
  });

  it("leaves out attributes that are undefined, and closes what has no children", () => {
    assert.equal(render(element("a", { class: undefined, id: "x" })), '<a id="x"></a>');
    assert.equal(render(element("input", { id: "x" })), '<input id="x">');
  });
});

describe("pictures: lanes to sectors", () => {
  it("counts 4 sectors for neighbours, 32 for a column, 1 for a broadcast", () => {
    for (const [stride, sectors] of [
      [4, 4],
      [128, 32],
      [0, 1],
      [8, 8],
    ] as const) {
      const picture = lanesToSectors(column(stride));
      assert.equal(picture.table.rows.length, sectors, `stride ${stride}`);
      assert.match(picture.description, new RegExp(`access ${sectors} sectors? of`));
    }
  });

  it("draws a link for each row that the table has of a lane", () => {
    const picture = lanesToSectors(column(4, 16));
    const links = render(picture.svg).split('class="link"').length - 1;
    // Sixteen bytes that start at every fourth byte reach over the end of a sector three times of eight.
    assert.equal(links, 32 + 12);
  });

  it("leaves lanes out that take no part", () => {
    const { addresses, width } = column(4);
    const half = { addresses: addresses.map((address, lane) => (lane < 16 ? address : undefined)), width };
    assert.match(lanesToSectors(half).description, /^16 active lanes access 2 sectors/);
  });
});

describe("pictures: banks", () => {
  it("stacks one word a bank for neighbours, 32 in one bank for a column, one for a broadcast", () => {
    for (const [stride, deepest, busy] of [
      [4, 1, 32],
      [128, 32, 1],
      [132, 1, 32],
      [8, 2, 16],
      [0, 1, 1],
    ] as const) {
      const banks = wordsOfBanks(column(stride));
      assert.equal(Math.max(...banks.map((bank) => bank.size)), deepest, `stride ${stride}`);
      assert.equal(bankPicture(column(stride)).table.rows.length, busy, `stride ${stride}`);
    }
  });

  it("draws as many words as its table counts", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4096 }), { minLength: 32, maxLength: 32 }), (words) => {
        const picture = bankPicture({ addresses: words.map((word) => BigInt(word * 4)), width: 4 });
        const drawn = render(picture.svg).match(/class="word( conflict)?"/g)?.length ?? 0;
        const counted = picture.table.rows.reduce((total, row) => total + Number(row[1]), 0);
        assert.equal(drawn, counted);
        assert.equal(counted, new Set(words).size);
      }),
    );
  });
});

describe("pictures: active lanes", () => {
  it("fills a cell for each bit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (mask) => {
        const picture = activeLanes(mask);
        const idle = render(picture.svg).split('class="lane idle"').length - 1;
        const bits = [...mask.toString(2)].filter((bit) => bit === "1").length;
        assert.equal(32 - idle, bits);
        assert.equal(picture.description, `${bits} of 32 lanes are active`);
      }),
    );
  });

  it("writes lanes as ranges", () => {
    assert.equal(ranges([0, 1, 2, 3, 8, 10, 11]), "0–3, 8, 10–11");
    assert.equal(ranges([]), "");
  });
});

describe("pictures: figures", () => {
  it("counts sectors for global and wavefronts for shared memory", () => {
    const [globalTotal, sharedTotal] = spaceTotals([line({}), shared]);
    assert.deepEqual([globalTotal!.unit, globalTotal!.measured, globalTotal!.ideal], ["sectors", 256, 32]);
    assert.deepEqual([sharedTotal!.unit, sharedTotal!.measured, sharedTotal!.ideal], ["wavefronts", 64, 8]);
  });

  it("sets thousands apart and keeps at most two digits", () => {
    assert.equal(grouped(1234567.891), "1\u202f234\u202f567.89");
    assert.equal(grouped(12), "12");
    assert.equal(decimal(4), "4");
    assert.equal(decimal(1 / 3), "0.33");
  });

  it("says the same in bars and table", () => {
    for (const picture of [spaceBars([line({}), shared]), lineBars([line({}), shared])]) {
      const markup = render(picture.svg);
      for (const row of picture.table.rows) {
        assert.ok(
          row.some((cell) => markup.includes(String(cell))),
          JSON.stringify(row),
        );
      }
      assert.match(render(figure(picture)), /<details><summary>As a table<\/summary><table>/);
    }
  });

  it("adds up the copies of an access, and tells accesses of one line apart by their columns", () => {
    const { table } = lineBars([line({}), line({}), line({ column: 30, endColumn: 34 }), shared]);
    const [first, second, third] = table.rows.map(([label]) => label);
    assert.deepEqual([first, second], ["line 10:4, global load", "line 10:30, global load"]);
    assert.deepEqual([table.rows[0]![1], table.rows.length], ["512", 3]);
    assert.match(String(third), /^line \d+, shared/);
  });

  it("draws what each part needs at least, the longest first, and nothing of an empty launch", () => {
    const resources = [
      { name: "instructions", seconds: 2e-6, cycles: 3960, lines: [] },
      { name: "L1 and shared memory", seconds: 8e-6, cycles: 15840, lines: [{ line: 12, share: 0.75 }] },
    ];
    const rest = {
      clock_hz: 1.98e9,
      measured: true,
      roofs,
      without_excess: { seconds: 2e-6, by: "instructions" },
      fixes: [],
      resources,
    };
    const bounds = { seconds: 8e-6, by: "L1 and shared memory", warm: { seconds: 8e-6, by: "" }, ...rest };
    const [launch] = report([shared]).launches;
    const picture = boundsBars({ ...launch!, bounds })!;
    assert.deepEqual(picture.table.rows, [
      ["L1 and shared memory", "8.00 µs", "12 (75 %)"],
      ["instructions", "2.00 µs", ""],
    ]);
    const widths = [...render(picture.svg).matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
    assert.deepEqual(widths, [276, 69]);
    assert.equal(boundsBars({ ...launch!, bounds: { ...bounds, by: "launch" } }), undefined);
    assert.equal(boundsBars(launch!), undefined);
  });

  it("draws a roofline with the launch at its operations for a byte, and nothing without operations", () => {
    const resources = [
      { name: "device memory", seconds: 1e-6, cycles: 1980, lines: [] },
      { name: "loads from L2", seconds: 1e-6, cycles: 1980, lines: [] },
    ];
    const least = { seconds: 4e-6, by: "L1 and shared memory" };
    const bounds = {
      ...least,
      warm: least,
      without_excess: least,
      clock_hz: 1.98e9,
      measured: true,
      roofs,
      fixes: [],
      resources,
    };
    const [launch] = report([shared]).launches;
    const metrics = { smsp__sass_thread_inst_executed_op_ffma_pred_on: 8e6 };
    const picture = rooflinePicture({ ...launch!, metrics, bounds })!;
    // 16 million operations for 4 million bytes of device memory and 8 million of L2, in 4 µs at least.
    assert.deepEqual(picture.table.rows, [
      ["device memory, 4 TB/s", "4", "16 TFLOP/s", "4 TFLOP/s"],
      ["loads from L2, 8 TB/s", "2", "16 TFLOP/s", "4 TFLOP/s"],
      ["single precision", "–", "64 TFLOP/s", "4 TFLOP/s"],
    ]);
    const markup = render(picture.svg);
    const points = [...markup.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    assert.equal(points.length, 2);
    assert.ok(points[0]![0]! > points[1]![0]! && points[0]![1] === points[1]![1], JSON.stringify(points));
    assert.equal([...markup.matchAll(/<polyline /g)].length, 2);
    assert.equal(rooflinePicture({ ...launch!, metrics: {}, bounds }), undefined);
    assert.equal(rooflinePicture({ ...launch!, metrics, bounds: null }), undefined);
  });

  it("sums a run up in a line", () => {
    assert.equal(
      summarize(report([line({}), shared])),
      "global 32 sectors/request (ideal 4) · shared 8 wavefronts/request (ideal 1)",
    );
    assert.equal(summarize(report([line({ sectors: 32 })])), "global 4 sectors/request, ideal");
    assert.equal(summarize(report([])), "completed: no memory requests");
    assert.equal(summarize(report([], { outcome: "trapped", message: "at line 3" })), "trapped: at line 3");
  });

  it("compares two runs", () => {
    assert.deepEqual(comparisonTable([line({}), shared], [line({ sectors: 32 })]).rows, [
      ["global sectors", "256", "32", "−87.5 %"],
      ["shared wavefronts", "64", "0", "gone"],
    ]);
    assert.equal(change(4, 4), "same");
    assert.equal(change(4, 16), "+300 %");
    assert.equal(change(0, 16), "new");
  });
});

describe("pictures: what was found in a launch", () => {
  it("is a sentence with the block and the thread inside it, and what mends it after it", () => {
    const message = "All threads of the block must reach it.";
    assert.equal(
      foundText({ message, block: [0, 0, 0], thread: [3, 0, 0], times: 1 }),
      "All threads of the block must reach it (block (0, 0, 0), thread (3, 0, 0)).",
    );
    assert.equal(foundText({ message, fix: "Move it.", block: null, thread: null, times: 1 }), `${message} Move it.`);
  });

  it("says how often it was seen", () => {
    const [message, seen] = ["A fault.", { block: null, thread: null, fix: "Move it." }];
    assert.match(foundText({ message, ...seen, times: 1200 }), /^A fault\. Seen 1.200 times\. Move it\.$/);
  });
});

describe("pictures: text report", () => {
  it("holds every figure of the run", () => {
    const text = textReport(report([line({}), shared]), "kernel.cu, f");
    for (const part of [
      "kernel.cu, f",
      "Simulated on H200: completed",
      "grid 8, block 32",
      "float* in = iota:256 (default)",
      "reads past <in> (line 10, block (",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld",
      "256",
      "wavefronts",
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  it("aligns its columns", () => {
    const rows = textTable({
      caption: "",
      columns: [
        { title: "Name", numeric: false },
        { title: "N", numeric: true },
      ],
      rows: [
        ["a", 1],
        ["longer", 1000],
      ],
    }).split("\n");
    assert.deepEqual(rows, ["Name       N", "a          1", "longer  1000"]);
  });
});
