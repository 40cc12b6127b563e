/**
 * Fixes on the same programs written otherwise: other line ends, tabs, comments between tokens, macros for what a rule
 * looks at. Whatever is offered there leaves a text that compiles, with line ends of one kind; what cannot be, is not offered.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fix } from "../../analyzer/rules/model";
import { deviceModule } from "../support/device";
import { edited, findingsIn } from "./support";

const folder = join(process.cwd(), "test/rules/fixes");
const texts = readdirSync(folder)
  .map((file) => [file, readFileSync(join(folder, file), "utf8")] as const)
  .filter(([, text]) => !text.startsWith("// broken"));

/** The same program, written in another way. */
const layouts: readonly (readonly [name: string, write: (text: string) => string])[] = [
  ["carriage returns", (text) => text.replaceAll("\n", "\r\n")],
  ["tabs", (text) => text.replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4))],
  [
    "comments between tokens",
    (text) =>
      text
        .replaceAll("threadIdx.", "threadIdx /* the thread; */ . ")
        .replaceAll("__syncthreads()", "__syncthreads( /* all, of { the block */ )")
        .replaceAll(/\bif \(/g, "if /* only ( */ (")
        .replaceAll(/\](?= \w|;| =)/g, "] /* [end */"),
  ],
  [
    "macros",
    (text) =>
      `#define TX threadIdx.x\n#define TY threadIdx.y\n#define SYNC() __syncthreads()\n#define AT(array, i) array[i]\n${text
        .replaceAll("threadIdx.x", "TX")
        .replaceAll("threadIdx.y", "TY")
        .replaceAll("__syncthreads()", "SYNC()")
        .replaceAll(/\bout\[(\w+)\]/g, "AT(out, $1)")}`,
  ],
  ["no line of its own", (text) => text.replaceAll(/;\n +/g, "; ").replaceAll(/\{\n +/g, "{ ")],
];

/** Fixes that do not touch each other, in the order of the findings. */
function apart(fixes: readonly Fix[]): readonly Fix[] {
  const taken: Fix[] = [];
  const touches = (a: Fix, b: Fix): boolean => {
    const reach = ({ edits }: Fix) => [Math.min(...edits.map((e) => e.start)), Math.max(...edits.map((e) => e.end))];
    const [[from, to], [start, end]] = [reach(a), reach(b)] as [[number, number], [number, number]];
    return from <= end && start <= to;
  };
  for (const fix of fixes) if (taken.every((other) => !touches(fix, other))) taken.push(fix);
  return taken;
}

async function compiles(text: string): Promise<string | undefined> {
  try {
    await deviceModule(text, "test.cu");
    return undefined;
  } catch (error) {
    return String(error).slice(0, 600);
  }
}

describe("fixes in other layouts", () => {
  let made = 0;
  for (const [layout, write] of layouts) {
    for (const [name, original] of texts) {
      it(`${name} with ${layout}: what is offered compiles`, async () => {
        const text = write(original);
        assert.equal(await compiles(text), undefined, "the program itself");
        const fixes = apart((await findingsIn(text)).flatMap((finding) => finding.fixes));
        made += fixes.length;
        const result = edited(
          text,
          fixes.flatMap(({ edits }) => edits),
        );
        if ((await compiles(result)) !== undefined) {
          for (const fix of fixes) {
            const error = await compiles(edited(text, fix.edits));
            assert.equal(error, undefined, `${fix.title}: ${JSON.stringify(fix.edits)}`);
          }
          assert.fail("fixes that do not touch each other do not go together");
        }
        if (text.includes("\r\n")) assert.doesNotMatch(result, /[^\r]\n/, "a line that ends otherwise");
      });
    }
  }

  it("are many", () => {
    console.log(`      ${made} fixes made in ${layouts.length} layouts of ${texts.length} files`);
    assert.ok(made >= 60, String(made));
  });
});
