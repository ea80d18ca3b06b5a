import { agentInvite, agentList, agentRevoke } from './commands/sites/agent.js';
import { articleVotes } from './commands/articles.js';
import { balancesImport } from './commands/money/balances.js';
import type { Command } from './command.js';
import { creditAdd, creditRefund } from './commands/money/credit.js';
import { demo } from './commands/demo.js';
import { reportsClose, reportsList } from './commands/reports.js';
import { enquiriesExport, enquiriesList } from './commands/enquiries.js';
import { creditGiveBack, jobCapture, jobGiveBack, jobList } from './commands/job.js';
import { ledgerVerify } from './commands/money/ledger.js';
import { migrateCommand } from './commands/migrate.js';
import { organisationAdd, organisationList, organisationUpdate } from './commands/sites/organisation.js';
import { panelPair, panelUnpair } from './commands/sites/panel.js';
import { parkedDrop, parkedList, parkedRetry } from './commands/parked.js';
import {
  paymentsCredit,
  paymentsLeft,
  paymentsList,
  paymentsOpen,
  paymentsReconcile,
} from './commands/money/payments.js';
import { priceList, priceSet } from './commands/sites/price.js';
import { printerAdd, printerList, printerUpdate } from './commands/sites/printer.js';
import { siteAdd, siteList } from './commands/sites/site.js';
import { statement } from './commands/money/statement.js';
import { userErase, userExport, userLock, userUnlock } from './commands/people/leaving.js';
import { userAdd, userShow } from './commands/people/user.js';

/** Every command of the operator, in the order of `--help`. */
export const commands: Command[] = [
  migrateCommand,
  demo,
  organisationAdd,
  organisationList,
  organisationUpdate,
  siteAdd,
  siteList,
  printerAdd,
  printerList,
  printerUpdate,
  panelPair,
  panelUnpair,
  priceSet,
  priceList,
  agentInvite,
  agentList,
  agentRevoke,
  userAdd,
  userShow,
  userLock,
  userUnlock,
  userExport,
  userErase,
  creditAdd,
  creditGiveBack,
  creditRefund,
  balancesImport,
  paymentsList,
  paymentsReconcile,
  paymentsCredit,
  paymentsLeft,
  paymentsOpen,
  statement,
  jobList,
  jobCapture,
  jobGiveBack,
  enquiriesList,
  enquiriesExport,
  reportsList,
  reportsClose,
  articleVotes,
  parkedList,
  parkedRetry,
  parkedDrop,
  ledgerVerify,
];
