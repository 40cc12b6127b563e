/** Settings that change what is analysed and said: the same meaning in the editor and on the command line. */
import { defaultOptions } from "../analyzer/compiler/commands";
import type { CompileOptions } from "../analyzer/compiler/model";
import type { Dim3 } from "../analyzer/facts/model";
import type { Severity } from "../analyzer/rules/model";

export interface Configuration {
  readonly compile: CompileOptions;
  /** Severity by rule id; `off` silences a rule. Rules that are not named keep their own. */
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** Block size for kernels whose launch is not in the file and that have no `__launch_bounds__`. */
  readonly block: Dim3 | undefined;
  /** Bounds of a simulation. */
  readonly limits: { readonly steps: number; readonly memoryBytes: number };
}

export const defaultConfiguration: Configuration = {
  compile: defaultOptions,
  rules: {},
  block: undefined,
  limits: { steps: 2_000_000_000, memoryBytes: 1 << 30 },
};
