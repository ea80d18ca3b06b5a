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
import { CurrentRevision1080 } from './1080-current-revision.js';
import { DueConversions1085 } from './1085-due-conversions.js';
import { Senders1090 } from './1090-senders.js';
import { StoredBytes1095 } from './1095-stored-bytes.js';
import { OutgoingMail1100 } from './1100-outgoing-mail.js';
import { Addresses1110 } from './1110-addresses.js';
import { EmailCodes1120 } from './1120-email-codes.js';
import { CodePurposes1130 } from './1130-code-purposes.js';
import { LowerAddresses1135 } from './1135-lower-addresses.js';
import { ToldAddresses1136 } from './1136-told-addresses.js';
import { Askers1137 } from './1137-askers.js';
import { JoinedNetworks1138 } from './1138-joined-networks.js';
import { Identities1140 } from './1140-identities.js';
import { LinkedIdentities1142 } from './1142-linked-identities.js';
import { AccountPage1150 } from './1150-account-page.js';
import { ErasedPeople1160 } from './1160-erased-people.js';
import { LegacyBalances1210 } from './1210-legacy-balances.js';
import { Forfeited1220 } from './1220-forfeited.js';
import { SingleRowTransfers1230 } from './1230-single-row-transfers.js';
import { LedgerCheckpoints1235 } from './1235-ledger-checkpoints.js';
import { Payments1240 } from './1240-payments.js';
import { MoneyBack1245 } from './1245-money-back.js';
import { Refunds1246 } from './1246-refunds.js';
import { ProviderLooks1247 } from './1247-provider-looks.js';
import { KeptPayments1250 } from './1250-kept-payments.js';
import { ProviderDifferences1256 } from './1256-provider-differences.js';
import { DisputeClaims1257 } from './1257-dispute-claims.js';
import { Audit1260 } from './1260-audit.js';
import { TakenMails1310 } from './1310-taken-mails.js';
import { MailAnswers1320 } from './1320-mail-answers.js';
import { MailChoices1340 } from './1340-mail-choices.js';
import { RefusalSentences1400 } from './1400-refusal-sentences.js';
import { ClosingSessions1410 } from './1410-closing-sessions.js';
import { CodesApart1420 } from './1420-codes-apart.js';
import { PressAndSettlement1430 } from './1430-press-and-settlement.js';
import { HoldsEnd1440 } from './1440-holds-end.js';
import { DecidedJobs1445 } from './1445-decided-jobs.js';
import { CountedPages1450 } from './1450-counted-pages.js';
import { Copies1452 } from './1452-copies.js';
import { PrintedCopies1453 } from './1453-printed-copies.js';
import { OrganisationVat1455 } from './1455-organisation-vat.js';
import { RestOfDocuments1460 } from './1460-rest-of-documents.js';
import { RestBesideChecking1461 } from './1461-rest-beside-checking.js';
import { SilentJobs1465 } from './1465-silent-jobs.js';
import { WrongAnswers1466 } from './1466-wrong-answers.js';
import { UncountedJobs1467 } from './1467-uncounted-jobs.js';
import { Enquiries1500 } from './1500-enquiries.js';
import { SilentOutbox1600 } from './1600-silent-outbox.js';
import { ArticleVotes1601 } from './1601-article-votes.js';
import { PatientOutbox1610 } from './1610-patient-outbox.js';
import { SeenAgents1611 } from './1611-seen-agents.js';
import { PrinterReturns1612 } from './1612-printer-returns.js';
import { ChosenSites1613 } from './1613-chosen-sites.js';
import { AgentVersions1614 } from './1614-agent-versions.js';
import { EndedSessions1620 } from './1620-ended-sessions.js';
import { PairingCodes1621 } from './1621-pairing-codes.js';
import { PanelLinks1622 } from './1622-panel-links.js';
import { PairingRounds1623 } from './1623-pairing-rounds.js';
import { PrintReports1651 } from './1651-print-reports.js';
import { KeptParkedMessages1655 } from './1655-kept-parked-messages.js';
import { HandedOutAgain1630 } from './1630-handed-out-again.js';

/**
 * Every migration, in the order of their numbers. One that has landed is never edited; a change is a new one. The number
 * says the subject, so that features that grow at the same time do not reach for the same one:
 *
 * - 10xx documents, and what everything stands on
 * - 11xx accounts and mail
 * - 12xx the ledger, credits, top-ups, audit
 * - 13xx the intake of mail
 * - 14xx sites, gateway, release
 * - 15xx enquiries
 * - 16xx operation
 *
 * Those of the beginning are 10xx, whatever their subject. A database runs the ones it has not seen in this order, so
 * one with a lower number may come later: it needs nothing of a higher one.
 */
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
  CurrentRevision1080,
  DueConversions1085,
  Senders1090,
  StoredBytes1095,
  OutgoingMail1100,
  Addresses1110,
  EmailCodes1120,
  CodePurposes1130,
  LowerAddresses1135,
  ToldAddresses1136,
  Askers1137,
  JoinedNetworks1138,
  Identities1140,
  LinkedIdentities1142,
  AccountPage1150,
  ErasedPeople1160,
  LegacyBalances1210,
  Forfeited1220,
  SingleRowTransfers1230,
  LedgerCheckpoints1235,
  Payments1240,
  MoneyBack1245,
  Refunds1246,
  ProviderLooks1247,
  KeptPayments1250,
  ProviderDifferences1256,
  DisputeClaims1257,
  Audit1260,
  TakenMails1310,
  MailAnswers1320,
  MailChoices1340,
  RefusalSentences1400,
  ClosingSessions1410,
  CodesApart1420,
  PressAndSettlement1430,
  HoldsEnd1440,
  DecidedJobs1445,
  CountedPages1450,
  Copies1452,
  PrintedCopies1453,
  OrganisationVat1455,
  RestOfDocuments1460,
  RestBesideChecking1461,
  SilentJobs1465,
  WrongAnswers1466,
  UncountedJobs1467,
  Enquiries1500,
  SilentOutbox1600,
  ArticleVotes1601,
  PatientOutbox1610,
  SeenAgents1611,
  PrinterReturns1612,
  ChosenSites1613,
  AgentVersions1614,
  EndedSessions1620,
  PairingCodes1621,
  PanelLinks1622,
  PairingRounds1623,
  HandedOutAgain1630,
  PrintReports1651,
  KeptParkedMessages1655,
];
