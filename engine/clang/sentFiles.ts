/**
 * Files on their way to clang's worker. Our headers and precompiled ones, megabytes of them, are the same objects in every
 * compile: a worker keeps what it has been sent twice, and is sent its number from then on.
 */
import type { FileTree } from "../../analyzer/compiler/model";
import type { ClangRequest } from "./queue";

/** Folders and bytes that a worker keeps: as many as there are sets of headers in use, and their own. */
const KEPT = 16;

/** A tree in which a number stands for what the worker has. */
interface SentTree {
  [name: string]: SentTree | string | Uint8Array | number;
}

/** A request as it is sent. */
export interface SentRequest extends Omit<ClangRequest, "files"> {
  readonly files: SentTree;
  /** What the worker is to keep, by number. */
  readonly fresh: readonly (readonly [number, FileTree | Uint8Array])[];
  /** Numbers of what it need not keep any more. */
  readonly dropped: readonly number[];
}

type Content = FileTree | Uint8Array;

/** The sending side, one for each worker. Trees and bytes are never changed once they are made: identity is enough. */
export class SentFiles {
  private readonly seen = new WeakSet<Content>();
  /** What was used longest ago is first. */
  private readonly numbers = new Map<Content, number>();
  private next = 0;

  /** Sends a request; what could not be sent is sent whole the next time. */
  send(request: ClangRequest, post: (sent: SentRequest) => void): void {
    try {
      post(this.pack(request));
    } catch (error) {
      this.numbers.clear();
      throw error;
    }
  }

  private pack({ files, ...request }: ClangRequest): SentRequest {
    const fresh: [number, Content][] = [];
    const packed = this.packTree(files, fresh);
    const dropped: number[] = [];
    for (const [content, number] of this.numbers) {
      if (this.numbers.size <= KEPT) break;
      // A request of more than are kept needs all of its own.
      if (fresh.some(([one]) => one === number)) break;
      this.numbers.delete(content);
      this.seen.delete(content);
      dropped.push(number);
    }
    return { ...request, files: packed, fresh, dropped };
  }

  private packTree(tree: FileTree, fresh: [number, Content][]): SentTree {
    const packed = Object.entries(tree).map(([name, content]) => [name, this.packContent(content, fresh)] as const);
    return Object.fromEntries(packed);
  }

  private packContent(content: FileTree[string], fresh: [number, Content][]): SentTree[string] {
    if (typeof content === "string") return content;
    const known = this.numbers.get(content);
    if (known !== undefined) {
      this.numbers.delete(content);
      this.numbers.set(content, known);
      return known;
    }
    if (this.seen.has(content)) {
      const number = this.next++;
      this.numbers.set(content, number);
      fresh.push([number, content]);
      return number;
    }
    this.seen.add(content);
    return content instanceof Uint8Array ? content : this.packTree(content, fresh);
  }
}

/** Texts as bytes: clang is given those, and a text would be encoded anew in each compile. */
function encoded(content: FileTree[string]): Content {
  if (typeof content === "string") return new TextEncoder().encode(content);
  if (content instanceof Uint8Array) return content;
  return Object.fromEntries(Object.entries(content).map(([name, one]) => [name, encoded(one)]));
}

/** The worker's side. */
export class ReceivedFiles {
  private readonly kept = new Map<number, Content>();

  /** The request as it was made. */
  unpack({ fresh, dropped, files, ...request }: SentRequest): ClangRequest {
    for (const [number, content] of fresh) this.kept.set(number, encoded(content));
    const all = this.unpackTree(files);
    for (const number of dropped) this.kept.delete(number);
    return { ...request, files: all };
  }

  private unpackTree(tree: SentTree): FileTree {
    return Object.fromEntries(Object.entries(tree).map(([name, one]) => [name, this.unpackContent(one)]));
  }

  private unpackContent(content: SentTree[string]): FileTree[string] {
    if (typeof content === "number") return this.kept.get(content)!;
    return typeof content === "string" || content instanceof Uint8Array ? content : this.unpackTree(content);
  }
}
