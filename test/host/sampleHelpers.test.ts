/** The common headers of public samples, which are ours: what their comparisons, files and exceptions decide and print. */
import assert from "node:assert/strict";
import { sampledIt } from "../support/sample.js";
import { printed, simulate } from "./support";

const it = sampledIt("host/sampleHelpers", 3);

const run = async (body: string): Promise<string> => {
  const result = await simulate(`#include <helper_functions.h>\n#include <helper_cuda.h>\nint main() {\n${body}\n}\n`);
  assert.equal(result.outcome.message, "");
  return printed(result);
};

describe("the common headers of samples", () => {
  it("judge arrays: none may be wrong, or fewer than a share of them, which is printed", async () => {
    const text = await run(`
      float want[8] = {1, 2, 3, 4, 5, 6, 7, 8}, got[8] = {1, 2, 3, 4.5f, 5, 6, 7, 9};
      printf("%d %d\\n", compareData(want, want, 8, 0.1f, 0.0f), compareData(want, got, 8, 0.1f, 0.0f));
      printf("%d\\n", compareData(want, got, 8, 0.1f, 0.25f));
      printf("%d\\n", compareData(want, got, 8, 0.6f, 0.25f));
      printf("%d\\n", compareDataAsFloatThreshold(want, got, 8, 0.1f, 0.0f));
      printf("%d %d\\n", sdkCompareL2fe(want, want, 8, 1e-6f), sdkCompareL2fe(want, got, 8, 1e-2f));
      float nothing[8] = {};
      printf("%d\\n", sdkCompareL2fe(nothing, nothing, 8, 1e-2f));`);
    assert.equal(
      text,
      `1 0
25.00(%) of bytes mismatched (count=2)
0
12.50(%) of bytes mismatched (count=1)
1
total # of errors = 2
0
1 0
0
`,
    );
  });

  it("read images with comments in their heads", async () => {
    const text = await run(`
      FILE* file = fopen("noted.pgm", "wb");
      fputs("P5\\n# made by hand\\n3 # wide\\n#\\n2\\n255\\n#abcde", file);
      fclose(file);
      unsigned char* pixels = nullptr;
      unsigned int w = 0, h = 0;
      bool found = sdkLoadPGM("noted.pgm", &pixels, &w, &h);
      printf("%d %ux%u %.6s\\n", found, w, h, (char*)pixels);`);
    assert.equal(text, "1 3x2 #abcde\n");
  });

  it("write, read and compare files of numbers and images", async () => {
    const text = await run(`
      unsigned int numbers[4] = {7, 8, 9, 10};
      sdkDumpBin(numbers, sizeof numbers, "ours.bin");
      sdkDumpBin(numbers, sizeof numbers, "data.bin");
      char program[] = "./sample";
      printf("%d\\n", sdkCompareBin2BinUint("ours.bin", "data.bin", 4, 0.0f, 0.0f, program));
      printf("%d\\n", sdkCompareBin2BinFloat("ours.bin", "none.bin", 4, 0.0f, 0.0f, program));
      unsigned int* block[2], count = 0;
      bool filled = sdkReadFileBlocks("ours.bin", block, &count, 1, 8, true);
      printf("%d %u %u\\n", filled, count, block[1][0]);
      unsigned char pixels[16] = {0, 50, 100, 0, 1, 51, 101, 0, 2, 52, 102, 0, 3, 53, 103, 0};
      sdkSavePPM4ub("a.ppm", pixels, 2, 2);
      pixels[4] = 90;
      sdkSavePPM4ub("b.ppm", pixels, 2, 2);
      printf("%d %d %d\\n", sdkComparePPM("a.ppm", "a.ppm", 1, 0, false), sdkComparePPM("a.ppm", "b.ppm", 1, 0, false),
             sdkComparePPM("a.ppm", "b.ppm", 100, 0, false));
      unsigned char *read = nullptr;
      unsigned int w = 0, h = 0;
      bool found = sdkLoadPPM4ub("b.ppm", &read, &w, &h);
      printf("%d %ux%u %d\\n", found, w, h, read[4]);
      printf("%d %d\\n", MIN(3, 4), MAX(3, 4));`);
    assert.equal(
      text,
      `sdkDumpBin: <ours.bin>
sdkDumpBin: <data.bin>
> compareBin2Bin <unsigned int> nelements=4, epsilon=0.00, threshold=0.00
   src_file <ours.bin>, size=4 bytes
   ref_file <./data.bin>, size=4 bytes
  OK
1
compareBin2Bin <float>  unable to find <none.bin> in <./sample>
>>> Check info.xml and [project//data] folder <none.bin> <<<
Aborting comparison!
  FAILED
  FAILURE: 1 errors...
0
1 2 9
1 0 1
1 2x2 90
3 4
`,
    );
  });

  it("throw exceptions that say where they were thrown", async () => {
    const text = await run(`
      try {
        RUNTIME_EXCEPTION("no such file");
      } catch (const std::runtime_error& error) {
        printf("%s", error.what());
      }
      return 0;`);
    assert.equal(text, "Exception in file 'test.cu' in line 10\nDetailed description: no such file\n");
  });
});
