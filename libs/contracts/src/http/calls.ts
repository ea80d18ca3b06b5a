import { accountPageCalls } from './account-page.js';
import { accountCalls } from './accounts.js';
import { agentCalls } from './agents.js';
import { storageCalls } from './conversions.js';
import { creditCalls } from './credits.js';
import { documentCalls } from './documents.js';
import { enquiryCalls } from './enquiries.js';
import { helpCalls } from './help.js';
import { intakeCalls } from './intake.js';
import { leavingCalls } from './leaving.js';
import { operationCalls } from './operation.js';
import { ownPrinterCalls } from './own-printers.js';
import { releaseCalls } from './release.js';
import { paymentCalls } from './payments.js';
import { sellerCalls } from './seller.js';
import { socialCalls } from './social.js';
import { statementCalls } from './statement.js';
import type { Call } from './call.js';

/**
 * Every call that core answers over HTTP, by name. The rows are defined with the contracts of their feature.
 * A route that is not here does not exist.
 */
export const calls = {
  ...accountCalls,
  ...accountPageCalls,
  ...socialCalls,
  ...leavingCalls,
  ...intakeCalls,
  ...enquiryCalls,
  ...helpCalls,
  ...documentCalls,
  ...releaseCalls,
  ...ownPrinterCalls,
  ...creditCalls,
  ...paymentCalls,
  ...statementCalls,
  ...sellerCalls,
  ...storageCalls,
  ...agentCalls,
  ...operationCalls,
};

export type CallName = keyof typeof calls;

/** The table as a list, for code that treats all calls alike. */
export const allCalls: readonly (Call & { name: CallName })[] = Object.entries<Call>(calls).map(
  ([name, call]) => ({ ...call, name: name as CallName }),
);
