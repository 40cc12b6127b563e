/** Pictures of detailed runs: branches, steps, timelines, useful bytes, profiles. Each says what its table says. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { TraceStepJson } from "../../engine/formats/trace";
import { usefulBars } from "../../pictures/bars";
import { branchLanes } from "../../pictures/branches";
import { grouped } from "../../pictures/figures";
import { type Element, render } from "../../pictures/markup";
import { sampledRequest } from "../../pictures/request";
import {
  barrierTable,
  firstShown,
  STEPS_SHOWN,
  stepPicture,
  stepTable,
  traceText,
  variablePicture,
  variablesAt,
  variableTable,
} from "../../pictures/steps";
import { duration, moved, overlap, type TimelineEntry, timelinePicture, wholeTime } from "../../pictures/timeline";

function withClass(node: Element | string, name: string): Element[] {
  if (typeof node === "string") return [];
  const own = String(node.attributes.class ?? "")
    .split(" ")
    .includes(name)
    ? [node]
    : [];
  return [...own, ...node.children.flatMap((child) => withClass(child, name))];
}

const mask = fc.integer({ min: 0, max: 0xffffffff });
const bits = (value: number): number => [...(value >>> 0).toString(2)].filter((digit) => digit === "1").length;

describe("pictures: a branch", () => {
  it("puts every lane where it went, whatever the masks", () => {
    fc.assert(
      fc.property(mask, mask, (active, way) => {
        const taken = active & way;
        const { svg, description, table } = branchLanes({ mask: active, taken });
        assert.equal(withClass(svg, "lane").length, 32);
        assert.equal(withClass(svg, "idle").length, 32 - bits(active));
        assert.equal(withClass(svg, "other").length, bits(active) - bits(taken));
        assert.ok(description.startsWith(`${bits(taken)} of ${bits(active)} active lanes`));
        const [took] = table.rows;
        assert.equal(took![1] === "none", bits(taken) === 0);
      }),
    );
  });
});

describe("pictures: steps", () => {
  const step = (values: readonly (string | null)[], active: number): TraceStepJson => ({
    line: 3,
    column: 0,
    endColumn: 4,
    mask: active,
    op: "load",
    space: "shared",
    values,
  });

  it("tells each active lane's value once, lanes with the same value together", () => {
    const values = Array.from({ length: 32 }, (_, lane) => (lane < 4 ? "0x0" : lane < 8 ? "0x80" : null));
    const { svg, description, table } = stepPicture(step(values, 0xff));
    assert.deepEqual(table.rows, [
      ["0–3", "0x0"],
      ["4–7", "0x80"],
    ]);
    assert.equal(description, "load of shared memory at line 3 with 8 of 32 lanes active");
    assert.equal(withClass(svg, "cell").length, 8);
  });

  it("holds of every variable what each lane was given last, as long as its scope lasts", () => {
    const variable = (name: string, type: string, line: number, until: number, home = "k") => {
      return { name, type, encoding: "signed" as const, bits: 32, function: home, line, until };
    };
    const variables = [variable("i", "int", 1, 9), variable("i", "float", 4, 6), variable("x", "int", 1, 9, "f")];
    const assign = (which: number, line: number, mask: number, value: string) => ({
      ...step(
        Array.from({ length: 32 }, (_, lane) => ((mask >>> lane) & 1 ? value : null)),
        mask,
      ),
      op: "assignment",
      line,
      function: variables[which]!.function,
      variable: which,
    });
    const steps = [
      assign(0, 1, 0xffffffff, "1"),
      assign(0, 3, 0xf, "2"),
      assign(1, 4, 0xf0, "0.5"),
      assign(2, 2, 0xf, "7"),
      { ...step([], 0xffffffff), line: 8, function: "k" },
    ];
    const at = (index: number) => variablesAt({ steps, variables }, index);
    assert.deepEqual(variableTable(at(1), 0).rows, [["i", "int", "2", "0–3: 2, 4–31: 1"]]);
    assert.deepEqual(variableTable(at(2), 5).rows, [["i", "float", "0.5", "4–7: 0.5"]], "the inner one counts");
    assert.deepEqual(variableTable(at(2), 0).rows[0]![2], "–", "no value that nobody gave");
    assert.deepEqual(
      variableTable(at(3), 0).rows,
      [["x", "int", "7", "0–3: 7"]],
      "variables of another function are not here",
    );
    assert.deepEqual(variableTable(at(4), 0).rows, [["i", "int", "2", "0–3: 2, 4–31: 1"]], "the inner one is gone");
    assert.equal(variablePicture(at(2)[0]!).description, "i in 4 of 32 lanes");
    assert.deepEqual(stepTable(steps.slice(0, 1), 0, variables).rows, [[1, 1, "i becomes", 32]]);
  });

  it("says of every barrier which warps came, and the whole trace as text", () => {
    const barriers = [{ phase: 0, line: 5, warps: [1, 0, 2], lanes: 96 }];
    assert.deepEqual(barrierTable(barriers).rows, [[1, 5, "0–2", 96]]);
    const steps = [
      step(
        Array.from({ length: 32 }, (_, lane) => (lane < 4 ? "0x0" : null)),
        0xf,
      ),
    ];
    const text = traceText({ steps, truncated: false, barriers, block: [1, 0, 0], warp: 2 });
    assert.equal(
      text,
      [
        "Steps of warp 2 of block (1, 0, 0)",
        "",
        "1. line 3: load of shared memory; 0–3: 0x0",
        "",
        "Barriers of the block: which warps waited where",
        "",
        "Barrier  Line  Warps  Threads",
        "      1     5  0–2         96",
        "",
      ].join("\n"),
    );
  });

  it("lists the chosen step and its neighbours, as many as there are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, part) => {
        const chosen = Math.min(count - 1, Math.floor(part * count));
        const from = firstShown(chosen, count);
        assert.ok(from >= 0 && from <= chosen && chosen < from + STEPS_SHOWN);
        assert.ok(count < STEPS_SHOWN || from + STEPS_SHOWN <= count);
      }),
    );
  });
});

describe("pictures: a timeline", () => {
  const work = (engine: string, stream: number, start: number, end: number): TimelineEntry => ({
    engine,
    device: 0,
    stream,
    label: `${engine} ${stream}`,
    start,
    end,
    bytes: 0,
    line: null,
  });
  const entries = [work("h2d", 1, 100, 200), work("compute", 1, 200, 400), work("h2d", 2, 200, 300)];

  it("counts the time in which engines work at once", () => {
    assert.deepEqual(overlap(entries), { busy: 300, shared: 100 });
    assert.deepEqual(overlap([]), { busy: 0, shared: 0 });
    assert.deepEqual(overlap([work("h2d", 1, 0, 10), work("compute", 1, 10, 20)]), { busy: 20, shared: 0 });
  });

  it("draws a row for each stream, ticks at round times, and what lies in the window", () => {
    const whole = wholeTime(entries);
    assert.deepEqual(whole, { from: 100, to: 400 });
    const all = timelinePicture(entries, whole);
    assert.equal(withClass(all.svg, "bar").length, 3);
    assert.match(all.description, /^3 operations in 2 streams, 0 ns to 300 ns; .* 33\.33 %/);
    const part = timelinePicture(entries, { from: 310, to: 400 });
    assert.equal(withClass(part.svg, "bar").length, 1);
    assert.deepEqual(
      part.table.rows.map((row) => row[1]),
      ["compute 1"],
    );
    for (const text of ["stream 2", "copies to the device", "kernels", "100 ns", "200 ns", "300 ns"]) {
      assert.ok(render(all.svg).includes(`>${text}<`), text);
    }
    assert.ok(!render(all.svg).includes("copies to the host"), "the key names what is there");
  });

  it("has one bar for operations that it cannot show apart, and one row for those of a line", () => {
    const many = Array.from({ length: 200_000 }, (_, i) => work(i % 4 ? "compute" : "h2d", 1, 10 * i, 10 * i + 8));
    const whole = wholeTime(many);
    assert.deepEqual(whole, { from: 0, to: 1_999_998 });
    const { svg, table } = timelinePicture(many, whole);
    const bars = withClass(svg, "bar").length;
    assert.ok(bars > 300 && bars <= 2 * 321, `${bars} bars`);
    assert.match(render(svg), /<title>4\d\d kernels: 10 ns to 6\.\d+ µs, stream 1</);
    assert.deepEqual(
      table.rows.map(([, what, times, stream, first, take]) => [what, times, stream, first, take]),
      [
        ["h2d 1", grouped(50_000), 1, "0 ns", "400 µs"],
        ["compute 1", grouped(150_000), 1, "10 ns", "1.2 ms"],
      ],
    );
    // A part that has room shows each again.
    const part = timelinePicture(many, { from: 1000, to: 1100 });
    assert.equal(withClass(part.svg, "bar").length, part.table.rows.length);
    assert.equal(part.table.columns[2]?.title, "Stream");
  });

  it("zooms and moves inside of the program's time only", () => {
    const whole = { from: 0, to: 1000 };
    assert.deepEqual(moved(whole, "in", whole), { from: 250, to: 750 });
    assert.deepEqual(moved({ from: 250, to: 750 }, "left", whole), { from: 0, to: 500 });
    assert.deepEqual(moved({ from: 900, to: 1000 }, "right", whole), { from: 900, to: 1000 });
    fc.assert(
      fc.property(fc.array(fc.constantFrom("in", "out", "left", "right" as const), { maxLength: 30 }), (ways) => {
        const end = ways.reduce((window, way) => moved(window, way as "in", whole), whole);
        assert.ok(end.from >= 0 && end.to <= 1000 && end.to - end.from >= 1 - 1e-9);
      }),
    );
  });

  it("writes durations as people say them", () => {
    assert.deepEqual([850, 12_400, 3e6, 2.5e9].map(duration), ["850 ns", "12.4 µs", "3 ms", "2.5 s"]);
  });
});

describe("pictures: useful bytes", () => {
  it("says the same in words and table", () => {
    const traffic = [{ space: "global", requests: 8, movedBytes: 8192, usefulBytes: 1024 }] as const;
    const { description, table } = usefulBars(traffic);
    assert.equal(description, "global: 8\u202f192 bytes, useful 1\u202f024");
    assert.deepEqual(table.rows, [["global", "8\u202f192", "1\u202f024", "12.5 %"]]);
  });
});

describe("pictures: a recorded request", () => {
  it("takes null for lanes that were not there", () => {
    const addresses = Array.from({ length: 32 }, (_, lane) => (lane < 2 ? 4096 + lane * 4 : null));
    const sample = { block: [0, 0, 0], warp: 0, mask: 3, addresses } as const;
    const request = sampledRequest({ sample, width: 4 })!;
    assert.deepEqual(request.addresses.slice(0, 3), [4096n, 4100n, undefined]);
    assert.equal(sampledRequest({ width: 4 }), undefined);
  });
});
