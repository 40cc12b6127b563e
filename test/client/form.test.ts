/** What is typed into the sidebar, made into requests; and launches kept in a configuration file. */
import assert from "node:assert/strict";
import {
  launchOf,
  programParams,
  readDim3,
  simulateParams,
  traceParams,
  withLaunch,
  wordsOf,
} from "../../client/common/form";
import { emptyForm } from "../../client/messages";

const uri = "file:///a.cu";

describe("the form", () => {
  it("reads sizes as people write them, and says what makes no sense", () => {
    assert.deepEqual(readDim3("Grid", "8"), [8, 1, 1]);
    assert.deepEqual(readDim3("Grid", " 8 x 4 "), [8, 4, 1]);
    assert.deepEqual(readDim3("Grid", "8,4,2"), [8, 4, 2]);
    assert.equal(readDim3("Grid", ""), undefined);
    for (const wrong of ["0", "many", "1,2,3,4", "-1", "1.5"]) {
      assert.equal(readDim3("Grid", wrong), `Grid “${wrong}”: write one to three positive numbers, such as 8,8.`);
    }
  });

  it("asks for what is filled in, and leaves the rest to the engine", () => {
    const plain = simulateParams(uri, { ...emptyForm, kernel: "f" });
    assert.deepEqual(plain, { textDocument: { uri }, kernel: "f", detail: true });
    const form = {
      ...emptyForm,
      kernel: "f",
      block: "32,8",
      shared: "128",
      device: "sm_80",
      arguments: { n: " 7 ", in: "" },
      check: true,
    };
    assert.deepEqual(simulateParams(uri, form), {
      textDocument: { uri },
      kernel: "f",
      block: [32, 8, 1],
      shared: 128,
      device: "sm_80",
      arguments: { n: "7" },
      check: true,
      detail: true,
    });
    assert.match(String(simulateParams(uri, { ...emptyForm, shared: "lots" })), /Shared memory “lots”/);
  });

  it("parts a program's words as a shell does", () => {
    assert.deepEqual(wordsOf(`-n 4 "two words" 'and more'`), ["-n", "4", "two words", "and more"]);
    assert.deepEqual(programParams(uri, { ...emptyForm, words: "8" }), { textDocument: { uri }, arguments: ["8"] });
  });

  it("gives a program its further source files, input, environment and devices", () => {
    const form = {
      ...emptyForm,
      sources: 'a.cu "b c.cpp"',
      stdin: "in.txt",
      environment: "N=8 TEXT='two words'",
      deviceCount: "2",
    };
    assert.deepEqual(programParams(uri, form), {
      textDocument: { uri },
      sources: ["a.cu", "b c.cpp"],
      stdin: "in.txt",
      environment: { N: "8", TEXT: "two words" },
      deviceCount: 2,
    });
    assert.match(String(programParams(uri, { ...form, environment: "N" })), /Environment “N”: write NAME=VALUE/);
    assert.match(String(programParams(uri, { ...form, deviceCount: "none" })), /Devices “none”/);
  });

  it("reads which warp is followed", () => {
    assert.deepEqual(traceParams("1,2", "3"), { block: [1, 2, 0], warp: 3, variables: true });
    assert.deepEqual(traceParams("", ""), { block: [0, 0, 0], warp: 0, variables: true });
    assert.match(String(traceParams("0", "last")), /Warp “last”/);
  });
});

describe("a launch kept in a configuration file", () => {
  const params = { textDocument: { uri }, kernel: "f", grid: [4, 1, 1], arguments: { n: "9" } } as const;

  it("is added beside what stands there, and replaces the kernel's own", () => {
    const before = JSON.stringify({ rules: { a: "off" }, launches: { g: { shared: 8 }, f: { block: [1, 1, 1] } } });
    assert.deepEqual(JSON.parse(withLaunch(before, "f", launchOf(params))!), {
      rules: { a: "off" },
      launches: { g: { shared: 8 }, f: { grid: [4, 1, 1], arguments: { n: "9" } } },
    });
  });

  it("leaves a file alone that is no object of JSON", () => {
    for (const text of ["// mine\n{}", "[]", "null", "{"]) assert.equal(withLaunch(text, "f", {}), undefined);
  });
});
