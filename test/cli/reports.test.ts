/** `docs/reports.md` is made here: programs beside what the command line prints of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertGolden, isUpdating } from "../support/golden";
import { sampledIt } from "../support/sample";
import { project, run } from "./cli";

interface Example {
  /** In `test/cli/reports`. */
  readonly file: string;
  readonly title: string;
  /** What to read in the report. */
  readonly read: string;
}

const examples: readonly Example[] = [
  {
    file: "transpose.cu",
    title: "A transposition, bad and good",
    read: "The first sentence of the report names the kernel that wastes, and the sentence under that kernel the line, the pattern and what mends it; the tile with padded rows is ideal in global and in shared memory.",
  },
  {
    file: "product.cu",
    title: "A naive matrix product",
    read: "Every request is ideal and the kernel is slow all the same: the verdict and the last table say how often a block loads the same bytes.",
  },
  {
    file: "reduction.cu",
    title: "A reduction with idle lanes",
    read: "The traffic is ideal; the line about active lanes says which loop leaves most of each warp idle.",
  },
  {
    file: "histogram.cu",
    title: "A histogram with global atomics",
    read: "The atomic costs many sectors a request, as neighbouring threads count in bins that lie apart.",
  },
  {
    file: "constants.cu",
    title: "Constant memory, read together and apart",
    read: "One address for a warp is one pass of the constant cache; 32 addresses are 32.",
  },
  {
    file: "managed.cu",
    title: "Managed memory between host and device",
    read: "Launches that are alike stand once; the line about managed memory counts the faults and the pages that went back and forth.",
  },
  {
    file: "streams.cu",
    title: "Copies and kernels in two streams",
    read: "The line about the timeline says how long each engine works, how much of it overlaps, and how much could at most.",
  },
  {
    file: "overrun.cu",
    title: "A thread past the end",
    read: "A finding says which thread leaves which allocation and by how much; what follows the trap is spoiled, as on hardware, and counters stop there.",
  },
  {
    file: "early.cu",
    title: "A barrier that some threads leave out",
    read: "The first kernel computes what it is to compute, here: the finding says which threads leave before the barrier that the others wait at. In the second all threads stay.",
  },
  {
    file: "local.cu",
    title: "An array that is not in registers",
    read: "The array is named with the index that keeps it in local memory, and with what that costs; where every index is constant once the loop is unrolled, there is no local memory.",
  },
  {
    file: "race.cu",
    title: "A copy and a kernel in no order",
    read: "The run executes work when it is issued, so its results are right by chance; the findings say what nothing orders: a kernel and the copy before it, and the host and the copy that it reads the result of. The pair between, which an event orders, is silent.",
  },
  {
    file: "host.cu",
    title: "Mistakes of the host",
    read: "Each finding has the call, its line, the limit that it exceeds, and whether the program looks at the error; memory that nothing frees is only for information.",
  },
];

const fence = "```";

const head = `# Reports, and how to read them

Small programs, good and bad, each with the report of \`warplens simulate FILE --program\` and one sentence on what to read in it.
The tests make this page from real runs. What is modelled is marked so in the reports; [counters](counters.md) says how exact the rest is.
`;

function section({ file, title, read }: Example): string {
  const text = readFileSync(`test/cli/reports/${file}`, "utf8");
  const { stdout } = run({ cwd: project({ [file]: text }) }, "simulate", file, "--program");
  return `## ${title}\n\n${read}\n\n${fence}cuda\n${text}${fence}\n\n${fence}text\n${stdout}${fence}\n`;
}

const PAGE = "docs/reports.md";

describe("the page of reports", () => {
  if (isUpdating) {
    it("is written anew", () => assertGolden(PAGE, [head, ...examples.map(section)].join("\n")));
    return;
  }
  const page = readFileSync(PAGE, "utf8");
  const parts = page.split(/^(?=## )/m);

  it("has a section for each program, in order", () => {
    assert.equal(parts[0], `${head}\n`);
    assert.deepEqual(
      parts.slice(1).map((part) => part.split("\n")[0]),
      examples.map(({ title }) => `## ${title}`),
    );
  });

  const test = sampledIt("cli/reports", examples.length);
  for (const [index, example] of examples.entries()) {
    test(`shows what the command line prints of ${example.file}`, () => {
      assert.equal(parts[index + 1]!.trimEnd(), section(example).trimEnd(), "WARPLENS_UPDATE=1 writes it anew");
    });
  }
});
