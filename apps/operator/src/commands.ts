import { agentInvite, agentList, agentRevoke } from './agent.js';
import { articleVotes } from './articles.js';
import { balancesImport } from './balances.js';
import type { Command } from './command.js';
import { creditAdd, creditRefund } from './credit.js';
import { demo } from './demo.js';
import { reportsClose, reportsList } from './reports.js';
import { enquiriesExport, enquiriesList } from './enquiries.js';
import { creditGiveBack, jobCapture, jobGiveBack, jobList } from './job.js';
import { ledgerVerify } from './ledger.js';
import { migrateCommand } from './migrate.js';
import { organisationAdd, organisationList, organisationUpdate } from './organisation.js';
import { panelPair, panelUnpair } from './panel.js';
import { parkedDrop, parkedList, parkedRetry } from './parked.js';
import { paymentsCredit, paymentsLeft, paymentsList, paymentsOpen, paymentsReconcile } from './payments.js';
import { priceList, priceSet } from './price.js';
import { printerAdd, printerList, printerUpdate } from './printer.js';
import { siteAdd, siteList } from './site.js';
import { statement } from './statement.js';
import { userErase, userExport, userLock, userUnlock } from './leaving.js';
import { userAdd, userShow } from './user.js';

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
