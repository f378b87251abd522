import { type Message, message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

type Why = 'handled' | 'linked' | 'seller' | 'staff';

const SENTENCES: Record<Why, Message> = {
  handled: message('order.own.handled'),
  linked: message('order.own.linked'),
  seller: message('order.own.seller'),
  staff: message('order.own.staff'),
};

/** Refuses cards of batches that their buyer handles or sells, themselves or through a linked account (migration 0094). */
export async function refuseOwnStock(sql: Db, user_id: string, batch_ids: readonly string[]): Promise<void> {
  const [own] = await sql<{ why: Why }[]>`
    select why from unnest(${[...new Set(batch_ids)]}::uuid[]) batch
    cross join lateral self_dealing(${user_id}, batch) as why
    where why is not null limit 1`;
  if (own) throw new AppError('invalid', SENTENCES[own.why], { ids: [SENTENCES[own.why]] });
}
