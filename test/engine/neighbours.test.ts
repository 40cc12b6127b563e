/** The files around a document, by the paths of every system. */
import assert from "node:assert/strict";
import type { Platform } from "../../engine/model/platform";
import { createNeighbours } from "../../engine/sources/neighbours";

/** A project of some files, as a platform that has nothing else. */
function projectIn(root: string): Platform {
  const files: Readonly<Record<string, string>> = {
    [`${root}/main.cu`]: '#include "kernels.cuh"\nvoid run() { scale<4><<<1, 32>>>(); }\n',
    [`${root}/kernels.cuh`]: '#define A\n#include "kernels/scale.cuh"\n',
    [`${root}/kernels/scale.cuh`]: "template <int n> __global__ void scale() {}\n",
    // Another file of the same name, beside the one that includes it.
    [`${root}/other/scale.cuh`]: "",
    [`${root}/kernels/other.cu`]: '#include "../other/scale.cuh"\n',
    [`${root}/pieces/main.cu`]: '#define B\n#include "solver.cu"\nint main() {}\n',
    [`${root}/pieces/solver.cu`]: '#define C\n#include "part.cu"\n',
    [`${root}/pieces/part.cu`]: "__global__ void part() {}\n",
  };
  return {
    now: () => 0,
    readText: async (path: string) => files[path],
    fileNames: async (folder: string) =>
      Object.keys(files).flatMap((path) =>
        path.slice(0, path.lastIndexOf("/")) === folder ? [path.slice(folder.length + 1)] : [],
      ),
  } as unknown as Platform;
}

describe("the files around a document", () => {
  for (const [what, root, path] of [
    ["POSIX", "/home/a/project", "/home/a/project/kernels/scale.cuh"],
    ["Windows", "C:/Users/a/project", "C:\\Users\\a\\project\\kernels\\scale.cuh"],
    ["a browser", "vscode-vfs://github/a/project", "vscode-vfs://github/a/project/kernels/scale.cuh"],
  ] as const) {
    const neighbours = createNeighbours(projectIn(root), async () => []);
    const document = { path, text: "" };

    it(`are those of its folder and those that include it, without itself, on ${what}`, async () => {
      const found = (await neighbours.around(document)).map((one) => one.path.slice(root.length + 1));
      assert.deepEqual(found, ["kernels/other.cu", "kernels.cuh", "main.cu"]);
    });

    it(`say how its kernels are launched and what stands before it, on ${what}`, async () => {
      assert.deepEqual([...(await neighbours.launches(document))], [["scale", ["4"]]]);
      assert.equal((await neighbours.context(document))?.text, "#define A\n\n");
    });

    it(`that is a piece of a piece say what stands before both, on ${what}`, async () => {
      const part = { path: path.replace(/kernels([\\/])scale\.cuh$/, "pieces$1part.cu"), text: "" };
      const found = await neighbours.context(part);
      assert.equal(found?.path, `${root}/pieces/main.cu`);
      assert.equal(found?.text, "#define B\n\n#define C\n\n");
    });
  }
});
