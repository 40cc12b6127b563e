/** Every rule, in the order in which findings at one place are listed. */
import { divergentBarrier } from "./divergentBarrier";
import { doubleArithmetic } from "./doubleArithmetic";
import { launchConfigOrder } from "./launchConfigOrder";
import { missingBarrier } from "./missingBarrier";
import type { Rule } from "./model";
import { pageableAsyncCopy } from "./pageableAsyncCopy";
import { sharedBankConflict } from "./sharedBankConflict";
import { uncoalescedAccess } from "./uncoalescedAccess";

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
];
