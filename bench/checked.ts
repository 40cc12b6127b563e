/**
 * `npm run bench:checked [-- FILE…]`: what a checked run of whole programs costs against an unchecked one, of the recorded
 * ones where no file is named. Each program runs in a process of its own, once to fill the caches and once measured:
 * processor time, the process's largest size, and what the checked run finds. Needs the built bundles.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
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

const RECORDED = "test/hardware/programs";
const files = first === undefined ? readdirSync(RECORDED).map((name) => join(RECORDED, name)) : [first, ...rest];
const times: number[] = [];
const sizes: number[] = [];
for (const path of files.filter((one) => one.endsWith(".cu"))) {
  const [plain, checked] = [run(path, "plain"), run(path, "check")];
  times.push(checked.seconds / plain.seconds);
  sizes.push(checked.megabytes / plain.megabytes);
  console.log(
    `${basename(path).padEnd(22)} ${plain.seconds.toFixed(2)} s → ${checked.seconds.toFixed(2)} s (${times.at(-1)!.toFixed(1)} times), ${plain.megabytes.toFixed(0)} → ${checked.megabytes.toFixed(0)} MB (${sizes.at(-1)!.toFixed(2)} times), ${checked.outcome}`,
  );
  for (const finding of checked.findings) console.log(`    ${finding}`);
}
console.log(`largest: ${Math.max(...times).toFixed(1)} times the processor time (aim: 6)`);
console.log(`         ${Math.max(...sizes).toFixed(2)} times the memory (aim: 4)`);
