/**
 * Random functions over integers of every width, and over vectors of them, against numbers of any size: arithmetic, shifts,
 * comparisons, conversions, LLVM's functions, branches and memory, once with lanes that differ and once with lanes that do not.
 */
import assert from "node:assert/strict";
import { readModule } from "../../analyzer/ir/reader/reader";
import { lowerModule } from "../../analyzer/lower/lower";
import { compileBitcode } from "../support/device";
import { Bench, pointer } from "./support";

const SEED = 20_261_122;
const WIDTHS = [1, 2, 3, 7, 8, 13, 16, 24, 31, 32, 33, 40, 48, 57, 63, 64, 65, 77, 96, 127, 128];
const VECTORS = [
  [3, 8],
  [2, 1],
  [4, 1],
  [3, 24],
  [2, 48],
  [5, 7],
  [2, 33],
  [3, 16],
  [2, 64],
] as const;
const STEPS = 14;
const LANES = 32;

/** A generator of numbers below a bound: the same in every run. */
function generator(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A text of IR with a value of one element: what it computes from the elements of its operands. */
interface Step {
  readonly text: (name: string, a: string, b: string, type: string) => string;
  readonly value: (a: bigint, b: bigint) => bigint;
}

/** What can be done with two integers of `bits` bits; `of` names the functions' suffix. */
function steps(bits: number, of: string, count: number): readonly Step[] {
  const wrap = (value: bigint) => BigInt.asUintN(bits, value);
  const sign = (value: bigint) => BigInt.asIntN(bits, value);
  const splat = (value: bigint, type: string) => {
    const element = count === 1 ? type : type.slice(type.indexOf("x") + 2, -1);
    return count === 1 ? `${value}` : `<${Array(count).fill(`${element} ${value}`).join(", ")}>`;
  };
  const binary = (op: string, value: Step["value"]): Step => ({
    text: (name, a, b, type) => `${name} = ${op} ${type} ${a}, ${b}`,
    value: (a, b) => wrap(value(a, b)),
  });
  const divide = (op: string, value: Step["value"]): Step => ({
    text: (name, a, b, type) =>
      `${name}.d = or ${type} ${b}, ${splat(1n, type)}\n${name} = ${op} ${type} ${a}, ${name}.d`,
    value: (a, b) => wrap(value(a, b | 1n)),
  });
  const shift = (op: string, value: Step["value"]): Step => ({
    text: (name, a, b, type) => {
      const most = splat(wrap(BigInt(bits)), type);
      if (wrap(BigInt(bits)) !== BigInt(bits)) return `${name} = ${op} ${type} ${a}, ${splat(0n, type)}`;
      return `${name}.s = urem ${type} ${b}, ${most}\n${name} = ${op} ${type} ${a}, ${name}.s`;
    },
    value: (a, b) => wrap(value(a, wrap(BigInt(bits)) !== BigInt(bits) ? 0n : b % BigInt(bits))),
  });
  const fixed = (op: string, by: number, value: Step["value"]): Step => ({
    text: (name, a, _b, type) => `${name} = ${op} ${type} ${a}, ${splat(BigInt(by), type)}`,
    value: (a) => wrap(value(a, BigInt(by))),
  });
  const compare = (predicate: string, value: (a: bigint, b: bigint) => boolean): Step => {
    const i1 = count === 1 ? "i1" : `<${count} x i1>`;
    return {
      text: (name, a, b, type) =>
        `${name}.c = icmp ${predicate} ${type} ${a}, ${b}\n${name}.x = xor ${type} ${a}, ${splat(wrap(-1n), type)}\n` +
        `${name} = select ${i1} ${name}.c, ${type} ${b}, ${type} ${name}.x`,
      value: (a, b) => (value(a, b) ? b : wrap(~a)),
    };
  };
  const through = (width: number, back: "zext" | "sext"): Step => {
    const small = count === 1 ? `i${width}` : `<${count} x i${width}>`;
    return {
      text: (name, a, b, type) =>
        `${name}.t = trunc ${type} ${a} to ${small}\n${name}.w = ${back} ${small} ${name}.t to ${type}\n${name} = add ${type} ${name}.w, ${b}`,
      value: (a, b) => wrap((back === "sext" ? BigInt.asIntN(width, a) : BigInt.asUintN(width, a)) + b),
    };
  };
  const above = (width: number, up: "zext" | "sext"): Step => {
    const large = count === 1 ? `i${width}` : `<${count} x i${width}>`;
    return {
      text: (name, a, b, type) =>
        `${name}.a = ${up} ${type} ${a} to ${large}\n${name}.b = ${up} ${type} ${b} to ${large}\n` +
        `${name}.m = mul ${large} ${name}.a, ${name}.b\n${name}.h = lshr ${large} ${name}.m, ${splat(BigInt(bits >> 1), large)}\n` +
        `${name} = trunc ${large} ${name}.h to ${type}`,
      value: (a, b) => {
        const extend = up === "sext" ? sign : wrap;
        return wrap(BigInt.asUintN(width, extend(a) * extend(b)) >> BigInt(bits >> 1));
      },
    };
  };
  const asDouble = (letter: "s" | "u"): Step => {
    const double = count === 1 ? "double" : `<${count} x double>`;
    return {
      text: (name, a, b, type) =>
        `${name}.f = ${letter}itofp ${type} ${a} to ${double}\n${name}.i = fpto${letter}i ${double} ${name}.f to ${type}\n` +
        `${name} = sub ${type} ${b}, ${name}.i`,
      value: (a, b) => wrap(b - a),
    };
  };
  const called = (name: string, parameters: number, value: Step["value"], flag = ""): Step => ({
    text: (result, a, b, type) => {
      const values = [a, b, a].slice(0, parameters).map((each) => `${type} ${each}`);
      return `${result} = call ${type} @llvm.${name}.${of}(${values.join(", ")}${flag})`;
    },
    value: (a, b) => wrap(value(a, b)),
  });
  const digits = (value: bigint) => value.toString(2).padStart(bits, "0");
  const clamp = (least: bigint, value: bigint, most: bigint) => (value < least ? least : value > most ? most : value);
  const [least, most] = [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n];
  const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
  const greater = (a: bigint, b: bigint) => (a > b ? a : b);
  const rotate = (left: boolean) => (a: bigint, b: bigint) => {
    const by = a % BigInt(bits);
    const joined = (a << BigInt(bits)) | b;
    return left ? (joined << by) >> BigInt(bits) : joined >> by;
  };
  return [
    binary("add", (a, b) => a + b),
    binary("sub", (a, b) => a - b),
    binary("mul", (a, b) => a * b),
    binary("and", (a, b) => a & b),
    binary("or", (a, b) => a | b),
    binary("xor", (a, b) => a ^ b),
    ...(bits > 1
      ? [
          divide("udiv", (a, b) => a / b),
          divide("urem", (a, b) => a % b),
          divide("sdiv", (a, b) => sign(a) / sign(b)),
          divide("srem", (a, b) => sign(a) % sign(b)),
          shift("shl", (a, b) => a << b),
          shift("lshr", (a, b) => a >> b),
          shift("ashr", (a, b) => sign(a) >> b),
          fixed("shl", bits - 1, (a, b) => a << b),
          fixed("ashr", bits >> 1, (a, b) => sign(a) >> b),
          fixed("lshr", bits >> 1, (a, b) => a >> b),
          through(Math.ceil(bits / 2), "zext"),
          through(Math.ceil(bits / 2), "sext"),
          through(1, "sext"),
        ]
      : []),
    ...(2 * bits <= (count === 1 ? 128 : 64) ? [above(2 * bits, "zext"), above(2 * bits, "sext")] : []),
    ...(bits > 1 && bits <= 53 ? [asDouble("s"), asDouble("u")] : []),
    compare("eq", (a, b) => a === b),
    compare("ne", (a, b) => a !== b),
    compare("ult", (a, b) => a < b),
    compare("ule", (a, b) => a <= b),
    compare("ugt", (a, b) => a > b),
    compare("uge", (a, b) => a >= b),
    compare("slt", (a, b) => sign(a) < sign(b)),
    compare("sle", (a, b) => sign(a) <= sign(b)),
    compare("sgt", (a, b) => sign(a) > sign(b)),
    compare("sge", (a, b) => sign(a) >= sign(b)),
    called("umin", 2, lesser),
    called("umax", 2, greater),
    called("smin", 2, (a, b) => lesser(sign(a), sign(b))),
    called("smax", 2, (a, b) => greater(sign(a), sign(b))),
    called("abs", 1, (a) => (sign(a) < 0n ? -a : a), ", i1 false"),
    called("ctpop", 1, (a) => BigInt(digits(a).replaceAll("0", "").length)),
    called("ctlz", 1, (a) => BigInt(a === 0n ? bits : bits - a.toString(2).length), ", i1 false"),
    called("cttz", 1, (a) => BigInt(a === 0n ? bits : bits - 1 - digits(a).lastIndexOf("1")), ", i1 false"),
    called("bitreverse", 1, (a) => BigInt(`0b${[...digits(a)].reverse().join("")}`)),
    ...(bits % 16 === 0
      ? [called("bswap", 1, (a) => BigInt(`0b${digits(a).match(/.{8}/g)!.reverse().join("")}`))]
      : []),
    called("fshl", 3, rotate(true)),
    called("fshr", 3, rotate(false)),
    called("uadd.sat", 2, (a, b) => clamp(0n, a + b, wrap(-1n))),
    called("usub.sat", 2, (a, b) => clamp(0n, a - b, wrap(-1n))),
    called("sadd.sat", 2, (a, b) => clamp(least, sign(a) + sign(b), most)),
    called("ssub.sat", 2, (a, b) => clamp(least, sign(a) - sign(b), most)),
  ];
}

interface Kernel {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  readonly count: number;
  /** The elements of a lane's result from those of its inputs. */
  readonly values: (a: readonly bigint[], b: readonly bigint[]) => readonly bigint[];
}

const declared = new Set<string>();

/**
 * Two inputs of 16 bytes an element go through a chain of steps; after half of them lanes part and meet again, and a value
 * goes through memory as it lies there.
 */
function kernel(
  name: string,
  bits: number,
  count: number,
  isVarying: boolean,
  random: (bound: number) => number,
): Kernel {
  const type = count === 1 ? `i${bits}` : `<${count} x i${bits}>`;
  const of = count === 1 ? `i${bits}` : `v${count}i${bits}`;
  const all = steps(bits, of, count);
  const chosen = Array.from({ length: STEPS }, () => all[random(all.length)]!);
  const lines: string[] = [];
  const index = isVarying ? "%tid" : "%zero";
  const load = (input: string, array: string) => {
    lines.push(`${input}.p = getelementptr [${count} x i128], ptr ${array}, i32 ${index}`);
    for (let at = 0; at < count; at++) {
      lines.push(`${input}.p${at} = getelementptr i128, ptr ${input}.p, i32 ${at}`);
      lines.push(`${input}.w${at} = load i128, ptr ${input}.p${at}`);
      const scalar = count === 1 ? input : `${input}.e${at}`;
      lines.push(
        bits === 128 ? `${scalar} = freeze i128 ${input}.w${at}` : `${scalar} = trunc i128 ${input}.w${at} to i${bits}`,
      );
      if (count === 1) continue;
      const before = at === 0 ? "poison" : `${input}.v${at - 1}`;
      const after = at === count - 1 ? input : `${input}.v${at}`;
      lines.push(`${after} = insertelement ${type} ${before}, i${bits} ${input}.e${at}, i32 ${at}`);
    }
  };
  load("%a", "%in");
  load("%b", "%more");
  const names = ["%a", "%b"];
  const operands: (readonly [number, number])[] = [];
  const half = STEPS >> 1;
  chosen.forEach((step, at) => {
    const [x, y] = [random(names.length), random(names.length)];
    operands.push([x, y]);
    lines.push(step.text(`%s${at}`, names[x]!, names[y]!, type));
    names.push(`%s${at}`);
    if (at !== half) return;
    const first = count === 1 ? "%a" : "%a.e0";
    lines.push(`%odd = trunc i${bits} ${first} to i1`.replace(/trunc i1 (\S+) to i1/, "freeze i1 $1"));
    lines.push(`br i1 %odd, label %one, label %other\none:`);
    lines.push(`%left = add ${type} %s${at}, %b\nbr label %join\nother:`);
    lines.push(`%right = xor ${type} %s${at}, %a\nbr label %join\njoin:`);
    lines.push(`%met = phi ${type} [ %left, %one ], [ %right, %other ]`);
    lines.push(`%place = getelementptr [32 x i8], ptr %scratch, i32 ${index}`);
    lines.push(`store ${type} %met, ptr %place, align 1\n%again = load ${type}, ptr %place, align 1`);
    names.push("%again");
  });
  const last = `%s${STEPS - 1}`;
  lines.push(`%out.p = getelementptr [${count} x i128], ptr %out, i32 %tid`);
  for (let at = 0; at < count; at++) {
    const scalar = count === 1 ? last : `%r${at}`;
    if (count > 1) lines.push(`%r${at} = extractelement ${type} ${last}, i32 ${at}`);
    lines.push(bits === 128 ? `%z${at} = freeze i128 ${scalar}` : `%z${at} = zext i${bits} ${scalar} to i128`);
    lines.push(`%out.p${at} = getelementptr i128, ptr %out.p, i32 ${at}\nstore i128 %z${at}, ptr %out.p${at}`);
  }
  for (const [, name, parameters] of lines.join("\n").matchAll(/call \S.*? (@llvm\.[\w.]+)\((.*)\)/g)) {
    const types = parameters!.split(/, (?=[i<])/).map((each) => each.replace(/ [%\d\w.]+$/, "").replace(/ false$/, ""));
    declared.add(`declare ${type} ${name}(${types.join(", ")})`);
  }
  const wrap = (value: bigint) => BigInt.asUintN(bits, value);
  return {
    name,
    type,
    count,
    text: `define ptx_kernel void @${name}(ptr %in, ptr %more, ptr %out, ptr %scratch, i32 %zero) {\nentry:\n%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n${lines.join("\n")}\nret void\n}`,
    values: (first, second) => {
      const isOdd = (wrap(first[0]!) & 1n) === 1n;
      return first.map((one, element) => {
        const [a, b] = [wrap(one), wrap(second[element]!)];
        const made = [a, b];
        chosen.forEach((step, at) => {
          const [x, y] = operands[at]!;
          made.push(step.value(made[x]!, made[y]!));
          if (at === half) made.push(wrap(isOdd ? made.at(-1)! + b : made.at(-1)! ^ a));
        });
        return made.at(-1)!;
      });
    },
  };
}

describe("integers of odd widths", () => {
  const random = generator(SEED);
  const kernels = [true, false].flatMap((isVarying) => [
    ...WIDTHS.flatMap((bits) =>
      Array.from({ length: 3 }, (_, i) => kernel(`w${bits}_${i}_${isVarying}`, bits, 1, isVarying, random)),
    ),
    ...VECTORS.flatMap(([count, bits]) =>
      Array.from({ length: 3 }, (_, i) =>
        kernel(`v${count}x${bits}_${i}_${isVarying}`, bits, count, isVarying, random),
      ),
    ),
  ]);
  const source = `target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
${[...declared].join("\n")}
${kernels.map(({ text }) => text).join("\n")}`;
  let device: Bench;
  before(async () => {
    const command = [
      "clang",
      "-cc1",
      "-triple",
      "nvptx64-nvidia-cuda",
      "-emit-llvm-bc",
      "-O0",
      "-x",
      "ir",
      "-o",
      "-",
      "odd.ll",
    ];
    const module = readModule(await compileBitcode(command, source, "odd.ll"));
    device = new Bench({ module, lowered: lowerModule(module) });
    console.log(`      seed ${SEED}: ${kernels.length} functions of ${STEPS} steps`);
  });

  const edges = [0n, 1n, -1n, 1n << 31n, 1n << 63n, (1n << 64n) - 1n, 1n << 127n, (1n << 127n) - 1n];
  const input = (count: number) =>
    Array.from({ length: LANES * count }, (_, i) => {
      if (i % 7 === 0) return BigInt.asUintN(128, edges[random(edges.length)]!);
      const words = Array.from({ length: 4 }, () => BigInt(random(2 ** 32)));
      return words.reduce((all, word) => (all << 32n) | word, 0n) >> BigInt(random(127));
    });
  const bytesOf = (values: readonly bigint[]) =>
    BigUint64Array.from(values.flatMap((value) => [BigInt.asUintN(64, value), BigInt.asUintN(64, value >> 64n)]));

  for (const { name, type, count, values, text } of kernels) {
    it(`${type}, ${name.endsWith("true") ? "by lane" : "the same in all lanes"}: ${name}`, () => {
      const [first, second] = [input(count), input(count)];
      const out = device.buffer(16 * LANES * count);
      const args = [device.buffer(bytesOf(first)), device.buffer(bytesOf(second)), out, device.buffer(2048)].map(
        pointer,
      );
      const { outcome } = device.launch(name, 1, LANES, [...args, new Uint8Array(4)]);
      assert.equal(outcome.kind, "completed", outcome.message);
      const halves = new BigUint64Array(device.memory.read(out, 16 * LANES * count).buffer);
      const found = Array.from({ length: LANES * count }, (_, i) => (halves[2 * i + 1]! << 64n) | halves[2 * i]!);
      const wanted = Array.from({ length: LANES }, (_, lane) => {
        const at = name.endsWith("true") ? lane * count : 0;
        return values(first.slice(at, at + count), second.slice(at, at + count));
      }).flat();
      assert.deepEqual(found, wanted, text);
    });
  }
});
