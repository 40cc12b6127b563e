/**
 * `node scripts/bench.mjs checked FILE…`: what a checked run of whole programs costs against an unchecked one. Each program
 * runs in a process of its own, once to fill the caches and once measured: processor time, the process's largest size, and
 * what the checked run finds. Needs the built bundles.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { nodeEngine } from "../test/support/engine";

interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
  readonly outcome: string;
  readonly findings: readonly string[];
}

async function measure(path: string, check: boolean): Promise<Measured> {
  const engine = nodeEngine();
  const document = { path, text: readFileSync(path, "utf8") };
  await engine.simulateProgram(document, { arguments: [], check });
  const before = process.cpuUsage();
  const result = await engine.simulateProgram(document, { arguments: [], check });
  const { user, system } = process.cpuUsage(before);
  const findings = result.launches.flatMap((launch) =>
    launch.findings.map(
      (one) => `${launch.kernel} ${one.cause ?? one.rule} ${one.line} ${one.other?.line ?? ""}: ${one.message}`,
    ),
  );
  await engine.dispose();
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return { seconds: (user + system) / 1e6, megabytes, outcome: result.outcome, findings: [...new Set(findings)] };
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--one") {
  const [path, check] = rest as [string, string];
  console.log(JSON.stringify(await measure(path, check === "check")));
  process.exit(0);
}

const run = (path: string, mode: string): Measured => {
  const child = spawnSync(process.execPath, [process.argv[1]!, "--one", path, mode], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const last = child.stdout.trim().split("\n").at(-1);
  if (child.status !== 0 || !last) throw new Error(`${path}: ${child.stderr}`);
  return JSON.parse(last) as Measured;
};

const ratios: number[] = [];
for (const path of first === undefined ? [] : [first, ...rest]) {
  const [plain, checked] = [run(path, "plain"), run(path, "check")];
  const ratio = checked.seconds / plain.seconds;
  ratios.push(ratio);
  console.log(
    `${basename(path).padEnd(22)} ${plain.seconds.toFixed(2)} s → ${checked.seconds.toFixed(2)} s (${ratio.toFixed(1)} times), ${plain.megabytes.toFixed(0)} → ${checked.megabytes.toFixed(0)} MB (${(checked.megabytes / plain.megabytes).toFixed(2)} times), ${checked.outcome}`,
  );
  for (const finding of checked.findings) console.log(`    ${finding}`);
}
if (ratios.length > 0) console.log(`largest: ${Math.max(...ratios).toFixed(1)} times`);
