/** A process that watches the one that started it ends when that is gone, also while it computes without end. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("a server that computes without end", () => {
  let folder: string;
  let server: number | undefined;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "warplens-orphan-"));
    await build({
      entryPoints: [join(process.cwd(), "server/node/orphan.ts")],
      outfile: join(folder, "orphan.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
    });
    const busy = `import { endWithClient } from "./orphan.mjs";\nendWithClient();\nsetTimeout(() => { for (;;); }, 200);\n`;
    writeFileSync(join(folder, "busy.mjs"), busy);
    const client = `import { spawn } from "node:child_process";
const server = spawn(process.execPath, [new URL("busy.mjs", import.meta.url).pathname], { stdio: ["pipe", "ignore", "inherit"] });
console.log(server.pid);
setInterval(() => undefined, 1000);
`;
    writeFileSync(join(folder, "client.mjs"), client);
  });
  after(() => {
    if (server !== undefined && isThere(server)) process.kill(server, "SIGKILL");
    rmSync(folder, { recursive: true });
  });

  it("runs while its client is there, and is ended when that is killed", async () => {
    const client = spawn(process.execPath, [join(folder, "client.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = (await once(client.stdout, "data")) as [Buffer];
    server = Number(said.toString());
    await wait(5000);
    assert.ok(isThere(server));
    client.kill("SIGKILL");
    await once(client, "exit");
    while (isThere(server)) await wait(200);
  });
});
