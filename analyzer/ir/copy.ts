/** Copies of modules and of function bodies: new objects that refer to one another, while the given module stays as it is. */
import type { FunctionBuilder, Mutable, MutableBlock } from "./build";
import type { Alias, Argument, Block, Constant, Func, GlobalVariable, Instruction, Module, Value } from "./model";
import type { PhiPlacement, Promotion } from "./promotion";
import { mapped } from "./rewrite";

/** The map from a module's constants to those of its copy. Constants that refer to no function or global are shared. */
export class ModuleCopy {
  private readonly known = new Map<Constant, Constant>();

  /** Makes one object stand for another: references to `constant` become references to the copy of `other`. */
  alias(constant: Constant, other: Constant): void {
    this.known.set(constant, this.constant(other));
  }

  /** The copy of a function, without its body. */
  shell(func: Func): FunctionBuilder {
    const known = this.known.get(func);
    if (known) return known as unknown as FunctionBuilder;
    const shell: FunctionBuilder = { ...func, blocks: [], arguments: func.arguments.map((one) => ({ ...one })) };
    this.known.set(func, shell as Func);
    return shell;
  }

  constant(constant: Constant): Constant {
    const known = this.known.get(constant);
    if (known) return known;
    switch (constant.kind) {
      case "function":
        return this.shell(constant) as Func;
      case "global": {
        const { initializer, ...rest } = constant;
        const copy: Mutable<GlobalVariable> = rest;
        this.known.set(constant, copy);
        if (initializer) copy.initializer = this.constant(initializer);
        return copy;
      }
      case "alias": {
        const copy: Mutable<Alias> = { ...constant };
        this.known.set(constant, copy);
        copy.target = this.constant(constant.target);
        return copy;
      }
      default: {
        const copy = this.compound(constant);
        this.known.set(constant, copy);
        return copy;
      }
    }
  }

  private compound(constant: Constant): Constant {
    if (constant.kind === "aggregate") {
      const elements = constant.elements.map((element) => this.constant(element));
      const same = elements.every((element, index) => element === constant.elements[index]);
      return same ? constant : { ...constant, elements };
    }
    if (constant.kind === "blockaddress") return { ...constant, function: this.shell(constant.function) as Func };
    if (constant.kind !== "expression") return constant;
    const { expression } = constant;
    switch (expression.op) {
      case "cast":
        return { ...constant, expression: { ...expression, value: this.constant(expression.value) } };
      case "binary": {
        const [left, right] = [this.constant(expression.left), this.constant(expression.right)];
        return { ...constant, expression: { ...expression, left, right } };
      }
      case "gep": {
        const indices = expression.indices.map((index) => this.constant(index));
        return { ...constant, expression: { ...expression, base: this.constant(expression.base), indices } };
      }
      case "unsupported":
        return constant;
    }
  }
}

/** The plan under which nothing is promoted and the body is copied unchanged. */
const unchanged: Promotion = { variables: new Set(), removed: new Set(), phis: new Map(), loads: new Map() };

/**
 * A copy of a module whose functions, globals and aliases are new objects that refer to one another, in their order; the
 * given module stays as it is. `plan` gives the promotion that a function's copy applies.
 */
export function copyModule(module: Module, plan: (func: Func) => Promotion = () => unchanged): Module {
  const copy = new ModuleCopy();
  const functions = module.functions.map((func) => copy.shell(func));
  const globals = module.globals.map((global) => copy.constant(global) as GlobalVariable);
  const aliases = module.aliases.map((alias) => copy.constant(alias) as Alias);
  module.functions.forEach((func, index) => {
    if (func.blocks.length) copyBody(func, functions[index] as FunctionBuilder, copy, plan(func));
  });
  return { ...module, functions: functions as Func[], globals, aliases };
}

/** Builds the body of `to` from that of `from`. */
export function copyBody(from: Func, to: FunctionBuilder, copy: ModuleCopy, plan: Promotion = unchanged): void {
  const blocks = from.blocks.map((block): MutableBlock => {
    return {
      index: block.index,
      name: block.name,
      function: to as Func,
      instructions: [],
      successors: [],
      predecessors: [],
    };
  });
  to.blocks = blocks as Block[];
  const blockOf = (block: Block) => blocks[block.index] as Block;
  from.blocks.forEach((block, index) => {
    const target = blocks[index] as MutableBlock;
    target.successors = block.successors.map(blockOf);
    target.predecessors = block.predecessors.map(blockOf);
  });
  const body = new Body(from, to, plan, copy);
  for (const block of from.blocks) body.layOut(block, blocks[block.index] as MutableBlock);
  to.instructionCount = body.count;
  for (const block of from.blocks) body.fill(block, blockOf);
}

/** Copies a body: first every instruction gets its block and number, then its operands. */
class Body {
  count = 0;
  private readonly arguments = new Map<Value, Argument>();
  private readonly placed = new Map<Instruction | PhiPlacement, Mutable<Instruction>>();

  constructor(
    from: Func,
    to: FunctionBuilder,
    private readonly plan: Promotion,
    private readonly copy: ModuleCopy,
  ) {
    from.arguments.forEach((argument, index) => {
      this.arguments.set(argument, to.arguments[index] as Argument);
    });
  }

  layOut(block: Block, target: MutableBlock): void {
    for (const placement of this.plan.phis.get(block) ?? []) {
      const { name, allocated: type } = placement.variable;
      this.place(placement, target, {
        kind: "instruction",
        id: this.count,
        name,
        type,
        block: target as Block,
        op: "phi",
        incoming: [],
        flags: 0,
      });
    }
    for (const one of block.instructions) {
      if (!this.plan.removed.has(one)) this.place(one, target, { ...one, id: this.count, block: target as Block });
    }
  }

  private place(key: Instruction | PhiPlacement, target: MutableBlock, instruction: Instruction): void {
    this.placed.set(key, instruction);
    target.instructions.push(instruction);
    this.count++;
  }

  fill(block: Block, blockOf: (block: Block) => Block): void {
    const to = { value: (value: Value) => this.value(value), block: blockOf };
    for (const placement of this.plan.phis.get(block) ?? []) {
      const phi = this.placed.get(placement);
      if (phi?.op !== "phi") continue;
      phi.incoming = placement.incoming.map((value, index) => ({
        value: this.phiOrValue(value),
        block: blockOf(block.predecessors[index] as Block),
      }));
    }
    for (const one of block.instructions) {
      const target = this.placed.get(one);
      if (!target) continue;
      const { id, block: place } = target;
      Object.assign(target, mapped(one, to), { id, block: place });
    }
  }

  private phiOrValue(value: Value | PhiPlacement): Value {
    if ("incoming" in value && "variable" in value) return this.placed.get(value) as Instruction;
    return this.value(value);
  }

  private value(value: Value): Value {
    switch (value.kind) {
      case "instruction": {
        const instead = this.plan.loads.get(value);
        return instead ? this.phiOrValue(instead) : (this.placed.get(value) as Instruction);
      }
      case "argument":
        return this.arguments.get(value) as Argument;
      case "asm":
      case "metadata":
        return value;
      default:
        return this.copy.constant(value);
    }
  }
}
