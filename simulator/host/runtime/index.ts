/** The CUDA runtime of the simulated host, by family. */

import type { HostLibrary } from "../model/machine";
import { blas } from "./blas";
import { device } from "./devices/device";
import { properties } from "./devices/properties";
import { byName } from "./driver/byName";
import { driver } from "./driver/driver";
import { graphEdits } from "./graphs/graphEdits";
import { graphNodes } from "./graphs/graphNodes";
import { graphs } from "./graphs/graphs";
import { userObjects } from "./graphs/userObjects";
import { functions } from "./launch/functions";
import { launches } from "./launch/launch";
import { occupancy } from "./launch/occupancy";
import { allocation } from "./memory/allocation";
import { batches } from "./memory/batches";
import { copies } from "./memory/copies";
import { interprocess } from "./memory/interprocess";
import { managed } from "./memory/managed";
import { pools } from "./memory/pools";
import { symbols } from "./memory/symbols";
import { refusals } from "./refusals";
import { devices } from "./state/devices";
import { errors } from "./state/errors";
import { captures } from "./streams/capture";
import { conditional } from "./streams/conditional";
import { events } from "./streams/events";
import { streams } from "./streams/streams";
import { arrayCopies } from "./textures/arrayCopies";
import { arrays } from "./textures/arrays";
import { mipmaps } from "./textures/mipmaps";
import { textures } from "./textures/textures";

/** All calls of the runtime and the driver API, by name. */
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
  ...byName,
};
