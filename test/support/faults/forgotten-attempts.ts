import { BudgetsService } from '@sixpence/core/platform/http/network/budgets.service';
import type { CoreApp } from '../core/core-app.js';

/** Forgets all attempts and questions, in the database and in core's memory. */
export async function forgetAttempts(core: CoreApp): Promise<void> {
  await core.database.query('DELETE FROM attempt_budgets; DELETE FROM account_questions');
  core.app.get(BudgetsService)['usedUp']['budgets'].clear();
}
