/** The command line as npm packs it: installed into an empty folder without a registry, it checks and simulates. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

describe("npm pack", () => {
  const folder = mkdtempSync(join(tmpdir(), "warplens-npm-"));
  const warplens = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync("npx", ["--offline", "warplens", ...words], {
      cwd: folder,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  before(() => {
    // npm tells its children of itself; this one is to be as a user's own.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)_/.test(name)),
    );
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${tarball}`], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    cpSync("examples/transpose.cu", join(folder, "transpose.cu"));
  });

  it("brings nothing but itself", () => {
    const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
    assert.deepEqual(installed, ["warplens"]);
  });

  it("checks", () => {
    const { status, stdout } = warplens("check", "transpose.cu");
    assert.equal(status, 1);
    assert.match(stdout, /^transpose\.cu:21:22: warning: 32-way bank conflict/m);
  });

  it("simulates", () => {
    const words = ["simulate", "transpose.cu", "--kernel", "transposeTile", "--format", "json"];
    const { status, stdout } = warplens(...words);
    assert.equal(status, 0);
    const { metrics } = JSON.parse(stdout).launches[0];
    assert.equal(metrics.smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld, 65_536);
  });

  it("explains its rules", () => {
    assert.match(warplens("explain", "shared-bank-conflict").stdout, /^# shared-bank-conflict\n/);
  });
});
