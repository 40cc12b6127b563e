/** The class of a counter: A equals the hardware's exactly, B lies within a band, C is modelled. Reference: docs/counters.md. */

const classB = [
  /^smsp__sass_branch_targets/,
  /^smsp__inst_executed/,
  /^smsp__thread_inst_executed/,
  /^smsp__sass_thread_inst_executed_op_(integer|inter_thread)/,
  /^idc__requests$/,
  /^l1tex__t_(requests|sectors)_pipe_tex/,
];
const classC = [/^lts__/, /^dram__/, /lookup_hit/, /^launch__/, /^sm__/];

export function classOf(metric: string): "A" | "B" | "C" {
  if (classC.some((pattern) => pattern.test(metric))) return "C";
  return classB.some((pattern) => pattern.test(metric)) ? "B" : "A";
}
