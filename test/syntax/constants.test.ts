import assert from "node:assert/strict";
import fc from "fast-check";
import { foldDim3, foldInteger, type Outline } from "../../analyzer/syntax";
import { syntax } from "./support";

const outlineOf = async (text: string): Promise<Outline> => (await syntax()).outline(text);

/** Folds an expression where `HERE` stands in a text. */
async function foldIn(text: string, expression: string): Promise<bigint | undefined> {
  return foldInteger(expression, await outlineOf(text), text.indexOf("HERE"));
}

async function foldSizeIn(text: string, expression: string): Promise<readonly number[] | undefined> {
  return foldDim3(expression, await outlineOf(text), text.indexOf("HERE"));
}

describe("syntax: constants", () => {
  const file = `
#define TILE 32
#define HALF (TILE / 2)
#define LOOSE TILE + 1
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#ifdef WIDE
#define ROWS 8
#else
#define ROWS 4
#endif
#if CUDART_VERSION >= 12000
#define COLUMNS 8
#else
#define COLUMNS 4
#endif
const int N = 1 << 20;
constexpr unsigned BIG = 4000000000u;
static int changing = 3;
enum Mode { FIRST = 2, SECOND, THIRD = 1 << 4, FOURTH };
struct Config { static constexpr int WIDTH = 48; };
template <typename T> __host__ __device__ T divup(T a, T b) { return (a + b - 1) / b; }
inline int twice(int x) { return 2 * x; }
int twoLines(int x) { x++; return x; }
void change(int& a);
void look(int a);
int main(int argc, char** argv) {
  const int n = 1000;
  int m = n * 2, moved = 1, handed = 2, looked = 3, read, loop = 7;
  moved += 1;
  change(handed);
  look(looked);
  std::cin >> read;
  int late; late = 64;
  int first, second, third; char small; first = second = 96; third = small = 320;
  auto count = 5u;
  int perhaps = 1; if (argc > 1) perhaps = 2;
  const float f = 2.5f;
  const int rounded = ceil(n / 300.0);
  { int n = 7; }
  for (int i = 0; i < 3; ++i) { HERE }
}`;

  const cases: readonly [string, bigint | undefined][] = [
    ["128", 128n],
    ["0x1F + 010 + 0b11", 42n],
    ["1'000'000", 1_000_000n],
    ["TILE * TILE", 1024n],
    ["HALF", 16n],
    // Macros are text: `2 * TILE + 1`.
    ["2 * LOOSE", 65n],
    ["CEIL_DIV(N, 256)", 4096n],
    ["divup(n, TILE)", 32n],
    ["twice(n) - m", 0n],
    ["twoLines(3)", undefined],
    ["std::min(n, 3) + max(1, 2)", 5n],
    ["N / TILE", 32768n],
    ["SECOND + FOURTH", 20n],
    ["Config::WIDTH", 48n],
    ["sizeof(float) * 64", 256n],
    ["sizeof(unsigned long long) + sizeof(float4) + sizeof(char*)", 32n],
    ["sizeof(T)", undefined],
    ["(size_t)N * 4096 * 4", 17_179_869_184n],
    ["static_cast<int>(n) % 7", 6n],
    ["(char)300", 44n],
    // 32-bit overflow has no value; unsigned arithmetic wraps.
    ["N * 4096", undefined],
    ["BIG + BIG", 3_705_032_704n],
    ["-1 > 0u", 1n],
    ["1 / 0", undefined],
    ["1 << 40", undefined],
    ["n > 500 ? TILE : 1", 32n],
    ["7 / 2 * 2", 6n],
    ["-7 / 2", -3n],
    ["m", 2000n],
    ["count", 5n],
    ["late", 64n],
    ["first + second", 192n],
    // What a chain gives on is what its next variable holds.
    ["third", 64n],
    ["looked", 3n],
    ["moved", undefined],
    ["handed", undefined],
    ["read", undefined],
    ["perhaps", undefined],
    ["changing", undefined],
    ["argc", undefined],
    ["f", undefined],
    // A kernel's argument can be floating: only where an integer is wanted is it cut off.
    ["ceil(n / 256.0)", undefined],
    ["(int)ceil(n / 256.0)", 4n],
    ["(int)ceilf((float)n / 250)", 4n],
    ["(int)(n / 3)", 333n],
    ["(unsigned)(2.5f * 4)", 10n],
    ["(int)std::floor(-0.5) + 1", 0n],
    ["(int)(1.0 / 0)", undefined],
    ["rounded", 4n],
    ["(bool)256 + 1", 2n],
    ["(bool)0.5", undefined],
    ["i", undefined],
    ["unknown + 1", undefined],
    // What nothing defines is not defined.
    ["ROWS", 4n],
    ["COLUMNS", undefined],
    ["2.5f", undefined],
    ["", undefined],
    ["1 +", undefined],
    ["({ 1; })", undefined],
  ];
  for (const [expression, expected] of cases) {
    it(`${expression || "nothing"} is ${expected ?? "not one known integer"}`, async () => {
      assert.equal(await foldIn(file, expression), expected);
    });
  }

  it("knows what the command line defines", async () => {
    const defined = (await syntax()).outline("#ifdef WIDE\n#define ROWS 8\n#endif\n", ["WIDE"]);
    assert.equal(foldInteger("ROWS", defined, 60), 8n);
  });

  it("does not know what headers of the user define", async () => {
    const text = '#include "config.h"\n#ifdef WIDE\n#define ROWS 8\n#else\n#define ROWS 4\n#endif\nHERE';
    assert.equal(await foldIn(text, "ROWS"), undefined);
  });

  const atFile: readonly [string, string, bigint | undefined][] = [
    ["a variable of the file where the next one starts", "int n = 1 << 22;\nint blocks = n / HERE;", 1n << 22n],
    ["nothing of it in a function", "int n = 4;\nint blocks() { return n / HERE; }", undefined],
    ["nothing of it in a default argument", "int n = 4;\nvoid start(int blocks = n / HERE);", undefined],
    ["nothing of it in what a member starts with", "int n = 4;\nstruct S { int blocks = n / HERE; } s;", undefined],
    ["nothing of it in a lambda", "int n = 4;\nauto blocks = [] { return n / HERE; };", undefined],
    ["nothing of one of another file", "extern int n;\nint blocks = n / HERE;", undefined],
  ];
  for (const [what, text, expected] of atFile)
    it(`knows ${what}`, async () => {
      assert.equal(await foldIn(text, "n"), expected);
    });

  it("knows the size of a variable of the file only where the next one starts", async () => {
    const text = "dim3 block(32, 8);\nint threads = block.x * 1;\nint main() { HERE }";
    assert.equal(foldInteger("block.y", await outlineOf(text), text.indexOf("* 1")), 8n);
    assert.equal(await foldSizeIn(text, "block"), undefined);
  });

  it("forgets a macro where it is undefined", async () => {
    const text = "#define N 4\n#undef N\nconst int N = 5; HERE";
    assert.equal(await foldIn(text, "N"), 5n);
    assert.equal(await foldIn("#define N 4\n#undef N\n#define N 6\nHERE", "N"), 6n);
  });

  it("is hidden by parameters, template parameters, lambda parameters and range loops", async () => {
    const text = `const int a = 1, b = 2, c = 3, d = 4;
      template <int a> void f(int b) { auto l = [](int c) { for (int d : list) { HERE } }; }`;
    for (const name of ["a", "b", "c", "d"]) assert.equal(await foldIn(text, name), undefined, name);
  });

  it("does not stumble over parameter lists that are no such lists", async () => {
    for (const list of ["*", "(", "a b", "...", "+"]) {
      const text = `#define F(${list}) x\nvoid f() { int n = 4; F(n); HERE }`;
      assert.equal(await foldIn(text, "n"), undefined, list);
      assert.equal(await foldIn(text, "F(n) + F"), undefined, list);
    }
  });

  it("gives no value to a circle of definitions", async () => {
    assert.equal(await foldIn("#define A B\n#define B A\nint x; HERE", "A"), undefined);
    assert.equal(await foldIn("const int a = b; const int b = a; HERE", "b"), undefined);
  });

  it("is hidden by structured bindings and by the template parameters of structures", async () => {
    const bindings = "const int a = 1; int p = 2; void f() { auto [a, b] = p; HERE }";
    assert.equal(await foldIn(bindings, "a"), undefined);
    const structure = "const int N = 4; template <int N = 2> struct X { static const int V = N; }; HERE";
    assert.equal(await foldIn(structure, "X::V"), undefined);
    assert.equal(await foldIn(structure, "N"), 4n);
  });

  const ways = [
    "int& r = n;",
    "auto& r = n;",
    "SET(n);",
    "RESET;",
    "args >> n;",
    "std::swap(n, m);",
    'scanf("%d", &n);',
  ];
  for (const way of ways) {
    it(`gives no value to what ${way} can change`, async () => {
      const text = `#define SET(x) x = 5\n#define RESET n = 5\nvoid f() { int n = 4, m = 3; ${way} HERE }`;
      assert.equal(await foldIn(text, "n"), undefined);
    });
  }

  it("gives no value to a static variable that a later call finds changed", async () => {
    assert.equal(await foldIn("void f() { static int n = 4; HERE; n = 5; }", "n"), undefined);
    assert.equal(await foldIn("void f() { static int n = 4; HERE; }", "n"), 4n);
  });

  it("does not take the step of a loop for a value", async () => {
    assert.equal(await foldIn("void f() { for (int s = 1; s < 9; s = s * 2) { HERE } }", "s"), undefined);
    assert.equal(await foldIn("void f() { int s = 1; while (g()) { HERE; s = 2; } }", "s"), undefined);
    assert.equal(await foldIn("void f(bool b) { int s = 1; b && (s = 2); HERE }", "s"), undefined);
  });

  it("agrees with JavaScript on arithmetic that stays small", async () => {
    const outline = await outlineOf("");
    const leaf = fc.integer({ min: 0, max: 40 }).map(String);
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc
          .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "&", "|", "^"), tie("expression"))
          .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      ),
    }));
    fc.assert(
      fc.property(expression, (text) => {
        // Integers have no negative zero.
        const expected = (new Function(`return ${text};`)() as number) + 0;
        fc.pre(Math.abs(expected) < 2 ** 30);
        const folded = foldInteger(text, outline, 0);
        if (folded !== undefined) assert.equal(Number(folded), expected);
      }),
    );
  });
});

describe("syntax: sizes of grids and blocks", () => {
  const cases: readonly [string, string, readonly number[] | undefined][] = [
    ["HERE", "256", [256, 1, 1]],
    ["HERE", "dim3(4, 4)", [4, 4, 1]],
    ["HERE", "{2, 3, 4}", [2, 3, 4]],
    ["dim3 b(8, 8); HERE", "b", [8, 8, 1]],
    ["#define T 16\ndim3 b{T, T}; HERE", "b", [16, 16, 1]],
    ["dim3 b = dim3(4); HERE", "b", [4, 1, 1]],
    ["dim3 b = {1, 2, 3}; HERE", "b", [1, 2, 3]],
    ["auto b = dim3(5, 6); HERE", "b", [5, 6, 1]],
    ["dim3 b; b.x = 32; b.y = 4; HERE", "b", [32, 4, 1]],
    ["dim3 b(2); b = dim3(3, 3); HERE", "b", [3, 3, 1]],
    ["dim3 b(2); if (c) b.x = 3; HERE", "b", undefined],
    ["dim3 b(2); b.x *= 2; HERE", "b", undefined],
    ["dim3 b(2); HERE; b.x = 9;", "b", [2, 1, 1]],
    ["dim3 b(2, k); HERE", "b", undefined],
    ["const int n = 100; dim3 b(32, 8); dim3 g((n + b.x - 1) / b.x, (n + b.y - 1) / b.y); HERE", "g", [4, 13, 1]],
    ["dim3 b(T, T); HERE", "b", undefined],
    ["dim3 b(32); HERE", "b.x * 2", [64, 1, 1]],
    ["const int n = 100; HERE", "ceil(n / 32.0)", [4, 1, 1]],
    ["const int n = 100; dim3 g(ceil(n / 32.0), ceilf(n / 3.0f)); HERE", "g", [4, 34, 1]],
    ["for (dim3 b : shapes) { HERE }", "b", undefined],
  ];
  for (const [text, expression, expected] of cases) {
    it(`${expression} in ${text.replaceAll("\n", " ")}`, async () => {
      const lines = text.startsWith("#") ? text.indexOf("\n") + 1 : 0;
      const whole = `${text.slice(0, lines)}int main() { ${text.slice(lines)} }`;
      assert.deepEqual(await foldSizeIn(whole, expression), expected);
    });
  }
});
