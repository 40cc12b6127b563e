/** How the lists of known differences name counters. */

export interface Known {
  /** `kernel counter` pairs. */
  readonly counters: readonly string[];
}

const operations = /^[fd](add|mul|fma)$/;

/** Counters of a kernel by their distinctive part: floating-point operations by name, others without `smsp__sass_`. */
export function counters(kernel: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => {
    if (operations.test(name)) return `${kernel} smsp__sass_thread_inst_executed_op_${name}_pred_on`;
    return `${kernel} ${name.startsWith("l1tex__t_requests") ? name : `smsp__sass_${name}`}`;
  });
}
