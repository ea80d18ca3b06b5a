/**
 * Whose table is whose: the folder under `apps/core/src` whose services alone name it in their SQL. Others ask one of
 * these services; a read model made for one screen (`*.query.ts`) may name any. A new table is added here with its
 * migration; tests hold the code and the migrated schema to this list.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  clock_shift: ['database'],
  migrations: ['database'],

  attempt_budgets: ['http'],

  users: ['accounts'],
  addresses: ['accounts'],
  address_changes: ['accounts'],
  account_questions: ['accounts'],
  email_codes: ['email-codes'],
  sessions: ['sessions'],
  ended_sessions: ['sessions'],
  social_states: ['providers'],
  unproven_people: ['providers'],
  identities: ['providers'],

  // The end of a document's life is a room of its own.
  documents: ['documents', 'removal'],
  print_options: ['documents'],
  held_files: ['documents'],
  document_revisions: ['preparation'],
  converted_files: ['preparation'],

  ledger_accounts: ['credits'],
  transfers: ['credits'],
  transfer_kinds: ['credits'],
  settlements: ['credits'],
  ledger_movements: ['credits'],
  ledger_checkpoints: ['credits'],
  verifications: ['verification'],

  legacy_balances: ['legacy-balances'],

  payments: ['payments', 'refunds'],
  payment_refunds: ['refunds'],
  payment_disputes: ['refunds'],
  payment_events: ['payments'],
  payment_declines: ['payments'],
  provider_looks: ['refunds'],
  closed_top_ups: ['payments'],

  audit: ['audit'],

  organisations: ['sites'],
  organisation_vat: ['sites'],
  sites: ['sites'],
  price_lists: ['sites'],
  printers: ['sites'],
  agents: ['sites'],
  agent_invites: ['sites'],
  panel_links: ['sites'],

  print_codes: ['release'],
  code_tries: ['release'],
  try_budgets: ['release'],
  wrong_answers: ['release'],
  panel_sessions: ['release'],
  releases: ['release'],
  jobs: ['release'],
  chosen_sites: ['release'],
  print_reports: ['print-reports'],

  outgoing_mails: ['mail'],
  taken_mails: ['intake'],
  mail_choices: ['intake'],
  enquiries: ['enquiries'],
  article_votes: ['help'],

  outbox: ['outbox'],
  outbox_stream: ['outbox'],
  parked_messages: ['outbox'],
};
