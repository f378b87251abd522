import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';

/** Ends the user's feed address; without one nothing happens. */
export async function closeNewsFeed(ctx: Ctx, actor: Actor): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { count } = await sql`delete from news_feeds where user_id = ${actor.user.id}`;
    if (count > 0) await appendAudit(sql, { ...by(actor), action: 'news.feed_closed', subject: actor.user.id });
  });
}
