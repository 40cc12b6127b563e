/** The C and C++ runtime library of the simulated host, by family. */
import type { HostLibrary } from "../machine";
import { exceptions } from "./exceptions";
import { mathematics } from "./mathematics";
import { memory } from "./memory";
import { numbers } from "./numbers";
import { process } from "./process";
import { search } from "./search";
import { sorting } from "./sorting";
import { stdio } from "./stdio";
import { strings } from "./strings";

export const libc: HostLibrary = {
  ...memory,
  ...strings,
  ...numbers,
  ...mathematics,
  ...stdio,
  ...search,
  ...sorting,
  ...process,
  ...exceptions,
};
