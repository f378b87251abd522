import type { entryStates } from '#contracts/supply/bank-statements.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

type State = (typeof entryStates)[number];

export interface LockedEntry {
  id: string;
  statement_id: string;
  direction: 'debit' | 'credit';
  booked_on: string;
  state: State;
  payout_id: string | null;
}

/** An entry in one of these states, locked for the transaction. */
export async function lockEntry(sql: Db, id: string, allowed: readonly State[]): Promise<LockedEntry> {
  const [entry] = await sql<LockedEntry[]>`
    select id, statement_id, direction, booked_on, state, payout_id from bank_entries where id = ${id} for update`;
  if (!entry) throw new AppError('not_found', message('bank.entry_not_found'));
  if (!allowed.includes(entry.state)) throw new AppError('conflict', message(`bank.already.${entry.state}`));
  return entry;
}
