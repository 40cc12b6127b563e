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

/** What a word of code is, by its name. */
const threadIndices: ReadonlyMap<string, TokenType> = new Map(
  ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"].map((name) => [name, "threadIndex"]),
);

/** Words are looked up one by one: a pattern of all names would be as long as the file that defines them. */
const wordsIn = (text: string, offset: number, types: ReadonlyMap<string, TokenType>): Token[] =>
  [...text.matchAll(/\w+/g)].flatMap(({ 0: word, index }) => {
    const type = types.get(word);
    return type ? [{ start: offset + index, end: offset + index + word.length, type }] : [];
  });

/** Comments and strings blanked, so that words inside them are no tokens; same length. */
const withoutComments = (text: string): string =>
  text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"/g, (match) => match.replace(/[^\n]/g, " "));

function tokensOf(snapshot: Snapshot, outline: Outline): Token[] {
  const code = withoutComments(snapshot.text);
  const macros = outline.macros.map(({ name }): [string, TokenType] => [name, "macro"]);
  const tokens: Token[] = [
    ...outline.functions.filter((one) => one.isKernel).map((one): Token => ({ ...one.nameSpan, type: "kernel" })),
    ...wordsIn(code, 0, new Map([...macros, ...threadIndices])),
  ];
  const shared = new Map<number, Map<string, TokenType>>();
  for (const { isShared, within, name } of outline.arrays) {
    if (!isShared || within === undefined) continue;
    shared.set(within, (shared.get(within) ?? new Map()).set(name, "sharedVariable"));
  }
  for (const [index, names] of shared) {
    const body = outline.functions[index]?.body;
    if (body) tokens.push(...wordsIn(code.slice(body.start, body.end), body.start, names));
  }
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
