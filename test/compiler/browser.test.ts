/**
 * Clang in a web worker of a real browser: files from a local static server, as vscode.dev has them from its own. A
 * machine without Chromium fails here, saying so: that the web host works is not to be taken on trust.
 */
import assert from "node:assert/strict";
import type { Server } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright-core";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import { rooted, virtualFileOptions, virtualFiles } from "../../analyzer/compiler/command/virtualFiles";
import { readModule } from "../../analyzer/ir/reader/reader";
import { chromiumPath, originOf, serveFiles } from "../support/browser";
import { bundleWorker, clangFolder } from "./support";

const source = {
  path: "home/me/scale.cu",
  text: `__global__ void scale(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i];
}
`,
};

describe("clang in a web worker", () => {
  let browser: Browser;
  let server: Server;

  before(async () => {
    const executablePath = chromiumPath();
    const runner = join(process.cwd(), ".build/workers/browser-clang.mjs");
    await build({
      entryPoints: [join(process.cwd(), "engine/browser/clang.ts")],
      outfile: runner,
      bundle: true,
      format: "esm",
      platform: "browser",
    });
    const worker = await bundleWorker("engine/browser/clangWorker.ts", "browser");
    const files = new Map([
      ["clang.mjs", runner],
      ["clangWorker.mjs", worker],
    ]);
    server = await serveFiles(
      (name) => files.get(name) ?? (name.startsWith("clang/") ? join(clangFolder, name.slice(6)) : undefined),
    );
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });

  after(async () => {
    await browser?.close();
    server?.close();
  });

  it("compiles a kernel to the same bitcode in every call, and recovers from one that it refuses", async () => {
    const page = await browser.newPage();
    const origin = originOf(server);
    await page.goto(origin);
    const request = {
      origin,
      args: [...deviceCommand(source.path, defaultOptions), ...virtualFileOptions],
      files: rooted(virtualFiles(source, new Map(), { includeFolders: [] })),
    };
    // Runs in the page; everything it needs comes in as plain data.
    const answer = await page.evaluate(async ({ origin, args, files }) => {
      const { createBrowserClang } = await import(`${origin}clang.mjs`);
      const scope = globalThis as unknown as { Worker: new (url: string, options: object) => unknown };
      const clang = createBrowserClang({
        createWorker: () => new scope.Worker(`${origin}clangWorker.mjs`, { type: "module" }),
        bundle: `${origin}clang/bundle.js`,
      });
      const times: number[] = [];
      const outputs: string[] = [];
      for (let i = 0; i < 6; i++) {
        const start = performance.now();
        const result = await clang.run(args, files);
        times.push(performance.now() - start);
        outputs.push(result.exitCode === 0 ? Array.from(result.stdout as Uint8Array).join() : result.stderr);
      }
      const refused = await clang.run(["clang", "-cc1", "-no-such-option"], {});
      const again = await clang.run(args, files);
      clang.dispose();
      return { times, outputs, refused: refused.exitCode, again: again.exitCode };
    }, request);
    console.log(`      Chromium: ${answer.times.map((time) => time.toFixed(0)).join(", ")} ms`);
    const module = readModule(Uint8Array.from(answer.outputs[0]!.split(","), Number));
    assert.ok(module.functions.some((one) => one.isKernel && one.name.includes("scale")));
    assert.equal(new Set(answer.outputs).size, 1);
    assert.equal(answer.refused, 1);
    assert.equal(answer.again, 0);
    await page.close();
  });
});
