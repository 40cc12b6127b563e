/** The CUDA runtime of the simulated host, by family. */
import type { HostLibrary } from "../machine";
import { allocation } from "./allocation";
import { copies } from "./copies";
import { device } from "./device";
import { errors } from "./errors";
import { launches } from "./launch";
import { properties } from "./properties";
import { streams } from "./streams";
import { symbols } from "./symbols";

export const runtime: HostLibrary = {
  ...errors,
  ...device,
  ...properties,
  ...allocation,
  ...copies,
  ...symbols,
  ...launches,
  ...streams,
};
