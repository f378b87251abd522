import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

export interface LockedSeller {
  id: string;
  state: 'applied' | 'verified' | 'suspended' | 'ended';
  legal_name: string;
  created_by: string;
  data_key: Buffer;
  minimum_payout_cents: number;
}

/** A seller, locked for the transaction. Not against checkouts, which refer to the row. */
export async function lockSeller(sql: Db, id: string): Promise<LockedSeller> {
  const [seller] = await sql<LockedSeller[]>`
    select id, state, legal_name, created_by, data_key, minimum_payout_cents from sellers
    where id = ${id} for no key update`;
  if (!seller) throw new AppError('not_found', message('seller.not_found'));
  return seller;
}
