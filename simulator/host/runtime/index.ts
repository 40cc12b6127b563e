/** The CUDA runtime of the simulated host, by family. */
import type { HostLibrary } from "../machine";
import { allocation } from "./allocation";
import { arrays } from "./arrays";
import { copies } from "./copies";
import { device } from "./device";
import { errors } from "./errors";
import { events } from "./events";
import { graphs } from "./graphs";
import { launches } from "./launch";
import { managed } from "./managed";
import { occupancy } from "./occupancy";
import { pools } from "./pools";
import { properties } from "./properties";
import { streams } from "./streams";
import { symbols } from "./symbols";
import { textures } from "./textures";

export const runtime: HostLibrary = {
  ...errors,
  ...device,
  ...properties,
  ...allocation,
  ...copies,
  ...symbols,
  ...launches,
  ...streams,
  ...events,
  ...graphs,
  ...arrays,
  ...textures,
  ...managed,
  ...occupancy,
  ...pools,
};
