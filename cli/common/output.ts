/** Where a report goes: standard output, or a file. */
import { writeFile } from "node:fs/promises";
import { UsageError } from "../../engine/model/errors";

/** Waits until everything is written: a pipe takes it in parts, and the process must not end before. */
export async function writeOutput(file: string | undefined, text: string): Promise<void> {
  if (file !== undefined) {
    await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--output ${file}: cannot be written (${error.code}).`);
    });
    return;
  }
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      // A reader that has seen enough, such as `head`, is no error of ours.
      if (error && (error as NodeJS.ErrnoException).code !== "EPIPE") reject(error);
      else resolve();
    });
  });
}
