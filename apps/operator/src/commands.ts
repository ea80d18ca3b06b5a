import { agentInvite, agentList, agentRevoke } from './agent.js';
import { balancesImport } from './balances.js';
import type { Command } from './command.js';
import { creditAdd } from './credit.js';
import { demo } from './demo.js';
import { jobCapture, jobGiveBack, jobList } from './job.js';
import { ledgerVerify } from './ledger.js';
import { migrateCommand } from './migrate.js';
import { organisationAdd, organisationList } from './organisation.js';
import { priceList, priceSet } from './price.js';
import { printerAdd, printerList, printerUpdate } from './printer.js';
import { siteAdd, siteList } from './site.js';
import { userErase, userExport, userLock, userUnlock } from './leaving.js';
import { userAdd, userShow } from './user.js';

/** Everything an operator can type, in the order of `--help`. */
export const commands: Command[] = [
  migrateCommand,
  demo,
  organisationAdd,
  organisationList,
  siteAdd,
  siteList,
  printerAdd,
  printerList,
  printerUpdate,
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
  balancesImport,
  jobList,
  jobCapture,
  jobGiveBack,
  ledgerVerify,
];
