import assert from "node:assert/strict";
import fc from "fast-check";
import { lineIndex } from "../../analyzer/syntax";

describe("syntax: the line index", () => {
  it("knows every kind of line break", () => {
    const lines = lineIndex("a\nb\r\nc\rd");
    assert.equal(lines.lineCount, 4);
    assert.deepEqual([0, 1, 2, 3].map(lines.lineStart), [0, 2, 5, 7]);
    assert.deepEqual([0, 1, 2, 3].map(lines.lineEnd), [1, 3, 6, 8]);
  });

  it("counts UTF-16 units for editors and bytes for clang", () => {
    const text = "x\nä→😀z";
    const lines = lineIndex(text);
    const z = text.indexOf("z");
    assert.deepEqual(lines.positionAt(z), { line: 1, character: 4 });
    assert.deepEqual(lines.clangPositionAt(z), { line: 2, column: 1 + 2 + 3 + 4 });
  });

  it("moves what lies outside to the nearest place inside", () => {
    const lines = lineIndex("ab\ncd");
    assert.equal(lines.offsetAt({ line: 0, character: 99 }), 2);
    assert.equal(lines.offsetAt({ line: 99, character: 0 }), 5);
    assert.equal(lines.clangOffsetAt({ line: 1, column: 99 }), 2);
    assert.deepEqual(lines.positionAt(99), { line: 1, character: 2 });
  });

  it("goes there and back for every offset at which a character begins", () => {
    const characters = fc.constantFrom("a", " ", "\n", "\r\n", "ß", "→", "😀");
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 60 }), (parts) => {
        const text = parts.join("");
        const lines = lineIndex(text);
        let offset = 0;
        for (const part of parts) {
          assert.equal(lines.offsetAt(lines.positionAt(offset)), offset);
          assert.equal(lines.clangOffsetAt(lines.clangPositionAt(offset)), offset);
          offset += part.length;
        }
      }),
    );
  });
});
