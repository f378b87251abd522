import type { Db } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';

const STAFF_CHANGES = ['signed_out', 'disable_proposed', 'enable_proposed', 'disabled', 'enabled'] as const;
export type StaffChange = (typeof STAFF_CHANGES)[number];

interface AccessChange {
  /** Whose access it is about. */
  user_id: string;
  /** Who did it, and so needs no mail about it. */
  actor_id: string;
  change: StaffChange;
}

/** Mails the operator and every other approver, the person among them, what one of them did to somebody's access. */
export async function notifyApprovers(sql: Db, { user_id, actor_id, change }: AccessChange): Promise<void> {
  const about = { about_id: user_id, actor_id, change };
  await queueMail(sql, 'staff_access_operator', about);
  const approvers = await sql<{ id: string }[]>`
    select id from users where role = 'admin' and 'approver' = any(duties) and disabled_at is null and id <> ${actor_id}
    order by id`;
  for (const { id } of approvers) await queueMail(sql, 'staff_access', { ...about, user_id: id });
}
