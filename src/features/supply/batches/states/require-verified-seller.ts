import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** Lets nothing of a batch whose seller isn't verified come into stock or on sale (L15). */
export async function requireVerifiedSeller(sql: Db, batch_id: string): Promise<void> {
  const [seller] = await sql<{ legal_name: string; state: string }[]>`
    select s.legal_name, s.state from batches b join sellers s on s.id = b.seller_id
    where b.id = ${batch_id} and s.state <> 'verified' for share of s`;
  if (seller) throw new AppError('forbidden', message('seller.unverified', { name: seller.legal_name }));
}
