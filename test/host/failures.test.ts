/** Failed calls, refused launches and spoiled contexts are findings of the run. Lines are those of the text plus the includes. */
import assert from "node:assert/strict";
import type { HostFinding } from "../../simulator/host/model/findings";
import { HEAD_LINES, printed, simulate } from "./support";

const at = ({ place }: HostFinding): number | undefined => place && place.line - HEAD_LINES;

async function found(text: string): Promise<[kind: string, line: number | undefined, message: string][]> {
  const { findings } = await simulate(text);
  return findings.map((one) => [
    one.kind,
    at(one),
    one.message.replace(/line (\d+)/g, (_, n) => `line ${n - HEAD_LINES}`),
  ]);
}

const fill = "__global__ void fill(int* p, int i) { p[i] = 7; }\n";

describe("failures of a run", () => {
  it("name a refused launch, the limit that it exceeds, and that the program does not look at the error", async () => {
    const text = `${fill}int main() {\n  int* d;\n  cudaMalloc(&d, 64);\n  fill<<<1, 2048>>>(d, 0);\n  cudaFree(d);\n}`;
    assert.deepEqual(await found(text), [
      [
        "refused-launch",
        5,
        "The launch of the kernel fill is refused with cudaErrorInvalidValue: 2,048 threads in a block, the limit is 1,024. No thread of it runs, and the program does not look at the error.",
      ],
    ]);
  });

  it("say that the program asks for the error of a launch, and where", async () => {
    const text = `${fill}int main() {\n  int* d;\n  cudaMalloc(&d, 64);\n  fill<<<dim3(1, 70000), 1>>>(d, 0);\n  printf("%d", cudaGetLastError());\n  cudaFree(d);\n}`;
    const [[kind, line, message] = []] = await found(text);
    assert.deepEqual([kind, line], ["refused-launch", 5]);
    assert.match(
      message!,
      /gridDim\.y is 70,000, the limit is 65,535\..*; the program asks for the error at line 6\.$/,
    );
  });

  it("name too much dynamic shared memory and the attribute that allows more", async () => {
    const text = `${fill}int main() {\n  fill<<<1, 1, 60000>>>(nullptr, 0);\n}`;
    const [[kind, , message] = []] = await found(text);
    assert.equal(kind, "refused-launch");
    assert.match(
      message!,
      /60,000 bytes of dynamic shared memory, the limit of this kernel is 49,152; cudaFuncSetAttribute/,
    );
  });

  it("say what helps where the device has the memory and the simulation does not", async () => {
    const { outcome } = await simulate("int main() {\n  void* d;\n  cudaMalloc(&d, 1ull << 36);\n}");
    assert.equal(outcome.kind, "limit");
    assert.match(
      outcome.message,
      /^cudaMalloc at line 7 asks for 68,719,476,736 bytes, which the device has, but the simulation holds 2,147,483,648 bytes at a time; use smaller sizes, by the program's arguments where it takes some, or raise simulation\.memoryLimit$/,
    );
  });

  it("name a call that fails, and whether its result is read", async () => {
    const call = (use: string) => `int main() {\n  void* d;\n  ${use}cudaMalloc(&d, 1ull << 50);\n}`;
    const [[kind, line, message] = []] = await found(call(""));
    assert.deepEqual([kind, line], ["failed-call", 3]);
    assert.match(
      message!,
      /^cudaMalloc fails with cudaErrorMemoryAllocation.*, and the program does not look at the error\.$/,
    );
    assert.match((await found(call("return ")))[0]![2], /; the program reads the result\.$/);
  });

  it("add the error to a finding that says why the call fails", async () => {
    const text =
      "int main() {\n  int *d, h[8] = {0};\n  cudaMalloc(&d, 16);\n  cudaMemcpy(d, h, 32, cudaMemcpyHostToDevice);\n  cudaFree(d);\n}";
    const all = await found(text);
    assert.deepEqual(
      all.map(([kind, line]) => [kind, line]),
      [["copy-past-end", 4]],
    );
    assert.match(
      all[0]![2],
      /has 16 bytes left\. cudaMemcpy fails with cudaErrorInvalidValue, and the program does not look/,
    );
  });

  it("are silent about answers: work that has not ended, peers that a device does not have", async () => {
    const text = `${fill}int main() {\n  int* d;\n  cudaMalloc(&d, 64);\n  fill<<<1, 1>>>(d, 0);\n  while (cudaStreamQuery(0) == cudaErrorNotReady) {}\n  return cudaFree(d);\n}`;
    assert.deepEqual(await found(text), []);
  });
});

describe("a context that a kernel spoils", () => {
  const trap = `${fill}int main() {\n  int *d, h[16] = {3};\n  cudaMalloc(&d, 64);\n  cudaMemset(d, 1, 64);\n  fill<<<1, 1>>>(d, 1 << 20);\n`;

  it("copies nothing, leaks nothing, and is said once", async () => {
    const text = `${trap}  cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);\n  cudaFree(d);\n  printf("%d\\n", h[0]);\n}`;
    const result = await simulate(text);
    assert.equal(printed(result), "3\n");
    const kinds = result.findings.map((one) => [one.kind, at(one)]);
    assert.deepEqual(
      kinds.filter(([kind]) => kind !== "out-of-bounds"),
      [["spoiled-context", 7]],
    );
    assert.match(
      result.findings.at(-1)!.message,
      /^cudaMemcpy does nothing and fails with cudaErrorIllegalAddress, as the kernel fill has spoiled the context\. One later call fails likewise\. The program reads none of their results\.$/,
    );
  });

  it("is noticed where no call waits for the kernel", async () => {
    const last = (await found(`${trap}}`)).at(-1)!;
    assert.deepEqual(last.slice(0, 2), ["spoiled-context", 6]);
    assert.match(last[2], /ends with cudaErrorIllegalAddress, and no call of the program waits for it/);
  });

  it("runs no kernel that is launched after the one that spoiled it", async () => {
    const text = `${trap}  fill<<<1, 1>>>(d, 0);\n  return cudaDeviceSynchronize() != cudaErrorIllegalAddress;\n}`;
    const result = await simulate(text);
    assert.equal(result.exitCode, 0);
    assert.equal(result.launches.length, 1);
  });
});

describe("leaks of a program that gives up", () => {
  const text = (end: string) => `int main() {\n  void* d;\n  cudaMalloc(&d, 64);\n  ${end}\n}`;

  it("are none where exit() ends it with an error, and are some where it ends well", async () => {
    assert.deepEqual(await found(text("exit(1);")), []);
    assert.deepEqual(
      (await found(text("exit(0);"))).map(([kind]) => kind),
      ["leak"],
    );
  });
});
