import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import headers from "warplens:cuda-headers";
import type { FileTree } from "../../analyzer/compiler/model";
import { sampled } from "../support/sample";
import { compile, declared } from "./support";

const readme = readFileSync(join(process.cwd(), "analyzer/cuda/README.md"), "utf8");
/** First column of the table: patterns, with dots meant literally unless a star follows. */
const patterns = Array.from(readme.matchAll(/^\| `([^`]+)` \|/gm), (match) => {
  const text = match[1]!.replaceAll("\\|", "|").replace(/\.(?![*])/g, "\\.");
  return new RegExp(`^(?:${text})$`);
});
const documented = (name: string) => patterns.some((pattern) => pattern.test(name));

function texts(tree: FileTree): string[] {
  return Object.values(tree).flatMap((entry) =>
    typeof entry === "string" ? [entry] : entry instanceof Uint8Array ? [] : texts(entry),
  );
}

/** A name per public function that the mathematics declare, called with plausible arguments. */
const mathematics = `acosh asinh atanh cbrt erf erfc expm1 lgamma tgamma log1p logb rcbrt sinpi cospi erfinv erfcinv
  erfcx normcdf normcdfinv cyl_bessel_i0 cyl_bessel_i1 j0 j1 y0 y1 exp10 sin cos tan asin acos atan sinh cosh tanh exp
  exp2 log log2 log10 sqrt floor ceil trunc rint round nearbyint fabs`.split(/\s+/);
const binary = "hypot fdim fmod nextafter remainder rhypot pow atan2 copysign fmax fmin".split(" ");

describe("the table of what the simulator must implement", () => {
  it("reads as patterns", () => {
    assert.ok(patterns.length > 40, `${patterns.length}`);
    assert.ok(documented("llvm.nvvm.shfl.sync.bfly.i32"));
    assert.ok(!documented("llvm.nvvm.shfl.sync.sideways.i32"));
    assert.ok(!documented("sinuous"));
  });
  it("names everything that mathematics leave", async () => {
    const text = `__global__ void k(float* f, double* d) {
      ${mathematics.map((name, i) => `f[${i}] = ${name}f(f[${i}]); d[${i}] = ${name}(d[${i}]);`).join("\n")}
      ${binary.map((name, i) => `f[${i}] += ${name}f(f[${i}], f[1]); d[${i}] += ${name}(d[${i}], d[1]);`).join("\n")}
      int e; f[0] += frexpf(f[1], &e) + e + ldexpf(f[2], 3) + scalbnf(f[3], e) + ilogbf(f[4]) + remquof(f[1], f[2], &e);
      d[0] += norm3d(d[0], d[1], d[2]) + jn(3, d[1]) + lround(d[4]) + llrint(d[5]) + isnan(d[3]) + signbit(d[4]);
    }`;
    const { ok, messages, ir } = await compile(text, "device");
    assert.ok(ok, messages);
    const names = declared(ir);
    assert.ok(names.length > 50, `${names.length}`);
    assert.deepEqual(
      names.filter((name) => !documented(name)),
      [],
    );
  });
  it("names everything that the programs in test/frontend declare", async () => {
    const folder = join(process.cwd(), "test/frontend");
    const files = readdirSync(folder).filter((file) => file.endsWith(".cu"));
    for (const name of sampled("cuda/readme", files, { every: 5, what: "programs" })) {
      const { ok, messages, ir } = await compile(readFileSync(join(folder, name), "utf8"), "device", name);
      assert.ok(ok, messages);
      assert.deepEqual(
        declared(ir).filter((symbol) => !documented(symbol)),
        [],
        name,
      );
    }
  });
  it("names every opaque function of our headers", () => {
    const joined = texts(headers).join("\n");
    const opaque = new Set(
      Array.from(joined.matchAll(/extern "C" __device__ [\w ]+? (__wl_[a-z]\w*)\(/g), (match) => match[1]!),
    );
    const textures = Array.from(joined.matchAll(/^__WL_GEOMETRY\((\w+),/gm), (match) => `__wl_tex_${match[1]}_f`);
    const surfaces = Array.from(joined.matchAll(/^__WL_SURFACE\((\w+),/gm), (match) => `__wl_surf_${match[1]}_read`);
    assert.ok(opaque.size >= 3 && textures.length === 13 && surfaces.length === 6, [...opaque, ...surfaces].join());
    assert.deepEqual(
      [...opaque, ...textures, ...surfaces].filter((name) => !documented(name)),
      [],
    );
  });
});
