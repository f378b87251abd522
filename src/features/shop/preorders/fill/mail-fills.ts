import { randomUUID } from 'node:crypto';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';

/** Queues one mail for each buyer about everything that was bought for them and not yet reported. */
export async function mailFills({ sql }: Ctx): Promise<void> {
  await transaction(sql, async (tx) => {
    const fills_id = randomUUID();
    const buyers = await tx<{ user_id: string }[]>`
      with reported as (
        update preorder_fills set mail_id = ${fills_id} where mail_id is null returning preorder_id)
      select distinct p.user_id from reported join preorders p on p.id = reported.preorder_id`;
    for (const { user_id } of buyers) await queueMail(tx, 'preorder_filled', { user_id, fills_id });
  });
}
