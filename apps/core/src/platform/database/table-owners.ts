/**
 * The owners of each table: the folders under `apps/core/src` whose services may name it in their SQL. Other
 * features call one of these services; a read model (`views/*.query.ts`) may name any table, and only
 * selects. A migration that adds a table adds its line here; tests compare this list with code and migrated
 * schema.
 * @internal
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  clock_shift: ['platform/database'],
  migrations: ['platform/database'],

  attempt_budgets: ['platform/http/network'],

  users: ['people/users', 'people/passwords', 'people/sign-in'],
  addresses: ['people/users'],
  address_changes: ['people/users'],
  account_questions: ['people/users'],
  email_codes: ['people/email-codes'],
  sessions: ['people/sessions'],
  ended_sessions: ['people/sessions'],
  social_states: ['people/providers'],
  unproven_people: ['people/providers'],
  identities: ['people/providers'],

  // The removal of documents is a feature of its own.
  documents: ['documents', 'documents/removal'],
  print_options: ['documents'],
  held_files: ['documents'],
  document_revisions: ['documents/preparation'],
  converted_files: ['documents/preparation'],

  ledger_accounts: ['money/ledger'],
  transfers: ['money/ledger'],
  transfer_kinds: ['money/ledger'],
  settlements: ['money/ledger'],
  ledger_movements: ['money/ledger'],
  ledger_checkpoints: ['money/ledger'],
  verifications: ['operation/verification'],

  legacy_balances: ['money/legacy-balances'],

  payments: ['money/payments', 'money/refunds'],
  payment_refunds: ['money/refunds'],
  payment_disputes: ['money/refunds'],
  payment_events: ['money/payments'],
  payment_declines: ['money/payments'],
  // When core next reads the payment provider's lists of refunds and disputes.
  provider_looks: ['money/refunds'],
  closed_top_ups: ['money/payments'],

  audit: ['platform/audit'],

  organisations: ['sites'],
  organisation_vat: ['sites'],
  sites: ['sites'],
  price_lists: ['sites'],
  printers: ['sites'],
  agents: ['sites'],
  agent_invites: ['sites'],
  panel_links: ['sites'],

  // Print codes and pairing codes of panels share one space of six digits.
  print_codes: ['codes', 'panels'],
  code_tries: ['codes'],
  try_budgets: ['codes'],
  // Requests that were answered with "wrong code": a repeated request is not counted again.
  wrong_answers: ['codes'],
  panel_sessions: ['panels'],
  releases: ['panels'],
  // Pressing PRINT at a panel adds jobs, and is refused while a job of the panel session runs.
  jobs: ['jobs', 'panels'],
  chosen_sites: ['nearby'],
  print_reports: ['jobs/print-reports'],

  outgoing_mails: ['platform/mail'],
  taken_mails: ['documents/intake'],
  mail_choices: ['documents/intake'],
  enquiries: ['help/enquiries'],
  article_votes: ['help/articles'],

  outbox: ['platform/outbox'],
  outbox_stream: ['platform/outbox'],
  parked_messages: ['platform/outbox'],
};
