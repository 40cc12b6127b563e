/**
 * What g++ makes of host code and clang does not: arguments from right to left, also in files of which some call cannot be
 * changed for it, and arrays of variable length that begin with values.
 */
import assert from "node:assert/strict";
import { printed, simulate } from "./support";

const counted = `#include <cstdio>
int count = 0;
int next(int by) { count += by; return count; }
int other(int a, int b, int c) { return a * 100 + b * 10 + c; }
`;

const run = async (body: string, before = ""): Promise<string> => {
  const result = await simulate(`${counted}${before}int main() {\n${body}\n}\n`);
  assert.equal(result.outcome.message, "");
  return printed(result);
};

describe("the order of arguments in a program", () => {
  it("is that of g++ in the other calls, where a list has a conditional in it", async () => {
    const text = await run(`
      printf("%d %d\\n", next(1),
#ifdef MORE
        next(5)
#else
        next(2)
#endif
      );
      count = 0;
      printf("%d %d %d\\n", next(1), next(2), next(3));`);
    assert.equal(text.split("\n")[1], "6 5 3");
  });

  it("is that of g++ in the other calls, where a macro stands for several arguments", async () => {
    const text = await run(
      `
      printf("%d\\n", other(PAIR, next(3)));
      count = 0;
      printf("%d %d %d\\n", next(1), next(2), next(3));`,
      "#define PAIR 1, 2\n",
    );
    assert.equal(text, "123\n6 5 3\n");
  });
});

describe("an array of variable length in a program", () => {
  it("begins with the values of its list, and the rest of it with zeros", async () => {
    const text = await run(`
      int n = next(4);
      unsigned long long size[n] = {1, 2};
      double none[n] = {};
      float y[n] = {1.5, // a comment; of two lines
        2.5f, 3};
      size[3] += sizeof(size);
      printf("%llu %llu %llu %llu %g %g %g\\n", size[0], size[1], size[2], size[3], none[3], y[2], y[3]);`);
    assert.equal(text, "1 2 0 32 0 3 0\n");
  });
});
