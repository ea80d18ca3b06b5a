import { agentInvite, agentList, agentRevoke } from './commands/agent.js';
import { articleVotes } from './commands/articles.js';
import { balancesImport } from './commands/balances.js';
import type { Command } from './command.js';
import { creditAdd, creditRefund } from './commands/credit.js';
import { demo } from './commands/demo.js';
import { reportsClose, reportsList } from './commands/reports.js';
import { enquiriesExport, enquiriesList } from './commands/enquiries.js';
import { creditGiveBack, jobCapture, jobGiveBack, jobList } from './commands/job.js';
import { ledgerVerify } from './commands/ledger.js';
import { migrateCommand } from './commands/migrate.js';
import { organisationAdd, organisationList, organisationUpdate } from './commands/organisation.js';
import { panelPair, panelUnpair } from './commands/panel.js';
import { parkedDrop, parkedList, parkedRetry } from './commands/parked.js';
import {
  paymentsCredit,
  paymentsLeft,
  paymentsList,
  paymentsOpen,
  paymentsReconcile,
} from './commands/payments.js';
import { priceList, priceSet } from './commands/price.js';
import { printerAdd, printerList, printerUpdate } from './commands/printer.js';
import { siteAdd, siteList } from './commands/site.js';
import { statement } from './commands/statement.js';
import { userErase, userExport, userLock, userUnlock } from './commands/leaving.js';
import { userAdd, userShow } from './commands/user.js';

/** Everything an operator can type, in the order of `--help`. */
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
