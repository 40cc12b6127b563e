/** The C and C++ runtime library of the simulated host, by family. */

import type { HostLibrary } from "../model/machine";
import { calendar } from "./calendar";
import { complexNumbers } from "./complexNumbers";
import { descriptors } from "./descriptors";
import { environment } from "./environment";
import { exceptionPointers } from "./exceptionPointers";
import { exceptions } from "./exceptions";
import { floatEnvironment } from "./floatEnvironment";
import { folders } from "./folders";
import { integers } from "./integers";
import { jumps } from "./jumps";
import { longDouble } from "./longDouble";
import { mathematics } from "./mathematics";
import { memory } from "./memory";
import { numbers } from "./numbers";
import { openmp } from "./openmp";
import { options } from "./options";
import { process } from "./process";
import { search } from "./search";
import { signals } from "./signals";
import { stdio } from "./stdio";
import { strings } from "./strings";
import { system } from "./system";
import { threads } from "./threads";
import { wide } from "./wide";

/** All functions of the library, by name. */
export const libc: HostLibrary = {
  ...memory,
  ...strings,
  ...numbers,
  ...mathematics,
  ...complexNumbers,
  ...longDouble,
  ...jumps,
  ...integers,
  ...stdio,
  ...search,
  ...process,
  ...environment,
  ...calendar,
  ...signals,
  ...openmp,
  ...exceptions,
  ...exceptionPointers,
  ...floatEnvironment,
  ...folders,
  ...descriptors,
  ...threads,
  ...options,
  ...system,
  ...wide,
};
