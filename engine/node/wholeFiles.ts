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

/** Gives a property of an object another value; what it gives puts the property back, without ever reading it. */
function replaced(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
  };
}

/**
 * Runs what loads a module of such a kind, with files in one piece; everything is as before when it ends. Node makes `Response`
 * when it is first read, which loads its library for HTTP: 0.1 s of processor time.
 */
export async function withWholeFiles(load: () => Promise<void>): Promise<void> {
  const compile = async (file: WholeFile) => WebAssembly.compile((await file.arrayBuffer()) as ArrayBuffer);
  const restore = [replaced(globalThis, "Response", WholeFile), replaced(WebAssembly, "compileStreaming", compile)];
  try {
    await load();
  } finally {
    for (const one of restore) one();
  }
}
