/** The real clang in this process, as the compiler room asks for it. What it answers is kept under `.build/bitcode`. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clang, ClangResult } from "../../analyzer/compiler/model";

const folder = join(process.cwd(), ".build", "bitcode");

export const plainClang: Clang = {
  async run(args, files): Promise<ClangResult> {
    const key = createHash("sha256")
      .update(JSON.stringify([args, files]))
      .digest("hex");
    const kept = join(folder, `${key}.answer`);
    if (existsSync(kept)) return { exitCode: 0, stderr: "", stdout: readFileSync(kept) };
    const { runLLVM, Exit } = await import("@yowasp/clang");
    const chunks: Uint8Array[] = [];
    let stderr = "";
    const decoder = new TextDecoder();
    const streams = {
      stdout: (bytes: Uint8Array | null) => void (bytes && chunks.push(bytes.slice())),
      stderr: (bytes: Uint8Array | null) => {
        if (bytes) stderr += decoder.decode(bytes);
      },
      fetchProgress: () => {},
    };
    try {
      await runLLVM([...args], files, streams);
    } catch (error) {
      if (!(error instanceof Exit)) throw error;
      return { exitCode: error.code, stderr, stdout: new Uint8Array() };
    }
    const stdout = Buffer.concat(chunks);
    mkdirSync(folder, { recursive: true });
    writeFileSync(kept, stdout);
    return { exitCode: 0, stderr, stdout };
  },
};
