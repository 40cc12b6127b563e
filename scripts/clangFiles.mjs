/**
 * Clang's headers, and the script that gives them to it, as the build copies them. The script reads an archive of 2,500 files
 * entry by entry, six texts each, and makes its folders anew for each compile: a twentieth of a first check. So the headers
 * are one file with an index, and their folders are made once.
 *
 * The script reads its files as streams, to tell how far it is, and compiles its program as it comes. From a disk that takes
 * longer than what it spares: of 0.3 s of processor time that loading takes in pieces, 0.1 s remain for whole files. The
 * streams are Node's library for HTTP besides, which takes 0.05 s to load. So files of a disk are read whole.
 */
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
function wholeFile(bytes) {
  const { buffer, byteOffset, byteLength } = bytes;
  const own = byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  return { isWhole: true, arrayBuffer: async () => own };
}
function unpackHeaders(buffer) {
  const start = 4 + new DataView(buffer).getUint32(0, true);
  const treeOf = (index) => Object.fromEntries(Object.entries(index).map(([name, one]) =>
    [name, Array.isArray(one) ? new Uint8Array(buffer, start + one[0], one[1]) : treeOf(one)]));
  return treeOf(JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, start - 4))));
}
var madeDirectories = new WeakMap();
function directoryOnce(tree) {
  if (!madeDirectories.has(tree)) madeDirectories.set(tree, directoryFromTree(tree));
  return madeDirectories.get(tree);
}
`;

/** What stands in the script, and what takes its place. */
const replacements = [
  ['const { readFile } = await import("node:fs/promises");', 'const { readFileSync } = await import("node:fs");'],
  ["const data = await readFile(url);", "return wholeFile(readFileSync(url));"],
  // Nobody asks how far it is.
  ["if (fetchProgress !== void 0) {", "if (false) {"],
  [
    "if (WebAssembly.compileStreaming !== void 0) {",
    "if (response.isWhole) {\n    return response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));\n  }\n  if (WebAssembly.compileStreaming !== void 0) {",
  ],
  ["./llvm-resources.tar", `./${HEADERS}`],
  [".then(unpackTarFilesystem)", ".then(unpackHeaders)"],
  [
    "environment.root.files[dirName] = directoryFromTree(dirContents);",
    "environment.root.files[dirName] = directoryOnce(dirContents);",
  ],
  // Asked some thousand times in a compile, of the system's environment.
  ["if (!globalThis?.process?.env?.JCO_DEBUG) {", "if (true) {"],
  // A record of each call to the host, which only asynchronous ones would ask for.
  ...["startCurrentTask(componentIdx, isAsync, entryFnName)", "endCurrentTask(componentIdx, taskId)"].map((head) => [
    `function ${head} {`,
    `function ${head} { return;`,
  ]),
];

/** Clang's script, reading its headers from the one file. */
export function changedScript(script) {
  const changed = replacements.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`clang's script is expected to say once: ${from}`);
    return text.replace(from, () => to);
  }, script.toString("utf8"));
  return Buffer.from(changed + additions);
}
