/** What clang prints, read as errors with the places that led to them. */
import assert from "node:assert/strict";
import { parseDiagnostics } from "../../analyzer/compiler/isolation/diagnostics";

describe("clang's messages", () => {
  it("whoever asked for an instance comes before whoever included the template, and a precompiled header before nobody", () => {
    const [error, ...more] = parseDiagnostics(`In file included from main.cu:1:
In file included from /work/warplens-preamble1.h:4:
In file included from /work/cuda-include/hostcxx/vector:3:
/usr/include/c++/v1/__vector/vector.h:817:65: error: invalid application of 'alignof' to an incomplete type 'Frame'
/usr/include/c++/v1/__vector/vector.h:356:24: note: in instantiation of member function 'push' requested here
main.cu:40:9: note: in instantiation of member function 'add' requested here
main.cu:7:8: note: forward declaration of 'Frame'
`);
    assert.equal(more.length, 0);
    assert.deepEqual(
      error!.via.map(({ file, line }) => `${file}:${line}`),
      ["/usr/include/c++/v1/__vector/vector.h:356", "main.cu:40", "/work/cuda-include/hostcxx/vector:3"],
    );
  });

  it("the includes of one error are not those of the next", () => {
    const errors = parseDiagnostics(`In file included from main.cu:3:
lib/pair.h:2:1: error: unknown type name 'Left'
main.cu:9:1: error: unknown type name 'Right'
main.cu:9:1: warning: unused
error: too many errors
`);
    assert.deepEqual(
      errors.map(({ line, via }) => [line, via.map((one) => one.line)]),
      [
        [2, [3]],
        [9, []],
        [0, []],
      ],
    );
  });

  it("of a hundred thousand errors the first are read, with their notes", () => {
    const one = "main.cu:7:1: error: extraneous closing brace ('}')\nmain.cu:2:9: note: in instantiation of f\n";
    const errors = parseDiagnostics(one.repeat(100_000));
    assert.equal(errors.length, 1000);
    assert.ok(errors.every(({ line, via }) => line === 7 && via.length === 1));
  });

  it("the bracket that is never closed is told", () => {
    const [error] = parseDiagnostics(`main.cu:12:2: error: expected '}'
main.cu:5:20: note: to match this '{'
`);
    assert.deepEqual(error!.opens, { file: "main.cu", line: 5, column: 20 });
    assert.deepEqual(error!.via, []);
  });
});
