import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { parseFlags, readNvccFlags, splitCommand } from "../../analyzer/compiler/command/flags";

const parse = (command: string) => parseFlags(splitCommand(command), defaultOptions);

describe("command lines of nvcc and clang", () => {
  it("give include folders and macros in every spelling", () => {
    const { includeFolders, defines } = parse(
      `nvcc -Iinclude -I ../common --include-path=deep/inc -isystem /opt/inc -DN=4 -D NAME --define-macro "TEXT=a b" -c a.cu`,
    );
    assert.deepEqual(includeFolders, ["include", "../common", "deep/inc", "/opt/inc"]);
    assert.deepEqual(defines, ["N=4", "NAME", "TEXT=a b"]);
  });

  it("give the newest of several architectures", () => {
    assert.equal(parse("nvcc -arch=sm_75 a.cu").architecture, "sm_75");
    assert.equal(parse("nvcc -arch compute_86 a.cu").architecture, "sm_86");
    assert.equal(parse("nvcc -arch=native a.cu").architecture, "sm_90");
    assert.equal(
      parse('nvcc -gencode arch=compute_70,code=sm_70 "--generate-code=arch=compute_80,code=[sm_80,compute_80]" a.cu')
        .architecture,
      "sm_80",
    );
    assert.equal(parse("clang++ --cuda-gpu-arch=sm_90a a.cu").architecture, "sm_90");
  });

  it("give the standard and what floating point may do", () => {
    const { standard, fastMath, fmad } = parse("nvcc -std=c++20 --use_fast_math a.cu");
    assert.deepEqual({ standard, fastMath, fmad }, { standard: "c++20", fastMath: true, fmad: true });
    assert.equal(parse("nvcc --std c++14 --fmad=false a.cu").fmad, false);
    assert.equal(parse("nvcc -fmad false a.cu").fmad, false);
    assert.equal(parse("nvcc --std c++14 a.cu").standard, "c++14");
  });

  it("skip values that look like options, and options that nobody knows", () => {
    const { defines, includeFolders } = parse("nvcc -Xcompiler -DHOST=1 -rdc=true --expt-relaxed-constexpr -o -Iout");
    assert.deepEqual({ defines, includeFolders }, { defines: [], includeFolders: [] });
  });

  it("take macros back, include headers first, and choose the default stream", () => {
    const { defines, forcedIncludes } = parse("nvcc -DA=1 -DB(x)=x -UA --undefine-macro B -include config.h -DC");
    assert.deepEqual({ defines, forcedIncludes }, { defines: ["C"], forcedIncludes: ["config.h"] });
    assert.deepEqual(parse("nvcc --default-stream per-thread").defines, ["CUDA_API_PER_THREAD_DEFAULT_STREAM=1"]);
    assert.deepEqual(parse("nvcc --default-stream=legacy").defines, []);
  });

  it("give the architecture that code is made for, not the one that it is written for", () => {
    assert.equal(parse("nvcc -arch=compute_70 -code=sm_80,compute_70").architecture, "sm_80");
    assert.equal(parse("nvcc --gpu-architecture compute_75 --gpu-code sm_89").architecture, "sm_89");
  });

  it("are told from our own options and from files", () => {
    const line =
      "check -O3 -lineinfo a.cu --format json -Xcompiler -Wall,-fopenmp --expt-relaxed-constexpr -rdc=true -Iinc " +
      "-gencode arch=compute_80,code=sm_80 --fmad=false -o out.txt --devcies -maxrregcount 32 -lcublas -g b.cu";
    const { flags, rest, problems } = readNvccFlags(splitCommand(line));
    assert.deepEqual(rest, ["check", "a.cu", "--format", "json", "-o", "out.txt", "--devcies", "b.cu"]);
    assert.deepEqual(problems, []);
    const { architecture, fmad, includeFolders } = parseFlags(flags, defaultOptions);
    assert.deepEqual(
      { architecture, fmad, includeFolders },
      { architecture: "sm_80", fmad: false, includeFolders: ["inc"] },
    );
    assert.deepEqual(readNvccFlags(["a.cu", "--", "-arch", "x"]).rest, ["a.cu", "--", "-arch", "x"]);
  });

  it("say what is wrong with a value that matters", () => {
    const { problems } = readNvccFlags(["-arch=h100", "--std", "c++99", "-D"]);
    assert.deepEqual(problems, [
      "-arch=h100: h100 is no architecture; write one such as sm_90.",
      "--std: c++99 is no C++ standard; write one such as c++17.",
      "-D needs a value.",
    ]);
  });

  it("are split as a shell does", () => {
    assert.deepEqual(splitCommand(String.raw`a 'b c' "d \"e\"" f\ g -D"X=1"`), ["a", "b c", 'd "e"', "f g", "-DX=1"]);
  });
});
