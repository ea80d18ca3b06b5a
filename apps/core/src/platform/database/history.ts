import type { DataSource } from 'typeorm';
import { Baseline2000 } from './migrations/2000-baseline.js';
import { migrations } from './migrations/index.js';
import { all } from './sql.js';

/**
 * The migrations before version 0.2.0, which the baseline replaces: the class of each and the last four
 * digits of its number, as in a database of the last version before 0.2.0. Never edited.
 */
const history = `
  Foundation1000 Accounts1010 Documents1020 Ledger1030 Sites1040 Release1050 OutboxStream1060
  WaitingDocuments1065 Turns1070 Removals1075 CurrentRevision1080 DueConversions1085 Senders1090
  StoredBytes1095 OutgoingMail1100 Addresses1110 EmailCodes1120 CodePurposes1130 LowerAddresses1135
  ToldAddresses1136 Askers1137 JoinedNetworks1138 Identities1140 LinkedIdentities1142 AccountPage1150
  ErasedPeople1160 LegacyBalances1210 Forfeited1220 SingleRowTransfers1230 LedgerCheckpoints1235 Payments1240
  MoneyBack1245 Refunds1246 ProviderLooks1247 KeptPayments1250 ProviderDifferences1256 DisputeClaims1257
  Audit1260 TakenMails1310 MailAnswers1320 MailChoices1340 RefusalSentences1400 ClosingSessions1410
  CodesApart1420 PressAndSettlement1430 HoldsEnd1440 DecidedJobs1445 CountedPages1450 Copies1452
  PrintedCopies1453 OrganisationVat1455 RestOfDocuments1460 RestBesideChecking1461 SilentJobs1465
  WrongAnswers1466 UncountedJobs1467 Enquiries1500 SilentOutbox1600 ArticleVotes1601 PatientOutbox1610
  SeenAgents1611 PrinterReturns1612 ChosenSites1613 AgentVersions1614 EndedSessions1620 PairingCodes1621
  PanelLinks1622 PairingRounds1623 HandedOutAgain1630 PrintReports1651 KeptParkedMessages1655
`
  .trim()
  .split(/\s+/)
  .map((name) => name.replace(/(?=\d{4}$)/, '176360000'));

const baseline = new Baseline2000().name;

/**
 * Takes over a database of the last version before 0.2.0. Its schema equals the baseline's, so the baseline
 * is marked as applied and is not run.
 * @returns whether the database was taken over
 * @throws Error for a database of an earlier version, or of another service
 */
export async function takeOverHistory(database: DataSource): Promise<boolean> {
  const applied = await appliedMigrations(database);
  if (applied.length === 0 || applied.includes(baseline)) return false;
  const missing = history.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !history.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database of DATABASE_URL was not made by a released version: its table migrations lists ` +
        `${unknown.join(', ')}. Name another database, or restore a backup of a released version`,
    );
  }
  if (missing.length > 0) {
    throw new Error(
      `The database is older than the last version before 0.2.0: ${missing.join(', ')} did not run. ` +
        `Start the last version before 0.2.0 on it once, then this one`,
    );
  }
  await database.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
    Number(baseline.slice(-13)),
    baseline,
  ]);
  return true;
}

/**
 * Whether a later version has migrated the database. Its functions are of that version and must not be
 * replaced.
 */
export async function isOfLaterVersion(database: DataSource): Promise<boolean> {
  const known = new Set([...history, ...migrations.map((Migration) => new Migration().name)]);
  return (await appliedMigrations(database)).some((name) => !known.has(name));
}

async function appliedMigrations(database: DataSource): Promise<string[]> {
  const tables = await all(database, `SELECT FROM pg_class WHERE oid = to_regclass('public.migrations')`);
  if (tables.length === 0) return [];
  const rows = await all<{ name: string }>(database, 'SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}
