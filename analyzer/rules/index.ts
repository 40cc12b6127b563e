/** Every rule, in the order in which findings at one place are listed. */
import { divergentBarrier } from "./divergentBarrier";
import { launchConfigOrder } from "./launchConfigOrder";
import type { Rule } from "./model";
import { pageableAsyncCopy } from "./pageableAsyncCopy";
import { sharedBankConflict } from "./sharedBankConflict";
import { uncoalescedAccess } from "./uncoalescedAccess";

export const rules: readonly Rule<never>[] = [
  launchConfigOrder,
  divergentBarrier,
  uncoalescedAccess,
  sharedBankConflict,
  pageableAsyncCopy,
] as readonly Rule<unknown>[] as readonly Rule<never>[];
