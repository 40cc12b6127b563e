/** The CUDA runtime of the simulated host, by family. */
import type { HostLibrary } from "../machine";
import { allocation } from "./allocation";
import { arrayCopies } from "./arrayCopies";
import { arrays } from "./arrays";
import { blas } from "./blas";
import { captures } from "./capture";
import { copies } from "./copies";
import { device } from "./device";
import { devices } from "./devices";
import { errors } from "./errors";
import { events } from "./events";
import { functions } from "./functions";
import { graphNodes } from "./graphNodes";
import { graphs } from "./graphs";
import { interprocess } from "./interprocess";
import { launches } from "./launch";
import { managed } from "./managed";
import { mipmaps } from "./mipmaps";
import { occupancy } from "./occupancy";
import { pools } from "./pools";
import { properties } from "./properties";
import { streams } from "./streams";
import { symbols } from "./symbols";
import { textures } from "./textures";

export const runtime: HostLibrary = {
  ...errors,
  ...device,
  ...devices,
  ...properties,
  ...allocation,
  ...copies,
  ...symbols,
  ...launches,
  ...streams,
  ...events,
  ...captures,
  ...graphs,
  ...graphNodes,
  ...arrays,
  ...arrayCopies,
  ...mipmaps,
  ...textures,
  ...managed,
  ...functions,
  ...occupancy,
  ...pools,
  ...interprocess,
  ...blas,
};
