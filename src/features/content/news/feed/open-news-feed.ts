import type { Reply } from '#contracts/call.ts';
import type { openNewsFeed as contract } from '#contracts/content/content.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { feedUrl } from './feed-address.ts';

/** Makes a feed address; one that was there ends. */
export async function openNewsFeed(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const [feed] = await sql<{ id: string }[]>`
      insert into news_feeds (user_id, created_at) values (${actor.user.id}, ${ctx.clock.now()})
      on conflict (user_id) do update set id = uuidv7(), created_at = excluded.created_at returning id`;
    await appendAudit(sql, { ...by(actor), action: 'news.feed_opened', subject: actor.user.id });
    return { data: { url: feedUrl(ctx, feed!.id) } };
  });
}
