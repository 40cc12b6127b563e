/**
 * The language server as a Node process: `node dist/server.cjs --stdio`, or over the pipe that a client names. Where there are
 * processors for both, clang loads in a thread of its own while the rest of the server, a bundle of some megabytes, is read.
 */
import { availableParallelism } from "node:os";
import { clangUrlsIn, startClangThread } from "../../engine/node/clangThread";
import { keepCompiledCode } from "../../engine/node/compiledCode";
import { keepHeapsSmall } from "../../engine/node/heapGrowth";

/** Milliseconds after the start until heaps are kept small: what the first findings leave is little, and looking for it takes time. */
const KEPT_SMALL_AFTER = 5000;

setTimeout(keepHeapsSmall, KEPT_SMALL_AFTER).unref();

/**
 * Processors from which clang is loaded at once: the first finding of a new file is there after 0.58 s in place of 0.64. On two
 * the editor's own start needs both, and the findings of a file whose answer is kept, which need no clang, came 0.2 s later.
 */
const ENOUGH = 4;

const folder = new URL(".", import.meta.url);
keepCompiledCode();
const clangThread = availableParallelism() < ENOUGH ? undefined : startClangThread(clangUrlsIn(folder));
const { run }: typeof import("./languageServer") = require("./languageServer.cjs");
run(folder, clangThread);
