import { BudgetsService } from '@sixpence/core/platform/http/network/budgets.service';
import type { CoreApp } from '../core/core-app.js';

/** Nobody has tried, or asked, anything yet: neither the database nor core remembers. */
export async function forgetAttempts(core: CoreApp): Promise<void> {
  await core.database.query('DELETE FROM attempt_budgets; DELETE FROM account_questions');
  core.app.get(BudgetsService)['usedUp']['budgets'].clear();
}
