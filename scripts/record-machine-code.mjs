// Records what nvcc makes of the kernels under test/lower/kernels/: `node scripts/record-machine-code.mjs [folder …]`.
// Writes machine-code.json into each folder: for every kernel its memory instructions in the words of
// test/lower/recordings.ts with their number, and its floating-point instructions. Needs nvcc, and no GPU.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ARCHITECTURE = "sm_90";
const INSTRUCTION_BYTES = 16;

/** The lower 12 bits of an instruction, found by laying recorded SASS over the same machine code. */
const MEMORY = {
  2432: "load generic",
  901: "store generic",
  2437: "store generic",
  897: "load global",
  2433: "load global",
  902: "store global",
  2438: "store global",
  2436: "load shared",
  904: "store shared",
  2440: "store shared",
  2435: "load local",
  903: "store local",
  2439: "store local",
  4014: "copy global",
};
const ATOMIC = {
  931: "atomic global",
  2467: "atomic global",
  936: "atomic global",
  2472: "atomic global",
  937: "atomic global cas",
  2446: "reduction global",
  2470: "reduction global",
  906: "atomic generic",
  2442: "atomic generic",
  907: "atomic generic cas",
  908: "atomic shared",
  2444: "atomic shared",
  909: "atomic shared cas",
  3980: "atomic shared popc-inc",
};
const VOTES = new Set([0x806, 0x886]);
/** The lower 9 bits of floating-point instructions. */
const FLOAT = { 32: "fmul", 33: "fadd", 35: "ffma", 40: "dmul", 41: "dadd", 43: "dfma" };
/** Bits 73 to 75: bytes of a load or store; for atomics the codes of 64-bit types. */
const WIDTHS = [1, 1, 2, 2, 4, 8, 16, 16];
const WIDE_ATOMICS = new Set([2, 5, 7]);
const ALWAYS = 7;
/** `@!PT`: never executed. */
const NEVER = 15;

/** Sections of an ELF file by name. */
function sections(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const table = Number(view.getBigUint64(40, true));
  const all = Array.from({ length: view.getUint16(60, true) }, (_, index) => {
    const at = table + index * 64;
    const start = Number(view.getBigUint64(at + 24, true));
    return { name: view.getUint32(at, true), start, end: start + Number(view.getBigUint64(at + 32, true)) };
  });
  const names = all[view.getUint16(62, true)].start;
  const text = (at) => bytes.toString("latin1", at, bytes.indexOf(0, at));
  return new Map(all.map((section) => [text(names + section.name), bytes.subarray(section.start, section.end)]));
}

/** Instructions of a kernel: opcode, predicate and type code. */
function instructions(code) {
  const view = new DataView(code.buffer, code.byteOffset, code.length);
  return Array.from({ length: code.length / INSTRUCTION_BYTES }, (_, index) => {
    const low = view.getUint32(index * INSTRUCTION_BYTES, true);
    const high = view.getUint32(index * INSTRUCTION_BYTES + 8, true);
    return { opcode: low & 0xfff, predicate: (low >>> 12) & 15, type: (high >>> 9) & 7 };
  });
}

function wordOf({ opcode, predicate, type }, votes) {
  if (MEMORY[opcode]) return predicate === NEVER ? undefined : `${MEMORY[opcode]} ${WIDTHS[type]}`;
  if (!ATOMIC[opcode]) return undefined;
  const [op, space, form] = ATOMIC[opcode].split(" ");
  const combined = votes && predicate !== ALWAYS ? ["once a warp"] : [];
  return [op, space, WIDE_ATOMICS.has(type) ? 8 : 4, ...(form ? [form] : combined)].join(" ");
}

function count(words) {
  const counts = {};
  for (const word of words.filter(Boolean).sort()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function kernelsOf(source) {
  const cubin = join(mkdtempSync(join(tmpdir(), "machine-code-")), "out.cubin");
  const options = [`-arch=${ARCHITECTURE}`, "-O3", "-std=c++17", "-w", "-cubin", "-o", cubin, source];
  execFileSync("nvcc", options, { stdio: "inherit" });
  const kernels = {};
  for (const [name, code] of sections(readFileSync(cubin))) {
    if (!name.startsWith(".text.")) continue;
    const all = instructions(code);
    const votes = all.some(({ opcode }) => VOTES.has(opcode));
    kernels[name.slice(6)] = {
      memory: count(all.map((one) => wordOf(one, votes))),
      float: count(all.map(({ opcode }) => FLOAT[opcode & 0x1ff])),
    };
  }
  return Object.fromEntries(Object.entries(kernels).sort());
}

const folders =
  process.argv.length > 2 ? process.argv.slice(2) : ["test/lower/kernels/fitted", "test/lower/kernels/aside"];
for (const folder of folders) {
  const sources = readdirSync(folder).filter((name) => name.endsWith(".cu"));
  const lines = sources.flatMap((name) =>
    Object.entries(kernelsOf(join(folder, name))).map(
      ([kernel, code]) => `${JSON.stringify(`${name.slice(0, -3)}:${kernel}`)}:${JSON.stringify(code)}`,
    ),
  );
  writeFileSync(join(folder, "machine-code.json"), `{\n${lines.join(",\n")}\n}\n`);
  console.log(folder, lines.length, "kernels");
}
