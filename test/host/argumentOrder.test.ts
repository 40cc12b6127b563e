/** Arguments are evaluated from right to left, as g++ does it, also in files of which some call cannot be changed for it. */
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
