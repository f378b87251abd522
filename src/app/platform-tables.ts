import type { Tables } from '#features/feature.ts';

/** The tables of the platform, which no feature owns. */
export const platformTables: Tables = {
  account_kinds: { why: 'settings' },
  audit_chain: { why: 'proof' },
  audit_entries: { why: 'log', of: 'staff' },
  decision_gate: { why: 'settings' },
  event_counters: { why: 'work' },
  events: { days: 1, of: 'messages' },
  former_data_keys: { why: 'proof' },
  idempotency_keys: { days: 7, of: 'access' },
  keyrings: { why: 'settings' },
  ledger_accounts: { why: 'books', of: 'payments' },
  ledger_balances: { why: 'books', of: 'payments' },
  ledger_chain: { why: 'proof' },
  ledger_closings: { why: 'books', of: 'payments' },
  ledger_transfers: { why: 'books', of: 'payments' },
  rows_to_seal: { why: 'work' },
  schema_migrations: { why: 'settings' },
  schema_rules: { why: 'settings' },
  transfer_kinds: { why: 'settings' },
  sealings: { why: 'settings' },
};
