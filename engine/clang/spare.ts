/**
 * Clang instantiated ahead. Each run of clang is a new instance of its program, 10 MB of data and 40,000 entries of a table:
 * a sixth of a compile of one kernel. The next one is made when an answer has been sent, so that no keystroke waits for it.
 *
 * Clang's bundle instantiates two modules that know nothing of a run, its program and a table of functions that the program
 * imports, and then others that tie the table to the run's files. It asks `WebAssembly.instantiate` for each of them,
 * which in a worker that runs nothing but clang is replaced by one that has a spare pair.
 */

/** WebAssembly as far as it is used here; the project's types know no DOM. */
interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Instantiate = (module: object, imports?: Imports) => Promise<Instance>;
interface Host {
  WebAssembly: { instantiate: Instantiate };
}

/** The module of the program's imports. Reference: WASI, preview 1. */
const SYSTEM = "wasi_snapshot_preview1";

/** The table, and the program that was given its functions. */
interface Pair {
  readonly table: Instance;
  readonly program: Instance;
}

/** How a pair is made: learned from the first run. */
interface Recipe {
  readonly table: object;
  readonly program: object;
  /** By the names of the program's imports, those of the table's exports. */
  readonly names: readonly (readonly [string, string])[];
}

/** Undefined where a program imports anything but functions of the table. */
function recipeOf(tableModule: object, table: Instance, program: object, imports: Imports): Recipe | undefined {
  const exported = new Map(Object.entries(table.exports).map(([name, one]) => [one, name]));
  const names = Object.entries(imports[SYSTEM]!).map(([name, one]) => [name, exported.get(one)] as const);
  const isWhole = Object.keys(imports).length === 1 && names.every(([, name]) => name !== undefined);
  return isWhole ? { table: tableModule, program, names: names as Recipe["names"] } : undefined;
}

/** Spare instances of clang in this thread. */
export class SpareClang {
  private readonly instantiate: Instantiate;
  private recipe: Recipe | undefined;
  private spare: Pair | undefined;
  /** Of the run that is being instantiated. */
  private begun: { readonly module: object; readonly table: Instance; readonly spare: Pair | undefined } | undefined;

  /** @param host the global object whose WebAssembly clang's bundle asks */
  constructor(host: Host = globalThis as unknown as Host) {
    this.instantiate = host.WebAssembly.instantiate.bind(host.WebAssembly);
    host.WebAssembly.instantiate = (module, imports) => this.answer(module, imports);
  }

  /** Makes a pair for the next run, once a first one has shown how. */
  async prepare(): Promise<void> {
    if (!this.recipe || this.spare) return;
    const { table: module, program: main, names } = this.recipe;
    const table = await this.instantiate(module);
    const imports = { [SYSTEM]: Object.fromEntries(names.map(([name, from]) => [name, table.exports[from]])) };
    this.spare = { table, program: await this.instantiate(main, imports) };
  }

  private async answer(module: object, imports: Imports | undefined): Promise<Instance> {
    if (!imports) {
      const spare = this.recipe?.table === module ? this.spare : undefined;
      if (spare) this.spare = undefined;
      const table = spare?.table ?? (await this.instantiate(module));
      this.begun = { module, table, spare };
      return table;
    }
    const { begun } = this;
    if (!begun || !(SYSTEM in imports)) return this.instantiate(module, imports);
    this.begun = undefined;
    if (begun.spare && this.recipe?.program === module) return begun.spare.program;
    const program = await this.instantiate(module, imports);
    this.recipe ??= recipeOf(begun.module, begun.table, module, imports);
    return program;
  }
}
