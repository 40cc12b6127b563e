/** The peaks of each architecture: measured where they were, else as they are documented. */
import { documentedPeaks } from "./documentedPeaks";
import { type Peaks, peaksOfH200 } from "./peaks";

const peaks: Readonly<Record<string, Peaks>> = { ...documentedPeaks, sm_90: peaksOfH200 };

/** The peaks of an architecture by its name; undefined for one that we have no data of. */
export const peaksOf = (architecture: string): Peaks | undefined => peaks[architecture];
