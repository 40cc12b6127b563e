// `npm start`: the main job on an example, on a machine with nothing but Node and npm.
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./setup.mjs";

ensureInstalled();

function node(...words) {
  return spawnSync(process.execPath, words, { stdio: "inherit" }).status ?? 1;
}

if (node("scripts/build.mjs") !== 0) process.exit(2);
const example = "examples/transpose.cu";
console.log(`\n$ warplens check ${example}\n`);
// Findings are what the example is there to show, so only an error of ours stops here.
if (node("dist/cli.mjs", "check", example) === 2) process.exit(2);
console.log(`\n$ warplens simulate ${example} --program\n`);
if (node("dist/cli.mjs", "simulate", example, "--program") !== 0) process.exit(2);
console.log(
  "\nTo see the same in VS Code: open this folder in it, press F5, and open examples/transpose.cu in the window that appears.",
);
