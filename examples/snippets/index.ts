/** Ten lessons about the memory system, each a kernel that runs by itself in the sidebar. */
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

export interface Snippet {
  readonly title: string;
  /** What a run shows, in one sentence. */
  readonly lesson: string;
  readonly text: string;
}

/** In the order in which they are best read. */
export const snippets: readonly Snippet[] = [
  { title: "Global memory: a stride", lesson: "32 sectors a request where 4 would do.", text: stride },
  { title: "Global memory: an offset", lesson: "One element late costs one sector more.", text: offset },
  { title: "Arrays of structures", lesson: "12 sectors a request, a third of their bytes used.", text: structures },
  { title: "Vector loads", lesson: "16 sectors in one request, all of them used.", text: vectors },
  { title: "Shared memory: bank conflicts", lesson: "A column in one bank: 32 wavefronts a request.", text: banks },
  { title: "Shared memory: broadcast", lesson: "One word for many lanes is one wavefront.", text: broadcast },
  { title: "Divergence", lesson: "Half of the lanes at a time.", text: divergence },
  { title: "Local memory", lesson: "An array that cannot be in registers.", text: local },
  { title: "Constant memory", lesson: "One word for all lanes, or one after the other.", text: constants },
  { title: "Atomics", lesson: "Lanes that meet at one address.", text: atomics },
];
