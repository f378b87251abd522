import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

interface Own {
  state: string;
  expires_at: string;
  total_cents: number;
}

/** Locks a buyer's own purchase until the transaction ends; 404 for anyone else's. */
export async function lockOwn(sql: Tx, { id, user_id }: { id: string; user_id: string }): Promise<Own> {
  const [own] = await sql<Own[]>`
    select state, expires_at, total_cents from waiting_purchases where id = ${id} and user_id = ${user_id} for update`;
  if (!own) throw new AppError('not_found', message('purchase.not_found'));
  return own;
}
