import type { Input } from '#contracts/call.ts';
import type { seeNotice as contract } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { meantFor, showing } from './showing.ts';

/**
 * Marks a notice as seen. Without an id it marks all that show now: marking the latest one of what is left would not
 * be idempotent.
 */
export async function seeNotice(ctx: Ctx, actor: Actor, { query }: Input<typeof contract>): Promise<undefined> {
  const now = ctx.clock.now();
  const { id } = actor.user;
  await transaction(ctx.sql, async (sql) => {
    const which =
      query.id === undefined
        ? showing(sql, actor, now)
        : sql`n.id = ${query.id} and n.starts_at <= ${now} and ${meantFor(sql, actor)}`;
    const [count] = await sql<{ known: number; marked: number }[]>`
      with known as (select n.id from notices n where ${which}), marked as (
        insert into notice_readings (notice_id, user_id, seen_at)
        select id, ${id}, ${now} from known on conflict do nothing returning notice_id)
      select (select count(*) from known) as known, (select count(*) from marked) as marked`;
    if (query.id !== undefined && count?.known === 0) throw new AppError('not_found', message('notice.missing'));
    // The user's other tabs close it as well.
    if (count?.marked) await publishUserEvent(sql, id, 'notice');
  });
}
