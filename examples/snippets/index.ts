/** Ten lessons about the memory system, each a kernel that runs by itself. */
import atomics from "./atomics.cu";
import banks from "./banks.cu";
import broadcast from "./broadcast.cu";
import constants from "./constants.cu";
import divergence from "./divergence.cu";
import local from "./local.cu";
import offset from "./offset.cu";
import stride from "./stride.cu";
import structures from "./structures.cu";
import vectors from "./vectors.cu";

/** A lesson: a kernel to run, to change, and to run again. */
export interface Snippet {
  readonly title: string;
  /** What a run shows, in one sentence. */
  readonly lesson: string;
  /** What to find out by a change. */
  readonly question: string;
  readonly kernel: string;
  readonly text: string;
}

/** In the order in which they are best read. */
export const snippets: readonly Snippet[] = [
  {
    title: "Global memory: a stride",
    lesson: "32 sectors a request where 4 would do.",
    question: "With which stride is it 4 sectors a request, and with which 8?",
    kernel: "stride",
    text: stride,
  },
  {
    title: "Global memory: an offset",
    lesson: "One element late costs one sector more.",
    question: "How many sectors is it at an offset of 8 elements?",
    kernel: "offset",
    text: offset,
  },
  {
    title: "Arrays of structures",
    lesson: "12 sectors a request, a third of their bytes used.",
    question: "How many sectors is it with a fourth float in Point?",
    kernel: "structures",
    text: structures,
  },
  {
    title: "Vector loads",
    lesson: "16 sectors in one request, all of them used.",
    question: "How many sectors a request is it with float2?",
    kernel: "vectors",
    text: vectors,
  },
  {
    title: "Shared memory: bank conflicts",
    lesson: "A column in one bank: 32 wavefronts a request.",
    question: "How many wavefronts are left with tile[32][33], and with tile[32][34]?",
    kernel: "banks",
    text: banks,
  },
  {
    title: "Shared memory: broadcast",
    lesson: "One word for many lanes is one wavefront.",
    question: "What does weights[threadIdx.x % 2 * 31] cost?",
    kernel: "broadcast",
    text: broadcast,
  },
  {
    title: "Divergence",
    lesson: "Half of the lanes at a time.",
    question: "How many lanes are active with threadIdx.x % 64 < 32?",
    kernel: "divergence",
    text: divergence,
  },
  {
    title: "Local memory",
    lesson: "An array that cannot be in registers.",
    question: "What do the requests cost when all lanes use one index, kept[k & 15]?",
    kernel: "local",
    text: local,
  },
  {
    title: "Constant memory",
    lesson: "One word for all lanes, or one after the other.",
    question: "What does coefficients[threadIdx.x / 16 % 32] cost?",
    kernel: "constants",
    text: constants,
  },
  {
    title: "Atomics",
    lesson: "Lanes that meet at one address.",
    question: "What changes with 1024 counters instead of 8?",
    kernel: "atomics",
    text: atomics,
  },
];
