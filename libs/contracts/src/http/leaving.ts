import { z } from 'zod';
import { personBudget, type Call } from './call.js';

/** Calls to export the user's data and to delete the account. */

/** The user's password; absent after a recent sign-in. */
const passwordAgain = z.string().min(1).max(1024).optional();

/** `POST /account-export` */
const accountExportRequest = z.object({ password: passwordAgain });
/** The user's data, grouped by feature, as a file for people to read. */
const accountExportAnswer = z.record(z.string(), z.unknown());

/** `POST /account-erase`; `giveUpMoney` confirms that the remaining money is forfeited. */
const accountEraseRequest = z.object({ password: passwordAgain, giveUpMoney: z.boolean().optional() });

export const leavingCalls = {
  accountExport: {
    method: 'POST',
    path: '/account-export',
    summary: 'All stored data of the person, as JSON',
    proof: 'session',
    budget: personBudget,
    request: accountExportRequest,
    example: { password: 'Sixpence1' },
    answer: accountExportAnswer,
    refusals: ['account.unproven'],
  },
  accountErase: {
    method: 'POST',
    path: '/account-erase',
    summary: 'Delete the account for good',
    proof: 'session',
    budget: personBudget,
    request: accountEraseRequest,
    example: { password: 'Sixpence1', giveUpMoney: false },
    refusals: [
      'account.unproven',
      'leaving.address-new',
      'leaving.open-job',
      'leaving.payment-under-way',
      'leaving.money-left',
    ],
  },
} as const satisfies Record<string, Call>;
