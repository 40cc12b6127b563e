/**
 * Clang's module reads its files as streams, to tell how far it is, and compiles its program as it comes. From a disk that
 * takes longer than what it spares: of 0.3 s of processor time that loading takes in pieces, 0.1 s remain for whole files.
 */

/** As much of a response as that module asks for, around the bytes of a file. */
class WholeFile {
  constructor(private readonly bytes: Uint8Array) {}

  get body() {
    return { pipeThrough: () => this.bytes };
  }

  async arrayBuffer(): Promise<ArrayBufferLike> {
    const { buffer, byteOffset, byteLength } = this.bytes;
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

/** Runs what loads a module of such a kind, with files in one piece; everything is as before when it ends. */
export async function withWholeFiles(load: () => Promise<void>): Promise<void> {
  const { Response } = globalThis;
  const { compileStreaming } = WebAssembly;
  Object.assign(globalThis, { Response: WholeFile });
  Object.assign(WebAssembly, {
    compileStreaming: async (file: WholeFile) => WebAssembly.compile((await file.arrayBuffer()) as ArrayBuffer),
  });
  try {
    await load();
  } finally {
    Object.assign(globalThis, { Response });
    Object.assign(WebAssembly, { compileStreaming });
  }
}
