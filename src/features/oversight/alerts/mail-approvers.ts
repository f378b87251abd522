import type { Db } from '#platform/db/client.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';

/** Tells everybody with the duty of an approver about a critical alert: they can stop sales and payouts. */
export async function mailApprovers(sql: Db, alert_id: string): Promise<void> {
  const approvers = await sql<{ id: string }[]>`
    select id from users where role = 'admin' and 'approver' = any(duties) and disabled_at is null order by id`;
  for (const { id } of approvers) await queueMail(sql, 'alert_raised', { alert_id, user_id: id });
}
