/** Variables of the device that host code uses as if they were addresses or values. Page: `docs/rules/device-symbol.md`. */

import type { DeviceSymbol, HostCall, Written } from "../facts/host";
import { written } from "../facts/host";
import { constantOf, multipleOf } from "../facts/host/sizes";
import { enclosingFunction } from "../syntax/enclosing";
import { patternWith } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { symbolAt } from "./host/symbolAt";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** `__device__` and `__constant__` variables passed, assigned or read as host values, and symbols named by strings. */
export const deviceSymbol = problemRule(
  {
    id: "device-symbol",
    title: "Variable of the device used as host memory",
    category: "correctness",
    severity: "error",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  ["host"],
  (context) => {
    const { host } = context;
    if (!host.symbols.length) return host.calls.flatMap((call) => symbolName(call, context) ?? []);
    return [
      ...host.calls.flatMap((call) => [
        ...addressed(call, context),
        ...[symbolName(call, context), symbolOverrun(call, context)].filter((one) => one !== undefined),
      ]),
      ...launched(context),
      ...changed(context),
      ...readByHost(context),
      ...printed(context),
      ...computedWith(context),
    ];
  },
);

/** `cudaMemcpy(d_a, …)`, `cudaMemset(d_a, …)` of a symbol. */
function addressed(call: HostCall, context: RuleContext): readonly Problem[] {
  if (call.api.action !== "copy" && call.api.action !== "fill") return [];
  return (["destination", "source"] as const).flatMap((role): readonly Problem[] => {
    const argument = call.argument(role);
    const symbol = argument && symbolAt(argument.text, argument.start, context);
    if (!argument || !symbol) return [];
    const use = role === "destination" ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol";
    const isCopy = call.api.action === "copy" && call.argument("symbol") === undefined;
    const advice = isCopy ? `Use ${use}.` : "Ask for its address with cudaGetSymbolAddress.";
    return [
      {
        span: argument,
        message: `${symbol.name} is a __${symbol.space}__ variable, whose name is no device address on the host. ${advice}`,
        certainty: "proved",
        related: [{ span: symbol.span, message: "The variable is declared here" }],
        fixes: isCopy ? symbolCopy(call, role, argument, symbol, context) : [],
      },
    ];
  });
}

/** The call rewritten for a symbol that is named as a whole. */
function symbolCopy(
  call: HostCall,
  role: "destination" | "source",
  argument: Written,
  symbol: DeviceSymbol,
  { text }: RuleContext,
): readonly Fix[] {
  const other = call.argument(role === "destination" ? "source" : "destination");
  const bytes = call.argument("bytes");
  const isAsync = call.name === "cudaMemcpyAsync";
  if (!other || !bytes || !/^&?\s*\w+$/.test(argument.text) || !(isAsync || call.name === "cudaMemcpy")) return [];
  const use = `cudaMemcpy${role === "destination" ? "To" : "From"}Symbol${isAsync ? "Async" : ""}`;
  const first = role === "destination" ? `${symbol.name}, ${other.text}` : `${other.text}, ${symbol.name}`;
  const stream = call.argument("stream");
  const kind = role === "destination" ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost";
  const rest = isAsync ? `, 0, ${kind}${stream ? `, ${stream.text}` : ""}` : "";
  const close = text.lastIndexOf(")", call.end - 1) + 1;
  const newText = `${use}(${first}, ${bytes.text}${rest})`;
  return [{ title: `Use ${use}`, edits: [{ start: call.start, end: close, newText }], safe: false }];
}

/** Names as strings went with CUDA 5. */
function symbolName(call: HostCall, { outline, text }: RuleContext): Problem | undefined {
  const argument = call.argument("symbol");
  const name = argument && /^"(\w+)"$/.exec(argument.text)?.[1];
  if (!argument || !name) return undefined;
  const isKnown =
    text.length > 0 &&
    (outline.variables?.some((one) => one.name === name) || outline.arrays.some((one) => one.name === name));
  return {
    span: argument,
    message: `${call.name} takes the symbol ${name} itself: names as strings went with CUDA 5. Remove the quotes.`,
    certainty: "proved",
    fixes: isKnown
      ? [
          {
            title: "Remove the quotes",
            edits: [{ start: argument.start, end: argument.end, newText: name }],
            safe: true,
          },
        ]
      : [],
  };
}

/** More bytes than the symbol has. */
function symbolOverrun(call: HostCall, context: RuleContext): Problem | undefined {
  const [argument, bytes, offset] = [call.argument("symbol"), call.argument("bytes"), call.argument("offset")];
  const symbol = argument && /^\w+$/.test(argument.text) ? symbolAt(argument.text, argument.start, context) : undefined;
  const times = structuresBeyond(symbol, bytes, offset, context);
  if (symbol && times !== undefined) {
    return {
      span: bytes!,
      message: `${call.name} copies ${times} times the bytes that ${symbol.name} has: the call fails.`,
      certainty: "proved",
      related: [{ span: symbol.span, message: "The variable is declared here" }],
    };
  }
  const count = bytes && constantOf(context.host.size(bytes));
  const from = offset ? constantOf(context.host.size(offset)) : 0n;
  const size = symbol && constantOf(symbol.bytes);
  if (!symbol || count === undefined || from === undefined || size === undefined || from + count <= size)
    return undefined;
  return {
    span: bytes!,
    message: `${call.name} copies ${count} bytes${from ? ` from byte ${from} on` : ""}, but ${symbol.name} has ${size}: the call fails.`,
    certainty: "proved",
    related: [{ span: symbol.span, message: `${size} bytes are declared here` }],
  };
}

/** How many times the size of a symbol is copied, where both are multiples of one type's size that the text does not give. */
function structuresBeyond(
  symbol: DeviceSymbol | undefined,
  bytes: Written | undefined,
  offset: Written | undefined,
  { host }: RuleContext,
): bigint | undefined {
  const [own, copied] = [symbol?.bytes, bytes && host.size(bytes)];
  if (!own || !copied || offset || constantOf(own) !== undefined) return undefined;
  return multipleOf(own, copied);
}

/** A symbol as argument of a kernel: the host's copy of the name is passed. */
function launched(context: RuleContext): readonly Problem[] {
  const { outline, text } = context;
  return outline.launches.flatMap((launch) =>
    launch.arguments.flatMap((span): readonly Problem[] => {
      const argument = written(span, text);
      const symbol = /^&?\s*\w+$/.test(argument.text) ? symbolAt(argument.text, argument.start, context) : undefined;
      if (!symbol) return [];
      if (!symbol.isArray && !argument.text.startsWith("&"))
        return isConstantOfBothSides(symbol, codeOf(text)) ? [] : [readProblem(symbol, argument)];
      return [
        {
          span: argument,
          message: `${symbol.name} is a __${symbol.space}__ variable: the launch passes a host address. Name it in the kernel instead.`,
          certainty: "proved",
          related: [{ span: symbol.span, message: "The variable is declared here" }],
        },
      ];
    }),
  );
}

/** Is a place host code, and not a lambda for the device inside of it? */
function isHostCode(at: number, { outline, text }: RuleContext): boolean {
  const owner = enclosingFunction(outline, at);
  return (
    !!owner?.body &&
    !owner.isDevice &&
    !/__device__|__CUDA_ARCH__/.test(codeOf(text).slice(owner.body.start, owner.body.end))
  );
}

/** `devData = 4` on the host. */
function changed(context: RuleContext): readonly Problem[] {
  return (context.outline.assignments ?? []).flatMap((one): readonly Problem[] => {
    if (one.operator === "&" || one.handedTo) return [];
    const target = written(one.target, context.text);
    if (/^\*/.test(target.text)) return [];
    const symbol = symbolAt(target.text, one.start, context);
    if (!symbol || one.start <= symbol.span.end || !isHostCode(one.start, context)) return [];
    return [
      {
        span: { start: one.start, end: one.end },
        message: `${symbol.name} is a __${symbol.space}__ variable: this changes a host copy, not the device's. Use cudaMemcpyToSymbol.`,
        certainty: "proved",
        related: [{ span: symbol.span, message: "The variable is declared here" }],
      },
    ];
  });
}

/** `printf("%d", devData[0])` on the host. */
function readByHost(context: RuleContext): readonly Problem[] {
  const code = codeOf(context.text);
  return (context.outline.accesses ?? []).flatMap((one): readonly Problem[] => {
    if (one.kind !== "subscript" || one.use !== "read") return [];
    const symbol = symbolAt(one.name, one.start, context);
    if (!symbol?.isArray || !isHostCode(one.start, context)) return [];
    // A constant that both sides know by its initializer, and what is not evaluated.
    if (isConstantOfBothSides(symbol, code) || /\bsizeof\s*\(\s*$/.test(code.slice(0, one.start))) return [];
    if (/&\s*$/.test(code.slice(0, one.start))) return [];
    return [readProblem(symbol, { start: one.start, end: one.end })];
  });
}

/** The text before a name that is read as a value: an operator, `return`, a condition. */
const beforeValue = /(?:\breturn|\b(?:if|while)\s*\(|<<|[^<>]>|[^<]<|[-+*/%=!|]=?|&&)\s*$/;

/** `return hits;`, `x = hits * 2` and `std::cout << hits` on the host, of a variable that is no array. */
function computedWith(context: RuleContext): readonly Problem[] {
  const code = codeOf(context.text);
  return context.host.symbols.flatMap((symbol): readonly Problem[] => {
    if (symbol.isArray || symbol.space === "managed" || isConstantOfBothSides(symbol, code)) return [];
    return [
      ...code.matchAll(patternWith("g")`(?<![\w.])${symbol.name}\b(?!\s*(?:\(|::|\.|->|=[^=]|[-+*/|&^%]=|\+\+|--))`),
    ].flatMap(({ index: start }): readonly Problem[] => {
      const end = start + symbol.name.length;
      const before = code.slice(Math.max(0, start - 40), start).replace(/(?:\w+::)+$/, "");
      if (start <= symbol.span.end || !beforeValue.test(before) || symbolAt(symbol.name, start, context) !== symbol)
        return [];
      if (!isHostCode(start, context) || /\b(?:sizeof|decltype|typeid)\s*\([^()]*$/.test(before)) return [];
      return [readProblem(symbol, { start, end })];
    });
  });
}

/** `__constant__ const`, `constexpr`: both sides know the value by its initializer. */
const isConstantOfBothSides = ({ span }: DeviceSymbol, code: string): boolean =>
  /\bconst(?:expr)?\b/.test(code.slice(code.lastIndexOf(";", span.start) + 1, span.start));

const readProblem = (symbol: DeviceSymbol, span: { readonly start: number; readonly end: number }): Problem => ({
  span,
  message: `${symbol.name} is a __${symbol.space}__ variable: the host reads a copy of its own. Use cudaMemcpyFromSymbol.`,
  certainty: "proved",
  related: [{ span: symbol.span, message: "The variable is declared here" }],
});

/** `printf("%d", d_count)` of a variable that is no array. */
function printed(context: RuleContext): readonly Problem[] {
  const { host, outline, text } = context;
  const prints = outline.calls.filter(({ callee }) => /^(?:std::)?(?:f|s|sn)?printf$/.test(callee));
  return prints.flatMap(({ arguments: given }) =>
    given.flatMap((span): readonly Problem[] => {
      const argument = written(span, text);
      const symbol = /^[A-Za-z_]\w*$/.test(argument.text)
        ? host.symbols.find(({ name, space }) => name === argument.text && space !== "managed")
        : undefined;
      if (!symbol || symbol.isArray || symbolAt(argument.text, argument.start, context) !== symbol) return [];
      if (!isHostCode(argument.start, context)) return [];
      return isConstantOfBothSides(symbol, text) ? [] : [readProblem(symbol, argument)];
    }),
  );
}
