/**
 * Clang's headers, and the script that gives them to it, as the build copies them. The script reads an archive of 2,500 files
 * entry by entry, six texts each, and makes its folders anew for each compile: a twentieth of a first check. So the headers
 * are one file with an index, and their folders are made once. Most compiles read none beside what is precompiled: each is
 * read from the disk when it is first asked for, which spares 21 MB.
 *
 * The script reads its files as streams, to tell how far it is, and compiles its program as it comes. From a disk that takes
 * longer than what it spares: of 0.3 s of processor time that loading takes in pieces, 0.1 s remain for whole files. The
 * streams are Node's library for HTTP besides, which takes 0.05 s to load. So files of a disk are read whole. Of the program
 * it compiles what `clangParts.mjs` makes of it, and fills its memory before each run.
 */
import { joined } from "./clangParts.mjs";

const BLOCK = 512;
/** Folders of the archive that no compile reads: libraries for the linker, and modules of the C++ library. */
const unread = /^(?:lib|share)\//;

const textAt = (bytes, start, length) => bytes.toString("utf8", start, start + length).replace(/\0.*$/s, "");

/** The files of an archive. Reference: POSIX, `pax`, "ustar Interchange Format". */
function* filesOf(archive) {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const [name, kind] = [textAt(archive, at, 100), textAt(archive, at + 156, 1)];
    const size = Number.parseInt(textAt(archive, at + 124, 12), 8);
    if (kind !== "0" && kind !== "5")
      throw new Error(`${name}: an entry of kind ${kind} is not expected among clang's headers`);
    if (kind === "0") yield { name, content: archive.subarray(at + BLOCK, at + BLOCK + size) };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * The headers of an archive in one file: how many bytes its index has (32 bits, the lowest first), the index (JSON: by name, a
 * folder, or where a file begins behind the index and its bytes), and the files.
 */
export function packedHeaders(archive) {
  const index = {};
  const contents = [];
  let length = 0;
  for (const { name, content } of filesOf(archive)) {
    if (unread.test(name)) continue;
    const folders = name.split("/");
    const last = folders.pop();
    let folder = index;
    for (const one of folders) folder = folder[one] ??= {};
    folder[last] = [length, content.length];
    contents.push(content);
    length += content.length;
  }
  const text = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(text.length);
  return Buffer.concat([head, text, ...contents]);
}

/** The name of that file. */
export const HEADERS = "headers.bin";

/** What is put into clang's script. */
const additions = `
function wholeFile(fs, url) {
  const readInto = (file, bytes, start) => {
    for (let done = 0, step = 1; done < bytes.length && step > 0; done += step)
      step = fs.readSync(file, bytes, done, bytes.length - done, start + done);
    return bytes;
  };
  const read = (length, start) => {
    const file = fs.openSync(url);
    try {
      return readInto(file, new Uint8Array(length), start);
    } finally {
      fs.closeSync(file);
    }
  };
  const open = () => readInto.bind(undefined, fs.openSync(url));
  return { isWhole: true, read, open, arrayBuffer: async () => read(fs.statSync(url).size, 0).buffer };
}
let readData, dataLength;
async function useData(response) {
  const whole = response.open ? undefined : new Uint8Array(await response.arrayBuffer());
  readData = response.open?.() ?? ((bytes, start) => bytes.set(whole.subarray(start, start + bytes.length)));
  const head = new Uint32Array(1);
  readData(new Uint8Array(head.buffer), 0);
  dataLength = head[0];
}
const fillMemory = ({ memory, stack }) => readData(new Uint8Array(memory.buffer, stack.value, dataLength), 4);
var Header = class extends File {
  constructor(length, read) {
    super("");
    Object.assign(this, { length, read, content: undefined });
  }
  get size() {
    return this.length;
  }
  get data() {
    return this.content ??= this.read();
  }
  set data(content) {
    this.content = content;
  }
};
async function headersOf(response) {
  const read = response.read ?? ((buffer) => (length, start) => new Uint8Array(buffer, start, length))(await response.arrayBuffer());
  const [head] = new Uint32Array(read(4, 0).slice().buffer);
  const directoryOf = (index) => new Directory(Object.fromEntries(Object.entries(index).map(([name, one]) =>
    [name, Array.isArray(one) ? new Header(one[1], () => read(one[1], 4 + head + one[0])) : directoryOf(one)])));
  return directoryOf(JSON.parse(new TextDecoder().decode(read(head, 4))));
}
`;

/** What stands in the script, and what takes its place. */
const replacements = [
  ['const { readFile } = await import("node:fs/promises");', 'const fs = await import("node:fs");'],
  ["const data = await readFile(url);", "return wholeFile(fs, url);"],
  // Nobody asks how far it is.
  ["if (fetchProgress !== void 0) {", "if (false) {"],
  [
    "if (WebAssembly.compileStreaming !== void 0) {",
    "if (response.isWhole) {\n    return response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));\n  }\n  if (WebAssembly.compileStreaming !== void 0) {",
  ],
  // The program is there, and has not begun.
  ["({ exports: exports2 } =", "fillMemory(exports1);\n    ({ exports: exports2 } ="],
  ["./llvm-resources.tar", `./${HEADERS}`],
  [".then((resp) => resp.arrayBuffer()).then(unpackTarFilesystem)", ".then(headersOf)"],
  [
    "environment.root.files[dirName] = directoryFromTree(dirContents);",
    "environment.root.files[dirName] = dirContents;",
  ],
  // Asked some thousand times in a compile, of the system's environment.
  ["if (!globalThis?.process?.env?.JCO_DEBUG) {", "if (true) {"],
  // A record of each call to the host, which only asynchronous ones would ask for.
  ...["startCurrentTask(componentIdx, isAsync, entryFnName)", "endCurrentTask(componentIdx, taskId)"].map((head) => [
    `function ${head} {`,
    `function ${head} { return;`,
  ]),
];

/**
 * The files of clang's program: with the functions that are called; what the whole one has besides; and what their memory holds
 * at the start, after its length (32 bits, the lowest byte first).
 */
export const [CALLED, UNCALLED, DATA] = ["llvm.called.wasm", "llvm.uncalled.bin", "llvm.data.bin"];

export function packedData(data) {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(data.length);
  return Buffer.concat([head, data]);
}

const file = (name) => `fetch3(new URL("./${name}", import.meta.url))`;
const compiled = `await ${file("llvm.core.wasm")}.then(compileWasmModule)`;
const withData = `await ${file(DATA)}.then(useData).then(() => PROGRAM)`;

/** How a script compiles its program. */
const programs = {
  called: withData.replace("PROGRAM", `${file(CALLED)}.then(compileWasmModule)`),
  whole: withData.replace(
    "PROGRAM",
    `Promise.all([${file(CALLED)}, ${file(UNCALLED)}].map(async (file) => new Uint8Array(await (await file).arrayBuffer())))
    .then(([called, uncalled]) => WebAssembly.compile(joined(called, uncalled)))`,
  ),
};

/** Clang's script, reading its headers from the one file, and of the program what is `called` or the `whole`. */
export function changedScript(script, which) {
  const changed = [...replacements, [compiled, programs[which]]].reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`clang's script is expected to say once: ${from}`);
    return text.replace(from, () => to);
  }, script.toString("utf8"));
  return Buffer.from(changed + additions + joined);
}
