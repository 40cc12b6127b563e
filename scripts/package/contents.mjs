// What the extension's package holds, and nothing else: each part with the reason for it.
export const contents = [
  { path: "README.md", for: "the extension's page" },
  { path: "CHANGELOG.md", for: "the extension's page" },
  { path: "LICENSE", for: "ours" },
  { path: "THIRD-PARTY-NOTICES.txt", from: "dist/THIRD-PARTY-NOTICES.txt", for: "everybody else's licences" },
  { path: "dist/sbom.cdx.json", for: "bill of materials, CycloneDX" },
  { path: "dist/clang", for: "clang and LLVM as WebAssembly, and their headers" },
  { path: "dist/grammar", for: "tree-sitter and its CUDA grammar as WebAssembly" },
  { path: "dist/precompiled", for: "our headers and the C++ library's most used, parsed" },
  { path: "dist/web", for: "client, server and workers in a browser" },
  { path: "dist/client.cjs", for: "client on a desktop" },
  { path: "dist/server.cjs", for: "start of the language server" },
  { path: "dist/languageServer.cjs", for: "language server, with our CUDA headers and the rule pages" },
  { path: "dist/clangWorker.mjs", for: "worker for clang" },
  { path: "dist/simulationWorker.mjs", for: "worker for simulations" },
  { path: "dist/webview.js", for: "sidebar" },
  { path: "dist/elements.js", for: "sidebar, its fields and check boxes" },
  { path: "dist/webview.css", for: "sidebar" },
  { path: "package.nls.json", for: "the manifest's strings, for translation" },
  { path: "l10n", for: "the client's strings, for translation" },
  { path: "client/media", for: "icons and walkthrough" },
  { path: "syntaxes", for: "colours of CUDA's words" },
  { path: "docs/images", for: "pictures of the README" },
  { path: "docs/schemas/configuration.json", for: "completion and checks in .warplens.json" },
];

/** Source maps are for us: a user's machine has nothing to map to. */
export const isPackaged = (path) => !path.endsWith(".map");

/** Keys of package.json that an installed extension has a use for. */
const keptKeys = [
  ...["name", "displayName", "description", "version", "publisher", "license", "icon", "galleryBanner", "qna"],
  ...[
    "engines",
    "categories",
    "keywords",
    "main",
    "browser",
    "activationEvents",
    "capabilities",
    "contributes",
    "l10n",
  ],
];

/** The manifest without what only development needs; `private` goes too, which guards the checkout against publishing. */
export function packagedManifest(manifest) {
  const { node: _, ...engines } = manifest.engines;
  const kept = keptKeys.filter((key) => manifest[key] !== undefined).map((key) => [key, manifest[key]]);
  return { ...Object.fromEntries(kept), engines };
}
