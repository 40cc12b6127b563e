/** Entry of the simulation web worker. */
import { answer } from "../simulation/worker";

const scope = globalThis as unknown as {
  onmessage: (event: { data: never }) => void;
  postMessage(message: unknown): void;
};
scope.onmessage = ({ data }) => scope.postMessage(answer(data));
