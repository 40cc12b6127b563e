// THIRD-PARTY-NOTICES.txt: for everything of others that a bundle contains or a package carries, its name, its licence and
// the licence's text. What is bundled is asked of esbuild, so a new dependency cannot be forgotten.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bundles.mjs";

const licence = (name) => readFileSync(join(root, "scripts/package/licences", `${name}.txt`), "utf8").trim();

const apacheWithException = () => `${licence("Apache-2.0")}\n\n${licence("LLVM-exception")}`;

/**
 * What `@yowasp/clang` holds: it names its own licence but carries no texts, and its parts have licences of their own.
 * From the projects' licence files: LLVM (LICENSE.TXT), wasi-libc (LICENSE and the licences that it lists), YoWASP.
 */
const clangParts = () => [
  {
    name: "@yowasp/clang",
    licence: "ISC",
    text: `Copyright (C) Catherine <whitequark@whitequark.org>\n\n${licence("ISC")}`,
  },
  {
    name: "nanotar (in @yowasp/clang)",
    licence: "MIT",
    text: `Copyright (c) Pooya Parsa <pooya@pi0.io>\n\n${licence("MIT")}`,
  },
  {
    name: "LLVM, clang and LLD (in @yowasp/clang)",
    licence: "Apache-2.0 WITH LLVM-exception",
    text: `Changed by WarpLens: the maximum that the module states for its memory.\n\n${apacheWithException()}`,
  },
  {
    name: "libc++, libc++abi and compiler-rt (headers and libraries in @yowasp/clang)",
    licence: "Apache-2.0 WITH LLVM-exception",
    text: "The text is that of LLVM above.",
  },
  {
    name: "wasi-libc (headers and libraries in @yowasp/clang)",
    licence: "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    text: "The texts of the Apache licence and its exception are those of LLVM above. Parts of it are musl, cloudlibc and dlmalloc, below.",
  },
  {
    name: "musl (in wasi-libc)",
    licence: "MIT",
    text: `Copyright © 2005-2020 Rich Felker, et al.\n\n${licence("MIT")}`,
  },
  {
    name: "cloudlibc (in wasi-libc)",
    licence: "BSD-2-Clause",
    text: `Copyright (c) 2015-2017 Nuxi, https://nuxi.nl/\n\n${licence("BSD-2-Clause")}`,
  },
  {
    name: "dlmalloc (in wasi-libc)",
    licence: "CC0-1.0",
    text: "Written by Doug Lea and released to the public domain, as explained at http://creativecommons.org/publicdomain/zero/1.0/.",
  },
];

/** Code that lies inside what other packages publish, without a package of its own here; copyright lines from its projects. */
const insideParts = () => [
  {
    name: "path-browserify",
    licence: "MIT",
    text: `Part of vscode-uri.\n\nCopyright (c) 2013 James Halliday\n\n${licence("MIT")}`,
  },
  {
    name: "ICU headers",
    licence: "ICU",
    text: `Part of tree-sitter, in web-tree-sitter.\n\n${licence("Unicode")}`,
  },
  {
    name: "Emscripten runtime",
    licence: "MIT OR NCSA",
    text: `Part of web-tree-sitter, with musl, which is above.\n\nCopyright (c) 2010-2014 Emscripten authors\n\n${licence("MIT")}`,
  },
];

/**
 * Algorithms and coefficients of others, written anew in `simulator/mathematics`: what programs print depends on their last
 * bits. From the notices in their projects' files.
 */
const algorithmParts = () => [
  {
    name: "fdlibm (algorithms and coefficients of mathematical functions)",
    licence: "permissive, with its notice",
    text:
      "Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.\n\n" +
      "Developed at SunPro, a Sun Microsystems, Inc. business.\nPermission to use, copy, modify, and distribute this\n" +
      "software is freely granted, provided that this notice\nis preserved.",
  },
  {
    name: "Arm Optimized Routines (polynomials of sinf and cosf)",
    licence: "MIT",
    text: `Copyright (c) 2018-2019, Arm Limited.\n\n${licence("MIT")}`,
  },
];

/** Grammars whose generated parser is part of tree-sitter-cuda's. */
const grammarParts = ["tree-sitter-c", "tree-sitter-cpp"];
/** Packages of which data is copied, and no code bundled. */
const copied = ["@yowasp/clang", "web-tree-sitter", "tree-sitter-cuda", ...grammarParts];

const allowed = new Set(["MIT", "ISC", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"]);

/** `node_modules/@scope/name/file` → `node_modules/@scope/name`; the innermost, where packages lie inside each other. */
function packageFolder(input) {
  const at = input.lastIndexOf("node_modules/");
  if (at < 0) return undefined;
  const parts = input.slice(at + "node_modules/".length).split("/");
  const name = parts.slice(0, parts[0].startsWith("@") ? 2 : 1).join("/");
  return `${input.slice(0, at)}node_modules/${name}`;
}

function entryOf(folder) {
  const { name, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  if (!allowed.has(license)) throw new Error(`${name}: licence ${license} is none that we know we may pass on`);
  const files = readdirSync(join(root, folder)).filter((file) =>
    /^(licen[cs]e|copying|third-?party-?notices)/i.test(file),
  );
  if (files.length === 0) throw new Error(`${folder}: there is no licence file to pass on`);
  const text = files.map((file) =>
    readFileSync(join(root, folder, file), "utf8")
      .replaceAll("\r\n", "\n")
      .trim(),
  );
  return { name, licence: license, text: text.join("\n\n") };
}

/** Folders of the packages that esbuild's metafiles name, and of those of which data is copied. */
export function shippedFolders(metafiles) {
  const bundled = metafiles.flatMap(({ inputs }) => Object.keys(inputs).map(packageFolder)).filter(Boolean);
  const folders = new Set([...bundled, ...copied.map((name) => `node_modules/${name}`)]);
  return [...folders].filter((folder) => existsSync(join(root, folder)));
}

/** What lies inside the packages that ship, without a package of its own here, with its licence. */
export function partsInside() {
  return [...clangParts(), ...insideParts(), ...algorithmParts()].filter(({ name }) => name !== "@yowasp/clang");
}

/** Entries for the packages of esbuild's metafiles and for the data that is copied beside them, by name. */
export function noticeEntries(metafiles) {
  const entries = shippedFolders(metafiles)
    .filter((folder) => folder !== "node_modules/@yowasp/clang")
    .map(entryOf);
  const missing = copied.filter((name) => !existsSync(join(root, "node_modules", name)));
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(", ")}`);
  return [
    ...clangParts(),
    ...[...insideParts(), ...algorithmParts(), ...entries].sort((a, b) => (a.name < b.name ? -1 : 1)),
  ];
}

const RULE = "-".repeat(80);

export function noticesText(metafiles) {
  const sections = noticeEntries(metafiles).map(
    ({ name, licence: id, text }) => `${RULE}\n${name}\n${id}\n${RULE}\n\n${text}\n`,
  );
  return `WarpLens is under the MIT licence. Parts that come with it have their own; these are all of them.\n\n${sections.join("\n")}`;
}
