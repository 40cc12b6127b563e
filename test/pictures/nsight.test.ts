/**
 * Exports of Nsight Compute: forms that people have, and exports that `ncu` 2025.3 made on an H200 of two programs of
 * `test/hardware/variety`, cut to some columns and launches, beside our own runs of the same programs.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { LaunchReportJson } from "../../engine/formats/launch";
import type { Engine } from "../../engine/model";
import { readProfile } from "../../pictures/nsight";
import { csvRows, decimalOf, numberOf, scaleOf } from "../../pictures/nsightCsv";
import { earlierAlike, type ProfiledLaunch, profiledLaunch, profileTable, titledTable } from "../../pictures/profile";
import { nodeEngine } from "../support/engine";

function launchesOf(text: string): readonly ProfiledLaunch[] {
  const launches = readProfile(text);
  assert.ok(typeof launches !== "string", String(launches));
  return launches;
}
const recorded = (name: string) => readFileSync(`test/pictures/nsight/${name}.csv`, "utf8");

const launch = {
  kernel: "scale",
  signature: "void ns::scale<float>(float*)",
  grid: [16, 1, 1],
  block: [256, 1, 1],
  metrics: { sectors: 0, l1tex__t_sectors: 1000, smsp__inst_executed: 4096, only__ours: 1 },
} as unknown as LaunchReportJson;

describe("pictures: a profile of Nsight Compute", () => {
  const text = [
    "==PROF== Connected to process 4711",
    "a line, that the program printed",
    `"ID","Kernel Name","Block Size","Grid Size","l1tex__t_sectors.sum","smsp__inst_executed.sum","dram__bytes.sum"`,
    `"","","","","sector","inst","Kbyte"`,
    `"0","void ns::scale<float>(T1 *, float)","(256, 1, 1)","(8, 1, 1)","500","2,048","1.5"`,
    `"1","void ns::scale<float>(T1 *, float)","(256, 1, 1)","(16, 1, 1)","1,010","4,096","3"`,
    "",
  ].join("\r\n");

  it("reads rows with quotes, commas and quotes in quotes", () => {
    assert.deepEqual(csvRows('a,"b, ""c""",\n"",d\n'), [
      ["a", 'b, "c"', ""],
      ["", "d"],
    ]);
    assert.deepEqual(csvRows('a;"b;c"\n', ";"), [["a", "b;c"]]);
  });

  it("reads a launch a row, with plain names and bytes in bytes", () => {
    assert.deepEqual(launchesOf(text)[0], {
      kernel: "scale",
      signature: "void ns::scale<float>(T1 *, float)",
      grid: [8, 1, 1],
      block: [256, 1, 1],
      metrics: { l1tex__t_sectors: 500, smsp__inst_executed: 2048, dram__bytes: 1500 },
      titled: {},
    });
  });

  it("takes the launch of the same size, and tells how far each counter is off", () => {
    const profiled = profiledLaunch(launchesOf(text), launch)!;
    assert.deepEqual(profileTable(launch, profiled).rows, [
      ["l1tex__t_sectors", "1\u202f000", "1\u202f010", "−0.99 %"],
      ["smsp__inst_executed", "4\u202f096", "4\u202f096", "same"],
    ]);
    assert.equal(profiledLaunch(launchesOf(text), { ...launch, kernel: "other" }), undefined);
  });

  it("takes the same instantiation, and of launches that are alike the one at the same place", () => {
    const one = (signature: string, value: number): ProfiledLaunch => {
      return { kernel: "f", signature, grid: [1, 1, 1], block: [32, 1, 1], metrics: { a__b: value }, titled: {} };
    };
    const profile = [
      one("void f<(int)8>(int *)", 1),
      one("void f<(int)16>(int *)", 2),
      one("void f<(int)16>(int *)", 3),
    ];
    const wanted = { kernel: "f", signature: "void f<16>(int*)", grid: [1, 1, 1], block: [32, 1, 1] } as const;
    const value = (earlier: number) => profiledLaunch(profile, wanted, earlier)!.metrics.a__b;
    assert.deepEqual([value(0), value(1), value(2)], [2, 3, 2]);
    assert.equal(earlierAlike([wanted, { ...wanted, grid: [2, 1, 1] }, wanted, wanted], 3), 2);
  });

  it("reads numbers of any locale, and plain units", () => {
    assert.equal(decimalOf(["1,234", "0.5"]), ".");
    assert.equal(decimalOf(["1.234", "0,51"]), ",");
    assert.equal(decimalOf(["1.234,567"]), ",");
    assert.equal(decimalOf(["1,234.567"]), ".");
    assert.equal(decimalOf(["1,234", "(8, 1, 1)"]), ".");
    assert.deepEqual(
      [numberOf("1,234.5"), numberOf("1.234,5", ","), numberOf("1 234,5", ","), numberOf("1’234.5"), numberOf("n/a")],
      [1234.5, 1234.5, 1234.5, 1234.5, undefined],
    );
    const german = text
      .split("\r\n")
      .map((line) =>
        line.replaceAll('","', '";"').replaceAll("2,048", "2.048").replace('"1.5"', '"1,5"').replace("1,010", "1.010"),
      )
      .join("\n");
    assert.deepEqual(launchesOf(german)[0]!.metrics, {
      l1tex__t_sectors: 500,
      smsp__inst_executed: 2048,
      dram__bytes: 1500,
    });
    assert.deepEqual(
      ["byte", "Kbyte", "Mbyte", "Gbyte/s", "us", "ms", "usecond", "%", "sector", "Ksector", "Kinst"].map(scaleOf),
      [1, 1e3, 1e6, 1e9, 1e3, 1e6, 1e3, 1, 1, 1e3, 1e3],
    );
  });

  it("reads a row a counter, as --metrics prints it", () => {
    const rows = [
      `"ID","Process ID","Kernel Name","Block Size","Grid Size","Section Name","Metric Name","Metric Unit","Metric Value"`,
      `"0","7","scale(float *)","(256, 1, 1)","(16, 1, 1)","Command line profiler metrics","l1tex__t_sectors.sum","Ksector","1.01"`,
      `"0","7","scale(float *)","(256, 1, 1)","(16, 1, 1)","Command line profiler metrics","smsp__inst_executed.sum","inst","4,096"`,
    ].join("\n");
    const [profiled] = launchesOf(rows);
    assert.deepEqual(profiled!.metrics, { l1tex__t_sectors: 1010, smsp__inst_executed: 4096 });
    assert.equal(titledTable(profiled!), undefined);
  });

  it("says which export is wanted when it is given another", () => {
    assert.match(String(readProfile("nothing")), /ncu --csv --page raw/);
    assert.match(String(readProfile(recorded("shared-source"))), /--print-source sass/);
    assert.equal(
      readProfile('"ID","Kernel Name","Block Size","a__b"\n"","","","inst"\n'),
      "This export has no launch.",
    );
  });
});

describe("pictures: exports of an H200 beside our runs", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  async function run(name: string): Promise<readonly LaunchReportJson[]> {
    const path = `test/hardware/variety/${name}.cu`;
    const report = await engine.simulateProgram(
      { path: `/p/${name}.cu`, text: readFileSync(path, "utf8") },
      { arguments: [] },
    );
    assert.equal(report.outcome, "completed", report.message);
    return report.launches;
  }
  /** Counters of the first launches of a run that the profile has too, and those that differ. */
  function held(ours: readonly LaunchReportJson[], profile: readonly ProfiledLaunch[], count: number) {
    const rows = ours.slice(0, count).flatMap((one, i) => {
      const profiled = profiledLaunch(profile, one, earlierAlike(ours, i));
      assert.ok(profiled, one.kernel);
      return profileTable(one, profiled).rows.map((row) => [one.kernel, ...row]);
    });
    // Estimated counters have bands of their own (`docs/conformance.md`).
    const isExact = (name: unknown) => (ours[0]!.classes[String(name).replace("≈ ", "")] ?? "A") === "A";
    return { rows, differ: rows.filter((row) => row.at(-1) !== "same" && isExact(row[1])) };
  }

  it("of vector types: the raw page has our counters or their neighbours at the cache, all the same", async () => {
    const ours = await run("vectors");
    const { rows, differ } = held(ours, launchesOf(recorded("vectors-raw")), 3);
    assert.deepEqual(differ, []);
    assert.ok(rows.length >= 3 * 8, `${rows.length} counters`);
    assert.ok(rows.some((row) => row[1] === "≈ l1tex__t_sectors_pipe_lsu_mem_global_op_ld"));
    const [details] = launchesOf(recorded("vectors-details"));
    assert.deepEqual([details!.kernel, details!.grid, details!.block], ["whole_float2", [4, 1, 1], [128, 1, 1]]);
    const titles = new Map(titledTable(details!)!.rows.map(([title, value]) => [title, value]));
    assert.equal(titles.get("Duration"), "2.30 us");
    assert.equal(titles.get("Registers Per Thread"), "16 register/thread");
    assert.deepEqual(profileTable(ours[0]!, details!).rows, [], "titles are no counters");
  });

  it("of shared memory: the raw page and the instructions of the source page", async () => {
    const ours = await run("shared");
    const raw = held(ours, launchesOf(recorded("shared-raw")), 3);
    assert.deepEqual(raw.differ, []);
    const source = launchesOf(recorded("shared-sass"));
    assert.deepEqual(
      source.map(({ kernel }) => kernel),
      ["sharedCopy_char", "sharedCopy_short", "sharedCopy_int"],
    );
    const sass = held(ours, source, 3);
    assert.deepEqual(sass.differ, []);
    assert.ok(
      sass.rows.some(
        (row) => row[1] === "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld" && row[2] === "16",
      ),
    );
  });
});
