/** What a program is given: files, standard input, environment, arguments, and the CUDA version whose codes it sees. */

import assert from "node:assert/strict";
import { architectures } from "../../analyzer/hardware/architectures";
import { lowerModule } from "../../analyzer/lower/lower";
import { Budget } from "../../simulator/budget";
import type { HostOptions } from "../../simulator/host/model/machine";
import { type ProgramResult, runProgram } from "../../simulator/host/program";
import { DeviceMemory } from "../../simulator/memory/device";
import { deviceModule } from "../support/device";
import { hostModule } from "../support/host";
import { includes, printed } from "./support";

async function run(text: string, options: Partial<HostOptions>): Promise<ProgramResult> {
  const [host, module] = [await hostModule(includes + text), await deviceModule(includes + text)];
  return runProgram({
    host,
    device: { module, lowered: lowerModule(module) },
    memory: new DeviceMemory(1 << 28),
    architecture: architectures.get("sm_90")!,
    options: {
      arguments: ["program"],
      environment: new Map(),
      stdin: new Uint8Array(),
      maxOutput: 1 << 16,
      ...options,
    },
    runLaunch: () => assert.fail("no launch is valid here"),
    budget: new Budget(1e9),
  });
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe("what a program is given", () => {
  it("gets its options where it names none of the library's variables but `optarg`", async () => {
    const result = await run(
      `#include <getopt.h>
      int main(int argc, char** argv) {
        static struct option names[] = {{"size", required_argument, 0, 's'}, {0, 0, 0, 0}};
        for (int one; (one = getopt_long(argc, argv, "s:qr", names, NULL)) != -1;) printf("%c %s\\n", one, optarg ? optarg : "-");
      }`,
      { arguments: ["program", "-s", "4", "word", "-qr", "--size=5"] },
    );
    assert.equal(printed(result), "s 4\nq -\nr -\ns 5\n");
  });

  it("reads standard input by scanf, fgets and getchar", async () => {
    const result = await run(
      'int main() { int a, b; char l[32]; scanf("%d,%d\\n", &a, &b); fgets(l, 32, stdin); printf("%d %s%c %d\\n", a + b, l, getchar(), getchar()); }',
      { stdin: bytes("20,22\nhello there\nx") },
    );
    assert.match(printed(result), /^42 hello there\nx -1\n$/);
  });

  it("reads files that it was seeded with, and writes stay in memory", async () => {
    const files = new Map([["data/in.txt", bytes("1 2 3\n")]]);
    const result = await run(
      'int main() { FILE* f = fopen("./data/in.txt", "r"); int n, s = 0; while (fscanf(f, "%d", &n) == 1) s += n; fclose(f); f = fopen("data/out.txt", "a"); fprintf(f, "%d", s); fclose(f); f = fopen("data/out.txt", "r"); printf("%d %c\\n", s, fgetc(f)); fclose(f); printf("%d\\n", fopen("other/x", "w") == 0); }',
      { files },
    );
    assert.equal(printed(result), "6 6\n1\n");
    assert.equal(files.size, 1);
  });

  it("has the environment that it was given and no other", async () => {
    const result = await run('int main() { printf("%s %d %d\\n", getenv("A"), getenv("HOME") == 0, system("ls")); }', {
      environment: new Map([["A", "b"]]),
    });
    assert.equal(printed(result), "b 1 -1\n");
  });

  it("sees the error codes of CUDA 12 when they are chosen", async () => {
    const text =
      '__global__ void k() {} int main() { k<<<1, 2048>>>(); printf("%s\\n", cudaGetErrorName(cudaGetLastError())); }';
    assert.equal(printed(await run(text, { cudaVersion: 12 })), "cudaErrorInvalidConfiguration\n");
    assert.equal(printed(await run(text, {})), "cudaErrorInvalidValue\n");
  });

  it("says which function the simulated host does not have, and where", async () => {
    const result = await run('extern "C" int cudaNoSuchThing(int);\nint main() {\n  return cudaNoSuchThing(1);\n}', {});
    assert.equal(result.outcome.kind, "unsupported");
    assert.match(result.outcome.message, /cudaNoSuchThing/);
    assert.equal(result.outcome.location?.line, 4 + 3);
  });

  it("says that its arithmetic rounds to nearest, where a program asks for another direction", async () => {
    const result = await run("#include <cfenv>\nint main() {\n  return std::fesetround(FE_UPWARD);\n}", {});
    assert.equal(result.outcome.kind, "unsupported");
    assert.match(result.outcome.message, /does not have fesetround\(FE_UPWARD\): its arithmetic rounds to nearest/);
    assert.equal(result.outcome.location?.line, 4 + 3);
  });

  it("says which function is larger than an engine takes, once it is called", async () => {
    const head = "__attribute__((noinline)) void large(volatile int* p) {\n";
    const text = `${head}${"  *p += 1;\n".repeat(30_000)}}\nint main() {\n  puts("here");\n  int n = 0;\n  large(&n);\n}`;
    const { outcome, stdout } = await run(text, {});
    assert.equal(new TextDecoder().decode(stdout), "here\n");
    assert.equal(outcome.kind, "unsupported", outcome.message);
    assert.match(outcome.message, /does not have functions as large as large: divide it into several/);
  });

  it("says what nobody caught, on standard error and in the outcome", async () => {
    const result = await run('#include <stdexcept>\nint main() {\n  throw std::runtime_error("out of banks");\n}', {});
    assert.equal(result.outcome.kind, "trapped");
    assert.match(result.outcome.message, /std::runtime_error is not caught: out of banks/);
    assert.match(
      new TextDecoder().decode(result.stderr),
      /terminate called after throwing.*\n {2}what\(\): {2}out of banks/,
    );
    assert.equal(result.outcome.location?.line, 4 + 3);
  });
});
