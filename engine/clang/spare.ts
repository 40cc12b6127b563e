/**
 * An instance of clang that is ready before it is needed. A new instance of its program is 10 MB of data, 40,000 entries of a
 * table and a memory that the system hands out page by page: a quarter of a compile of one kernel. So an instance runs again:
 * the build makes the program export what a run changes beside its memory (`scripts/clangModules.mjs`), and all of it is put
 * back to what it was. Where a run took much memory, or died, the next one gets a new instance.
 *
 * Clang's bundle instantiates two modules that know nothing of a run, its program and a table of functions that the program
 * imports, and then others that tie the table to the run's files. It asks `WebAssembly.instantiate` for each of them,
 * which in a worker that runs nothing but clang is replaced by one that has a pair of the first two.
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

/** Bytes of a memory above which clearing it takes longer than a new one, which few files need. */
const CLEARED = 64 << 20;

/** What a run of the program changes. */
interface State {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** The stack pointer; the stack is below it, all else above. */
  readonly stack: { value: number };
  /** How many pages the program has asked for. */
  readonly pages: { value: number };
}

/** What a new instance of the program has beside a memory of zeros, which clang's script fills before each run. */
interface Beginning {
  readonly stack: number;
  readonly pages: number;
}

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

/** Puts a program back to its beginning. */
function reset({ memory, stack, pages }: State, beginning: Beginning): void {
  new Uint8Array(memory.buffer).fill(0);
  stack.value = beginning.stack;
  pages.value = beginning.pages;
}

/** Instances of clang in this thread. */
export class SpareClang {
  private readonly instantiate: Instantiate;
  private recipe: Recipe | undefined;
  private beginning: Beginning | undefined;
  private spare: Pair | undefined;
  /** Of the run that was begun last. */
  private used: Pair | undefined;
  /** Of the run that is being instantiated. */
  private begun: { readonly module: object; readonly table: Instance; readonly spare: Pair | undefined } | undefined;

  /** @param host the global object whose WebAssembly clang's bundle asks */
  constructor(host: Host = globalThis as unknown as Host) {
    this.instantiate = host.WebAssembly.instantiate.bind(host.WebAssembly);
    host.WebAssembly.instantiate = (module, imports) => this.answer(module, imports);
  }

  /**
   * Makes a pair ready for the next run, once a first one has shown how.
   * @param hasDied whether the last run ended in another way than by itself
   */
  async prepare(hasDied: boolean): Promise<void> {
    if (!this.recipe || this.spare) return;
    const { used, beginning } = this;
    this.used = undefined;
    const state = used?.program.exports as unknown as State | undefined;
    if (!hasDied && state && beginning && state.memory.buffer.byteLength <= CLEARED) {
      reset(state, beginning);
      this.spare = used;
      return;
    }
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
    if (begun.spare && this.recipe?.program === module) {
      this.used = begun.spare;
      return begun.spare.program;
    }
    const program = await this.instantiate(module, imports);
    this.recipe ??= recipeOf(begun.module, begun.table, module, imports);
    if (this.recipe?.program === module) {
      const { stack, pages } = program.exports as unknown as State;
      this.beginning ??= { stack: stack.value, pages: pages.value };
      this.used = { table: begun.table, program };
    }
    return program;
  }
}
