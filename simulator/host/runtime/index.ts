/** The CUDA runtime of the simulated host, by family. */
import type { HostLibrary } from "../machine";
import { allocation } from "./allocation";
import { arrayCopies } from "./arrayCopies";
import { arrays } from "./arrays";
import { batches } from "./batches";
import { blas } from "./blas";
import { captures } from "./capture";
import { conditional } from "./conditional";
import { copies } from "./copies";
import { device } from "./device";
import { devices } from "./devices";
import { driver } from "./driver";
import { errors } from "./errors";
import { events } from "./events";
import { functions } from "./functions";
import { graphEdits } from "./graphEdits";
import { graphNodes } from "./graphNodes";
import { graphs } from "./graphs";
import { interprocess } from "./interprocess";
import { launches } from "./launch";
import { managed } from "./managed";
import { mipmaps } from "./mipmaps";
import { occupancy } from "./occupancy";
import { pools } from "./pools";
import { properties } from "./properties";
import { refusals } from "./refusals";
import { streams } from "./streams";
import { symbols } from "./symbols";
import { textures } from "./textures";
import { userObjects } from "./userObjects";

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
  ...graphEdits,
  ...conditional,
  ...userObjects,
  ...batches,
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
  ...refusals,
  ...driver,
};
