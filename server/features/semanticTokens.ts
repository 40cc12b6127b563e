/** Colours for what is CUDA's own: kernels, shared arrays, thread indices. Only where no other extension gives tokens, because one provider wins. */
import {
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensOptions,
  type SemanticTokensParams,
} from "vscode-languageserver";
import type { Outline, Span } from "../../analyzer/syntax/model";
import type { Feature } from "../common/context";
import { guarded } from "../common/handlers";
import type { Snapshot } from "../common/snapshots";

const tokenTypes = ["kernel", "sharedVariable", "threadIndex", "macro"] as const;
type TokenType = (typeof tokenTypes)[number];

/** The token types that the server knows. */
export const semanticTokenCapabilities: SemanticTokensOptions = {
  legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] },
  full: true,
};

interface Token extends Span {
  readonly type: TokenType;
}

const wordsIn = (text: string, offset: number, word: RegExp, type: TokenType): Token[] =>
  [...text.matchAll(word)].map((match) => ({
    start: offset + match.index,
    end: offset + match.index + match[0].length,
    type,
  }));

/** Comments and strings blanked, so that words inside them are no tokens; same length. */
const withoutComments = (text: string): string =>
  text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"/g, (match) => match.replace(/[^\n]/g, " "));

function tokensOf(snapshot: Snapshot, outline: Outline): Token[] {
  const code = withoutComments(snapshot.text);
  const macros = outline.macros.map((macro) => macro.name).filter((name) => /^\w+$/.test(name));
  const tokens: Token[] = [
    ...outline.functions.filter((one) => one.isKernel).map((one): Token => ({ ...one.nameSpan, type: "kernel" })),
    ...wordsIn(code, 0, /\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\b/g, "threadIndex"),
    ...(macros.length ? wordsIn(code, 0, new RegExp(`\\b(?:${macros.join("|")})\\b`, "g"), "macro") : []),
  ];
  outline.functions.forEach((one, index) => {
    const shared = outline.arrays.filter(
      (array) => array.isShared && array.within === index && /^\w+$/.test(array.name),
    );
    if (!one.body || shared.length === 0) return;
    const names = new RegExp(`\\b(?:${shared.map((array) => array.name).join("|")})\\b`, "g");
    tokens.push(...wordsIn(code.slice(one.body.start, one.body.end), one.body.start, names, "sharedVariable"));
  });
  return tokens.sort((a, b) => a.start - b.start);
}

function encode(snapshot: Snapshot, tokens: readonly Token[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  let end = 0;
  for (const token of tokens) {
    if (token.start < end) continue;
    end = token.end;
    const { line, character } = snapshot.positionAt(token.start);
    builder.push(line, character, token.end - token.start, tokenTypes.indexOf(token.type), 0);
  }
  return builder.build();
}

/** Colours of kernels, shared arrays, thread indices and macros. */
export const semanticTokens: Feature = {
  name: "semantic tokens",
  register(context) {
    const { connection } = context;
    connection.languages.semanticTokens.on(
      guarded(
        context,
        "semantic tokens",
        { data: [] } as SemanticTokens,
        async ({ textDocument }: SemanticTokensParams) => {
          const mode = context.settings().semanticTokens;
          const snapshot = context.snapshots.get(textDocument.uri);
          if (!snapshot || mode === "off" || (mode === "auto" && context.othersProvide())) return { data: [] };
          return encode(snapshot, tokensOf(snapshot, await context.engine.outline(snapshot)));
        },
      ),
    );
    return undefined;
  },
};
