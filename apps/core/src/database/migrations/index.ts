import { Foundation1000 } from './1000-foundation.js';
import { Accounts1010 } from './1010-accounts.js';
import { Documents1020 } from './1020-documents.js';
import { Ledger1030 } from './1030-ledger.js';
import { Sites1040 } from './1040-sites.js';
import { Release1050 } from './1050-release.js';
import { OutboxStream1060 } from './1060-outbox-stream.js';
import { WaitingDocuments1065 } from './1065-waiting-documents.js';
import { Turns1070 } from './1070-turns.js';
import { Removals1075 } from './1075-removals.js';

/** Every migration, oldest first. Migrations that have landed are never edited; a change is a new one. */
export const migrations = [
  Foundation1000,
  Accounts1010,
  Documents1020,
  Ledger1030,
  Sites1040,
  Release1050,
  OutboxStream1060,
  WaitingDocuments1065,
  Turns1070,
  Removals1075,
];
