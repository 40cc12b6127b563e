/** Texture fetches and surface accesses. Reference: CUDA C++ Programming Guide, "Texture Functions", "Surface Functions". */
import type { Entries, Entry } from "../model";

const FILTER =
  "Filtered and addressed as the texture object says. Writes of the same kernel to its memory are not seen.";

const fetch = (name: string, coordinates: string, what: string): Entry => ({
  signatures: [`T ${name}<T>(cudaTextureObject_t texObj, ${coordinates})`],
  does: `Fetches from ${what}.`,
  order: FILTER,
});

const surface = (name: string, dimensions: string, coordinates: string): readonly [string, Entry][] => [
  [
    `${name}read`,
    {
      signatures: [
        `T ${name}read<T>(cudaSurfaceObject_t surfObj, ${coordinates}, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap)`,
      ],
      does: `Reads an element of a ${dimensions} CUDA array. \`x\` counts bytes.`,
    },
  ],
  [
    `${name}write`,
    {
      signatures: [
        `void ${name}write<T>(T data, cudaSurfaceObject_t surfObj, ${coordinates}, cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap)`,
      ],
      does: `Writes an element of a ${dimensions} CUDA array. \`x\` counts bytes.`,
      order: "Texture fetches see it in the next kernel.",
    },
  ],
];

/** Textures and surfaces. */
export const textures: Entries = {
  tex1Dfetch: {
    signatures: ["T tex1Dfetch<T>(cudaTextureObject_t texObj, int x)"],
    does: "Fetches element `x` of linear memory, without filtering.",
    order: "Writes of the same kernel to the memory are not seen.",
  },
  tex1D: fetch("tex1D", "float x", "a one-dimensional CUDA array"),
  tex2D: fetch("tex2D", "float x, float y", "a CUDA array or pitched memory"),
  tex3D: fetch("tex3D", "float x, float y, float z", "a three-dimensional CUDA array"),
  tex2DLayered: fetch("tex2DLayered", "float x, float y, int layer", "one layer of a CUDA array"),
  tex2DLod: fetch("tex2DLod", "float x, float y, float level", "a level of a mipmap"),
  texCubemap: fetch("texCubemap", "float x, float y, float z", "the face of a cubemap that the direction points to"),
  tex2Dgather: {
    signatures: ["T tex2Dgather<T>(cudaTextureObject_t texObj, float x, float y, int comp = 0)"],
    does: "One component of each of the four texels that a bilinear filter would combine.",
  },
  ...Object.fromEntries([
    ...surface("surf1D", "one-dimensional", "int x"),
    ...surface("surf2D", "two-dimensional", "int x, int y"),
    ...surface("surf3D", "three-dimensional", "int x, int y, int z"),
  ]),
};
