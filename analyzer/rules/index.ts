/** Every rule, in the order in which findings at one place are listed. */

import { constantDivergence } from "./constantDivergence";
import { constantWrite } from "./constantWrite";
import { copyKind } from "./copyKind";
import { copySize } from "./copySize";
import { deviceSymbol } from "./deviceSymbol";
import { divergentBarrier } from "./divergentBarrier";
import { divergentBranch } from "./divergentBranch";
import { doubleArithmetic } from "./doubleArithmetic";
import { doubleIndirection } from "./doubleIndirection";
import { indexedAccess } from "./indexedAccess";
import { ineffectiveCall } from "./ineffectiveCall";
import { l2Persistence } from "./l2Persistence";
import { launchConfigOrder } from "./launchConfigOrder";
import { localArray } from "./localArray";
import { mappedAtomic } from "./mappedAtomic";
import { memorySpaceLimit } from "./memorySpaceLimit";
import { mismatchedFree } from "./mismatchedFree";
import { missedReuse } from "./missedReuse";
import { missingBarrier } from "./missingBarrier";
import { missingPrefetch } from "./missingPrefetch";
import { missingSynchronization } from "./missingSynchronization";
import type { Rule } from "./model";
import { noOverlap } from "./noOverlap";
import { pageableAsyncCopy } from "./pageableAsyncCopy";
import { pitchedMemory } from "./pitchedMemory";
import { readOnlyData } from "./readOnlyData";
import { removedApi } from "./removedApi";
import { sharedBankConflict } from "./sharedBankConflict";
import { sharedMemoryLayout } from "./sharedMemoryLayout";
import { staticRuntimeCall } from "./staticRuntimeCall";
import { streamHazard } from "./streamHazard";
import { textureDescription } from "./textureDescription";
import { threadsPastEnd } from "./threadsPastEnd";
import { uncheckedLaunch } from "./uncheckedLaunch";
import { uncoalescedAccess } from "./uncoalescedAccess";
import { undestroyedResource } from "./undestroyedResource";
import { unsynchronizedTiming } from "./unsynchronizedTiming";
import { warpMask } from "./warpMask";
import { writeCombinedRead } from "./writeCombinedRead";
import { wrongDevice } from "./wrongDevice";
import { wrongSidePointer } from "./wrongSidePointer";

// biome-ignore lint/suspicious/noExplicitAny: each rule keeps its own state; only the rule itself looks into it.
type AnyRule = Rule<any>;

/** All rules, in the order in which their findings are listed. */
export const rules: readonly AnyRule[] = [
  launchConfigOrder,
  divergentBarrier,
  missingBarrier,
  uncoalescedAccess,
  sharedBankConflict,
  pageableAsyncCopy,
  doubleArithmetic,
  constantWrite,
  copyKind,
  copySize,
  deviceSymbol,
  mismatchedFree,
  pitchedMemory,
  writeCombinedRead,
  wrongSidePointer,
  missingSynchronization,
  streamHazard,
  noOverlap,
  unsynchronizedTiming,
  uncheckedLaunch,
  missingPrefetch,
  undestroyedResource,
  wrongDevice,
  staticRuntimeCall,
  ineffectiveCall,
  removedApi,
  textureDescription,
  l2Persistence,
  mappedAtomic,
  memorySpaceLimit,
  sharedMemoryLayout,
  threadsPastEnd,
  constantDivergence,
  localArray,
  divergentBranch,
  warpMask,
  doubleIndirection,
  missedReuse,
  indexedAccess,
  readOnlyData,
];
