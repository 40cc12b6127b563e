/** Rows that are reached through an array of pointers. Page: `docs/rules/double-indirection.md`. */
import type { Outline, ParameterOutline } from "../syntax/model";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Accesses through arrays of row pointers, which load 8 bytes a row first. */
export const doubleIndirection = problemRule(
  {
    id: "double-indirection",
    title: "Rows behind an array of pointers",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  [],
  ({ outline, text }: RuleContext) => {
    const kernels = outline.functions.filter(({ isKernel, body }) => isKernel && body);
    return kernels.flatMap(({ parameters, body }) =>
      rowArrays(parameters, outline).flatMap(({ root, path, name }): readonly Problem[] => {
        const access = (outline.accesses ?? []).find(
          (one) =>
            one.kind === "subscript" &&
            one.name === root &&
            one.start >= body!.start &&
            one.end <= body!.end &&
            isOfRow(text.slice(one.start, one.end), path),
        );
        if (!access) return [];
        return [
          {
            span: { start: access.start, end: access.end },
            message: `Each access through ${name} first loads a row's pointer: one more 8-byte request, and its latency.`,
            certainty: "proved",
            related: [
              {
                span: { start: access.start, end: access.end },
                message: `One flat array, ${name}[y * width + x], needs one request`,
              },
            ],
          },
        ];
      }),
    );
  },
);

/** An array of row pointers that a kernel is given: a parameter, or a member of one. */
interface RowArray {
  readonly root: string;
  /** As it is written before its subscripts, without white space. */
  readonly path: readonly string[];
  readonly name: string;
}

const isRowArray = (type: string): boolean => /\*\s*(?:const\s*)?(?:__restrict__\s*)?\*/.test(type);

function rowArrays(parameters: readonly ParameterOutline[], { structures }: Outline): readonly RowArray[] {
  return parameters.flatMap(({ name, type }): readonly RowArray[] => {
    if (!name) return [];
    if (isRowArray(type)) return [{ root: name, path: [name], name }];
    const owner = type.replace(/\b(?:const|struct)\b|[*&\s]/g, "");
    const members = structures?.find((one) => one.name === owner)?.members ?? [];
    return members
      .filter((member) => isRowArray(member.type))
      .map((member) => ({
        root: name,
        path: [`${name}.${member.name}`, `${name}->${member.name}`],
        name: `${name}.${member.name}`,
      }));
  });
}

/** Two subscripts of which not both are constants: a single value is usually loaded so. */
function isOfRow(written: string, path: readonly string[]): boolean {
  const plain = written.replace(/\s+/g, "");
  const root = path.find((one) => plain.startsWith(`${one}[`));
  return (
    root !== undefined &&
    /^\[[^\]]*\]\[/.test(plain.slice(root.length)) &&
    !/^\[\d+\]\[\d+\]/.test(plain.slice(root.length))
  );
}
