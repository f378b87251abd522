import type { Input } from '#contracts/call.ts';
import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { markPresence as contract } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { seenSince } from './presence/seen-since.ts';

interface Staying {
  id: string;
  user_id: string;
  typing: boolean;
  now: Date;
}

/** Notes that somebody of the staff has a ticket open. Their colleagues' pages hear of it when it makes a difference. */
export async function markPresence(
  ctx: Ctx,
  { user: { id: user_id } }: Actor,
  { params: { id }, body: { state } }: Input<typeof contract>,
): Promise<undefined> {
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    const news =
      state === 'gone'
        ? await leave(sql, id, user_id)
        : await stay(sql, { id, user_id, typing: state === 'typing', now });
    if (news) await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'presence', data: { id, by: user_id } });
  });
}

async function leave(sql: Tx, id: string, user_id: string): Promise<boolean> {
  const { count } = await sql`delete from ticket_presence where ticket_id = ${id} and user_id = ${user_id}`;
  return count > 0;
}

async function stay(sql: Tx, { id, user_id, typing, now }: Staying): Promise<boolean> {
  const [marked] = await sql<{ news: boolean }[]>`
    with before as (select seen_at, typing from ticket_presence where ticket_id = ${id} and user_id = ${user_id})
    insert into ticket_presence (ticket_id, user_id, typing, seen_at)
    select id, ${user_id}, ${typing}, ${now} from tickets where id = ${id}
    on conflict (ticket_id, user_id) do update set typing = excluded.typing, seen_at = excluded.seen_at
    returning coalesce(
      (select b.seen_at < ${seenSince(now)} or b.typing <> ticket_presence.typing from before b), true) as news`;
  if (!marked) throw new AppError('not_found', message('support.missing'));
  return marked.news;
}
