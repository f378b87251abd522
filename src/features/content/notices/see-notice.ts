import type { Input } from '#contracts/call.ts';
import type { seeNotice as contract } from '#contracts/content.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { showing } from './showing.ts';

/**
 * Marks a notice as seen. Without an id it marks all that show now: marking the latest one of what is left would not
 * be idempotent.
 */
export async function seeNotice(ctx: Ctx, actor: Actor, { query }: Input<typeof contract>): Promise<undefined> {
  const now = ctx.clock.now();
  const { sql } = ctx;
  const which = query.id === undefined ? showing(sql, now) : sql`n.id = ${query.id} and n.starts_at <= ${now}`;
  const found = await sql`
    with known as (select n.id from notices n where ${which}), marked as (
      insert into notice_readings (notice_id, user_id, seen_at)
      select id, ${actor.user.id}, ${now} from known on conflict do nothing)
    select from known`;
  if (query.id !== undefined && found.length === 0) throw new AppError('not_found', message('notice.missing'));
}
