import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';

/** How long the address before a change can stop it: longer than a link is valid, since a mail may be read late. */
export const STOPPABLE_MS = 3 * DAY_MS;

/**
 * Mails every address that the account had in the last three days, each with a link that brings back this very address.
 * After several changes in a row, the first owner must hear of the last one.
 */
export async function notifyOldAddresses(
  ctx: Ctx,
  sql: Db,
  template: 'email_change_note' | 'email_changed_note',
  { user_id, token_id }: { user_id: string; token_id: string },
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - STOPPABLE_MS);
  const changes = await sql<{ id: string }[]>`
    select id from (
      select distinct on (old_email) id from email_tokens
      where user_id = ${user_id} and purpose = 'change_email' and stopped_at is null and old_email_confirmed
        and (id = ${token_id} or used_at > ${since})
      order by old_email, id) earliest
    order by id limit 20`;
  for (const { id } of changes) await queueMail(sql, template, { token_id, stop_id: id });
}
