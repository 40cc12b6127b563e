/** Entry of the simulation web worker. */
import { answer } from "../simulation/answer";

const scope = globalThis as unknown as {
  onmessage: (event: { data: never }) => void;
  postMessage(message: unknown): void;
};
const send = (message: unknown) => scope.postMessage(message);
scope.onmessage = ({ data }) => send(answer(data, send));
